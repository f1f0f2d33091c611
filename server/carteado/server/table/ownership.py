"""The rights of a table's owner, and the requests of guests to the owner.

Each function adds its events to the given step, or raises `Denied` and adds nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine import controls as events
from carteado.engine.errors import EngineError
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.table import FIXED_SETTINGS, Table, TableClosed, TableOptions
from carteado.engine.tables.option_checks import MAX_CHIPS
from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire
from carteado.server.table.attendance import people
from carteado.server.table.audience import Audience
from carteado.server.table.owners import Owners
from carteado.server.table.seating import free_seat
from carteado.server.table.step import Player, Step, deny, deny_options
from carteado.server.table.talking import unmute

__all__ = [
    "OF_THE_OWNER",
    "apply_plan",
    "ban",
    "check_owner",
    "code_digest",
    "hand_over",
    "knock",
    "pass_on",
    "set_code",
]

MAX_KNOCKS = 16
"""Maximum number of unanswered knocks at one table."""

MAX_BANNED = 64
"""Maximum number of players banned from one table."""

# With more rounds a flood of wrong codes would delay the tables; the number of tries is limited
# too.
ROUNDS = 20_000
"""Rounds of PBKDF2 for a table's code; they take a few milliseconds."""


def check_owner(owners: Owners, player: Player) -> None:
    """Refuse what only the owner may do.

    Raises:
        Denied: the player is not the owner.
    """
    if not owners.rules(player.key):
        raise deny("table/not_owner", "only the owner of the table may do this")


def rename(step: Step, message: wire.Rename) -> None:
    """Give the table another title."""
    if message.title == step.table.opened.title:
        raise deny("table/unchanged", f"the table is called {message.title!r} already")
    step.add(events.TableRenamed(title=message.title))


def lock(step: Step, message: wire.Lock) -> None:
    """Lock the table, so that guests have to knock."""
    if step.table.controls.locked:
        raise deny("table/unchanged", "the table is locked already")
    step.add(events.TableLocked(locked=True))


def unlock(step: Step, message: wire.Unlock) -> None:
    """Unlock the table, so that guests sit down without knocking."""
    if not step.table.controls.locked:
        raise deny("table/unchanged", "the table is not locked")
    step.add(events.TableLocked(locked=False))


def set_code(step: Step, message: wire.SetCode, entropy: Callable[[int], bytes]) -> None:
    """Protect the table by a code, or take the code away.

    Args:
        step: what happens is added to it.
        message: holds the code, which the log never does.
        entropy: returns random bytes for the salt.
    """
    if message.code is None:
        if not step.table.controls.protected:
            raise deny("table/unchanged", "the table has no code; write code CODE to set one")
        step.add(events.CodeSet(protected=False))
        return
    # A salt for every code: equal codes at two tables would have equal hashes in the log.
    salt = entropy(16).hex()
    digest = code_digest(message.code, salt)
    step.add(events.CodeSet(protected=True, salt=salt, digest=digest))


def code_digest(code: str, salt: str) -> str:
    """The hash of a table's code, hexadecimal.

    Args:
        code: as the owner or a guest wrote it.
        salt: hexadecimal.
    """
    return hashlib.pbkdf2_hmac("sha256", code.encode(), bytes.fromhex(salt), ROUNDS).hex()


def code_fits(table: Table, code: str) -> bool:
    """Whether a code opens a protected table; compared in constant time."""
    controls = table.controls
    if controls.salt is None or controls.digest is None:
        return False
    return hmac.compare_digest(code_digest(code, controls.salt), controls.digest)


def pause(step: Step, message: wire.Pause) -> None:
    """Stop the clocks and the dealing."""
    # A pause for `away` may become one of the owner, which the person's return does not end.
    if step.table.controls.paused == "owner":
        raise deny("table/unchanged", "the table is paused already")
    step.add(events.TablePaused(reason="owner"))


def resume(step: Step, message: wire.Resume) -> None:
    """End a pause."""
    if step.table.controls.paused is None:
        raise deny("table/unchanged", "the table is not paused")
    step.add(events.TablePaused(reason=None))


def ban(step: Step, seat: int) -> None:
    """Ban the player on a seat, who is removed with the same step."""
    # The key is banned, not the name: a player may return under any name.
    controls, key = step.table.controls, step.table.keys[seat]
    if key is None:
        return
    if len(controls.banned) >= MAX_BANNED:
        raise deny("limit/bans", f"at most {MAX_BANNED} players are banned; lift a ban first")
    name = step.table.state.names[seat] or ""
    step.add(events.PlayerBanned(name=name, key=key))


def unban(step: Step, message: wire.Unban) -> None:
    """Lift a ban."""
    controls = step.table.controls
    banned = controls.banned
    if message.name not in banned:
        text = f"nobody called {message.name!r} is banned; {did_you_mean(message.name, banned)}"
        raise deny("table/not_banned", text, banned=banned)
    key = controls.banned_keys[banned.index(message.name)]
    step.add(events.PlayerBanned(name=message.name, key=key, banned=False))


def close(step: Step, message: wire.CloseTable) -> None:
    """Close the table between two deals."""
    _check_between_deals(step.table)
    step.add(TableClosed(reason="its owner closed it"))


def configure(step: Step, message: wire.Configure) -> None:
    """Plan changes of options; apply them at once if no deal is being played."""
    table = step.table
    options, settings = dict(message.options), dict(message.settings)
    if not options and not settings:
        raise deny("options/invalid", "what should change? name an option and its new value")
    game = table.game
    may: tuple[str, ...] = getattr(game, "changeable", ())
    _check_names(options, may, f"{game.id} lets nothing else change once a table is open")
    own = tuple(sorted(set(to_plain(TableOptions())) - FIXED_SETTINGS))
    _check_names(settings, own, "what else a table has stays as it was opened")
    plan = table.controls
    # Checked together with earlier planned changes, which may exclude one another.
    base = {**table.opened.options, **plan.options}
    _check_values(game.options_type, {**base, **options})
    chosen = {**to_plain(table.settings), **plan.settings}
    _check_values(TableOptions, {**chosen, **settings})
    step.add(events.OptionsPlanned(options=options, settings=settings))
    if game.turn(table.state) is None and not table.cutting:
        apply_plan(step)


def apply_plan(step: Step) -> None:
    """Apply the planned changes, if there are any."""
    plan = step.table.controls
    if plan.options or plan.settings:
        step.add(events.OptionsChanged(options=plan.options, settings=plan.settings))


def correct(step: Step, message: wire.Correct) -> None:
    """Give chips to a seat or take some away, between two deals."""
    table, seat = step.table, message.seat
    state = table.state
    stacks: tuple[int, ...] | None = getattr(state, "stacks", None)
    if stacks is None:
        raise deny("table/no_chips", "this game has no chips")
    if seat >= table.seats or state.names[seat] is None:
        raise free_seat(table, seat)
    _check_between_deals(table)
    cash = bool(getattr(table.options, "is_cash", False))
    if not cash and not stacks[seat]:
        raise deny("seat/out", f"{state.names[seat]} has no chips left in this game.", seat=seat)
    # In a tournament the last chip stays: a stack of 0 would put the player out of the game.
    low, high = (0 if cash else 1) - stacks[seat], MAX_CHIPS - sum(stacks)
    # An amount of 0 would be an event without a change.
    if not low <= message.amount <= high or not message.amount:
        text = (
            f"{state.names[seat]} has {stacks[seat]:,} chips. Take at most {-low:,} or give at most"
            f" {high:,}; you typed {message.amount:,}."
        )
        raise deny("seat/credit", text, amount=message.amount, min=low, max=high)
    step.add(
        events.ChipsCorrected(
            seat=seat,
            amount=message.amount,
            stack=stacks[seat] + message.amount,
            reason=message.reason,
        )
    )


def hand_over(step: Step, seat: int, reason: str) -> None:
    """Make the person on a seat the owner."""
    table = step.table
    taken = seat < table.seats and table.state.names[seat] is not None
    key = table.keys[seat] if taken else None
    if key is None:
        raise free_seat(table, seat)
    name = table.state.names[seat]
    # Labels mark seats of the host's own bots, which sit with a key like any player.
    if table.state.bots[seat] or table.labels[seat] is not None:
        raise deny("seat/bot", f"{name} is a bot. Only a person can own a table.", seat=seat)
    step.add(events.OwnerChanged(seat=seat, name=name, key=key, reason=reason))


def pass_on(table: Table, audience: Audience, owners: Owners) -> Step | None:
    """Make the person who sat there longest the owner, because the owner is gone.

    Args:
        table: as it stands.
        audience: of the table.
        owners: of the table.

    Returns:
        The step, None where no other person is there.
    """
    here = [
        seat
        for seat in people(table)
        if audience.connected(seat) and table.keys[seat] != owners.opener
    ]
    if not here:
        return None
    step = Step(table)
    # A seat without an event that brought its player has just been taken.
    longest = min(here, key=lambda seat: audience.tenures.since(seat) or audience.seq)
    hand_over(step, longest, "owner_gone")
    return step


def knock(step: Step, player: Player) -> int:
    """A guest asks for a seat at a locked table: the number of the knock."""
    controls = step.table.controls
    if not controls.locked:
        raise deny("table/not_locked", "the table is not locked: join it")
    if player.key in controls.banned_keys:
        raise deny("seat/banned", "the owner banned you from this table")
    if player.key in controls.knock_keys:
        raise deny("table/knocked", "you have knocked already; the owner has to answer")
    if player.key in controls.admitted:
        raise deny("table/knocked", "the owner has admitted you: join the table")
    if len(controls.knocks) >= MAX_KNOCKS:
        raise deny("table/busy", f"{MAX_KNOCKS} guests wait for the owner; knock again later")
    number = controls.knock + 1
    step.add(events.Knocked(knock=number, name=player.name, key=player.key))
    return number


def _answer(admitted: bool) -> Callable[[Step, Any], None]:
    def answer(step: Step, message: wire.Admit | wire.TurnAway) -> None:
        waiting = step.table.controls.knocks
        if message.knock not in waiting:
            known = ", ".join(map(str, waiting)) or "none"
            text = f"there is no knock {message.knock} to answer; waiting: {known}"
            raise deny("table/no_knock", text, waiting=waiting)
        step.add(events.KnockAnswered(knock=message.knock, admitted=admitted))

    return answer


def _check_between_deals(table: Table) -> None:
    if table.game.turn(table.state) is not None or table.cutting:
        text = "a deal is played: pause the table, and ask again when the deal is over"
        raise deny("table/hand_running", text)


def _check_names(given: Mapping[str, Any], may: tuple[str, ...], why: str) -> None:
    for name in given:
        if name not in may:
            hint = did_you_mean(name, may)
            raise deny(
                "options/unknown", f"{name!r:.60} cannot be changed; {hint}; {why}", options=may
            )


def _check_values(cls: type, values: Mapping[str, Any]) -> None:
    try:
        from_plain(cls, values)
    except EngineError as error:
        raise deny_options(error) from None


OF_THE_OWNER: Mapping[type, Callable[[Step, Any], None]] = {
    wire.Rename: rename,
    wire.Lock: lock,
    wire.Unlock: unlock,
    wire.Pause: pause,
    wire.Resume: resume,
    wire.Unban: unban,
    wire.Unmute: unmute,
    wire.CloseTable: close,
    wire.Configure: configure,
    wire.Correct: correct,
    wire.Admit: _answer(True),
    wire.TurnAway: _answer(False),
}
"""The messages that only the owner may send, and the function for each."""
