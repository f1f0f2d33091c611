"""The greedy player: melds what it can, takes a morto early, discards what fits nobody.

It is what playouts are played with, so it works on whole hands at once as bits, and looks at
nothing but what its seat may know: the own hand, the table, the pile as it is seen, and counts.

* Takes the pile where enough of it can be melded, else draws.
* Adds every card that keeps a run clean (or fits a dirty one), lays every run without a wild.
* Spends a wild to empty its hand, to make a canastra, or when the deal is about to end; never on a
  clean canastra.
* Discards no wild; of the rest what the opponents cannot add, then what its own hand needs least.
"""

from __future__ import annotations

from carteado.engine.games.buraco.kernel.chance import Chance
from carteado.engine.games.buraco.kernel.faces import ACES, BIT, IS_WILD, JOKER_ID, TWOS, each_suit
from carteado.engine.games.buraco.kernel.kernel import NO_CARD, Kernel

__all__ = ["greedy_policy"]

_PLACES = 0x3FFF
_PLAIN = each_suit(0x3FFA)
_RANK = [each_suit(1 << place) for place in range(14)]


def greedy_policy(kernel: Kernel, chance: Chance) -> None:
    """Play the rest of the turn greedily; the same way each time, without chance."""
    if not kernel.drawn:
        _choose_card(kernel)
        if kernel.over:
            return
    turns = kernel.turns
    if kernel.offer and not _useful(kernel):
        kernel.redraw()
    _lay_all(kernel)
    if kernel.turns == turns:
        _discard(kernel)


# The card of the turn


def _choose_card(kernel: Kernel) -> None:
    """Draw, take the pile, or do without the last turn."""
    if kernel.pile and kernel.may_take():
        if kernel.rules.pile_take == "free":
            if _gains(kernel):
                kernel.take()
                return
        elif _take_top(kernel):
            return
    if kernel.may_draw():
        kernel.draw()
    elif kernel.last_turn:
        kernel.decline()
    else:
        kernel.take()


def _gains(kernel: Kernel) -> bool:
    """Whether enough of a free pile could be melded."""
    seat = kernel.seat
    pile = kernel.pile
    lies = 0
    wilds = 0
    for face in pile:
        lies |= BIT[face]
        wilds += IS_WILD[face]
    hand = kernel.one[seat]
    use = (lies & kernel.wants[seat & 1]).bit_count() + 2 * wilds
    both = hand | lies
    both |= (both & ACES) << 13
    core = both & both >> 1 & both >> 2
    if core:
        run = core | core << 1 | core << 2
        run |= (run >> 13) & ACES
        use += (run & lies).bit_count()
    return use > 0 or (len(pile) >= 3 and len(kernel.stock) > 8)


def _take_top(kernel: Kernel) -> bool:
    """Take a pile whose top card can be melded without a wild, if there is a way."""
    seat = kernel.seat
    top = kernel.pile[-1]
    bit, under = BIT[top], len(kernel.pile) - 1
    size = kernel.size[seat]
    team = seat & 1
    if bit & kernel.wants[team] and size + under > 1:
        at = _best_run(kernel, team, bit)
        if at is not None:
            kernel.take_with((), at)
            return True
    if IS_WILD[top]:
        return False
    shift = top & 48
    places = (kernel.one[seat] | bit) >> shift & _PLACES
    for run in _segments(places):
        if run >> (top & 15) & 1 or (top & 15 == 1 and run >> 14 & 1):
            faces = _faces_of(run, shift)
            faces.remove(top)
            if size - len(faces) + under > 1 and _opens(kernel, [*faces, top]):
                kernel.take_with(faces, None)
                return True
    return False


def _useful(kernel: Kernel) -> bool:
    """Whether the first card of the deal is worth keeping: it is a wild or has a neighbour."""
    card = kernel.card
    if IS_WILD[card]:
        return True
    hand = kernel.one[kernel.seat]
    bit = BIT[card]
    near = bit << 1 | bit >> 1 | bit << 2 | bit >> 2
    return bool(hand & near & _PLAIN)


# Melds


def _lay_all(kernel: Kernel) -> None:
    """Lay all that is worth laying, and leave a hand that can end the turn."""
    seat = kernel.seat
    team = seat & 1
    one, turns = kernel.one, kernel.turns
    while True:
        hand = one[seat]
        hit = hand & kernel.wants[team]
        if hit and _extend(kernel, seat, team, hit):
            if kernel.turns != turns:
                return
            continue
        ends = hand | (hand & ACES) << 13
        if ends & ends >> 1 & ends >> 2 and _lay_runs(kernel, seat, team):
            if kernel.turns != turns:
                return
            continue
        if kernel.rules.sets != "none" and _lay_sets(kernel, seat):
            if kernel.turns != turns:
                return
            continue
        if (hand & TWOS or kernel.jokers[seat]) and _spend_wild(kernel, seat, team):
            if kernel.turns != turns:
                return
            continue
        return


def _best_run(kernel: Kernel, team: int, bit: int) -> int | None:
    """The run that a card helps most: the longest that is no canastra yet."""
    best, found = -1, None
    for at, node in enumerate(kernel.runs[team]):
        if node.natural & bit:
            size = node.size
            rank = size + 20 if size < 7 else size
            if rank > best:
                best, found = rank, at
    return found


def _extend(kernel: Kernel, seat: int, team: int, hit: int) -> bool:
    """Add one of the cards that fit; False where none can be."""
    while hit:
        bit = hit & -hit
        hit ^= bit
        at = _best_run(kernel, team, bit)
        if at is not None and _try(kernel, seat, (bit.bit_length() - 1,), at):
            return True
    return False


def _try(kernel: Kernel, seat: int, faces: tuple[int, ...] | list[int], at: int | None) -> bool:
    """Lay cards if the turn can be ended then."""
    left = kernel.size[seat] - len(faces)
    if left < 2:
        runs = kernel.runs[seat & 1]
        if at is None:
            node, behind = kernel.melds.laid(faces), len(runs)
        else:
            node, behind = kernel.melds.all_added(runs[at], faces), at
        if node is None:
            return False
        after = [*runs[:behind], node, *runs[behind + 1 :]]
        if not kernel.can_end(left, _last(kernel, seat, faces), after):
            return False
    if at is None and not _opens(kernel, faces):
        return False
    kernel.lay(faces, at)
    return True


def _last(kernel: Kernel, seat: int, faces: tuple[int, ...] | list[int]) -> int:
    """The first card that stays in the hand, -1 where none does."""
    rest = kernel.hand(seat)
    for face in faces:
        rest.remove(face)
    return rest[0] if rest else NO_CARD


def _opens(kernel: Kernel, faces: list[int] | tuple[int, ...]) -> bool:
    """Whether cards are enough for the first meld of the pair."""
    minimum = kernel.rules.opening_minimum
    if not minimum or kernel.runs[kernel.seat & 1]:
        return True
    node = kernel.melds.laid(faces)
    return node is not None and node.points >= minimum


_SEGMENTS: dict[int, tuple[int, ...]] = {}


def _segments(places: int) -> tuple[int, ...]:
    """The longest runs without a wild in places of a suit, as bits 1 to 14; the ace in one."""
    found = _SEGMENTS.get(places)
    if found is None:
        found = _SEGMENTS[places] = _find_segments(places)
    return found


def _find_segments(places: int) -> tuple[int, ...]:
    ace = places >> 1 & 1
    plain = places & ~2
    # One ace has one place: the high one where it makes a run there.
    if ace:
        high = plain >> 12 & 3 == 3
        plain |= 1 << 14 if high else 1 << 1
    found, at = [], 1
    while at < 15:
        end = at
        while plain >> end & 1:
            end += 1
        if end - at >= 3:
            found.append((1 << end) - (1 << at))
        at = end + 1
    return tuple(found)


def _faces_of(run: int, shift: int) -> list[int]:
    return [shift + (place if place < 14 else 1) for place in range(1, 15) if run >> place & 1]


def _lay_runs(kernel: Kernel, seat: int, team: int) -> bool:
    """Lay one run without a wild; False where none can be."""
    hand = kernel.one[seat]
    for shift in (0, 16, 32, 48):
        places = hand >> shift & _PLACES
        for run in _segments(places):
            faces = _faces_of(run, shift)
            if all(IS_WILD[face] for face in faces):
                continue
            if _try(kernel, seat, faces, None):
                return True
    return False


def _lay_sets(kernel: Kernel, seat: int) -> bool:
    """Lay a set of one rank without a wild; False where none can be."""
    one, two = kernel.one[seat], kernel.two[seat]
    ranks = {"any": range(1, 14), "aces_kings_threes": (1, 3, 13), "aces_threes": (1, 3)}
    for place in ranks[kernel.rules.sets]:
        mask = _RANK[place]
        if place != 2 and (one & mask).bit_count() + (two & mask).bit_count() >= 3:
            faces = [face for face in kernel.hand(seat) if face & 15 == place and face < JOKER_ID]
            if _try(kernel, seat, faces, None):
                return True
    return False


def _spend_wild(kernel: Kernel, seat: int, team: int) -> bool:
    """Lay a wild where that is worth more than keeping it; False where it is not."""
    late = len(kernel.stock) <= 12 and not (kernel.mortos and len(kernel.stock) > 4)
    small = kernel.size[seat] <= 3
    hand = kernel.one[seat]
    wilds = [JOKER_ID] if kernel.jokers[seat] else []
    twos = hand & TWOS
    while twos:
        bit = twos & -twos
        wilds.append(bit.bit_length() - 1)
        twos ^= bit
    for wild in wilds:
        best, found = 0, None
        for at, node in enumerate(kernel.runs[team]):
            if not node.takes(wild) or (node.clean and node.canastra):
                continue
            size = node.size
            if (small or late or (size == 6 and kernel.ready[team])) and size > best:
                best, found = size, at
        if found is not None and _try(kernel, seat, (wild,), found):
            return True
    return False


# The discard


def _discard(kernel: Kernel) -> None:
    """End the turn with the card that gives away least."""
    seat = kernel.seat
    one, two = kernel.one[seat], kernel.two[seat]
    if kernel.barred != NO_CARD and not two & BIT[kernel.barred]:
        one &= ~BIT[kernel.barred]
    plain = one & ~TWOS
    if not plain:
        kernel.discard(_any_wild(kernel, seat, one))
        return
    theirs = kernel.wants[1 - (seat & 1)]
    safe = plain & ~theirs
    hand = kernel.one[seat]
    ends = hand | (hand & ACES) << 13
    near = ends << 1 | ends >> 1
    near |= near >> 13 & ACES
    wide = near | ends << 2 | ends >> 2
    wide |= wide >> 13 & ACES
    for some in (safe, plain):
        if not some:
            continue
        for tier in (some & two, some & ~wide, some & ~near, some):
            if tier:
                kernel.discard((tier & -tier).bit_length() - 1)
                return


def _any_wild(kernel: Kernel, seat: int, free: int) -> int:
    """A wild to discard where the hand has nothing else that may go."""
    twos = free & TWOS
    if twos:
        return twos.bit_length() - 1
    return JOKER_ID
