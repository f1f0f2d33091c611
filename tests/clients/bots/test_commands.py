"""``carteado bot`` as a command line."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.clients.commands import run, start
from tests.clients.small_host import TABLE, SmallHost
from tests.clocks import PATIENCE_S

from carteado.bots.library import BOTS
from carteado.bots.template import write_template
from carteado.client import InputError
from carteado.protocol.messages import Hello, Join, Leave


async def bot(*arguments: str, **fields: str) -> tuple[int, str, str]:
    result = await run(*arguments, module="carteado.bots", environment=fields)
    return result.status, result.out, result.err


async def test_a_bot_takes_a_seat_plays_and_sums_up() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        status, out, err = await bot(
            "random", "--url", host.url, "--table", TABLE, "--hands", "2", "--seed", "5", "--json"
        )
        assert (status, err) == (0, "")
        summary = json.loads(out)
        assert summary["name"] == "random"
        assert summary["hands"] == 2
        hello = next(message for message in host.heard if isinstance(message, Hello))
        assert (hello.name, hello.kind) == ("random", "bot")


async def test_the_same_seed_makes_the_same_moves() -> None:
    moves = []
    for _ in range(2):
        async with SmallHost(options={"format": "cash"}) as host:
            await bot("random", "--url", host.url, "--hands", "3", "--seed", "5")
            moves.append([act.action for act in host.acts])
    assert moves[0] == moves[1]


async def test_several_bots_take_several_seats() -> None:
    async with SmallHost(seats=4, house=False, options={"format": "cash"}) as host:
        status, out, _ = await bot(
            "caller", "--url", host.url, "--count", "3", "--hands", "1", "--name", "trio"
        )
        assert status == 0
        assert sorted(line.partition(":")[0] for line in out.splitlines()) == [
            "trio-1",
            "trio-2",
            "trio-3",
        ]
        joins = [message for message in host.heard if isinstance(message, Join)]
        assert len(joins) == 3


async def test_the_token_of_a_seat_comes_in_the_environment() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        token = "s" * 43
        status, _, _ = await bot(
            "caller", "--url", host.url, "--hands", "1", CARTEADO_SEAT_TOKEN=token
        )
        assert status == 0
        hello = next(message for message in host.heard if isinstance(message, Hello))
        assert hello.token == token


@pytest.mark.parametrize(
    ("ended_by", "status"),
    [
        (signal.SIGTERM, 128 + signal.SIGTERM),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.exhaustive),
    ],
)
async def test_an_interrupted_or_terminated_bot_leaves_its_seat_and_sums_up(
    ended_by: signal.Signals, status: int
) -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        process = await start("caller", "--url", host.url, module="carteado.bots")
        await host.until(lambda: len(host.acts) > 2)
        process.send_signal(ended_by)
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        assert (process.returncode, err) == (status, b"")
        assert out.startswith(b"caller: ")
        assert isinstance(host.heard[-1], Leave)


async def test_bots_of_which_one_finds_no_seat_leave_theirs() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        status, out, err = await bot("caller", "--url", host.url, "--table", TABLE, "--count", "2")
        assert (status, out, err) == (4, "", "bot: No seat is free. [table/full]\n")
        await host.until(lambda: isinstance(host.heard[-1], Leave))


async def test_a_bot_ends_with_its_parent() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        process = await start(
            "caller", "--url", host.url, "--follow-parent", module="carteado.bots"
        )
        await host.until(lambda: len(host.acts) > 2)
        async with asyncio.timeout(PATIENCE_S):
            out, err = await process.communicate(b"")
            status = await process.wait()
        assert (status, out, err) == (0, b"", b"")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["randm"], 2, "there is no command 'randm'; did you mean 'random'?"),
        (["random", "--hnds", "3"], 2, "did you mean '--hands'?"),
        (["random", "--hands", "0"], 2, "hands"),
        (["random", "--hands", "many"], 2, "hands"),
        (["random", "--url", "ftp://x"], 2, "is not an address of a server"),
        (["random", "--name", "", "--url", "127.0.0.1:1"], 2, "cannot be a name"),
        (["tight", "--set", "variant=odd"], 2, "there are: as-intended, as-coded"),
        (["mfs", "--set", "extra=300"], 2, "there are: 200, 400"),
        (["mfs", "--set", "extra"], 2, "'extra' is not key=value"),
        (["mfs", "--set", "extra=200", "--set", "extra=400"], 2, "extra is given twice"),
        (["caller", "--set", "variant=as-coded"], 2, "no such option; caller has none"),
        (["random", "--url", "127.0.0.1:1"], 3, "cannot reach ws://127.0.0.1:1"),
        (["exec", "--url", "127.0.0.1:1"], 2, "the command is missing; type: carteado bot exec"),
        (["exec", "--url", "127.0.0.1:1", "--", "no-such-command", "--x"], 2, "no-such-command"),
        (["new", "No Name"], 2, "is not a name for a bot"),
        (["new", "json"], 2, "json is already the name of a Python module; choose another name"),
        (["new", "class"], 2, "class is already the name of a Python module"),
        (["new", "carteado"], 2, "carteado is already the name of a Python module"),
    ],
)
async def test_mistakes_are_one_line_and_a_status(
    arguments: list[str], status: int, words: str
) -> None:
    found, out, err = await bot(*arguments)
    assert (found, out) == (status, "")
    assert words in err
    assert len(err.splitlines()) == 1


async def test_a_full_table_is_a_refusal() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        first = await start("caller", "--url", host.url, module="carteado.bots")
        await host.until(lambda: any(isinstance(message, Join) for message in host.heard))
        status, _, err = await bot("caller", "--url", host.url, "--table", TABLE, "--name", "b")
        assert status == 4
        assert err == "bot: No seat is free. [table/full]\n"
        first.kill()
        await first.communicate()


async def test_a_process_in_another_language_plays_from_the_command_line(tmp_path: Path) -> None:
    program = tmp_path / "my-bot.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('prompt'):\n"
        "        print('check' if 'check=true' in line.split() else 'call', flush=True)\n"
    )
    async with SmallHost(options={"format": "cash"}) as host:
        arguments = ["exec", "--url", host.url, "--hands", "1", "--name", "mine", "--json"]
        status, out, err = await bot(*arguments, "--", sys.executable, str(program))
        assert (status, err) == (0, "")
        assert json.loads(out)["failed"] == 0


async def test_a_process_that_dies_is_one_line_and_a_status() -> None:
    async with SmallHost() as host:
        words = ["exec", "--url", host.url, "--", sys.executable, "-c", "raise SystemExit(3)"]
        assert await bot(*words) == (1, "", "bot: the bot's process ended with status 3\n")


async def test_list() -> None:
    status, out, _ = await bot("list", "--json")
    assert status == 0
    listed = {line["name"]: line for line in map(json.loads, out.splitlines())}
    assert list(listed) == list(BOTS)
    assert listed["mfs"]["options"] == {"variant": "as-intended", "extra": None}
    assert listed["caller"]["options"] is None
    assert all(line["text"] for line in listed.values())


async def test_a_bot_takes_options_and_finds_a_table_of_its_game() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        arguments = ["mfs", "--set", "variant=as-coded", "--set", "extra=200", "--url", host.url]
        status, out, err = await bot(*arguments, "--hands", "2", "--json")
        assert (status, err) == (0, "")
        assert json.loads(out)["failed"] == json.loads(out)["illegal"] == 0


async def test_a_bot_does_not_sit_where_its_game_is_not_played() -> None:
    async with SmallHost(game="quick-holdem", seats=4) as host:
        named = await bot("tight", "--url", host.url, "--table", TABLE)
        assert named == (2, "", f"bot: this bot plays holdem; table {TABLE} is quick-holdem\n")
        status, _, err = await bot("tight", "--url", host.url)
        assert (status, err.split(";")[0]) == (2, "bot: no table of holdem has a free seat")


async def test_a_new_bot_passes_its_own_test_and_plays(tmp_path: Path) -> None:
    made = await run("new", "river-rat", module="carteado.bots", folder=tmp_path)
    folder = tmp_path / "river-rat"
    assert made.status == 0
    assert made.out == f"{folder}\n"
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert names == [".github/workflows/test.yml", "README.md", "river_rat.py", "test_river_rat.py"]
    tested = await run("-q", "-p", "no:cacheprovider", module="pytest", folder=folder)
    assert tested.status == 0, tested.out
    assert "3 passed" in tested.out
    async with SmallHost(options={"format": "cash"}) as host:
        played = await run("--url", host.url, "--hands", "1", module="river_rat", folder=folder)
        assert (played.status, played.err) == (0, "")
        assert played.out.startswith("river-rat: 1 hand, ")
    again = await run("new", "river-rat", module="carteado.bots", folder=tmp_path)
    assert (again.status, again.out) == (2, "")
    assert "is there already" in again.err


async def test_a_folder_with_the_name_of_a_new_bot_is_called_a_folder(tmp_path: Path) -> None:
    (tmp_path / "shark").mkdir()
    made = await run("new", "shark", module="carteado.bots", folder=tmp_path)
    assert (made.status, made.out) == (2, "")
    assert "is there already" in made.err


@pytest.mark.parametrize("installed", [True, False])
async def test_bots_run_on_the_quicker_event_loop_where_it_is_installed(
    installed: bool, tmp_path: Path
) -> None:
    (tmp_path / "on_a_loop.py").write_text(
        "import asyncio, sys\n"
        "from carteado.bots import bot\n"
        "@bot(quick=True)\n"
        "def on_a_loop(view):\n"
        "    print(type(asyncio.get_running_loop()).__module__, file=sys.stderr)\n"
        "    return view.default\n"
        "on_a_loop.main()\n"
    )
    if not installed:
        (tmp_path / "uvloop.py").write_text("raise ImportError('uvloop')\n")
    async with SmallHost(options={"format": "cash"}) as host:
        played = await run(
            *("--url", host.url, "--hands", "1"),
            module="on_a_loop",
            folder=tmp_path,
        )
    assert played.status == 0
    assert {line.partition(".")[0] for line in played.err.splitlines()} == {
        "uvloop" if installed else "asyncio"
    }


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_template("name", tmp_path / "file")


@pytest.mark.parametrize("module", ["carteado.bots", "carteado.bots.library", "carteado.client"])
def test_importing_the_sdk_stays_light(module: str) -> None:
    text = f"import sys, {module}; print(*sys.modules)"
    out = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    loaded = {name.partition(".")[0] for name in out.split()}
    assert not loaded & {"pygame", "textual", "redis", "numpy", "rich", "cyclopts"}
