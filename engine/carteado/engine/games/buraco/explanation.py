"""The rules of a Buraco table in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.buraco.options import Options
from carteado.engine.tables.explanation import Paragraph
from carteado.engine.words import counted

__all__ = ["WORDS", "explain"]

WORDS: Mapping[str, str] = {
    "batida": "Going out: a partner empties the hand, and the deal is over.",
    "canastra": "A run of seven or more cards. Clean: without a wild, 200 points. Dirty: with one, "
    "100 points.",
    "encartada": "A card of the pile that fits a run on the table.",
    "lixo": "The pile of discarded cards. Also called the pile.",
    "meld": "To lay a new run or set on the table.",
    "morto": "A reserve hand of eleven cards. Each pair takes one when a partner's hand is empty.",
    "partner": "The player opposite. Runs and points belong to the pair.",
    "run": "Three or more cards of one suit in a row.",
    "set": "Three or more cards of one rank, where the table allows it.",
    "stock": "The cards to draw from. Also called monte.",
    "wild": "A 2 or a joker, which stands for another card. A run has one at most.",
}

_SETS = {
    "none": "Only runs may be laid, no sets.",
    "aces_kings_threes": "Sets of aces, kings and threes may be laid.",
    "aces_threes": "Sets of aces and threes may be laid.",
    "any": "Sets of any rank may be laid.",
}
_RELOCATION = {
    "free": "A wild lies wherever it fits, and may move.",
    "on_replacement": "A wild moves when somebody lays the card for which it stands.",
    "fixed": "A wild stays where it was laid.",
}


def explain(options: Options) -> tuple[Paragraph, ...]:
    """The rules of a table with these options."""
    return (
        Paragraph(title="Game", sentences=tuple(_game(options))),
        Paragraph(title="Turn", sentences=tuple(_turn(options))),
        Paragraph(title="Runs", sentences=tuple(_runs(options))),
        Paragraph(title="Mortos and going out", sentences=tuple(_out(options))),
        Paragraph(title="Points", sentences=tuple(_points(options))),
    )


def _game(options: Options) -> list[str]:
    jokers = "no jokers" if not options.jokers else counted(options.jokers, "joker")
    return [
        "Buraco for two pairs; partners sit opposite one another.",
        f"It is played with two packs and {jokers}.",
        "Each hand has eleven cards, and two mortos of eleven lie aside; the rest is the stock.",
        f"The match goes to {options.target:,} points.",
    ]


def _turn(options: Options) -> list[str]:
    said = ["Draw a card of the stock or take the pile, meld what you like, and discard one card."]
    if options.first_turn_redraw:
        said.append("The first player of a deal may throw the first card and draw another.")
    if options.pile_take == "must_meld_top":
        said.append("Whoever takes the pile melds its top card at once.")
    else:
        said.append("The pile is taken freely, all of it.")
    seen = "all of the pile" if options.pile_visibility == "open" else "only the pile's top card"
    said.append(f"Everybody sees {seen}.")
    may = "may" if options.single_card_return else "may not"
    said.append(f"The card of a pile of one {may} go back in the same turn.")
    takes = counted(options.stall_limit, "time")
    said.append(f"A pile of one card is taken {takes} in a row at most; then draw from the stock.")
    if options.stock_reserve:
        kept = counted(options.stock_reserve, "card")
        said.append(f"The last {kept} of the stock are never drawn.")
    said.append(_last_turn(options))
    return said


def _last_turn(options: Options) -> str:
    if options.last_turn == "none":
        return "When the stock is gone the deal ends."
    if options.last_turn == "always":
        return "When the stock is gone the next player has one more turn, if there is a pile."
    which = "its top card" if options.encartada_scope == "top" else "a card of it"
    return f"When the stock is gone the next player has one more turn if {which} fits a run."


def _runs(options: Options) -> list[str]:
    said = [
        "A run is three or more cards of one suit in a row; the ace is low and high.",
        "A run holds at most one wild: any 2 or a joker.",
        _RELOCATION[options.wild_relocation],
        _SETS[options.sets],
    ]
    if options.wild_regularise:
        said.append("A 2 of the run's suit that comes to the 2's place is no wild any more.")
    else:
        said.append("A 2 that was laid as a wild stays one.")
    if options.opening_minimum:
        least = options.opening_minimum
        said.append(f"A pair's first meld of a deal has {least} card points at least.")
    return said


def _out(options: Options) -> list[str]:
    said = ["The first of a pair to empty the hand takes a morto, and the deal goes on."]
    if options.indirect_morto_hidden:
        said.append("A player who takes it by a discard does not see it before the next turn.")
    kind = "a clean canastra" if options.going_out_requires == "clean" else "a canastra"
    said.append(f"To go out a pair needs its morto and {kind}.")
    if options.final_discard == "required":
        said.append("Going out always ends with a discard.")
    else:
        said.append("Going out ends with a discard or with a meld.")
    wild = "may" if options.final_discard_wild else "may not"
    said.append(f"The last discard {wild} be a wild.")
    if options.morto_exhaustion == "convert":
        said.append("When the stock is gone, a morto on the table becomes the stock.")
        if options.batida_without_morto_if_converted:
            said.append("A pair whose morto became stock may go out without one.")
    else:
        said.append("When the stock is gone, no morto takes its place.")
    return said


def _points(options: Options) -> list[str]:
    said = [
        "An ace counts 15, king to 8 count 10, 7 to 3 count 5, "
        f"a 2 counts {options.two_value}, a joker {options.joker_value}.",
        "A clean canastra adds 200, a dirty one 100; going out adds 100.",
    ]
    special = "also with a wild" if options.special_with_wild else "without a wild"
    if options.real_bonus:
        said.append(f"A run of 14 cards, {special}, adds {options.real_bonus:,} instead.")
    if options.half_real_bonus:
        said.append(f"A run of 13 cards, {special}, adds {options.half_real_bonus:,} instead.")
    if options.semi_clean_bonus:
        semi = options.semi_clean_bonus
        said.append(f"A dirty canastra with seven natural cards in a row adds {semi:,} instead.")
    said.append("A pair that took no morto loses 100.")
    if options.unused_morto_counts_as_not_taken:
        said.append("A morto that its owner never came to play counts as not taken.")
    if options.morto_penalty_waived_if_converted:
        said.append("A pair whose morto became stock loses nothing for it.")
    if options.hand_penalty:
        said.append("Cards left in the hands are deducted.")
    else:
        said.append("Cards left in the hands are not deducted.")
    if options.no_clean_forfeits:
        said.append("A pair without a clean canastra gets nothing for what it laid.")
    return said
