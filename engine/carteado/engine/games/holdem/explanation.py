"""The rules of a Hold'em table in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.holdem.options import MAX_CHIPS, Level, Options
from carteado.engine.poker import glossary
from carteado.engine.sentences import Sentence, said, several
from carteado.engine.tables.explanation import Paragraph

__all__ = ["WORDS", "explain"]

WORDS: Mapping[str, str] = {
    **glossary.WORDS,
    "ante": "Chips that are paid before the cards, besides the blinds.",
    "blind": "Chips that two seats put in before the cards: the small and the big blind.",
    "bomb pot": "A hand without blinds and without betting before the flop: everybody antes.",
    "button": "The seat that acts last. It moves on by one seat each hand.",
    "buy-in": "The chips with which a player sits down at a cash table.",
    "call": "To match the bet.",
    "check": "To stay in without a bet, when there is no bet to call.",
    "cash table": "A table where players sit down, leave and add chips between hands.",
    "fold": "To give up the hand, and what was put into the pot.",
    "freezeout": "A game until one seat has all chips. A player without chips is out.",
    "rabbit hunt": "To look, after a hand, at the common cards that would have come.",
    "raise": "To bet more than the others. The amount is the total for the street: raise 60 makes "
    "your bet 60.",
    "run it twice": "To deal the rest of the board twice at an all-in, each for half of the pot.",
    "seven-deuce": "The worst starting hand. Some tables pay a bounty for winning with it.",
    "straddle": "A third blind: the seat left of the big blind puts in two big blinds before the "
    "cards, and acts last before the flop.",
    "street": "A round of betting: before the flop, flop, turn and river.",
    "3-bet": "The first raise after a raise before the flop.",
    "bb/100": "Big blinds won per hundred hands.",
    "PFR": "How often a player raised before the flop.",
    "VPIP": "How often a player put chips in by choice before the flop.",
    "W$SD": "How often a player won at showdowns.",
    "WTSD": "How often a player who saw the flop went to a showdown.",
}


def explain(options: Options) -> tuple[Paragraph, ...]:
    """The rules of a table with these options."""
    return (
        Paragraph(title="Game", sentences=tuple(_game(options))),
        Paragraph(title="Chips", sentences=tuple(_chips(options))),
        Paragraph(title="Blinds", sentences=tuple(_blinds(options))),
        Paragraph(title="Betting", sentences=tuple(_betting(options))),
        Paragraph(title="Cards", sentences=tuple(_cards(options))),
    )


def _game(options: Options) -> list[Sentence]:
    rules = [
        said("No-limit Texas Hold'em for {seats} seats.", seats=options.seats),
        said("Everybody has two hole cards; five common cards come as flop, turn and river."),
        said("The best five of the seven cards win at the showdown; equal hands share the pot."),
    ]
    if options.is_cash:
        rules.append(said("It is a cash table: sit down, leave and add chips between hands."))
    else:
        rules.append(
            said("It is a freezeout: a player without chips is out, and the last one wins.")
        )
    return rules


def _chips(options: Options) -> list[Sentence]:
    if options.stacks:
        rules = [said("The seats start with {stacks} chips.", stacks=options.stacks)]
    else:
        rules = [
            several(
                "Everybody starts with {n} chip.", "Everybody starts with {n} chips.", options.stack
            )
        ]
    return rules + _cash(options) if options.is_cash else rules


def _cash(options: Options) -> list[Sentence]:
    low, high = options.buy_in
    least = several("{n} chip", "{n} chips", low)
    # The largest number that an option can hold stands for no limit.
    if high == MAX_CHIPS:
        rules = [said("A buy-in is at least {least}, without a limit.", least=least)]
    else:
        rules = [said("A buy-in is at least {least}, up to {most}.", least=least, most=high)]
    if options.missed_blinds == "both":
        rules.append(
            said(
                "A player who missed blinds waits for the big blind or posts all of them, the "
                "small one as dead money."
            )
        )
    else:
        rules.append(said("A player who missed a hand waits for the big blind, or posts one."))
    if options.seven_deuce:
        rules.append(
            several(
                "Whoever wins with seven and deuce and shows them gets {n} chip from each other "
                "player.",
                "Whoever wins with seven and deuce and shows them gets {n} chips from each other "
                "player.",
                options.seven_deuce,
            )
        )
    return rules


# Whole sentences for each case: fragments cannot be translated into every language.
_START = {
    "none": said("The small blind is {small}, the big blind {big}."),
    "each": said("The small blind is {small}, the big blind {big}. Everybody antes {ante}."),
    "big_blind": said(
        "The small blind is {small}, the big blind {big}. The big blind antes {ante} for all."
    ),
}
"""The blinds of the first hand, by who pays antes."""

_RISE = {
    ("hands", "none"): said("From hand {at} on: the small blind is {small}, the big blind {big}."),
    ("hands", "each"): said(
        "From hand {at} on: the small blind is {small}, the big blind {big}. Everybody antes "
        "{ante}."
    ),
    ("hands", "big_blind"): said(
        "From hand {at} on: the small blind is {small}, the big blind {big}. The big blind antes "
        "{ante} for all."
    ),
    ("minutes", "none"): said(
        "From minute {at} on: the small blind is {small}, the big blind {big}."
    ),
    ("minutes", "each"): said(
        "From minute {at} on: the small blind is {small}, the big blind {big}. Everybody antes "
        "{ante}."
    ),
    ("minutes", "big_blind"): said(
        "From minute {at} on: the small blind is {small}, the big blind {big}. The big blind "
        "antes {ante} for all."
    ),
}
"""A level of the schedule, by what it is counted in and who pays antes."""


def _blinds(options: Options) -> list[Sentence]:
    rules = [_level(_START[_antes(options, options.ante)], options)]
    for level in options.schedule:
        rise = _RISE[options.schedule_by, _antes(options, level.ante)]
        rules.append(_level(rise, level, at=level.hand))
    if options.straddle:
        rules.append(
            said("The seat left of the big blind may straddle: two big blinds before the cards.")
        )
    if options.bomb_every or options.bomb_vote:
        rules += _bombs(options)
    return rules


def _antes(options: Options, ante: int) -> str:
    return options.ante_kind if ante else "none"


def _level(sentence: Sentence, level: Options | Level, **at: int) -> Sentence:
    values = {"small": level.small_blind, "big": level.big_blind, "ante": level.ante}
    return said(sentence.text, **values, **at)


def _bombs(options: Options) -> list[Sentence]:
    rules = []
    if options.bomb_every == 1:
        rules.append(said("Every hand is a bomb pot."))
    elif options.bomb_every:
        rules.append(said("Every {n} hands a bomb pot is dealt.", n=options.bomb_every))
    if options.bomb_vote:
        rules.append(
            said("A bomb pot is also dealt when more than half of the people vote for it.")
        )
    ante = options.bomb_ante
    amount = said("two big blinds") if ante is None else several("{n} chip", "{n} chips", ante)
    rules.append(
        said(
            "In a bomb pot everybody antes {amount} and the betting begins on the flop.",
            amount=amount,
        )
    )
    return rules


def _betting(options: Options) -> list[Sentence]:
    rules = [
        said("Fold, check, call, bet or raise. The amount of a raise is the total for the street."),
        said("A raise is at least as high as the one before it, unless it is all-in."),
    ]
    if options.max_bet is not None:
        rules.append(
            several(
                "A bet may be raised by {n} chip at most, or by the big blind.",
                "A bet may be raised by {n} chips at most, or by the big blind.",
                options.max_bet,
            )
        )
    if options.run_it_twice:
        rules.append(
            said(
                "People who are all-in before the river are asked to run it twice: the rest of the "
                "board is dealt twice, each for half of every pot."
            )
        )
    return rules


def _cards(options: Options) -> list[Sentence]:
    rules = []
    if options.showdown == "ask":
        rules.append(said("At a showdown a player who cannot win is asked to show or muck."))
    else:
        rules.append(said("At a showdown a hand that cannot win is mucked unseen."))
    if options.show_one:
        rules.append(said("A seat may show one of its two cards."))
    if options.rabbit_hunt:
        rules.append(
            said(
                "After a hand that ended early a player may ask for the cards that would have come."
            )
        )
    if options.reveal == "hand":
        rules.append(said("All hole cards are opened after each hand."))
    else:
        rules.append(said("Mucked and folded cards stay closed for ever."))
    if options.open_hands == "rail":
        rules.append(said("Spectators see all hole cards as they are dealt."))
    return rules
