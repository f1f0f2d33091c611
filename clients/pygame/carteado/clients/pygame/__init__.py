"""The window: a card table drawn with pygame-ce.

The window is thin. The client library follows the table, `carteado.scene` says what to draw and
where to click. This package paints it, plays sounds and passes input on.
"""

from __future__ import annotations
