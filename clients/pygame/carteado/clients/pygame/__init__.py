"""The window: a card table drawn with pygame-ce.

The window is thin. The client library follows the table, `carteado.scene` says what to draw and
where to click, and this package paints it, plays sounds and hands on what was pressed.
"""

from __future__ import annotations
