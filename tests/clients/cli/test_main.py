"""The command ``carteado``: its imports and its exit status."""

from __future__ import annotations

import asyncio
import io
import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from tests.clients.commands import run, start
from tests.clients.fake_server import FakeServer
from tests.clients.small_host import SmallHost
from tests.clocks import PATIENCE_S, costs_times

from carteado.clients.cli.lobby import table_line
from carteado.clients.cli.main import run as run_here
from carteado.protocol.messages import SeatInfo, TableInfo


def python(text: str, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout


HELP = """
    import sys
    sys.argv = ["carteado", *sys.argv[1:]]
    before = set(sys.modules)
    from carteado.clients.cli.main import run
    try:
        run()
    except SystemExit:
        pass
    print("LOADED", *sys.modules)
"""


def test_help_names_every_command_and_loads_none() -> None:
    out, _, loaded = python(HELP, "--help").partition("LOADED")
    for command in ("serve", "play", "tables", "open", "watch", "bot", "log", "config", "doctor"):
        assert f"\n  {command}: " in out
    heavy = {"websockets", "pydantic", "msgpack", "textual", "pygame", "redis", "numpy", "asyncio"}
    assert not {name.partition(".")[0] for name in loaded.split()} & heavy
    assert "carteado.protocol.messages" not in loaded
    assert "carteado.engine.games" not in loaded


def test_the_help_of_a_command_has_its_examples_and_arguments() -> None:
    assert "For example: carteado rules holdem" in python(HELP, "rules", "--help")
    assert "TOPIC: A command that is typed at a table" in python(HELP, "help", "--help")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_help_of_an_option_breaks_where_the_terminal_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    assert run_here(["odds", "buraco", "--help"]) == 0
    shown = re.sub("\x1b\\[[0-9;]*m", "", screen.getvalue())
    lines = [line.strip(" │") for line in shown.splitlines()]
    first = next(at for at, line in enumerate(lines) if line.startswith("--at INT"))
    assert lines[first].endswith(" is taken, or of the step in a")
    assert lines[first + 1] == "scenario; the last one by default."


def test_help_that_goes_to_a_file_breaks_where_its_lines_are_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = python(HELP, "odds", "buraco", "--help").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("  --at INT"))
    assert lines[first].endswith(" is taken, or of the")
    assert lines[first + 1] == "    step in a scenario; the last one by default."


PRINT_HELP = """
import contextlib, io
{}
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    run(["--help"])
"""
OURS = PRINT_HELP.format("from carteado.clients.cli.main import run")
BARE = PRINT_HELP.format("from cyclopts import App; run = App(name='bare', help_formatter='plain')")


@pytest.mark.exhaustive  # measures processes again and again
def test_help_costs_little_more_than_the_library_that_prints_it() -> None:
    """How long that takes hangs on the machine; what we add to it does not.

    Where the library's own help takes 100 ms of CPU, ours keeps within the budget of 150 ms.
    """
    assert costs_times(OURS, BARE) <= 1.5


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["plya"], 2, "there is no command 'plya'; did you mean 'play'?"),
        (["play", "--nmae", "Ana"], 2, "there is no option --nmae; did you mean '--name'?"),
        (["bot", "tight", "--variant", "x"], 2, "no option --variant; there are: --count, --set"),
        (["play", "ftp://host"], 2, "is not an address of a server"),
        (["play", "--name", " "], 2, "cannot be a name"),
        (["play", "--local-seats", "0"], 2, "--local-seats 0: must be a whole number from 1 to 10"),
        (
            ["play", "--local-seats", "1.5"],
            2,
            "--local-seats 1.5: must be a whole number from 1 to 10",
        ),
        (["play", "--local-seats"], 2, "--local-seats needs a value: number of people who"),
        (["play", "--table", "a", "--table", "b"], 2, "--table is given twice; give it once"),
        (["play", "--plain=maybe"], 2, "--plain maybe: must be yes or no"),
        (["admin"], 2, "admin needs ACTION: accounts, announce, at"),
        (["log", "prune"], 2, "log prune needs --older-than: delete tables that finished"),
        (["watch"], 2, "watch needs WHERE: the server: host, host:port or ws://host:port"),
        (["replay"], 2, "replay needs WHAT: a file that `carteado log export` wrote, or the id"),
        (["verify", "x.log", "--deal", "0"], 2, "--deal 0: must be a whole number of at least 1"),
        (["stats", "--plot", ""], 2, "--plot '': must be the name of a file"),
        (["ledger", "--evening", "0"], 2, "--evening 0: must be a number of hours above 0, at"),
        (["serve", "--durability", "all"], 2, "--durability all: must be memory, process, disk or"),
        (["arena", "mfs:variant", "caller"], 2, "options of the bot mfs are mfs:key=value"),
        (
            ["arena", "tight", "caller", "--sets", "two"],
            2,
            "--sets two: must be a whole number from 1 to",
        ),
        (["play", "--local-seats", "2", "--json"], 2, "cannot be combined with --plain or --json"),
        (
            ["play", "--name", "Ana", "--name", "Bob"],
            2,
            "2 names were given for 1 local seat; add --local-seats 2",
        ),
        (["play", "--local-seats", "2", "--name", "A", "--name", "A"], 2, "same name"),
        (["tables", "127.0.0.1:99999"], 2, "is not an address of a server"),
        (["open", "holdme"], 2, "no game 'holdme'; did you mean 'holdem'? there are: holdem"),
        (["open", "--preset", "headsup"], 2, "did you mean 'heads-up'?"),
        (["open", "--set", "stakc=5"], 2, "did you mean 'stack'?"),
        (["open", "--set", "stack"], 2, "is not key=value"),
        (["open", "holdem", "stack=5"], 2, "write options as --set stack=5"),
        (["rules", "holdem", "heads-up", "ante=5"], 2, "write options as --set ante=5"),
        (["find", "here"], 2, "unexpected argument 'here'; --help lists the arguments"),
        (["open", "--set", "stack=lots"], 2, "is not a whole number"),
        (["open", "--set", "stack=5", "--set", "stack=6"], 2, "stack is given twice"),
        (["open", "--set", "blinds=20/10"], 2, "small blind 20 is more than big blind 10"),
        (["open", "--set", "decision=30"], 2, "is not a time, such as 30s"),
        (["serve", "--store", "sqlit:x.db"], 2, "did you mean sqlite:?"),
        (["serve", "--store", "memory:", "--host", "192.0.2.1"], 3, "of this machine with --host"),
        (["log", "verify", "--store", "sqlit:x.db"], 2, "did you mean sqlite:?"),
        (["replay", "t-1", "--store", "sqlit:x.db"], 2, "did you mean sqlite:?"),
        (["replay", "x" * 300], 2, "xxx cannot be used: File name too long"),
        (["arena", "caller", "random", "--report", "x" * 300 + "/r"], 2, "File name too long"),
        (["watch", "127.0.0.1:1"], 2, "needs a table after 127.0.0.1:1: its id or title"),
        (["tables", "127.0.0.1:1"], 3, "cannot reach ws://127.0.0.1:1: Connection refused"),
        (["play", "127.0.0.1:1"], 3, "cannot reach ws://127.0.0.1:1: Connection refused"),
        (["watch", "127.0.0.1:1", "t-1"], 3, "; check the address, and that the server runs there"),
    ],
)
async def test_mistakes_are_one_line_and_a_status(
    arguments: list[str], status: int, words: str
) -> None:
    result = await run(*arguments)
    assert (result.status, result.out) == (status, "")
    assert words in result.err
    assert len(result.err.splitlines()) == 1
    assert result.err.startswith("carteado: ")


async def test_a_server_of_another_version_ends_a_command_with_status_5() -> None:
    async with FakeServer(("carteado.2.msgpack",)) as server:
        result = await run("tables", server.url)
    assert result.status == 5
    assert "does not speak carteado.1" in result.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "bot list",
        pytest.param("odds holdem AsKd vs QhQc", marks=pytest.mark.exhaustive),
        pytest.param("arena caller random --sets 2", marks=pytest.mark.exhaustive),
    ],
)
def test_an_output_that_fails_is_reported(words: str, unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [sys.executable, "-m", "carteado.clients.cli.main", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            text=True,
            timeout=PATIENCE_S,
        )
    assert process.returncode == 2
    expected = "carteado: the standard output cannot be written: No space left on device\n"
    assert process.stderr == expected


def run_closed(stream: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a stream closed, in a shell's words for it."""
    command = [sys.executable, "-m", "carteado.clients.cli.main", *words]
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {stream}', "sh", *command],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="closed with a shell's words for it")
def test_a_closed_output_is_reported() -> None:
    process = run_closed(">&-", "bot", "list")
    assert process.returncode == 2
    assert process.stderr == "carteado: the standard output is closed\n"


@pytest.mark.skipif(sys.platform == "win32", reason="closed with a shell's words for it")
def test_an_input_that_is_closed_is_an_empty_one() -> None:
    process = run_closed("<&-", "play", "127.0.0.1:9")
    assert process.returncode == 3
    assert process.stderr.startswith("carteado: ")
    assert "Traceback" not in process.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="closed with a shell's words for it")
def test_without_a_standard_error_the_exit_status_alone_reports() -> None:
    process = run_closed("2>&-", "bot", "lst")
    assert (process.returncode, process.stdout) == (2, "")


@pytest.mark.exhaustive  # plays a match in a process of its own
def test_characters_outside_the_output_encoding_are_escaped() -> None:
    process = subprocess.run(
        [
            sys.executable,
            "-m",
            "carteado.clients.cli.main",
            *["arena", "caller", "random", "--sets", "2"],
        ],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        text=True,
        timeout=PATIENCE_S,
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert "bb/100, \\xb1 half-width" in process.stdout


async def test_an_interruption_ends_a_command_with_status_130() -> None:
    async with SmallHost() as host:
        process = await start("watch", host.url, "t-1", "--plain")
        assert process.stdout is not None
        await process.stdout.readline()
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE_S):
            _, err = await process.communicate(b"")
            assert await process.wait() == 130
        assert b"Traceback" not in err


def broken(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command with a bug wherever a server is chosen."""
    program = (
        "import carteado.client.server_choice as broken\n"
        "def bug(*arguments):\n"
        "    token = 'secret' + 'token'\n"
        "    raise LookupError(token)\n"
        "broken.choose_server = broken.only_server = bug\n"
        "from carteado.clients.cli.main import main\n"
        "main()\n"
    )
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_STATE_HOME": str(folder), "LOCALAPPDATA": str(folder)},
        timeout=PATIENCE_S,
    )


@pytest.mark.parametrize("words", ["play --plain", "play --lines", "tables"])
def test_a_bug_in_a_players_command_is_a_sentence_and_a_report(tmp_path: Path, words: str) -> None:
    process = broken(tmp_path, *words.split())
    report = tmp_path / "carteado" / "bug-report.txt"
    assert process.returncode == 70
    assert process.stderr == (
        "carteado: stopped by a bug (LookupError). Type the same command again. Please send "
        f"{report} to its developers: it holds no cards, names or codes.\n"
    )
    assert "in bug" in report.read_text()
    assert "secrettoken" not in report.read_text()


def test_interrupting_while_it_is_loaded() -> None:
    program = """if True:
        import sys
        from carteado.clients.cli.main import main

        class Interrupted:
            def find_spec(self, name, *where):
                if name == "cyclopts":
                    raise KeyboardInterrupt

        sys.meta_path.insert(0, Interrupted())
        main()
    """
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("msgpack", "bot list"),
        *(
            pytest.param(f"carteado.arena.{module}", words, marks=pytest.mark.exhaustive)
            for module, words in (
                ("matches.play", "arena tight mfs --sets 1"),
                ("matches.network", "arena tight mfs --sets 1 --network"),
                ("best_response.findings", "arena lbr tight --sets 1"),
            )
        ),
    ],
)
def test_an_interrupt_counts_although_the_program_raises_another_error(
    module: str, words: str
) -> None:
    """As Pydantic does while it builds what checks messages."""
    program = f"""if True:
        import signal, sys
        from carteado.clients.cli.main import main

        class Interrupted:
            def find_spec(self, name, *where):
                if name == "{module}":
                    try:
                        signal.raise_signal(signal.SIGINT)
                    except KeyboardInterrupt:
                        raise ValueError("cannot be built") from None

        sys.meta_path.insert(0, Interrupted())
        sys.argv = "carteado {words}".split()
        main()
    """
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "")


async def test_a_reader_that_has_had_enough() -> None:
    async with SmallHost() as host:
        reading, writing = os.pipe()
        os.close(reading)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "carteado.clients.cli.main",
            "tables",
            host.url,
            stdout=writing,
            stderr=asyncio.subprocess.PIPE,
        )
        os.close(writing)
        async with asyncio.timeout(PATIENCE_S):
            _, err = await process.communicate()
            status = await process.wait()
    assert (status, err) == (0, b"")


def test_a_missing_extra_is_named() -> None:
    out = python(
        """
        import sys
        sys.modules["structlog"] = None
        from carteado.clients.cli.main import run
        sys.stderr = sys.stdout
        print(run(["serve", "--port", "0"]))
        """
    )
    assert out.splitlines() == [
        "carteado: this needs an extra that is not installed: pip install 'carteado[server]'",
        "2",
    ]


async def test_tables_are_listed_as_lines_or_json() -> None:
    async with SmallHost(options={"stack": 900}) as host:
        shown = await run("tables", host.url)
        as_json = await run("tables", host.url, "--json")
    assert shown.out == (
        't-1 "Kitchen": holdem, 0 dealt, advice off, 0 watching; House (bot) 900, free\n'
    )
    assert '"table": "t-1"' in as_json.out
    assert (shown.status, shown.err, as_json.status) == (0, "", 0)


def test_a_game_without_chips_lists_none() -> None:
    taken, free = (
        SeatInfo(name=name, bot=False, stack=0, connected=False) for name in ("Ana", None)
    )
    info = TableInfo(
        table="t-1",
        title="",
        game="buraco",
        options={},
        settings={"advice": "off"},
        seats=(taken, free),
        deals=2,
        over=False,
        watching=0,
    )
    assert table_line(info) == "t-1: buraco, 2 dealt, advice off, 0 watching; Ana (away), free"
