"""The rules of a Hold'em table in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.holdem.options import MAX_CHIPS, Options
from carteado.engine.poker import glossary
from carteado.engine.tables.explanation import Paragraph
from carteado.engine.words import counted

__all__ = ["WORDS", "explain"]

WORDS: Mapping[str, str] = {
    **glossary.WORDS,
    "ante": "Chips that are paid before the cards, besides the blinds.",
    "blind": "Chips that two seats put in before the cards: the small and the big blind.",
    "bomb pot": "A hand without blinds and without betting before the flop: everybody antes.",
    "button": "The seat that acts last. It moves on by one seat each hand.",
    "buy-in": "The chips with which a player sits down at a cash table.",
    "call": "To match the bet.",
    "check": "To stay in without a bet, where there is none to call.",
    "cash table": "A table where players sit down, leave and add chips between hands.",
    "fold": "To give up the hand, and what was put into the pot.",
    "freezeout": "A game until one seat has all chips. A player without chips is out.",
    "rabbit hunt": "To look, after a hand, at the common cards that would have come.",
    "raise": "To bet more than the others. The amount is the total for the street: raise 60 makes "
    "your bet 60.",
    "run it twice": "To deal the rest of the board twice at an all-in, each for half of the pot.",
    "seven-deuce": "The worst starting hand. Some tables pay a bounty to whoever wins with it.",
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


def _game(options: Options) -> list[str]:
    said = [
        f"No-limit Texas Hold'em for {options.seats} seats.",
        "Everybody has two hole cards; five common cards come as flop, turn and river.",
        "The best five of the seven cards win at the showdown; equal hands share the pot.",
    ]
    if options.is_cash:
        said.append("It is a cash table: sit down, leave and add chips between hands.")
    else:
        said.append("It is a freezeout: a player without chips is out, and the last one wins.")
    return said


def _chips(options: Options) -> list[str]:
    if options.stacks:
        said = [f"The seats start with {', '.join(f'{one:,}' for one in options.stacks)} chips."]
    else:
        said = [f"Everybody starts with {counted(options.stack, 'chip')}."]
    if options.is_cash:
        low, high = options.buy_in
        most = "without a limit" if high == MAX_CHIPS else f"up to {high:,}"
        said.append(f"A buy-in is at least {counted(low, 'chip')}, {most}.")
        if options.missed_blinds == "both":
            said.append(
                "A player who missed blinds waits for the big blind or posts all of them, the "
                "small one as dead money."
            )
        else:
            said.append("A player who missed a hand waits for the big blind, or posts one.")
        if options.seven_deuce:
            bounty = counted(options.seven_deuce, "chip")
            said.append(
                f"Whoever wins with seven and deuce and shows them gets {bounty} from each other "
                "player."
            )
    return said


def _blinds(options: Options) -> list[str]:
    said = [_level(options.small_blind, options.big_blind) + _ante(options, options.ante)]
    for level in options.schedule:
        when = f"hand {level.hand}" if options.schedule_by == "hands" else f"minute {level.hand}"
        rise = _level(level.small_blind, level.big_blind)
        said.append(f"From {when} on: {rise[0].lower()}{rise[1:]}{_ante(options, level.ante)}")
    if options.straddle:
        said.append("The seat left of the big blind may straddle: two big blinds before the cards.")
    if options.bomb_every or options.bomb_vote:
        said += _bombs(options)
    return said


def _level(small: int, big: int) -> str:
    return f"The small blind is {small:,}, the big blind {big:,}."


def _ante(options: Options, ante: int) -> str:
    if not ante:
        return ""
    if options.ante_kind == "each":
        return f" Everybody antes {ante:,}."
    return f" The big blind antes {ante:,} for all."


def _bombs(options: Options) -> list[str]:
    said = []
    if options.bomb_every == 1:
        said.append("Every hand is a bomb pot.")
    elif options.bomb_every:
        said.append(f"Every {options.bomb_every} hands a bomb pot is dealt.")
    if options.bomb_vote:
        said.append("A bomb pot is also dealt when more than half of the people vote for it.")
    ante = options.bomb_ante
    amount = "two big blinds" if ante is None else counted(ante, "chip")
    said.append(f"In a bomb pot everybody antes {amount} and the betting begins on the flop.")
    return said


def _betting(options: Options) -> list[str]:
    said = [
        "Fold, check, call, bet or raise. The amount of a raise is the total for the street.",
        "A raise is at least as high as the one before it, unless it is all-in.",
    ]
    if options.max_bet is not None:
        most = counted(options.max_bet, "chip")
        said.append(f"A bet may be raised by {most} at most, or by the big blind.")
    if options.run_it_twice:
        said.append(
            "People who are all-in before the river are asked to run it twice: the rest of the "
            "board is dealt twice, each for half of every pot."
        )
    return said


def _cards(options: Options) -> list[str]:
    said = []
    if options.showdown == "ask":
        said.append("At a showdown a player who cannot win is asked to show or muck.")
    else:
        said.append("At a showdown a hand that cannot win is mucked unseen.")
    if options.show_one:
        said.append("A seat may show one of its two cards.")
    if options.rabbit_hunt:
        said.append(
            "After a hand that ended early a player may ask for the cards that would have come."
        )
    if options.reveal == "hand":
        said.append("All hole cards are opened after each hand.")
    else:
        said.append("Mucked and folded cards stay closed for ever.")
    if options.open_hands == "rail":
        said.append("Spectators see all hole cards as they are dealt.")
    return said
