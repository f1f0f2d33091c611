"""Runs command lines: a mistake gives one line and a documented exit status."""

from __future__ import annotations

import errno
import io
import os
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    Parameter,
    Token,
    UnknownCommandError,
    UnusedCliTokensError,
    convert,
)
from cyclopts.help import PlainFormatter

from carteado.client.loading import INTERRUPTED

__all__ = ["BUG", "INTERRUPTED", "OK", "USAGE", "AsJson", "Flag", "Settings", "new_app", "run_app"]

OK, USAGE, BUG = 0, 2, 70

Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
"""An option that is given or not; there is none that says the opposite."""

AsJson = Annotated[bool, Parameter(name="--json", negative=(), show_default=False)]
"""The option of every command that prints data."""

Settings = Annotated[tuple[str, ...], Parameter(name="--set", negative=(), show_default=False)]
"""Options of a game, a table or a bot, each ``key=value`` (`options.key_values`)."""

_EXTRAS = {
    "pydantic_settings": "server",
    "platformdirs": "server",
    "prometheus_client": "server",
    "segno": "server",
    "structlog": "server",
    "redis": "redis",
    "numpy": "odds",
    "pygame": "gui",
    "matplotlib": "arena",
    "plotext": "arena",
    "scipy": "arena",
    "yaml": "scenarios",
}
"""The extra that brings a module which the base install does not have."""

_NUMBERS = {int: "a whole number", float: "a number"}

_OUTPUT = "the standard output"
_UNWRITABLE = {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC}
"""The errors of a write to a full disk; a file that a command opens has a name."""


def new_app(name: str, text: str) -> App:
    """An application whose mistakes `run_app` tells.

    In its help a paragraph breaks where the terminal ends and not where the source does. For a
    terminal it is read as Markdown; elsewhere it keeps every mark.
    """
    terminal = bool(sys.stdout and sys.stdout.isatty())
    return App(
        name=name,
        help=text,
        # Of every parameter, since each of them would otherwise convert by its own rules.
        default_parameter=Parameter(converter=_value),
        help_format="markdown" if terminal else "plaintext",
        help_formatter="default" if terminal else _Folded(),
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_int_as_exit_code_else_zero",
    )


class _Folded(PlainFormatter):
    """Plain help, each paragraph in lines of its own length."""

    def _print_plain(self, console: Any, text: str) -> None:
        indent = " " * (len(text) - len(text.lstrip()))
        paragraphs = [
            textwrap.fill(
                " ".join(paragraph.split()),
                console.width,
                initial_indent=indent,
                subsequent_indent=2 * indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            for paragraph in text.split("\n\n")
        ]
        super()._print_plain(console, "\n\n".join(paragraphs))


def _value(kind: Any, words: Sequence[Token]) -> Any:
    return convert(kind, words, _one_value)


def _one_value(kind: type, word: str) -> Any:
    """One word as a value.

    Cyclopts alone would round what is not whole, and take an empty word for the folder one is in.
    """
    if kind is Path and not word:
        raise CoercionError(msg="an empty word names no file")
    if kind not in _NUMBERS:
        return convert(kind, (word,))
    try:
        return kind(word)
    except ValueError:
        raise CoercionError(msg=f"{word!r:.60} is not {_NUMBERS[kind]}") from None


def run_app(app: App, arguments: Sequence[str] | None = None, *, reports_bugs: bool = False) -> int:
    """Run one command line.

    A command returns its exit status (None for 0) or raises an error that has an `exit_status`
    attribute; its message is then the one line that the user sees, as is what the system says of a
    file. Errors of any other kind are bugs.

    Args:
        app: made by `new_app`.
        arguments: the words after the name of the program; those of this process when absent.
        reports_bugs: a bug ends in a sentence and a report too, not in its traceback.

    Returns:
        The exit status: 0 done, 1 checked and failed, 2 usage or bad input, 3 cannot reach or bind,
        4 refused, 5 protocol version, 6 store or log, 7 not checked, 70 a bug, 130 interrupted.
    """
    _replace_closed_streams()
    if sys.stdout is None:
        return _say(app, f"{_OUTPUT} is closed", USAGE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # what its encoding lacks, as in errors
    try:
        result = app(arguments)
        # Here, where a full disk still gives a sentence; at the exit it would be a traceback.
        sys.stdout.flush()
    except UnknownCommandError as error:
        return _say(app, _unknown(app, error), USAGE)
    except UnusedCliTokensError as error:
        return _say(app, _unused(error), USAGE)
    except CycloptsError as error:
        # Not at the top: every start of every command would pay for a mistake.
        from carteado.client.usage_words import mistake

        return _say(app, mistake(error), USAGE)
    # Only a module of a known extra is the user's affair; any other is a bug.
    except ImportError as error:
        extra = _extra_for(error)
        if extra is None:
            raise
        sentence = f"this needs an extra that is not installed: pip install 'carteado[{extra}]'"
        return _say(app, sentence, USAGE)
    except KeyboardInterrupt:
        # Without a traceback: a user who presses Ctrl-C knows why it ended.
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has had enough, as `head` does
        _write_no_more()
        return OK
    except Exception as error:
        failure = _failure(error, reports_bugs)
        if failure is None:
            raise
        return _say(app, *failure)
    return int(result or OK)


def _replace_closed_streams() -> None:
    # A process whose output was closed has none, whatever the stubs say. What replaces it stays
    # open for the whole process, hence without `with`.
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdin is None:
        # Takes the descriptor 0, which a socket would get otherwise and be read as typed lines.
        sys.stdin = open(os.devnull)  # noqa: SIM115


def _failure(error: Exception, reports_bugs: bool) -> tuple[str, int] | None:
    """The sentence and exit status of an error, None for a bug that is not reported."""
    if isinstance(error, OSError) and error.errno in _UNWRITABLE and error.filename is None:
        _write_no_more()
        return f"{_OUTPUT} cannot be written: {error.strerror}", USAGE
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}", USAGE
    # Asked by attribute, because this module must not import every package that has such errors.
    status = getattr(error, "exit_status", None)
    if status is None:
        return (_of_bug(error), BUG) if reports_bugs else None
    advice = getattr(error, "advice", "")
    return f"{error}; {advice}" if advice else str(error), status


def _unused(error: UnusedCliTokensError) -> str:
    unused = tuple(error.unused_tokens or ())
    words = " ".join(map(repr, unused))
    pairs = [word for word in unused if "=" in word and not word.startswith("-")]
    hint = f"; write options as --set {pairs[0]:.40}" if pairs else "; --help lists the arguments"
    return f"unexpected argument{'s' if len(unused) > 1 else ''} {words:.80}{hint}"


def _of_bug(error: Exception) -> str:
    # Not at the top: every start of every command would pay for a bug.
    from carteado.client.bug_report import keep_report

    file = keep_report(error)
    kept = (
        f"Please send {file} to its developers: it holds no cards, names or codes."
        if file is not None
        else "A report could not be written."
    )
    return f"stopped by a bug ({type(error).__name__}). Type the same command again. {kept}"


def _write_no_more() -> None:
    """Discard further output: the rest in the buffer would fail once more at the end."""
    # Not closed but redirected, since Python flushes the stream again at its exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(app: App, sentence: str, status: int) -> int:
    # Not at the top, as below. What is wrong may be quoted from a file that somebody made up.
    from carteado.protocol.notation import brief

    print(brief(f"{app.name[0]}: {sentence}"), file=sys.stderr)
    return status


def _unknown(app: App, error: UnknownCommandError) -> str:
    """The sentence about an unknown command; Cyclopts' own would load every command there is."""
    word = (error.unused_tokens or [""])[0]
    known = tuple(name for name in error.app or app if not name.startswith("-"))
    # Not at the top: every start of every command would pay for a mistake.
    from carteado.engine.tables.options import did_you_mean

    return f"there is no command {word!r:.60}; {did_you_mean(word, known)}"


def _extra_for(error: BaseException | None) -> str | None:
    """The extra that brings the module whose absence an error is about."""
    while error is not None:
        name = getattr(error, "name", None) or ""
        extra = _EXTRAS.get(name.partition(".")[0])
        if extra is not None:
            return extra
        # A library may raise its own error from the missing module.
        error = error.__cause__
    return None
