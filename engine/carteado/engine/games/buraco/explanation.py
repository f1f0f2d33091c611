"""The rules of a Buraco table in sentences: see `tables/explanation.py`."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.games.buraco.options import Options
from carteado.engine.sentences import Sentence, said, several
from carteado.engine.tables.explanation import Paragraph

__all__ = ["WORDS", "explain"]

WORDS: Mapping[str, str] = {
    "batida": "Going out: a partner empties the hand, and the deal is over.",
    "canastra": "A run of seven or more cards. Clean: without a wild, 200 points. Dirty: with one, "
    "100 points.",
    "encartada": "A card of the pile that fits a run on the table.",
    "limpa, suja": "Clean and dirty: a canastra without a wild, and one with a wild.",
    "lixo": "The pile of discarded cards, where each turn ends.",
    "meld": "To lay a new run or set on the table.",
    "morto": "A reserve hand of eleven cards. Each pair takes one when a partner's hand is empty.",
    "partner": "The player opposite. Runs and points belong to the pair.",
    "real": "A canastra from ace to ace. In some rules it brings a bonus of its own.",
    "run": "Three or more cards of one suit in a row.",
    "set": "Three or more cards of one rank, if the table allows it.",
    "stock": "The cards to draw from. Also called monte.",
    "wild": "A 2 or a joker, which stands for another card. A run has one at most.",
}

_SETS = {
    "none": said("Only runs may be laid, no sets."),
    "aces_kings_threes": said("Sets of aces, kings and threes may be laid."),
    "aces_threes": said("Sets of aces and threes may be laid."),
    "any": said("Sets of any rank may be laid."),
}
_RELOCATION = {
    "free": said("A wild lies wherever it fits, and may move."),
    "on_replacement": said("A wild moves when somebody lays the card for which it stands."),
    "fixed": said("A wild stays where it was laid."),
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


def _game(options: Options) -> list[Sentence]:
    if options.jokers:
        packs = several(
            "The game is played with two packs and {n} joker.",
            "The game is played with two packs and {n} jokers.",
            options.jokers,
        )
    else:
        packs = said("The game is played with two packs and no jokers.")
    return [
        said("Buraco for two pairs; partners sit opposite one another."),
        packs,
        said(
            "Each hand has eleven cards, and two mortos of eleven lie aside; the rest is the stock."
        ),
        said("The match goes to {target} points.", target=options.target),
    ]


def _turn(options: Options) -> list[Sentence]:
    rules = [
        said("Draw a card of the stock or take the pile, meld what you like, and discard one card.")
    ]
    if options.first_turn_redraw:
        rules.append(said("The first player of a deal may throw the first card and draw another."))
    rules += _pile(options)
    if options.stock_reserve:
        rules.append(
            several(
                "The last {n} card of the stock is never drawn.",
                "The last {n} cards of the stock are never drawn.",
                options.stock_reserve,
            )
        )
    rules.append(_last_turn(options))
    return rules


def _pile(options: Options) -> list[Sentence]:
    if options.pile_take == "must_meld_top":
        rules = [said("A player who takes the pile melds its top card at once.")]
    else:
        rules = [said("The pile is taken freely, all of it.")]
    if options.pile_visibility == "open":
        rules.append(said("Everybody sees all of the pile."))
    else:
        rules.append(said("Everybody sees only the pile's top card."))
    if options.single_card_return:
        rules.append(said("The card of a pile of one may go back in the same turn."))
    else:
        rules.append(said("The card of a pile of one may not go back in the same turn."))
    rules.append(
        several(
            "A pile of one card is taken {n} time in a row at most; then draw from the stock.",
            "A pile of one card is taken {n} times in a row at most; then draw from the stock.",
            options.stall_limit,
        )
    )
    return rules


def _last_turn(options: Options) -> Sentence:
    if options.last_turn == "none":
        return said("When the stock is gone the deal ends.")
    if options.last_turn == "always":
        return said("When the stock is gone the next player has one more turn, if there is a pile.")
    if options.encartada_scope == "top":
        return said(
            "When the stock is gone the next player has one more turn if the pile's top card "
            "fits a run."
        )
    return said(
        "When the stock is gone the next player has one more turn if a card of the pile fits a run."
    )


def _runs(options: Options) -> list[Sentence]:
    rules = [
        said("A run is three or more cards of one suit in a row; the ace is low and high."),
        said("A run holds at most one wild: any 2 or a joker."),
        _RELOCATION[options.wild_relocation],
        _SETS[options.sets],
    ]
    if options.wild_regularise:
        rules.append(said("A 2 of the run's suit that comes to the 2's place is no longer a wild."))
    else:
        rules.append(said("A 2 that was laid as a wild stays one."))
    if options.opening_minimum:
        rules.append(
            said(
                "A pair's first meld of a deal needs at least {points} card points.",
                points=options.opening_minimum,
            )
        )
    return rules


def _out(options: Options) -> list[Sentence]:
    rules = [said("The first of a pair to empty the hand takes a morto, and the deal goes on.")]
    if options.indirect_morto_hidden:
        rules.append(
            said("A player who takes it by a discard does not see it before the next turn.")
        )
    if options.going_out_requires == "clean":
        rules.append(said("To go out a pair needs its morto and a clean canastra."))
    else:
        rules.append(said("To go out a pair needs its morto and a canastra."))
    if options.final_discard == "required":
        rules.append(said("Going out always ends with a discard."))
    else:
        rules.append(said("Going out ends with a discard or with a meld."))
    if options.final_discard_wild:
        rules.append(said("The last discard may be a wild."))
    else:
        rules.append(said("The last discard may not be a wild."))
    if options.morto_exhaustion == "convert":
        rules.append(said("When the stock is gone, a morto on the table becomes the stock."))
        if options.batida_without_morto_if_converted:
            rules.append(said("A pair whose morto became stock may go out without one."))
    else:
        rules.append(said("When the stock is gone, no morto takes its place."))
    return rules


def _points(options: Options) -> list[Sentence]:
    rules = [
        said(
            "An ace counts 15, king to 8 count 10, 7 to 3 count 5, a 2 counts {two}, a joker "
            "{joker}.",
            two=options.two_value,
            joker=options.joker_value,
        ),
        said("A clean canastra adds 200, a dirty one 100; going out adds 100."),
        *_bonuses(options),
        said("A pair that took no morto loses 100."),
    ]
    if options.unused_morto_counts_as_not_taken:
        rules.append(said("A morto that its owner never came to play counts as not taken."))
    if options.morto_penalty_waived_if_converted:
        rules.append(said("A pair whose morto became stock loses nothing for it."))
    if options.hand_penalty:
        rules.append(said("Cards left in the hands are deducted."))
    else:
        rules.append(said("Cards left in the hands are not deducted."))
    if options.no_clean_forfeits:
        rules.append(said("A pair without a clean canastra gets nothing for what it laid."))
    return rules


def _bonuses(options: Options) -> list[Sentence]:
    """The bonuses of the longest runs."""
    rules = []
    for length, bonus in ((14, options.real_bonus), (13, options.half_real_bonus)):
        if bonus and options.special_with_wild:
            rules.append(
                said(
                    "A run of {length} cards, also with a wild, adds {bonus} instead.",
                    length=length,
                    bonus=bonus,
                )
            )
        elif bonus:
            rules.append(
                said(
                    "A run of {length} cards, without a wild, adds {bonus} instead.",
                    length=length,
                    bonus=bonus,
                )
            )
    if options.semi_clean_bonus:
        rules.append(
            said(
                "A dirty canastra with seven natural cards in a row adds {bonus} instead.",
                bonus=options.semi_clean_bonus,
            )
        )
    return rules
