"""The validators of the wire's messages. Each is made on first use, because that is slow."""

from __future__ import annotations

import functools

from carteado.protocol.messages import INBOUND, OUTBOUND
from carteado.protocol.validation import validator

__all__ = ["inbound", "outbound"]


@functools.cache
def inbound() -> validator:
    """The validator of clients' messages."""
    return validator(INBOUND)


@functools.cache
def outbound() -> validator:
    """The validator of servers' messages; refuses unknown fields, which clients ignore."""
    return validator(OUTBOUND)
