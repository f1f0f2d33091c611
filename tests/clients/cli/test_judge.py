"""`carteado judge`: files of rounds, their output, and what is left when something is wrong."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.clients.commands import Result, run
from tests.clocks import PATIENCE_S
from tests.golden.scenario_files import golden_scenarios

from carteado.clients.cli.main import run as run_here
from carteado.clients.cli.sources import load_log
from carteado.engine.replay import replay

EXAMPLE = golden_scenarios("poker_face")[0]
INPUT, OUTPUT = EXAMPLE["input"], EXAMPLE["expect"]
SHORT = INPUT.partition("3 100\n")[0]
"""The example without its last round, which it announces."""

JUDGE = (sys.executable, "-m", "carteado.clients.cli.main", "judge")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "work"
    place.mkdir()
    (place / "entrada.txt").write_text(INPUT)
    (place / "short.txt").write_text(SHORT)
    monkeypatch.chdir(place)
    return place


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def judge(capsys: pytest.CaptureFixture[str], *words: str) -> Result:
    """Run the command in this process."""
    status = run_here(["judge", *words])
    out, err = capsys.readouterr()
    return Result(status=status, out=out, err=err)


# Where it reads and writes


async def test_without_arguments_it_reads_entrada_and_writes_saida(folder: Path) -> None:
    found = await run("judge", folder=folder)
    assert (found.status, found.out) == (0, "")
    assert (folder / "saida.txt").read_bytes() == OUTPUT.encode()
    assert files(folder) == {"entrada.txt", "short.txt", "saida.txt"}
    assert found.err.splitlines()[0] == (
        "entrada.txt, line 4: warning: 3P was seen before, in line 3 (round 1)"
    )
    assert len(found.err.splitlines()) == 5


async def test_with_one_file_the_output_goes_to_the_standard_output(folder: Path) -> None:
    found = await run("judge", "entrada.txt", folder=folder)
    assert (found.status, found.out) == (0, OUTPUT)
    assert files(folder) == {"entrada.txt", "short.txt"}


@pytest.mark.parametrize("words", [("-",), ("-", "-")])
async def test_a_hyphen_is_the_standard_input_and_output(
    folder: Path, words: tuple[str, ...]
) -> None:
    found = await run("judge", *words, typed=INPUT, folder=folder)
    assert (found.status, found.out) == (0, OUTPUT)
    assert found.err.startswith("the standard input, line 4: warning: 3P")


async def test_a_second_file_receives_the_output(folder: Path) -> None:
    found = await run("judge", "-", "out.txt", typed=INPUT, folder=folder)
    assert (found.status, found.out) == (0, "")
    assert (folder / "out.txt").read_text() == OUTPUT


async def test_names_are_written_in_utf_8_whatever_the_locale(folder: Path) -> None:
    text = INPUT.replace("Eva", "Éva Žofie")
    found = await run(
        "judge", "-", typed=text, folder=folder, environment={"LC_ALL": "C", "PYTHONUTF8": "0"}
    )
    assert found.status == 0
    assert found.out.startswith("1 1000 S\nÉva Žofie\n")


def test_a_byte_order_mark_does_not_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bom.txt").write_bytes(b"\xef\xbb\xbf" + INPUT.replace("\n", "\r\n").encode())
    assert judge(capsys, "bom.txt").out == OUTPUT


def test_the_output_may_take_the_place_of_the_input(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge(capsys, "entrada.txt", "entrada.txt").status == 0
    assert (folder / "entrada.txt").read_text() == OUTPUT


def test_an_existing_file_keeps_its_mode_and_a_link_stays_a_link(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real = folder / "real.txt"
    real.write_text("before")
    real.chmod(0o640)
    (folder / "link.txt").symlink_to(real)
    assert judge(capsys, "entrada.txt", "link.txt").status == 0
    assert (folder / "link.txt").is_symlink()
    assert real.read_text() == OUTPUT
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_new_file_has_the_mode_of_any_new_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "plain").touch()
    assert judge(capsys, "entrada.txt", "out.txt").status == 0
    assert (folder / "out.txt").stat().st_mode == (folder / "plain").stat().st_mode


def test_a_device_is_written_and_not_replaced(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert judge(capsys, "entrada.txt", "pipe").status == 0
        assert os.read(reader, 4096).decode() == OUTPUT
        assert stat.S_ISFIFO(pipe.stat().st_mode)
    finally:
        os.close(reader)


# Options


@pytest.mark.parametrize(
    ("words", "first"),
    [((), "1 1000 S"), (("--checks", "strict"), "0 0 I"), (("--checks", "lenient"), "1 1000 S")],
)
def test_checks_decide_which_rounds_are_valid(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], first: str
) -> None:
    assert judge(capsys, "entrada.txt", *words).out.splitlines()[0] == first


TIE = """1 1000
3 51
Ana 50 1P 2P 3P 4P 6P
Bia 50 1E 2E 3E 4E 6E
Caio 50 13P 12E 11C 9O 8P
"""


def test_a_remainder_is_reported_and_odd_chips_go_to_the_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "tie.txt").write_text(TIE)
    found = judge(capsys, "tie.txt")
    assert found.out.splitlines()[0] == "2 151 F"
    assert found.out.splitlines()[-3:] == ["Ana 1050", "Bia 1050", "Caio 899"]
    assert found.err == (
        "tie.txt, line 2: warning: 1 of the pot of 303 cannot be shared and is discarded "
        "(round 1)\n"
    )
    found = judge(capsys, "tie.txt", "--odd-chips", "first")
    assert found.out.splitlines()[-3:] == ["Ana 1051", "Bia 1050", "Caio 899"]
    assert found.err == ""


def test_json_is_one_object_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(line) for line in judge(capsys, "entrada.txt", "--json").out.splitlines()]
    assert [row["winners"] for row in rows[:-1]] == [["Eva"], ["Frank"], ["Eva"]]
    assert rows[-1]["players"][0] == {"name": "Eva", "money": 2050}
    assert rows[-1]["rounds"] == 3


async def test_a_log_replays_and_is_verified(folder: Path) -> None:
    (folder / "tie.txt").write_text(TIE.replace("1 1000", "2 1000") + TIE.partition("\n")[2])
    assert (await run("judge", "tie.txt", "--log", "tie.log", folder=folder)).status == 0
    shown = await run("replay", "tie.log", folder=folder)
    assert "Round 2: Ana and Bia win each 151 with a flush." in shown.out
    assert "1 of round 1 cannot be shared and is discarded." in shown.out
    verified = await run("verify", "tie.log", folder=folder)
    assert verified.status == 0
    assert re.fullmatch(r"ok +bytes.*\nok +fold.*\nok +rules.*\nok +result.*\n", verified.out)
    assert (await run("log", "verify", "tie.log", folder=folder)).status == 0


def test_a_log_of_many_rounds_is_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = TIE.partition("\n")[2] * 300
    (folder / "many.txt").write_text(f"300 100000\n{rounds}")
    assert judge(capsys, "many.txt", "out.txt", "--log", "many.log").status == 0
    log = load_log("many.log", None)
    assert len(log.commits) == 5
    table = replay(log.events)
    assert table.state.number == 300
    assert table.state.discarded == 300
    lines = (folder / "out.txt").read_text().splitlines()[-3:]
    standing = zip(table.state.players, table.state.money, strict=True)
    assert lines == [f"{name} {money}" for name, money in standing]


# What is wrong


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("short.txt",), "short.txt, line 10: the file ends here, round 3 of 3 is missing"),
        (("nowhere.txt",), "nowhere.txt cannot be read: No such file or directory"),
        ((".",), ". cannot be read: Is a directory"),
        (("a\0b",), "a\\u0000b cannot be read: embedded null byte"),
        (("entrada.txt", "no/out.txt"), "no/out.txt cannot be written: No such file or directory"),
        (("entrada.txt", "."), ". cannot be written: Is a directory"),
        (("entrada.txt", "--log", "no/x.log"), "no/x.log cannot be written: No such file"),
        (("entrada.txt", "--log", "."), ". cannot be written: Is a directory"),
        (("--bogus",), "there is no option --bogus; see carteado judge --help"),
        (("a", "b", "c"), "unexpected argument 'c'"),
        (("entrada.txt", "--checks", "hard"), "--checks hard: must be standard, lenient or strict"),
        (("entrada.txt", "--odd-chips", "last"), "--odd-chips last: must be "),
    ],
)
def test_a_mistake_is_one_line_and_status_2(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], shown: str
) -> None:
    before = files(folder)
    found = judge(capsys, *words)
    assert found.status == 2
    *warnings, last = found.err.splitlines()
    assert all(": warning: " in line for line in warnings)
    assert last.startswith(f"carteado: {shown}")
    assert files(folder) == before


def test_without_entrada_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    found = judge(capsys)
    assert found.status == 2
    assert found.err == "carteado: entrada.txt cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (INPUT.replace("Frank 200", "Fred 200"), 9),
        (INPUT.replace("350 11P", "350 14P"), 10),
        (INPUT.replace("3 100\n", "3 1OO\n"), 11),
        (INPUT.replace(" 8C 8C 2C", " 8C 2C"), 13),
        (INPUT.replace("Alice 150", "Eva 150"), 14),
    ],
)
def test_an_error_of_the_file_writes_and_changes_no_file(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, line: int
) -> None:
    (folder / "entrada.txt").write_text(text)
    (folder / "saida.txt").write_text("before")
    (folder / "x.log").write_text("before")
    before = files(folder)
    found = judge(capsys, "entrada.txt", "saida.txt", "--log", "x.log")
    assert found.status == 2
    assert found.err.splitlines()[-1].startswith(f"carteado: entrada.txt, line {line}: ")
    assert (folder / "saida.txt").read_text() == (folder / "x.log").read_text() == "before"
    assert files(folder) == before


def test_bytes_that_are_not_text_are_an_error_of_their_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.txt").write_bytes(INPUT.encode().replace(b"Charlie 100", b"Ch\xffrlie 100"))
    found = judge(capsys, "bad.txt", "out.txt")
    assert found.status == 2
    assert found.err.startswith(r"carteado: bad.txt, line 5: 'Ch\udcffrlie' is not a name")
    assert not (folder / "out.txt").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [("/dev/full",), pytest.param((), marks=pytest.mark.exhaustive)])
def test_a_full_disk_is_reported(folder: Path, words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        process = subprocess.run(
            [*JUDGE, "entrada.txt", *words], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE_S
        )
    assert process.returncode == 2
    name = "/dev/full" if words else "the standard output"
    last = process.stderr.decode().splitlines()[-1]
    assert last == f"carteado: {name} cannot be written: No space left on device"


def test_a_reader_that_has_had_enough_ends_it_in_peace(folder: Path) -> None:
    many = "\n".join(["Ana 50 1P 2P 3P 4P 6P", "Bia 50 2E 4E 9C 8O 7O", ""])
    (folder / "many.txt").write_text("20000 9000000\n" + f"2 50\n{many}" * 20000)
    process = subprocess.Popen(
        [*JUDGE, "many.txt"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"1 200 F\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(PATIENCE_S) == 0
    process.stderr.close()


def test_an_interrupted_run_leaves_no_trace(folder: Path) -> None:
    before = files(folder)
    process = subprocess.Popen(
        [*JUDGE, "-", "out.txt", "--log", "x.log"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stderr is not None
    with process.stdin, process.stderr:
        process.stdin.write(SHORT.encode())
        process.stdin.flush()
        while b"13C was seen before" not in process.stderr.readline():
            pass
        assert len(files(folder)) > len(before)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130
    assert files(folder) == before


# Progress


def seen_on_a_terminal(folder: Path, rounds: int, *words: str) -> str:
    """What a terminal as the standard error is sent."""
    many = "\n".join(["Ana 50 1P 2P 3P 4P 6P", "Bia 50 2E 4E 9C 8O 7O", ""])
    (folder / "many.txt").write_text(f"{rounds} 9000000\n" + f"2 50\n{many}" * rounds)
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [*JUDGE, "many.txt", *words],
            stdout=subprocess.DEVNULL,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm"},
        )
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        assert process.wait(PATIENCE_S) == 0
    finally:
        os.close(ours)
    return shown.decode()


@pytest.mark.exhaustive  # judges 40,000 rounds
def test_a_bar_is_drawn_on_a_terminal_and_taken_away(folder: Path) -> None:
    shown = seen_on_a_terminal(folder, 40_000, "out.txt")
    bars = re.findall(r"([\d,]+) of 40,000 rounds", re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", shown))
    assert bars
    assert bars == sorted(bars, key=lambda bar: int(bar.replace(",", "")))
    _, _, after = shown.rpartition("rounds")
    assert "\x1b[2K" in after  # the line is erased


def test_a_job_without_a_terminal_draws_no_bar(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "tie.txt").write_text(TIE)
    assert "[" not in judge(capsys, "tie.txt", "out.txt").err
