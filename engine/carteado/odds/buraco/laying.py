"""The laying of cards by the greedy player.

* It lays every card that fits a run and keeps it clean, or fits a dirty run: on the longest run
  that is not yet a canastra.
* It lays every run of three or more cards without a wild, as long as possible, and every such set.
* It lays a wild if that completes a canastra with the hand's other cards, if the hand is small, or
  if the end is near; never on a clean canastra, and not on the pair's longest clean run while the
  pair lacks a canastra for going out. A wild starts a new run with two close cards only near
  the end or shortly before the hand takes a morto.
* It makes no play after which the turn could not end.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from carteado.engine.games.buraco.cards import PLACE
from carteado.engine.games.buraco.kernel.ending import can_end, may_empty
from carteado.engine.games.buraco.kernel.faces import (
    ACES,
    BIT,
    IS_WILD,
    JOKER_ID,
    PLAIN,
    TWOS,
    each_suit,
    ids_in,
)
from carteado.engine.games.buraco.kernel.kernel import NO_CARD, Kernel
from carteado.engine.games.buraco.kernel.nodes import Node
from carteado.engine.games.buraco.shapes import SET_RANKS
from carteado.engine.games.buraco.standing import claims

__all__ = ["best_run", "lay_all", "opens", "runs_with", "set_with", "wilds_of"]

# The next three limits were tuned by duplicate deals against the same policy with other values.
_SMALL = 3
"""A hand of at most this size lays its wilds to become empty."""

_TO_MORTO = 8
"""A hand of at most this size makes runs with its wilds if a morto waits."""

_LATE = 12
"""Size of the stock from which wilds are laid while possible."""

_PLACES = 0x3FFF
_RANK = tuple([each_suit(1 << place) for place in range(14)])
_SETS = {sets: sorted([PLACE[rank] for rank in ranks]) for sets, ranks in SET_RANKS.items()}
"""Places of the ranks that sets may have."""


def lay_all(kernel: Kernel) -> None:
    """Lay everything worth laying, and keep a hand that can end the turn; or go out."""
    seat, turns = kernel.seat, kernel.turns
    team = seat & 1
    # `kernel.one` is the same list throughout, so it is read once; this loop dominates the
    # playouts.
    one, sets = kernel.one, kernel.rules.sets != "none"
    while kernel.turns == turns:
        hand = one[seat]
        # In this order a natural card extends a run before it starts a new one, and a wild comes
        # last.
        hit = hand & kernel.wants[team]
        if hit and _extend(kernel, seat, team, hit):
            continue
        # An ace stands above the king too; three bits in a row are then a run.
        ends = hand | (hand & ACES) << 13
        if ends & ends >> 1 & ends >> 2 and _lay_run(kernel, seat):
            continue
        if sets and _lay_set(kernel, seat):
            continue
        if (hand & TWOS or kernel.jokers[seat]) and _spend_wild(kernel, seat, team):
            continue
        return


def _lay(kernel: Kernel, seat: int, faces: Sequence[int], at: int | None) -> bool:
    """Lay cards if the turn can still be ended afterwards."""
    # The finishability rule: after every play the turn must still have a legal end.
    left = kernel.size[seat] - len(faces)
    # With two cards left a discard ends the turn without emptying the hand.
    if left < 2:
        runs = kernel.runs[seat & 1]
        if at is None:
            node, behind = kernel.melds.laid(faces), len(runs)
        else:
            node, behind = kernel.melds.all_added(runs[at], faces), at
        if node is None:
            return False
        after = [*runs[:behind], node, *runs[behind + 1 :]]
        if not _can_end(kernel, left, _last(kernel, seat, faces), after):
            return False
    if at is None and not opens(kernel, faces):
        return False
    kernel.lay(faces, at)
    return True


def _can_end(kernel: Kernel, left: int, last: int, runs: Sequence[Node]) -> bool:
    """Whether the turn could be ended without laying a wild on a clean canastra."""
    # `can_end` would also accept laying the last wild on a clean canastra, which costs its bonus.
    if left and IS_WILD[last]:
        return last != kernel.barred and may_empty(kernel, runs, last)
    return can_end(kernel, left, last, runs)


def _last(kernel: Kernel, seat: int, faces: Sequence[int]) -> int:
    """The first card that stays in the hand, -1 if none stays."""
    rest = kernel.hand(seat)
    for face in faces:
        rest.remove(face)
    return rest[0] if rest else NO_CARD


def opens(kernel: Kernel, faces: Sequence[int]) -> bool:
    """Whether cards make a meld that reaches the minimum for the pair's first meld."""
    minimum = kernel.rules.opening_minimum
    if not minimum or kernel.runs[kernel.seat & 1]:
        return True
    node = kernel.melds.laid(faces)
    return node is not None and node.points >= minimum


# Cards that fit


def best_run(kernel: Kernel, team: int, bit: int) -> int | None:
    """The run that a card helps most: the longest that is not yet a canastra, else the longest."""
    best, found = -1, None
    for at, node in enumerate(kernel.runs[team]):
        if node.natural & bit:
            # The offset of 20 exceeds any run (14 cards), so a run that is not a canastra yet
            # always ranks first.
            rank = node.size if node.canastra else node.size + 20
            if rank > best:
                best, found = rank, at
    return found


def _extend(kernel: Kernel, seat: int, team: int, hit: int) -> bool:
    """Add one of the cards that fit; False if none can be added."""
    # With more than two cards any addition leaves a discard, so the slower check is skipped.
    free = kernel.size[seat] > 2
    while hit:
        bit = hit & -hit
        hit ^= bit
        face, at = bit.bit_length() - 1, best_run(kernel, team, bit)
        if free and at is not None:
            kernel.add(face, at)
            return True
        if _lay(kernel, seat, (face,), at):
            return True
    return False


# Runs and sets without a wild


# At most 2 ** 13 arguments, and the same few recur in all playouts.
@functools.cache
def _runs_in(places: int) -> tuple[int, ...]:
    """The longest runs without a wild in places of a suit, as bits 1 to 14; the ace in one."""
    plain = places & ~2
    # Bit 1 is the ace's low place; bits 12 and 13 are queen and king.
    if places & 2:
        # One ace has one place: the high one where it makes a run there.
        plain |= 1 << 14 if plain >> 12 & 3 == 3 else 1 << 1
    found, at = [], 1
    while at < 15:
        end = at
        while plain >> end & 1:
            end += 1
        if end - at >= 3:
            found.append((1 << end) - (1 << at))
        # The place at `end` is known to be empty.
        at = end + 1
    return tuple(found)


def _faces_of(run: int, shift: int) -> list[int]:
    """Faces of the places of a run; the high place is the ace's."""
    return [shift + (place if place < 14 else 1) for place in ids_in(run)]


def _lay_run(kernel: Kernel, seat: int) -> bool:
    """Lay one run without a wild; False if there is none."""
    hand = kernel.one[seat]
    for shift in (0, 16, 32, 48):
        for run in _runs_in(hand >> shift & _PLACES):
            # One run per call: after it the caller looks for extensions again.
            if _lay(kernel, seat, _faces_of(run, shift), None):
                return True
    return False


def runs_with(kernel: Kernel, seat: int, face: int) -> Iterator[list[int]]:
    """Cards of the hand that make a run without a wild with a natural card besides."""
    shift = face & 48
    for run in _runs_in((kernel.one[seat] | BIT[face]) >> shift & _PLACES):
        faces = _faces_of(run, shift)
        if face in faces:
            faces.remove(face)
            yield faces


def _lay_set(kernel: Kernel, seat: int) -> bool:
    """Lay a set of one rank without a wild; False if there is none."""
    one, two = kernel.one[seat], kernel.two[seat]
    for place in _SETS[kernel.rules.sets]:
        mask = _RANK[place]
        if (one & mask).bit_count() + (two & mask).bit_count() >= 3:
            faces = ids_in(one & mask) + ids_in(two & mask)
            if _lay(kernel, seat, faces, None):
                return True
    return False


def set_with(kernel: Kernel, seat: int, face: int) -> Iterator[list[int]]:
    """Cards of the hand that make a set without a wild with a natural card besides."""
    place = face & 15
    if place in _SETS[kernel.rules.sets]:
        faces = ids_in(kernel.one[seat] & _RANK[place]) + ids_in(kernel.two[seat] & _RANK[place])
        if len(faces) >= 2:
            yield faces


# Wilds


def wilds_of(kernel: Kernel, seat: int) -> list[int]:
    """The different wilds of a hand, jokers first."""
    return [JOKER_ID] * bool(kernel.jokers[seat]) + ids_in(kernel.one[seat] & TWOS)


def _spend_wild(kernel: Kernel, seat: int, team: int) -> bool:
    """Lay a wild if that is worth more than keeping it; False if not."""
    stock, mortos = len(kernel.stock), kernel.mortos
    # While mortos remain the deal lasts longer than the stock shows.
    late = stock <= _LATE and (not mortos or stock <= 4)
    dump = late or kernel.size[seat] <= _SMALL
    wilds = wilds_of(kernel, seat)
    # A pair without a canastra to go out with protects its best clean run from wilds.
    kept = None if dump or kernel.ready[team] else _longest_clean(kernel.runs[team])
    for wild in wilds:
        best, found = 0, None
        for at, node in enumerate(kernel.runs[team]):
            if node.canastra and (node.clean or not dump):
                continue
            if at == kept or not node.takes(wild):
                continue
            size = _grown(kernel, seat, node, wild)
            # In the middle of a deal a wild is spent only where it completes a canastra.
            if size > best and (dump or size >= 7):
                best, found = size, at
        if found is not None and _lay(kernel, seat, (wild,), found):
            return True
    claim = claims(took=kernel.took[team], mortos=bool(mortos))
    if late or (claim and kernel.size[seat] <= _TO_MORTO):
        return any(_lay_with(kernel, seat, wild) for wild in wilds)
    return False


def _longest_clean(runs: Sequence[Node]) -> int | None:
    """The clean run that is nearest to a canastra."""
    best, found = 0, None
    for at, node in enumerate(runs):
        if node.clean and node.size > best:
            best, found = node.size, at
    return found


def _grown(kernel: Kernel, seat: int, node: Node, wild: int) -> int:
    """Size of a run after a wild and all further cards of the hand, at most seven."""
    melds, hand = kernel.melds, kernel.one[seat]
    after = melds.added(node, wild)
    while after is not None:
        more = hand & after.natural
        if after.size >= 7 or not more:
            return after.size
        # Lowest bit first: any order reaches the same run, since each natural card has one place.
        bit = more & -more
        hand ^= bit
        after = melds.added(after, bit.bit_length() - 1)
    return 0


def _lay_with(kernel: Kernel, seat: int, wild: int) -> bool:
    """Lay a new run of two neighbouring cards and a wild, or such a set; False if there is none."""
    hand = kernel.one[seat] & PLAIN
    ends = hand | (hand & ACES) << 13
    # Neighbours first, then cards with one gap that the wild fills.
    for step in (1, 2):
        for low in ids_in(ends & ends >> step):
            # Place 14 is the high ace, whose face is the one at place 1.
            high = low + step
            if _lay(kernel, seat, (low, high - 13 if high & 15 == 14 else high, wild), None):
                return True
    for place in _SETS[kernel.rules.sets]:
        pair = ids_in(hand & _RANK[place])
        if len(pair) >= 2 and _lay(kernel, seat, (*pair[:2], wild), None):
            return True
    return False
