"""The two ends of a connection, without I/O.

`ServerSession` turns a client's frames into messages, and holds the client to the protocol: its
frames' size and form, the handshake, how many of them. It knows no tables.

`ClientSession` is a client's memory across connections: who it is, which tables it follows and how
far it has seen them, which commands still wait for their reply. After a connection broke, it says
what to send so that nothing is missed and nothing is done twice::

    send(session.connected())                          # on every connection
    while frame := receive():
        for session_event in session.receive_frame(codec, frame): ...
        send(session.outgoing())

Neither opens a socket, reads a clock or draws a random number.

The server's end, for one connection:

========  =======================================  ===========================================
State     Input                                    Next state
========  =======================================  ===========================================
new       ``hello``                                open: the lobby answers with ``welcome``
new       any other message                        closed: ``session/hello_first``
open      a second ``hello``                       closed: ``session/hello_twice``
open      a message within the rate limit          open: handed on
open      a message above the rate limit           open: refused with ``limit/rate`` and a wait
open      more refused messages than the burst     closed: ``limit/rate``
any       a frame that is not a message               the same: refused with ``frame/...``
any       eight such frames in a row, or one that  closed: ``limit/malformed`` or the frame's code
          is too large or of the wrong kind
closed    anything                                 closed: ignored
========  =======================================  ===========================================

The client's end, which outlives its connections:

============  =================================  =============================================
State         Input                              Next state
============  =================================  =============================================
disconnected  ``connected()``                    greeting: sends ``hello`` with its token
greeting      ``welcome``                        ready: watches its tables again from their last
                                                 position, then repeats unanswered commands
greeting      ``welcome`` of another session     ready: as a new player; seats are lost, and
                                                 unanswered commands end as unknown
ready         ``ok`` or ``refused``              ready: the command is answered, once
ready         ``refused`` with ``table/starting``  ready: the command is sent again after a wait
any           ``disconnected()``                 disconnected: tables and commands are kept
============  =================================  =============================================
"""

from __future__ import annotations

from carteado.protocol.following import Followed
from carteado.protocol.session_client import ClientSession
from carteado.protocol.session_server import Limits, ServerSession, Violation

__all__ = ["ClientSession", "Followed", "Limits", "ServerSession", "Violation"]
