"""The two ends of a connection, without I/O.

`ServerSession` turns a client's frames into messages, and holds the client to the protocol: its
frames' size and form, the handshake, how many of them. It knows no tables.

`ClientSession` is a client's memory across connections: who it is, which tables it follows and how
far it has seen them, which commands still wait for their reply. After a connection broke, it says
what to send so that nothing is missed and nothing is done twice::

    send(session.connected())                          # on every connection
    while frame := receive():
        for happening in session.receive_frame(codec, frame): ...
        send(session.outgoing())

Neither opens a socket, reads a clock or draws a random number.
"""

from __future__ import annotations

from carteado.protocol.following import Followed
from carteado.protocol.session_client import ClientSession
from carteado.protocol.session_server import Limits, ServerSession, Violation

__all__ = ["ClientSession", "Followed", "Limits", "ServerSession", "Violation"]
