"""``carteado judge``: the rounds of a file decided one after the other, whatever its length."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import IO, Annotated, Any, Literal, TypeVar

from cyclopts import Parameter

from carteado.client.atomic_file import AtomicFile
from carteado.client.commandline import AsJson
from carteado.client.progress import Progress
from carteado.clients.cli.recording import Recording
from carteado.engine.registry import module_with
from carteado.protocol.notation import escape

__all__ = ["JudgeError", "judge"]

T = TypeVar("T")

# The usual names of such files, in the language of those who write them.
INPUT, OUTPUT, STANDARD = "entrada.txt", "saida.txt", "-"
SCREEN = "the standard output"


_File = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
"""A file, or ``-``, which would else be an option without a name."""


class JudgeError(Exception):
    """A file that cannot be judged; the sentence names it and the line.

    Attributes:
        exit_status: status of a command line that ends with it.
    """

    exit_status = 2


def judge(
    source: _File = None,
    output: _File = None,
    /,
    *,
    checks: Literal["standard", "lenient", "strict"] = "standard",
    odd_chips: Literal["discard", "first"] = "discard",
    as_json: AsJson = False,
    log: Path | None = None,
) -> None:
    """Decide rounds played with real cards, and keep everybody's money.

    Without arguments it reads entrada.txt and writes saida.txt. With one file it writes to the
    standard output. If the input has an error, it writes no file.

    Args:
        source: The file of rounds, entrada.txt by default; - for the standard input.
        output: The file to write; - for the standard output.
        checks: What makes a round invalid. lenient checks only the money, so any ante and any bet
            counts; strict also refuses a card that appears twice.
        odd_chips: What happens to units that cannot be shared equally: discard them, or give one
            each to the first winners.
        as_json: Write one JSON object per line.
        log: Write the rounds as a log for `carteado replay` and `carteado verify`.
    """
    for word in (source, output):
        if word is not None and word.startswith("-") and word != STANDARD:
            raise JudgeError(f"there is no option {escape(word)}; see carteado judge --help")
    if source is None:
        source, output = INPUT, OUTPUT
    target = SCREEN if output in (None, STANDARD) else str(output)
    module = _module()
    with contextlib.ExitStack() as stack:
        name, lines = _lines(source, module.MAX_LINE, stack)
        with _reading(name, module):
            ruler = module.Judge(lines, checks=checks, odd_chips=odd_chips)
        out: AtomicFile | _Screen = _writing(target, _output, output)
        stack.enter_context(out)
        record = None
        if log is not None:
            record = _writing(str(log), Recording, log, ruler.game, ruler.options, name)
            stack.enter_context(record)
            _writing(str(log), record.add, *ruler.opening)
        # A bar between the lines of the output would be unreadable.
        progress = stack.enter_context(Progress(quiet=out.on_screen))
        write = functools.partial(_writing, target, out.file.write)
        for number, ruled in enumerate(_ruled(ruler, name, module), 1):
            write(_row(ruled.data) if as_json else ruled.text)
            if warnings := ruled.warnings:
                sys.stderr.write(_warned(name, warnings))
            if record is not None:
                _writing(str(log), record.add, ruled.command, ruled.events)
            progress.tell("rounds", number, ruler.rounds)
        write(_row(ruler.data) if as_json else ruler.text)
        # Both files are complete before either takes its place, so an error leaves neither.
        _writing(target, out.finish)
        if record is not None:
            _writing(str(log), record.finish)
            _writing(str(log), record.commit)
        _writing(target, out.commit)


def _module() -> ModuleType:
    module = module_with("judge")
    if module is None:
        raise JudgeError("no installed game judges files of rounds")
    return module


def _row(data: Mapping[str, Any]) -> str:
    # Names keep their accents, as in the text output.
    return json.dumps(data, ensure_ascii=False) + "\n"


def _warned(name: str, warnings: Iterable[tuple[int, str]]) -> str:
    rows = [f"{name}, line {line}: warning: {sentence}" for line, sentence in warnings]
    return "".join([escape(line) + "\n" for line in rows])


# Reading


def _lines(source: str, longest: int, stack: contextlib.ExitStack) -> tuple[str, Iterator[str]]:
    """The name of the input, and its lines; one that is too long comes in pieces."""
    # Invalid UTF-8 becomes letters that no name and no card has, so the error names its line.
    how: dict[str, Any] = {"encoding": "utf-8-sig", "errors": "surrogateescape", "newline": None}
    file: IO[str]
    if source == STANDARD:
        name, file = "the standard input", io.TextIOWrapper(sys.stdin.buffer, **how)
        # A wrapper that is collected would close the standard input.
        stack.callback(file.detach)
    else:
        name = escape(source)
        try:
            file = open(source, **how)  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise JudgeError(f"{name} cannot be read: {_reason(error)}") from None
        stack.enter_context(file)
    return name, iter(functools.partial(file.readline, longest), "")


@contextlib.contextmanager
def _reading(name: str, module: ModuleType) -> Iterator[None]:
    """Turn any problem with the input into the sentence that ends the command."""
    try:
        yield
    except module.RoundsError as error:
        raise JudgeError(f"{name}, line {error.line}: {error.reason}") from None
    except OSError as error:
        raise JudgeError(f"{name} cannot be read: {_reason(error)}") from None


def _ruled(ruler: Any, name: str, module: ModuleType) -> Iterator[Any]:
    """The rounds, judged; the body of the loop over them is not part of the reading."""
    with _reading(name, module):
        yield from ruler


# Writing


class _Screen:
    """The standard output, replaced as a whole: written beside its file and moved there."""

    def __init__(self) -> None:
        # The same bytes on every system, as in the file.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")
        self.file = sys.stdout
        self.on_screen = sys.stdout.isatty()

    def __enter__(self) -> _Screen:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def finish(self) -> None:
        self.file.flush()

    def commit(self) -> None:
        pass


def _output(path: str | None) -> AtomicFile | _Screen:
    return _Screen() if path in (None, STANDARD) else AtomicFile(Path(str(path)))


def _writing(name: str, call: Callable[..., T], *args: Any) -> T:
    """The result of a call that writes to a file.

    Raises:
        JudgeError: it cannot be written.
    """
    try:
        return call(*args)
    # `run_app` ends quietly on it: the reader has had enough.
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        if name == SCREEN:
            # The rest in its buffer would fail once more when the process ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise JudgeError(f"{escape(name)} cannot be written: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
