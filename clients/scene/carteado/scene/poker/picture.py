"""A poker table as a client shows it: one picture for Hold'em and Quick Hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from carteado.engine.poker.made import lying_pots
from carteado.engine.table import Table
from carteado.scene.cards import is_known
from carteado.scene.game_types import GameState
from carteado.scene.poker.boards import (
    BoardPicture,
    Chance,
    boards_of,
    chances_of,
    pot_name,
    shares_of,
)
from carteado.scene.poker.hands import hand_name, hand_needs, hand_short
from carteado.scene.poker.lines import won_text
from carteado.scene.poker.results import Result, credit_notes, result_of
from carteado.scene.poker.story import LastAction, PokerStory
from carteado.scene.words import Words

__all__ = ["PokerPicture", "PotPicture", "SeatPicture", "action_label", "picture_of"]

_PACK = 52

SeatState = Literal["free", "waiting", "playing", "all_in", "folded", "away", "out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPicture:
    """One seat.

    Attributes:
        seat: its number.
        name: of the player, '' for a free seat.
        bot: whether a bot sits there.
        stack: chips behind.
        bet: chips in front of it, of this street.
        state: free, waiting for a hand, playing, all-in, folded, away, or out of the game.
        turn: whether the table waits for it.
        last: its last action on this street.
        button: whether it has the button (the lead in Quick Hold'em).
        cards: its hole cards; unknown ones lie face down; empty for none.
        open: whether the cards lie open to everybody.
        hand: what its open cards make, '' for none.
        hand_short: the same for a narrow plate.
        won: chips won in the hand that has just ended.
        connected: None where that is not known.
        share: part of all pots that it wins on average at an all-in; None without odds.
        place: where it finished, 0 while it is in the game.
        leaving: whether its player has left and the table plays it to the end.
        sits_out: whether its player sits out and can come back, also during a hand.
    """

    seat: int
    name: str = ""
    bot: bool = False
    stack: int = 0
    bet: int = 0
    state: SeatState = "free"
    turn: bool = False
    last: LastAction | None = None
    button: bool = False
    cards: tuple[str, ...] = ()
    open: bool = False
    hand: str = ""
    hand_short: str = ""
    won: int = 0
    connected: bool | None = None
    share: float | None = None
    place: int = 0
    leaving: bool = False
    sits_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PotPicture:
    """A pot with its name, and the seats that play for it."""

    name: str
    amount: int
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerPicture:
    """The table.

    Attributes:
        title: name of the table.
        subtitle: game, blinds, hand.
        seats: by number.
        own: the seat at the bottom; seat 0 where the reader only watches.
        playing: whether the reader holds `own`.
        turn: the seat that decides, None for none.
        hand: number of the hand.
        street: of the hand.
        board: common cards that lie open.
        hidden_board: places whose cards lie face down (Quick Hold'em).
        pots: collected from the streets before, main pot first.
        total: all chips in the middle, bets of this street included.
        own_hand: what the reader's cards make with the board, '' for none.
        own_needs: what one more card would make of them, in words; empty for nothing.
        price: chips that the reader's seat has to add to stay in, as the view says.
        current_bet: street total to match.
        big_blind: chips; 0 where the game has none.
        result: of the last hand, while no other is played.
        credits: after a hand of Quick Hold'em, what the reader lost or gained, and all credits.
        over: whether the game has a winner.
        ended: the sentence about the winner, '' before the end of the game.
        in_hand: whether a hand is played.
        advice: whether the table allows advice.
        boards: both boards, where the hand is run twice; empty otherwise.
        quick: one stake is named for the whole hand, and all common cards are turned at once.
        pack: cards that lie in the pack while a hand is played; 0 where the pack is not shown.
        agreed: seats that want a new game.
        rebuy: chips for which a reader without chips may buy in again; 0 if that is not possible.
        rabbit: cards that would have come, once somebody asked for them.
        wishes: house rules that the reader's seat can ask for now: ``straddle``, ``no_straddle``,
            ``post_blind``, ``bomb_pot``, ``rabbit``, ``show_card:1``, ``show_card:2``.
        chances: of the open hands at an all-in, by board and pot.
    """

    title: str
    subtitle: str
    seats: tuple[SeatPicture, ...]
    own: int
    playing: bool
    turn: int | None
    hand: int
    street: str
    board: tuple[str, ...]
    hidden_board: int
    pots: tuple[PotPicture, ...]
    total: int
    own_hand: str
    price: int
    current_bet: int
    big_blind: int
    result: Result | None
    credits: tuple[str, ...] = ()
    over: bool
    ended: str
    in_hand: bool
    advice: bool
    chances: tuple[Chance, ...] = ()
    boards: tuple[BoardPicture, ...] = ()
    quick: bool = False
    pack: int = 0
    agreed: tuple[int, ...] = ()
    rebuy: int = 0
    rabbit: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    own_needs: tuple[str, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether enough seats are there for another hand."""
        absent = ("free", "away", "out")
        return sum(seat.state not in absent for seat in self.seats) > 1

    @property
    def next_after(self) -> tuple[int, ...]:
        """Seats that still play, in turn order from the seat that decides."""
        if self.turn is None:
            return ()
        count = len(self.seats)
        order = ((self.turn + step) % count for step in range(count))
        return tuple(seat for seat in order if self.seats[seat].state == "playing")


def picture_of(
    table: Table,
    seat: int | None,
    story: PokerStory,
    words: Words,
    connected: Sequence[bool] = (),
) -> PokerPicture:
    """The picture of a poker table; the arguments are those of `Renderer.picture`."""
    state = table.state
    own = seat if seat is not None else 0
    in_hand = _in_hand(state)
    chances = chances_of(state, story)
    shares = shares_of(chances)
    boards = boards_of(state, story, chances, words)
    seats = tuple(
        _seat(table, at, own, story, words, connected, shares) for at in range(table.seats)
    )
    board = tuple(state.board)
    house = getattr(state, "house", None)
    # By its shape: only a game without streets has one stake for the whole hand.
    quick = not hasattr(state, "street")
    return PokerPicture(
        title=table.opened.title or table.id,
        subtitle=_subtitle(table, words),
        seats=seats,
        own=own,
        playing=seat is not None,
        # Between hands the state keeps the last actor, which says nothing.
        turn=state.to_act if in_hand else None,
        hand=state.hand,
        street=getattr(state, "street", "preflop"),
        board=board,
        hidden_board=5 if not board and in_hand and quick else 0,
        pots=_pots(state, words),
        total=state.pot,
        own_hand=hand_name((*seats[own].cards, *board), words) if seat is not None else "",
        own_needs=_needs(seats[own], board, words) if seat is not None and in_hand else (),
        price=_price(state, own) if in_hand else 0,
        current_bet=_current_bet(state),
        # The state's blind rises with a schedule; before the first hand only the options have one.
        big_blind=getattr(state, "big_blind", 0) or getattr(table.options, "big_blind", 0),
        result=None if in_hand else result_of(state, story, boards, words),
        credits=credit_notes(state, seat, words) if quick and not in_hand and story.wins else (),
        over=state.winner is not None,
        ended="" if state.winner is None else won_text(state, state.winner, words),
        in_hand=in_hand,
        advice=table.settings.advice != "off",
        chances=chances,
        boards=boards,
        rabbit=tuple(getattr(house, "rabbit", ())),
        wishes=_wishes(table, seat, in_hand=in_hand),
        quick=quick,
        # All five common cards leave the pack with the deal, face down.
        pack=_PACK - 2 * len(state.order) - 5 if quick and state.order else 0,
        agreed=tuple(at for at, one in enumerate(state.agreed) if one),
        rebuy=_rebuy(table) if seat is not None and seats[seat].state == "out" else 0,
    )


def _current_bet(state: GameState) -> int:
    current = getattr(state, "current_bet", None)
    # Quick Hold'em: one stake for the whole hand.
    return int(state.stake or 0) if current is None else int(current)


def _price(state: GameState, own: int) -> int:
    """Chips to add; only for display, because what a call really costs is in the prompt."""
    owed: int = min(_current_bet(state) - _bets(state)[own], state.stacks[own])
    return max(0, owed)


def _rebuy(table: Table) -> int:
    """The usual stack of a cash table, within the limits of its buy-in."""
    options = table.options
    if not getattr(options, "is_cash", False):
        return 0
    low, high = options.buy_in
    return int(max(low, min(options.stack, high)))


def _needs(own: SeatPicture, board: tuple[str, ...], words: Words) -> tuple[str, ...]:
    playing = own.state in ("playing", "all_in")
    return hand_needs(own.cards, board, words) if playing else ()


def _wishes(table: Table, seat: int | None, *, in_hand: bool) -> tuple[str, ...]:
    """Actions by house rules that answer no prompt and make sense now; the server decides."""
    house, options = getattr(table.state, "house", None), table.options
    if seat is None or house is None:
        return ()
    found = []
    if getattr(options, "straddle", False):
        # These lists are empty until somebody has asked for anything.
        wanted = house.straddling[seat] if seat < len(house.straddling) else False
        found.append("no_straddle" if wanted else "straddle")
    legal = table.game.legal(table.state, seat)
    if legal.post_blind:
        found.append("post_blind")
    # Votes and rabbit hunts belong between hands.
    if in_hand:
        return tuple(found)
    voted = house.votes[seat] if seat < len(house.votes) else False
    if getattr(options, "bomb_vote", False) and not voted:
        found.append("bomb_pot")
    ended = table.state.hand > 0 and len(table.state.board) < 5
    if getattr(options, "rabbit_hunt", False) and ended and not house.rabbit:
        found.append("rabbit")
    if legal.show_card is not None:
        first, last = legal.show_card
        found += [f"show_card:{card}" for card in range(first, last + 1)]
    return tuple(found)


def action_label(last: LastAction, words: Words) -> str:
    """The tag beside a seat: ``Bet 120``."""
    match last.kind:
        case "check":
            return words("Check")
        case "call":
            return words("Call {amount}", amount=words.chips(last.amount))
        case "bet":
            return words("Bet {amount}", amount=words.chips(last.amount))
        case "raise":
            return words("Raise {amount}", amount=words.chips(last.amount))
        case "fold":
            return words("Folded")
        case "stake":
            return words("Stake {amount}", amount=words.chips(last.amount))
        case "play":
            return words("Plays")
        case "blind":
            return words("Blind {amount}", amount=words.chips(last.amount))
        case "all_in":
            return words("All-in {amount}", amount=words.chips(last.amount))


def _in_hand(state: GameState) -> bool:
    return bool(state.in_hand)


def _bets(state: GameState) -> tuple[int, ...]:
    """Chips in front of the seats: those of the street, or of the hand where it has no streets."""
    if not state.in_hand:
        return (0,) * len(state.names)
    found: tuple[int, ...] = getattr(state, "bets", None) or state.paid
    return found


def _seat(
    table: Table,
    at: int,
    own: int,
    story: PokerStory,
    words: Words,
    connected: Sequence[bool],
    shares: dict[int, float],
) -> SeatPicture:
    state = table.state
    name = state.names[at]
    if name is None:
        return SeatPicture(seat=at)
    shown = tuple(state.shown[at])
    # Shown cards are known to all; the hand itself may be closed to the reader.
    cards = shown or tuple(state.hands[at])
    dealt = at in state.order
    folded = dealt and at not in state.live
    if folded and not shown and not (at == own and any(map(is_known, cards))):
        # Only the reader's hand stays visible after a fold.
        cards = ()
    # Before the flop there are no five cards to name.
    seen = shown if shown and len(state.board) >= 3 else ()
    button = getattr(state, "button", None)
    placed = _state_of(state, at, ended=bool(story.wins) and bool(state.live))
    return SeatPicture(
        seat=at,
        name=name,
        bot=state.bots[at],
        stack=state.stacks[at],
        bet=_bets(state)[at],
        state=placed,
        turn=state.in_hand and state.to_act == at,
        # After the hand only "Folded" is still of interest.
        last=story.last.get(at) if state.in_hand or placed == "folded" else None,
        # In Quick Hold'em the lead takes the button's place.
        button=at == (button if hasattr(state, "button") else state.leader),
        cards=cards,
        open=bool(shown),
        hand=hand_name((*seen, *state.board), words) if seen else "",
        hand_short=hand_short((*seen, *state.board), words) if seen else "",
        # While a hand is being played the story still has the wins of the pots so far.
        won=0 if state.in_hand else sum(win.shares.get(at, 0) for win in story.wins),
        connected=connected[at] if at < len(connected) else None,
        share=shares.get(at),
        place=story.out.get(at, 0),
        leaving=state.leaving[at],
        sits_out=state.away[at] and not state.leaving[at],
    )


def _state_of(state: GameState, at: int, *, ended: bool) -> SeatState:
    """The state of a seat; a folded seat stays folded until the next hand, as at a real table."""
    dealt = at in state.order
    if state.in_hand and dealt:
        if at not in state.live:
            return "folded"
        return "playing" if state.stacks[at] else "all_in"
    # The order matters: a seat in a hand shows that first, even when it sits out.
    if state.away[at]:
        return "away"
    if ended and dealt and at not in state.live:
        return "folded"
    if state.running and not state.stacks[at]:
        return "out"
    return "waiting"


def _pots(state: GameState, words: Words) -> tuple[PotPicture, ...]:
    """The pots of the streets before, or as they were awarded."""
    pots = lying_pots(state)
    return tuple(
        PotPicture(name=pot_name(number, len(pots), words), amount=pot.amount, seats=pot.seats)
        for number, pot in enumerate(pots)
    )


def _subtitle(table: Table, words: Words) -> str:
    state, parts = table.state, [table.game.title]
    big = getattr(state, "big_blind", 0) or getattr(table.options, "big_blind", 0)
    small = getattr(state, "small_blind", 0) or getattr(table.options, "small_blind", 0)
    if big:
        # Blinds stand with the game's name, because they are part of what is played.
        parts[0] += f" {words.number(small)} / {words.number(big)}"
    if state.hand:
        parts.append(words("hand {number}", number=state.hand))
    return " · ".join(parts)
