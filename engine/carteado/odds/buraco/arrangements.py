"""Whole turns worth comparing: ways to lay the hand, each with the discards that may follow.

A hand of twenty cards has thousands of turns. Those considered here are the policy's own, the
ways with the most points on the table that a search over all ways to lay the hand finds
(`last_turn`), the policy's with a meld held back, nothing laid at all, and a wild laid where the
policy keeps it or elsewhere; each with the discards that help the opponents least. The turns follow
from the seat's knowledge in a fixed order, so that a limit on the work always cuts off the same
turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from carteado.engine.cards import UNKNOWN
from carteado.engine.games.buraco.actions import Discard, Draw, Extend, Meld, Redraw, TakePile
from carteado.engine.games.buraco.kernel import Kernel, Knowledge, apply, determinise, legal
from carteado.engine.games.buraco.kernel.faces import ACES, BIT, ID, IS_WILD, PLAIN
from carteado.engine.games.buraco.kernel.kernel import NO_CARD
from carteado.odds.buraco.candidates import Action, Plan, elsewhere
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.last_turn import ways_to_end
from carteado.odds.buraco.laying import opens
from carteado.odds.buraco.partnership import breaks
from carteado.odds.buraco.playouts import turn_of

__all__ = ["arrangements", "discards_in_order", "known_part", "policy_turn"]

_WORK = 20_000
"""Maximum number of steps of the search for the ways with the most points."""

_NEAR, _FURTHER = (6, 1, 2), (10, 2, 4)
"""Limits of the search: discards after what the policy lays, discards after each other way to lay
the hand, and melds that are held back, one at a time, as many as wilds that are laid though the
policy keeps them, and as many as wilds that are laid elsewhere."""


def policy_turn(knowledge: Knowledge) -> Plan:
    """The greedy policy's next plays, up to the first one that depends on an unseen card.

    Args:
        knowledge: of the seat to act.

    Returns:
        At least one action.
    """
    return known_part(knowledge, turn_of(determinise(knowledge, 0), greedy_policy))


def known_part(knowledge: Knowledge, plan: Sequence[object]) -> Plan:
    """A plan up to and including the first action that shows the seat a new card.

    Args:
        knowledge: of the seat to act.
        plan: legal actions of this turn, in order.
    """
    # Hidden cards are imagined, so a plan must stop where the next step would depend on one of
    # them.
    deal, found = determinise(knowledge, 0), list[Action]()
    for action in plan:
        assert isinstance(action, Action)
        mortos = len(deal.mortos)
        apply(deal, action)
        found.append(action)
        # A morto taken shows eleven new cards.
        if isinstance(action, Draw | Redraw) or len(deal.mortos) != mortos:
            break
        if isinstance(action, TakePile) and UNKNOWN in knowledge.pile:
            break
    return tuple(found)


def arrangements(knowledge: Knowledge, most: int, *, further: bool = False) -> tuple[Plan, ...]:
    """Turns of a seat that has drawn, the policy's own first.

    Args:
        knowledge: of the seat to act, which has drawn.
        most: maximum number of plans, at least 1.
        further: look for more of them, which come last.
    """
    start = determinise(knowledge, 0)
    own = policy_turn(knowledge)
    # A dict as an ordered set: no plan twice, and the order is reproducible.
    plans: dict[Plan, None] = {own: None}
    found = _with_most_points(start)
    if start.offer:
        plans[(Redraw(),)] = None
    body = tuple([action for action in own if isinstance(action, Meld | Extend)])
    # The wider search repeats the narrow one's plans; they are in the dict already.
    for first, others, changes in (_NEAR, _FURTHER) if further else (_NEAR,):
        for number, way in enumerate(_ways(start, body, found, changes)):
            if len(plans) >= most:
                break
            for plan in _ended(start, way, others if number else first):
                plans[plan] = None
    return tuple(plans)[:most]


def _with_most_points(start: Kernel) -> list[Plan]:
    """Ways to lay the hand, without a discard: those with the most points of all.

    The first that goes out, the first that takes a morto, and the first for each number of cards
    that stay in the hand.
    """
    size, kinds = start.size[start.seat], dict[object, Plan]()
    for way in ways_to_end(start, work=_WORK).ways:
        body = tuple([action for action in way.plan if not isinstance(action, Discard)])
        left = size - sum(
            [len(action.cards) for action in body if isinstance(action, Meld | Extend)]
        )
        # The ways come best first, so `setdefault` keeps the best of each kind.
        kinds.setdefault((way.out, way.morto, 0 if way.out or way.morto else left), body)
    return list(kinds.values())


def _ways(start: Kernel, body: Plan, found: list[Plan], changes: int) -> Iterator[Plan]:
    """Ways to lay the hand, without a discard.

    Args:
        start: when the seat has drawn.
        body: what the policy lays.
        found: the ways with the most points.
        changes: ways with a wild, and with a meld held back, and of those with the most points.
    """
    yield body
    yield from [way for way in found if way != body][:changes]
    if len(body) > 1:
        yield ()
    yield from islice(_with_wild(start, body), changes)
    yield from islice(_elsewhere(start, body), changes)
    for left in range(min(len(body), changes)):
        yield _without(start, body, left)


def _without(start: Kernel, body: Plan, left: int) -> Plan:
    """The way without one of its plays and without the plays that depend on it."""
    deal, kept = start.copy(), list[Action]()
    runs = deal.runs[deal.seat & 1]
    # A later extension names a run by number, which shifts when an earlier meld is left out.
    number = {at: at for at in range(len(runs))}  # of each run of the body here
    laid = len(runs)
    for at, action in enumerate(body):
        if isinstance(action, Meld):
            laid += 1
            if at == left or not _lies(deal, action):
                continue
            number[laid - 1] = len(runs)
        elif isinstance(action, Extend) and at != left and action.meld in number:
            action = Extend(meld=number[action.meld], cards=action.cards)
            if not _lies(deal, action):
                continue
        else:
            continue
        apply(deal, action)
        kept.append(action)
    return tuple(kept)


def _lies(deal: Kernel, action: Meld | Extend) -> bool:
    """Whether the cards may be laid: at least two stay in the hand, so the turn can end."""
    faces = [ID[card] for card in action.cards]
    # The caller adds a discard, so two cards have to remain.
    if deal.over or deal.size[deal.seat] - len(faces) < 2:
        return False
    if isinstance(action, Extend):
        return deal.melds.all_added(deal.runs[deal.seat & 1][action.meld], faces) is not None
    return deal.melds.laid(faces) is not None and opens(deal, faces)


def _elsewhere(start: Kernel, body: Plan) -> Iterator[Plan]:
    """The policy's way, once for each other place that its wild may take."""
    deal = start.copy()
    for at, action in enumerate(body):
        for other in elsewhere(deal, action):
            after, way = deal.copy(), [*body[:at], other]
            apply(after, other)
            # `for ... else`: the variant counts only if all later plays are still legal.
            for later in body[at + 1 :]:
                assert isinstance(later, Meld | Extend)
                if not _lies(after, later):
                    break
                apply(after, later)
                way.append(later)
            else:
                yield tuple(way)
        apply(deal, action)


def _with_wild(start: Kernel, body: Plan) -> Iterator[Plan]:
    """The policy's way with one more wild: added to a run, or laid with two cards as a new one."""
    deal = start.copy()
    for action in body:
        apply(deal, action)
    # The turn ended or a morto came: there is no known hand to lay a wild from.
    if deal.over or deal.seat != start.seat or len(deal.mortos) != len(start.mortos):
        return
    found = list[tuple[int, Plan]]()
    for action in legal(deal):
        if not isinstance(action, Meld | Extend) or len(action.cards) > 3:
            continue
        if not any(IS_WILD[ID[card]] for card in action.cards):
            continue
        if isinstance(action, Extend):
            node = deal.runs[deal.seat & 1][action.meld]
            # A wild on a clean canastra loses the bonus for clean; the coach never proposes it.
            if node.clean and node.canastra:
                continue
            # The longest run first: it is nearest to a canastra.
            found.append((-node.size, (*body, action)))
        else:
            found.append((0, (*body, action)))
    found.sort(key=lambda one: one[0])
    for _, way in found:
        yield way


def _ended(start: Kernel, body: Plan, most: int) -> Iterator[Plan]:
    """A way to lay the hand with each of the discards that may follow, the safest first."""
    deal = start.copy()
    for action in body:
        apply(deal, action)
    if deal.over or deal.seat != start.seat or len(deal.mortos) != len(start.mortos):
        yield body
        return
    for discard in discards_in_order(deal)[:most]:
        yield (*body, discard)


def discards_in_order(deal: Kernel) -> list[Discard]:
    """The legal discards of a deal, the one that helps the opponents least first."""
    found = [action for action in legal(deal) if isinstance(action, Discard)]
    return sorted(found, key=lambda action: _danger(deal, ID[action.card]))


def _danger(deal: Kernel, face: int) -> tuple[int, ...]:
    """The cost of a discard: wilds, cards that either pair can use, cards near others."""
    seat = deal.seat
    # Tuples compare element by element, so a wild is always the most dangerous discard.
    if IS_WILD[face] or face == NO_CARD:
        return (1, 0, 0, 0, face)
    bit = BIT[face]
    theirs = bool(bit & deal.wants[1 - (seat & 1)])
    spare = bool(deal.two[seat] & bit)
    ends = deal.one[seat] & PLAIN
    ends |= (ends & ACES) << 13
    places = bit | (bit & ACES) << 13
    near = 2 * (ends & (places << 1 | places >> 1)).bit_count()
    near += (ends & (places << 2 | places >> 2)).bit_count()
    # A second copy is of no use in its run, so its neighbours do not count.
    return (0, theirs, breaks(deal, seat, face), 0 if spare else near, face)
