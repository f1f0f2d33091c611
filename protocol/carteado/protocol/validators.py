"""The validators of the wire's messages, each made when it is first needed: that takes long."""

from __future__ import annotations

import functools

from carteado.protocol.messages import INBOUND, OUTBOUND
from carteado.protocol.validation import validator

__all__ = ["inbound", "outbound"]


@functools.cache
def inbound() -> validator:
    """Of what clients send."""
    return validator(INBOUND)


@functools.cache
def outbound() -> validator:
    """Of what servers send; refuses unknown fields, which a client's session ignores."""
    return validator(OUTBOUND)
