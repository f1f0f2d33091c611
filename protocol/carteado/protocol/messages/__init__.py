"""Every message of the wire: `Inbound` is all that clients send, `Outbound` all that servers send.

A frame from a client holds one message. A frame from the server holds a list of messages, in order:
whatever was ready when the connection's writer came round. Both are msgpack maps in binary frames
(subprotocol ``carteado.1.msgpack``) or JSON objects in text frames (``carteado.1.json``).

Messages that carry an ``id`` are commands. Each gets exactly one final reply with that id, a result
or `Refused`; a command repeated with its id, also after a reconnect, gets the first answer again.
Actions and events are the game's own dataclasses, tagged by ``type``. A session holds at most one
seat at a table: two people at one terminal are two sessions.
"""

from __future__ import annotations

from carteado.protocol.messages.accounts import (
    Account,
    Adopt,
    CreateAccount,
    CreateToken,
    ForgetMe,
    Login,
    Revoke,
    SetPassword,
)
from carteado.protocol.messages.fields import (
    LARGEST,
    Code,
    Hex16,
    Hex32,
    Label,
    Name,
    OperatorToken,
    Password,
    Position,
    TableId,
    Text,
    Title,
    Token,
    Word,
)
from carteado.protocol.messages.owning import (
    AddBot,
    Admit,
    Ban,
    CloseTable,
    Configure,
    Correct,
    HandOver,
    Lock,
    Pause,
    Remove,
    RemoveBot,
    Rename,
    Resume,
    SetCode,
    TurnAway,
    Unban,
    Unlock,
)
from carteado.protocol.messages.playing import Act, BindNonce, Nonce, Unwatch, Watch, Ways
from carteado.protocol.messages.records import Advice, Evening, History, Ledger, Proofs, Statistics
from carteado.protocol.messages.replies import (
    Announced,
    Closing,
    Holding,
    Ok,
    Pong,
    Refused,
    SeatInfo,
    TableInfo,
    WaitingPlace,
    Welcome,
)
from carteado.protocol.messages.seating import (
    Join,
    Knock,
    Leave,
    ListTables,
    Open,
    Rematch,
    SitIn,
    SitOut,
    StopWaiting,
    TopUp,
    Wait,
)
from carteado.protocol.messages.sessions import Admin, AdminAction, Hello, Ping
from carteado.protocol.messages.talking import Block, Chat, Mute, Phrase, React, Unblock, Unmute
from carteado.protocol.messages.updates import (
    ChatSaid,
    DealClock,
    Events,
    Live,
    Odds,
    OpeningProof,
    PotOdds,
    Presence,
    Prompt,
    ProofsOpened,
    Reacted,
    SeatOdds,
    Snapshot,
    TableWaiting,
    TurnClock,
    View,
)

__all__ = [
    "INBOUND",
    "LARGEST",
    "OUTBOUND",
    "Account",
    "Act",
    "AddBot",
    "Admin",
    "AdminAction",
    "Admit",
    "Adopt",
    "Advice",
    "Announced",
    "Ban",
    "BindNonce",
    "Block",
    "Chat",
    "ChatSaid",
    "CloseTable",
    "Closing",
    "Code",
    "Configure",
    "Correct",
    "CreateAccount",
    "CreateToken",
    "DealClock",
    "Evening",
    "Events",
    "ForgetMe",
    "HandOver",
    "Hello",
    "Hex16",
    "Hex32",
    "History",
    "Holding",
    "Inbound",
    "Join",
    "Knock",
    "Label",
    "Leave",
    "Ledger",
    "ListTables",
    "Live",
    "Lock",
    "Login",
    "Mute",
    "Name",
    "Nonce",
    "Odds",
    "Ok",
    "Open",
    "OpeningProof",
    "OperatorToken",
    "Outbound",
    "Password",
    "Pause",
    "Phrase",
    "Ping",
    "Pong",
    "Position",
    "PotOdds",
    "Presence",
    "Prompt",
    "Proofs",
    "ProofsOpened",
    "React",
    "Reacted",
    "Refused",
    "Rematch",
    "Remove",
    "RemoveBot",
    "Rename",
    "Resume",
    "Revoke",
    "SeatInfo",
    "SeatOdds",
    "SetCode",
    "SetPassword",
    "SitIn",
    "SitOut",
    "Snapshot",
    "Statistics",
    "StopWaiting",
    "TableId",
    "TableInfo",
    "TableWaiting",
    "Text",
    "Title",
    "Token",
    "TopUp",
    "TurnAway",
    "TurnClock",
    "Unban",
    "Unblock",
    "Unlock",
    "Unmute",
    "Unwatch",
    "View",
    "Wait",
    "WaitingPlace",
    "Watch",
    "Ways",
    "Welcome",
    "Word",
]

# The order has no meaning: a message is found by its tag.
Inbound = (
    Hello
    | ListTables
    | Open
    | Join
    | Leave
    | SitOut
    | SitIn
    | TopUp
    | Rematch
    | AddBot
    | Remove
    | RemoveBot
    | Rename
    | Lock
    | Unlock
    | SetCode
    | Pause
    | Resume
    | Ban
    | Unban
    | CloseTable
    | Configure
    | Correct
    | HandOver
    | Knock
    | Admit
    | TurnAway
    | Wait
    | StopWaiting
    | Watch
    | Unwatch
    | Act
    | Ways
    | Nonce
    | BindNonce
    | History
    | Ledger
    | Advice
    | Evening
    | Statistics
    | CreateAccount
    | Login
    | Account
    | SetPassword
    | CreateToken
    | Revoke
    | Adopt
    | ForgetMe
    | Proofs
    | Chat
    | Phrase
    | React
    | Mute
    | Unmute
    | Block
    | Unblock
    | Admin
    | Ping
)
"""All that a client may send."""

Outbound = (
    Welcome
    | Ok
    | Refused
    | Snapshot
    | Events
    | View
    | Live
    | Prompt
    | TurnClock
    | DealClock
    | Presence
    | TableWaiting
    | Odds
    | ProofsOpened
    | ChatSaid
    | Reacted
    | WaitingPlace
    | Announced
    | Pong
    | Closing
)
"""All that the server may send."""

INBOUND: tuple[type, ...] = Inbound.__args__
OUTBOUND: tuple[type, ...] = Outbound.__args__
