"""Errors of the client library.

The tree::

    ClientError
    ├── InputError          a text that cannot be meant: no address, no name, no table
    │   └── WrongOption     an option of a table whose value cannot be
    ├── CannotReach         nobody answers there, or not with a WebSocket
    ├── VersionRefused      a WebSocket server that does not speak this version of the protocol
    ├── CommandRefused      the server refused a command; nothing has changed
    ├── SessionEnded        the server ended the session; do not reconnect
    └── ClientClosed        the client was closed by its own side

Each has an `exit_status`: with it a command line ends where it does not go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from carteado.engine.errors import OptionsError
from carteado.engine.sentences import Sentence, said

__all__ = [
    "CannotReach",
    "ClientClosed",
    "ClientError",
    "CommandRefused",
    "InputError",
    "SessionEnded",
    "VersionRefused",
    "WrongOption",
]


class ClientError(Exception):
    """Base of all errors of this package; the message is one sentence for a person.

    Attributes:
        exit_status: status of a command line that ends with it.
    """

    exit_status: ClassVar[int] = 1


class InputError(ClientError):
    """An invalid input: not a server address, player name or table.

    Attributes:
        said: the message, for clients that translate it.
    """

    exit_status = 2

    def __init__(self, message: Sentence | str = "") -> None:
        super().__init__(str(message))
        self.said = message


class WrongOption(InputError):
    """An option of a table whose value cannot be.

    Attributes:
        key: of the option, as it was given.
        problem: what is wrong with its value, without the option.
    """

    def __init__(self, error: OptionsError) -> None:
        super().__init__(said("{option}: {problem}", option=error.key, problem=error.said))
        self.key = error.key
        self.problem = error.said


class CannotReach(ClientError):
    """Nobody answers at the address, or not with a WebSocket.

    Attributes:
        advice: advice for a person, for the end of a sentence; '' if the message has it.
        said: the message where somebody answers, for clients that translate it; None otherwise.
    """

    exit_status = 3

    def __init__(self, message: Sentence | str, advice: str = "") -> None:
        super().__init__(str(message))
        self.advice = advice
        self.said = message if isinstance(message, Sentence) else None


class VersionRefused(ClientError):
    """A WebSocket server that does not speak this version of the protocol."""

    exit_status = 5


class CommandRefused(ClientError):
    """The server refused a command; nothing has changed.

    Attributes:
        code: stable and namespaced.
        message: one English sentence.
        details: the figures of the sentence.
    """

    exit_status = 4

    def __init__(self, code: str, message: str, details: Mapping[str, Any]) -> None:
        super().__init__(f"{message} [{code}]")
        self.code = code
        self.message = message
        self.details = details


class SessionEnded(ClientError):
    """The server ended the session; reconnecting would not help.

    Attributes:
        code: why, namespaced.
        message: one English sentence.
    """

    exit_status = 4

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} [{code}]")
        self.code = code
        self.message = message


class ClientClosed(ClientError):
    """The client was closed by its own side while something was still asked for."""
