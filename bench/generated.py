"""The gain of each kind of generated code, in hands, in log events and in server CPU per action.

Generated code (`engine/generated.py`) names the fields of a dataclass instead of looking them up.
Each kind is replaced by equivalent plain code, one at a time, in a process of its own.
Rounds alternate, and the least CPU time of all rounds counts: other work on the machine only adds
to it. The gain is that time without the kind over the time with all, minus one.

    python bench/generated.py [--rounds 5] [--seconds 3] [KIND...]
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import gc
import random
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

HERE = Path(__file__)
EVENTS = 6_000
HANDS = 400


# Imports stay inside: the replacement has to happen before other modules import the original.
def makers() -> None:
    import carteado.engine.generated as generated

    # The class itself does what its maker does, only slower.
    generated.maker = lambda cls: cls


def copiers() -> None:
    import carteado.engine.generated as generated

    def copier(cls: Any, *changed: str) -> Any:
        fields = [field.name for field in dataclasses.fields(cls)]

        def copy(of: Any, *values: Any, **named: Any) -> Any:
            given = {name: getattr(of, name) for name in fields}
            given.update(zip(changed, values, strict=False), **named)
            return cls(**given)

        return copy

    generated.copier = copier


def plain_writers() -> None:
    import carteado.engine.plain as plain

    def fields_writer(cls: Any) -> Any:
        hints = get_type_hints(cls, include_extras=True)
        names = [field.name for field in dataclasses.fields(cls)]
        kept = [(name, plain.is_plain(hints[name])) for name in names]

        def write(value: Any) -> dict[str, Any]:
            found = {}
            for name, as_it_is in kept:
                item = getattr(value, name)
                found[name] = item if as_it_is else plain._WRITERS[type(item)](item)
            return found

        return write

    plain._fields_writer = fields_writer


def plain_readers() -> None:
    import carteado.engine.plain as plain

    # None means that there is no generated reader, and the general one is taken.
    plain._complete = lambda *given: None


def _blank_of(kind: Any) -> Callable[[Any], Any]:
    from carteado.engine.cards import UNKNOWN, Card

    origin, args = get_origin(kind), get_args(kind)
    if kind is Card:
        return lambda value: UNKNOWN
    if kind is str:
        return lambda value: ""
    if origin is tuple:
        if args[0] is Card:
            return lambda value: (UNKNOWN,) * len(value)
        inner = _blank_of(args[0])
        return lambda value: tuple([inner(item) for item in value])
    if origin in (Union, types.UnionType):
        kinds = [arg for arg in args if arg is not type(None)]
        if len(kinds) == 1 and kinds[0] not in (int, bool):
            some = _blank_of(kinds[0])
            return lambda value: None if value is None else some(value)
    return lambda value: None


def redaction() -> None:
    import carteado.engine.visibility as visibility

    def rule_of(kind: Any, audience: Any, name: str, names: set[str]) -> Any:
        if audience is visibility.Audience.SEALED:
            blank = _blank_of(kind)
            return lambda value, observer: blank(getattr(value, name))
        owner = "seat" if audience is visibility.Audience.SEAT else "team"
        if owner in names:
            blank = _blank_of(kind)

            def whole(value: Any, observer: Any) -> Any:
                holder = getattr(value, owner)
                if holder is not None and (
                    observer.every_seat or getattr(observer, owner) == holder
                ):
                    return getattr(value, name)
                return blank(getattr(value, name))

            return whole
        blank = _blank_of(get_args(kind)[0])

        def each(value: Any, observer: Any) -> Any:
            items = getattr(value, name)
            if observer.every_seat:
                return items
            mine = getattr(observer, owner)
            return tuple(
                [item if place == mine else blank(item) for place, item in enumerate(items)]
            )

        return each

    # Cached like the original, or the plan would be computed again for every value.
    @visibility.functools.cache
    def plan(cls: Any) -> Any:
        hints = get_type_hints(cls, include_extras=True)
        names = {field.name for field in dataclasses.fields(cls)}
        rules = []
        for field in dataclasses.fields(cls):
            kind, declared = visibility._declared(field.name, hints[field.name])
            if field.name != "type" and declared is not visibility.Audience.PUBLIC:
                audience = declared or visibility.Audience.SEALED
                rules.append((field.name, rule_of(kind, audience, field.name, names)))

        def seen(value: Any, observer: Any) -> dict[str, Any]:
            return {name: rule(value, observer) for name, rule in rules}

        hidden = tuple(name for name, _ in rules)
        return hidden, seen, visibility._copy(cls, hidden)

    visibility._plan = plan


def message_writers() -> None:
    import carteado.protocol.codec as codec

    def writer(cls: Any) -> Any:
        always, optional = ["type"], []
        for field in dataclasses.fields(cls):
            default = codec._default(field)
            if field.name == "type":
                continue
            if default is dataclasses.MISSING:
                always.append(field.name)
            else:
                optional.append((field.name, default))

        def write(value: Any) -> dict[str, Any]:
            # `hasattr`, because the parts of a message have no type.
            data = {name: getattr(value, name) for name in always if hasattr(value, name)}
            for name, default in optional:
                item = getattr(value, name)
                if item is not default and item != default:
                    data[name] = item
            return data

        return write

    codec._writer = writer


KINDS: Mapping[str, Callable[[], None]] = {
    "makers": makers,
    "copiers": copiers,
    "plain-writers": plain_writers,
    "plain-readers": plain_readers,
    "redaction": redaction,
    "message-writers": message_writers,
}


def arena_us() -> float:
    """Microseconds of CPU for a hand of the arena."""
    # The measurement of `bench/arena.py`, which lies beside this file.
    from arena import arena_hands

    from carteado.arena.matches.contest import contest
    from carteado.arena.matches.entrants import resolve
    from carteado.arena.matches.match import Ring

    one = contest(["caller", "caller"])
    ring = Ring(one, resolve(one.entrants, one.game))
    # Warm up with other sets than those measured.
    arena_hands(ring, 40, 10_000)
    found = []
    for number in range(8):
        # So that no round pays for the garbage of the one before.
        gc.collect()
        start = time.process_time()
        arena_hands(ring, HANDS, number)
        found.append(time.process_time() - start)
    return min(found) / HANDS * 1e6


def log_us() -> float:
    """Microseconds of CPU for an event of a log that a start of the server reads."""
    return asyncio.run(_log_us())


async def _log_us() -> float:
    from replay import TABLE, Recorder

    from carteado.server.lobby.recovery import recover
    from carteado.server.store.base import Durability, Lease
    from carteado.server.store.sqlite import SqliteStore

    with tempfile.TemporaryDirectory() as name:
        store = await SqliteStore.open(Path(name) / "log.db", durability=Durability.PROCESS)
        lease = await store.acquire(TABLE, "bench", 600_000)
        assert isinstance(lease, Lease)
        await Recorder(store, lease).play(EVENTS)
        found = []
        for _ in range(4):
            gc.collect()
            start = time.process_time()
            await recover(TABLE, store.read(TABLE), lease.epoch, random.randbytes, str)
            found.append(time.process_time() - start)
        await store.close()
    return min(found) / EVENTS * 1e6


def child(kind: str, what: str) -> None:
    """Measure with one kind replaced, or serve."""
    if kind in KINDS:
        KINDS[kind]()
    if what == "serve":
        # Limits far above the load, so that the quota is not what is measured.
        sys.argv = ["carteado serve", "--host", "127.0.0.1", "--port", "0", "--no-tables"]
        sys.argv += ["--no-qr", "--log-level", "error", "--rate", "100000", "--burst", "100000"]
        sys.argv += ["--store", "memory:"]
        # As ``python -m`` does, but after the replacement.
        import runpy

        runpy.run_module("carteado.server", run_name="__main__")
        return
    print({"hand": arena_us, "log": log_us}[what]())


def measured(kind: str, what: str, seconds: float) -> float:
    """Microseconds of CPU in a process of its own."""
    command = [sys.executable, str(HERE), "--child", kind, what]
    if what != "serve":
        # A new process each time: replaced code cannot be put back in one that has imported it.
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    import uvloop
    from server import drive, server

    with server(command) as (pid, port):
        return uvloop.run(drive(pid, port, 16, seconds)).cpu_us


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--child", nargs=2)
    arguments = parser.parse_args()
    if arguments.child:
        child(*arguments.child)
        return
    found: dict[tuple[str, str], list[float]] = {}
    for number in range(arguments.rounds):
        # Kinds innermost, so that those compared run close together in time.
        for what in PLACES:
            for kind in ("nothing", *arguments.kinds):
                found.setdefault((kind, what), []).append(measured(kind, what, arguments.seconds))
        # After each round, so that a long run can be stopped when it is clear.
        print(f"round {number + 1}", flush=True)
        report(found, arguments.kinds)


PLACES = {"hand": "arena, hand", "log": "start, log event", "serve": "server, action"}


def report(found: Mapping[tuple[str, str], list[float]], kinds: list[str]) -> None:
    """Print the gains so far."""
    print(f"{'without':<18}" + "".join(f"{title:>20}" for title in PLACES.values()))
    for kind in ("nothing", *kinds):
        cells = []
        for what in PLACES:
            least, base = min(found[kind, what]), min(found["nothing", what])
            cells.append(f"{least:.1f} us" if kind == "nothing" else f"{least / base - 1:+.1%}")
        print(f"{kind:<18}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
