"""Power cuts: the writes and syncs of a writer are traced, then replayed up to any point.

What was not synced at that point may be there, not be there, or be there in part: each such write
is kept, dropped or torn at a sector, by chance. The store is then opened on what is left, and must
hold everything that had been acknowledged before the cut. The control is a writer that does not
sync: there the same program must find losses.

Assumed: a file keeps its name once it was made; a sector of 512 bytes is written whole or not.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.faults.observing import ROOT, Report, acknowledged, lost_commits

SECTOR = 512
_CALLS = "pwrite64,write,fdatasync,fsync,ftruncate,rename"
_LINE = re.compile(r"(\d+) +(?:(\w+)\((.*)|<\.\.\. (\w+) resumed>(.*))")
_FD = re.compile(r"\d+<([^>]*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Op:
    """One system call, in order.

    Attributes:
        kind: write, sync, cut (to a length), name or ack.
        file: what was changed.
        at: where, or the new length.
        data: what was written; of an ack the line; of a name the new name.
    """

    kind: str
    file: str
    at: int = 0
    data: bytes = b""


def trace(folder: Path, commits: int, *, sync_off: bool) -> list[Op]:
    """The writes and syncs of a writer on a fresh data file in a folder."""
    output = folder.with_suffix(".trace")
    words = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={_CALLS}"]
    words += ["-e", "signal=none", "-o", str(output), sys.executable, "-m", "tests.faults.writer"]
    words += [f"sqlite:{folder / 'games.db'}", str(commits)]
    words += ["--sync-off"] if sync_off else []
    folder.mkdir()
    subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, timeout=120)
    with output.open() as lines:
        return list(_ops(lines, folder))


def _ops(lines: Iterator[str], folder: Path) -> Iterator[Op]:
    """Calls by their effect: a write from when it began, a sync from when it had ended."""
    begun: dict[str, tuple[str, str]] = {}
    sequential: dict[str, int] = {}
    for line in lines:
        found = _LINE.match(line)
        if found is None:
            continue
        pid, name, rest, resumed, _ = found.groups()
        if resumed is not None:
            name, rest = begun.pop(pid, ("", ""))
            if name in ("fsync", "fdatasync"):
                yield from _op(name, rest, folder, sequential)
            continue
        if rest.rstrip().endswith("<unfinished ...>"):
            begun[pid] = name, rest
            if name in ("fsync", "fdatasync"):
                continue
        yield from _op(name, rest, folder, sequential)


def _op(name: str, rest: str, folder: Path, sequential: dict[str, int]) -> Iterator[Op]:
    if name == "rename":
        old, new = (_bytes(text).decode() for text in _TEXT.findall(rest)[:2])
        if old.startswith(str(folder)):
            sequential.pop(Path(old).name, None)
            yield Op("name", Path(old).name, data=Path(new).name.encode())
        return
    target = _FD.match(rest)
    if target is None:
        return
    path = _path(target[1])
    if name == "write" and path.startswith("pipe:") and rest.startswith("1<"):
        yield Op("ack", "", data=_bytes(_TEXT.findall(rest)[0]))
    if not path.startswith(f"{folder}/") or path.endswith((".lock", "-shm")):
        return
    file = Path(path).name
    if name in ("fsync", "fdatasync"):
        yield Op("sync", file)
    elif name == "ftruncate":
        yield Op("cut", file, int(rest.rpartition(", ")[2].split(")")[0]))
    else:
        data = _bytes(_TEXT.findall(rest)[0])
        if name == "pwrite64":
            at = int(re.split(r"\)| <unfinished", rest.rpartition(", ")[2])[0])
        else:
            at = sequential.get(file, 0)
            sequential[file] = at + len(data)
        yield Op("write", file, at, data)


def _path(text: str) -> str:
    return _bytes(text).decode() if text.startswith("\\x") else text


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def after_cut(ops: list[Op], cut: int, luck: random.Random) -> dict[str, bytes]:
    """The files after a power cut just before a call."""
    files: dict[str, bytearray] = {}
    unsynced: dict[str, list[Op]] = {}
    for op in ops[:cut]:
        if op.kind == "sync":
            for waiting in unsynced.pop(op.file, ()):
                _apply(files.setdefault(op.file, bytearray()), waiting)
        elif op.kind == "name":
            new = op.data.decode()
            files[new] = files.pop(op.file, bytearray())
            unsynced[new] = unsynced.pop(op.file, [])
        elif op.kind in ("write", "cut"):
            unsynced.setdefault(op.file, []).append(op)
    for file, waiting in unsynced.items():
        content = files.setdefault(file, bytearray())
        some = luck.random()  # from a disk that wrote nearly nothing to one that wrote nearly all
        for op in waiting:
            if luck.random() < some:
                _apply(content, _torn(op, luck) if luck.random() < 0.2 else op)
    return {name: bytes(content) for name, content in files.items()}


def _torn(op: Op, luck: random.Random) -> Op:
    if op.kind != "write" or len(op.data) <= SECTOR:
        return op
    keep = luck.randrange(1, -(-len(op.data) // SECTOR)) * SECTOR
    return Op("write", op.file, op.at, op.data[:keep])


def _apply(content: bytearray, op: Op) -> None:
    if op.kind == "cut":
        del content[op.at :]
        content.extend(bytes(op.at - len(content)))
        return
    content.extend(bytes(max(0, op.at - len(content))))
    content[op.at : op.at + len(op.data)] = op.data


def _put(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


async def losses(ops: list[Op], folder: Path, cuts: int, seed: int) -> tuple[int, int, list[str]]:
    """Commits acknowledged before each cut, how many of them are lost, and where the first was."""
    luck = random.Random(seed)
    acks = [index for index, op in enumerate(ops) if op.kind == "ack"]
    total = 0
    lost = 0
    where: list[str] = []
    for number in range(cuts):
        # just after an acknowledgement is where a missing sync shows
        cut = luck.choice(acks) + 1 if number % 2 else luck.randrange(acks[0], len(ops))
        lines = (op.data.decode() for op in ops[:cut] if op.kind == "ack")
        known = acknowledged(lines)
        _put(folder, after_cut(ops, cut, luck))
        try:
            missing = await lost_commits(f"sqlite:{folder / 'games.db'}", known)
        except Exception as error:  # a store that cannot be opened has lost everything
            missing = [f"everything: {error}"] * len(known)
        total += len(known)
        lost += len(missing)
        if missing:
            where.append(f"seed {seed}, cut {number} before call {cut}: {missing[0]}")
    return total, lost, where


async def power_cuts(folder: Path, cuts: int, seed: int) -> list[Report]:
    """The synced store, and the control that does not sync."""
    if shutil.which("strace") is None:
        missing = Report("power cut, SQLite synced", problems=["strace is missing: install it"])
        return [missing]
    reports = []
    for sync_off in (False, True):
        name = (
            "power cut, SQLite without sync (control)" if sync_off else "power cut, SQLite synced"
        )
        ops = await asyncio.to_thread(trace, folder / f"traced-{sync_off}", 60, sync_off=sync_off)
        some = max(10, cuts // 5) if sync_off else cuts
        total, lost, where = await losses(ops, folder / "cut", some, seed)
        report = Report(name, some, total, lost)
        report.notes.append(f"{len(ops)} calls traced")
        if sync_off and not lost:
            report.problems.append("the control lost nothing: the program cannot find losses")
        if not sync_off:
            report.problems += where[:3]
        reports.append(report)
    return reports
