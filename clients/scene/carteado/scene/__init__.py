"""The look of a card table, without a toolkit.

The rich clients (window, terminal) share one path: a followed table becomes a *picture* (who sits
where, amounts, last actions, offers), and graphical clients lay the picture out as a *scene* of
drawables and click targets. Nothing here knows pygame, Textual or the network, and nothing here
holds a rule: what a seat may do comes from the server's prompt alone.

``docs/scene.md`` describes the types.
"""

from __future__ import annotations
