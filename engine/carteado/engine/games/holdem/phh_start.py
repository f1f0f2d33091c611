"""The start of a recorded hand: its cards, and the table once the forced bets are in.

A record names some of the cards. The deck is built backwards: every known card is placed where the
dealing reaches it, and the rest of the pack fills the gaps. An unseen hand that was mucked gets
losing cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from carteado.engine.cards import PACK, UNKNOWN, Card, parse_cards
from carteado.engine.errors import CardError, OptionsError, Refusal
from carteado.engine.games.holdem.house import House
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.phh import HandRecord, PhhError
from carteado.engine.games.holdem.starting import deal_cards, seated, stand
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.ranking import rank_hand
from carteado.engine.state import changed

__all__ = ["KnownCards", "at_action", "begun", "cards_of", "is_bomb_pot", "seat_of"]

_CLOSED = (UNKNOWN, UNKNOWN)


def is_bomb_pot(record: HandRecord) -> bool:
    """Whether the record is a bomb pot (see `phh_record`)."""
    return record.about.get("_bomb_pot") is True


# The cards


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCards:
    """The cards that a record names anywhere.

    Attributes:
        hands: hole cards by player, `UNKNOWN` where none are recorded.
        board: common cards, in order.
        folded: players who folded, from 0.
    """

    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    folded: frozenset[int]


def cards_of(record: HandRecord) -> KnownCards:
    """Collect all cards that a record names anywhere."""
    hands: list[tuple[Card, ...]] = [()] * record.seats
    shown: dict[int, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    folded = set()
    for number, written in enumerate(record.actions):
        match written.partition("#")[0].split():
            case ["d", "dh", player, text]:
                seat = seat_of(record, number, player)
                hands[seat] += _cards(record, number, text)
            case ["d", "db", text]:
                board += _cards(record, number, text)
            case [player, "f"]:
                folded.add(seat_of(record, number, player))
            case [player, "sm", text] if text != "-":
                shown[seat_of(record, number, player)] = _cards(record, number, text)
    # A record may hide a hand when it is dealt and reveal it later, but not contradict itself.
    for seat, cards in shown.items():
        known = [card for card in hands[seat] if card != UNKNOWN]
        if len(cards) != 2 or not set(known) <= set(cards):
            raise PhhError(f"p{seat + 1} shows other cards than it was dealt", field="actions")
        hands[seat] = cards
    for seat, cards in enumerate(hands):
        if len(cards) not in (0, 2):
            raise PhhError(f"p{seat + 1} has {len(cards)} cards, not 2", field="actions")
    if len(board) > 5:
        raise PhhError(f"a board of {len(board)} cards", field="actions")
    dealt = [card for cards in (*hands, board) for card in cards if card != UNKNOWN]
    for card in dealt:
        # Checked before the losing cards are chosen: they must avoid every known card.
        if dealt.count(card) > 1:
            raise PhhError(f"{card} is dealt twice", field="actions")
    found = KnownCards(
        hands=tuple(cards or _CLOSED for cards in hands),
        board=board,
        folded=frozenset(folded),
    )
    # Without a full board no showdown happened, and no hand has to lose.
    return found if len(board) < 5 or UNKNOWN in board else _losing(found)


def _cards(record: HandRecord, number: int, text: str) -> tuple[Card, ...]:
    parts = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return tuple(UNKNOWN if part == UNKNOWN else parse_cards(part)[0] for part in parts)
    except CardError as error:
        raise at_action(record, number, str(error)) from None


def _losing(cards: KnownCards) -> KnownCards:
    """The cards, with losing hands for players who neither showed nor folded."""
    hands, board = list(cards.hands), cards.board
    live = [seat for seat in range(len(hands)) if seat not in cards.folded]
    # Ranks begin at 1: where no hand is known, no pair of cards loses and none is chosen.
    best = max((rank_hand(hands[s] + board) for s in live if UNKNOWN not in hands[s]), default=0)
    for seat in live:
        own = tuple(card for card in hands[seat] if card != UNKNOWN)
        # Recomputed for each seat: a hand chosen for one must not be used for the next.
        used = {card for hand in hands for card in hand} | set(board)
        free = [card for card in PACK if card not in used]
        pairs = ((*own, *rest) for rest in combinations(free, 2 - len(own)))
        if len(own) < 2:
            losing = (pair for pair in pairs if rank_hand(pair + board) < best)
            hands[seat] = next(losing, hands[seat])
    return KnownCards(hands=tuple(hands), board=board, folded=cards.folded)


# The table


def begun(record: HandRecord, cards: KnownCards) -> State:
    """The table after the deal and the forced bets; seat k is player k + 1."""
    seats = record.seats
    blinds = record.of_player(record.blinds)
    bomb = is_bomb_pot(record)
    if bomb:
        # The dealing needs blinds for its positions, though nobody posts them in a bomb pot.
        blinds = _usual(seats, record.min_bet)
    if seats == 2 and 0 <= blinds[0] < blinds[1]:
        blinds = blinds[::-1]  # Some programs list the two blinds by player instead.
    small, big = _blinds(record, blinds)
    ante, kind = _ante(record, big)
    dead_blinds = _of_players(record, "_dead_blinds")
    second = _second_board(record)
    # One seat more stands for a small blind that is dead, and one for a button: nobody sits there.
    # Nobody comes in by posting on the button, so it lies after a last player who does.
    no_small, no_button = small is None, seats > 2 and blinds[-1] < 0
    dead = no_small + no_button
    try:
        options = Options(
            seats=min(seats + dead, 10),
            # A cash table accepts any stacks and posts; a freezeout would end with the hand.
            format="cash",
            stack=max(record.starting_stacks),
            small_blind=0 if small is None else blinds[small],
            big_blind=blinds[big],
            ante=0 if bomb else ante,
            ante_kind=kind,
            bomb_every=int(bomb),
            bomb_ante=ante if bomb else None,
            straddle=True,
            run_it_twice=bool(second),
            missed_blinds="both" if any(dead_blinds) else "big",
        )
    except OptionsError as error:
        raise PhhError(error.message, line=record.line, field=error.key) from None
    # Ten seats is the limit, so a full table has no room for an empty one.
    if options.seats < seats + dead:
        raise at_field(
            record, "blinds_or_straddles", "no seat is left for a dead small blind or button"
        )
    button = seats - 1 + no_button
    state = seated(options, record.starting_stacks + (0,) * dead, button)
    # The place of the small blind: its seat, or the empty seat that makes it dead.
    at = (button + 1 if no_small else 0) if seats > 2 else button
    posters = tuple(seat for seat, blind in enumerate(blinds) if blind < 0)
    # Seats that owe a dead blind come in as well, with or without a live post.
    coming = tuple(sorted({*posters, *[p for p, chips in enumerate(dead_blinds) if chips]}))
    state = stand(state, button=button, small_at=at, posters=coming)
    state = changed(state, house=_house(record, blinds, posters, dead_blinds, options.seats))
    try:
        dealt = deal_cards(state, dict(enumerate(cards.hands)), cards.board, second)
    except CardError as error:
        raise at_field(record, "_second_board", str(error)) from None
    if isinstance(dealt, Refusal):
        raise at_field(record, "starting_stacks", dealt.message)
    # The rules may leave out a poster who is between the button and the big blind.
    if dealt.order != tuple(range(seats)):
        raise at_field(record, "blinds_or_straddles", "these posts cannot be at one table")
    return dealt


def _usual(seats: int, big_blind: int) -> tuple[int, ...]:
    """The blinds of a hand that does not record them: a big blind and no small one."""
    return (0, big_blind, *(0,) * (seats - 2)) if seats > 2 else (big_blind, 0)


def _of_players(record: HandRecord, name: str) -> tuple[int, ...]:
    """Chips of each player in one of our own fields; empty without the field."""
    found = record.about.get(name, (0,) * record.seats)
    # The field comes from a file, so its shape is not trusted.
    whole = isinstance(found, list | tuple) and all(type(chips) is int for chips in found)
    if not whole or len(found) != record.seats or min(found) < 0:
        raise at_field(record, name, f"is not a list of chips of {record.seats} players")
    return tuple(found)


def _second_board(record: HandRecord) -> tuple[Card, ...]:
    """The cards of a second board after those that both boards share."""
    text = record.about.get("_second_board", "")
    try:
        found = parse_cards(text) if isinstance(text, str) else None
    except CardError as error:
        raise at_field(record, "_second_board", str(error)) from None
    # The cards to come after the turn, the flop or the deal; 0 without a second board.
    if found is None or len(found) not in (0, 1, 2, 5):
        raise at_field(record, "_second_board", "is not a text of 1, 2 or 5 cards")
    return tuple(found)


def _house(
    record: HandRecord,
    blinds: tuple[int, ...],
    posters: tuple[int, ...],
    dead_blinds: tuple[int, ...],
    seats: int,
) -> House:
    """The wishes and debts of the players before the hand."""
    more = (0,) * (seats - record.seats)
    straddles = (False,) * seats
    if record.seats > 2:
        big = blinds.index(record.min_bet)
        straddles = tuple(
            [
                seat == (big + 1) % record.seats and blind == 2 * record.min_bet
                for seat, blind in enumerate(blinds + more)
            ]
        )
    # Bits as in `House.owed`: 2 for the big blind, 1 for the small one.
    owed = [2 * (p in posters) + (chips > 0) for p, chips in enumerate(dead_blinds + more)]
    if not any(dead_blinds):
        return House(straddling=straddles if any(straddles) else ())
    return House(
        straddling=straddles if any(straddles) else (),
        played=(True,) * seats,
        owed=tuple(owed),
    )


def _blinds(record: HandRecord, blinds: tuple[int, ...]) -> tuple[int | None, int]:
    """The players who post the small blind (None if it is dead) and the big blind."""
    name = "blinds_or_straddles"
    size, seats = record.min_bet, record.seats
    small: int | None = 1 if seats == 2 else 0
    big = 0 if seats == 2 else 1
    # A first amount of a full big blind with nothing behind it: the small blind is dead.
    if seats > 2 and blinds[0] == size and blinds[1] <= 0:
        small, big = None, 0
    if blinds[big] != size:
        reason = f"the big blind is {blinds[big]}, min_bet {size}; no other is known here"
        raise at_field(record, name, reason)
    if small is not None and not 0 <= blinds[small] <= size:
        raise at_field(record, name, f"a small blind of {blinds[small]} beside {size}")
    for seat, blind in enumerate(blinds):
        straddles = seats > 2 and seat == (big + 1) % seats and seat != small and blind == 2 * size
        if seat not in (small, big) and blind not in (0, -size) and not straddles:
            reason = (
                f"p{seat + 1} puts in {blind}; only a post of {-size} is known here, and a straddle"
                f" of {2 * size} on the left of the big blind"
            )
            raise at_field(record, name, reason)
    return small, big


def _ante(record: HandRecord, big: int) -> tuple[int, Literal["each", "big_blind"]]:
    """The ante, and whether everybody pays it or the big blind pays it for all."""
    antes = record.of_player(record.antes)
    paid = {seat for seat, ante in enumerate(antes) if ante}
    # A heads-up record may list the one ante on either side; both mean the big blind's.
    if len(paid) == 1 and (big in paid or record.seats == 2):
        if record.trimming:
            reason = "a big blind's ante goes back to it where antes are trimmed"
            raise at_field(record, "ante_trimming_status", reason)
        return max(antes), "big_blind"
    if len(set(antes)) > 1:
        raise at_field(record, "antes", "antes of all players alike, or of the big blind alone")
    short = any(stack < antes[0] for stack in record.starting_stacks)
    # Here an ante of all is a contribution, so a short one makes a side pot.
    if short and not record.trimming:
        reason = "an ante that somebody cannot pay in full is dead money, which is not known here"
        raise at_field(record, "antes", reason)
    return antes[0], "each"


# Errors


def seat_of(record: HandRecord, number: int, player: str) -> int:
    """The seat of a player as an action names it: 0 for ``p1``.

    Raises:
        PhhError: the record has no such player.
    """
    digits = player[1:]
    if player[:1] != "p" or not digits.isascii() or not digits.isdecimal() or len(digits) > 2:
        raise at_action(
            record, number, f"{player!r:.40} is not a player: write p1 to p{record.seats}"
        )
    if not 1 <= int(digits) <= record.seats:
        raise at_action(record, number, f"there is no player {player}: p1 to p{record.seats}")
    return int(digits) - 1


def at_action(record: HandRecord, number: int, reason: str) -> PhhError:
    """The error about action `number`, from 0, with its line."""
    written = record.actions[number]
    return PhhError(
        f"action {number + 1}, {written!r:.60}: {reason}",
        line=record.action_lines[number] if record.action_lines else record.line,
        field="actions",
    )


def at_field(record: HandRecord, name: str, reason: str) -> PhhError:
    return PhhError(reason, line=record.field_lines.get(name, record.line), field=name)
