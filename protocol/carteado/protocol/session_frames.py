"""The messages in a server's frame, as far as this release knows them."""

from __future__ import annotations

import functools
from typing import Any

from carteado.protocol.codec import Codec
from carteado.protocol.errors import Invalid
from carteado.protocol.messages import OUTBOUND
from carteado.protocol.session_events import Unreadable
from carteado.protocol.validation import tags, validator

__all__ = ["frame_messages", "received"]

_TYPES = frozenset(OUTBOUND)
_OUTBOUND_TAGS = tags(OUTBOUND)


@functools.cache
def _outbound() -> validator:
    return validator(OUTBOUND, unknown="ignore", decoded=True)


def received(data: Any) -> Any:
    """The message that plain data describes.

    Returns:
        None where this release does not know the type, `Unreadable` where it cannot be.
    """
    # In-process servers hand over message objects; they need no decoding.
    if type(data) in _TYPES:
        return data
    tag = data.get("type") if type(data) is dict else None
    if type(tag) is not str:
        return Unreadable(problem="a message is a map with a type")
    if tag not in _OUTBOUND_TAGS:
        return None
    try:
        return _outbound()(data)
    except Invalid as error:
        # `repr` makes control characters visible, and 200 characters bound what a server can
        # print.
        return Unreadable(problem=repr(str(error)[:200])[1:-1])


# A few frames are enough: the clients of a process read the same bytes shortly after one another.
@functools.lru_cache(maxsize=8)
def frame_messages(codec: Codec, frame: bytes | str) -> tuple[Any, ...]:
    """The messages in a frame, as `received`.

    The bots of one process sit at one table and receive mostly the same bytes: these are
    read once.
    """
    return tuple(map(received, codec.decode_outbound(frame)))
