"""House rules of a Buraco table, and the six profiles to start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from carteado.engine.errors import OptionsError
from carteado.engine.sentences import said
from carteado.engine.tables.option_checks import check_whole, check_word
from carteado.engine.visibility import Public

__all__ = ["PRESETS", "Options", "Relocation", "Sets"]

Sets = Literal["none", "aces_kings_threes", "aces_threes", "any"]
Relocation = Literal["free", "on_replacement", "fixed"]

# Bounds that no sensible table needs to exceed; they keep scores within small integers.
MAX_POINTS = 10_000
MAX_TARGET = 1_000_000

_WORDS: Mapping[str, tuple[str, ...]] = {
    "pile_take": ("free", "must_meld_top"),
    "pile_visibility": ("open", "top_only"),
    "sets": ("none", "aces_kings_threes", "aces_threes", "any"),
    "wild_relocation": ("free", "on_replacement", "fixed"),
    "going_out_requires": ("clean", "any"),
    "final_discard": ("optional", "required"),
    "morto_exhaustion": ("convert", "end"),
    "last_turn": ("encartada", "none", "always"),
    "encartada_scope": ("any", "top"),
}
_NUMBERS: Mapping[str, tuple[int, int]] = {
    "jokers": (0, 4),
    "joker_value": (0, MAX_POINTS),
    "two_value": (0, MAX_POINTS),
    "stall_limit": (1, 100),
    "opening_minimum": (0, 100),
    "stock_reserve": (0, 30),
    "real_bonus": (0, MAX_POINTS),
    "half_real_bonus": (0, MAX_POINTS),
    "semi_clean_bonus": (0, MAX_POINTS),
    "target": (1, MAX_TARGET),
}
_FLAGS = (
    "first_turn_redraw",
    "single_card_return",
    "wild_regularise",
    "final_discard_wild",
    "batida_without_morto_if_converted",
    "morto_penalty_waived_if_converted",
    "unused_morto_counts_as_not_taken",
    "indirect_morto_hidden",
    "hand_penalty",
    "no_clean_forfeits",
    "special_with_wild",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a table, visible to all before they sit down. Values are points.

    Attributes:
        jokers: jokers in the pack, 0 to 4.
        joker_value: points of a joker.
        two_value: points of a 2.
        first_turn_redraw: the first player of a deal may throw the first card and draw another.
        pile_take: the pile is taken ``free``, or its top card is melded at once.
        pile_visibility: the whole pile lies ``open``, or only its top card.
        single_card_return: the card of a pile of one may be discarded in the turn it was taken.
        stall_limit: takes of a one-card pile in a row after which the stock must be drawn.
        sets: which sets may be laid: ``none``, ``aces_kings_threes``, ``aces_threes``, ``any``.
        wild_relocation: a wild moves ``free``, ``on_replacement`` by its card, or is ``fixed``.
        wild_regularise: a 2 of the run's suit that comes to the 2's place is no longer a wild.
        opening_minimum: card points of a pair's first meld of the deal at least.
        going_out_requires: a ``clean`` canastra or ``any``.
        final_discard: going out ends with a discard where it suits (``optional``) or always.
        final_discard_wild: the discard that goes out may be a wild.
        morto_exhaustion: when the stock ends a morto becomes it (``convert``), or the deal ends.
        last_turn: the next player after the last card gets a turn when the pile has a card that
            fits (``encartada``), never (``none``), or whenever there is a pile (``always``).
        encartada_scope: ``any`` card of the pile, or its ``top`` one.
        stock_reserve: cards of the stock that are never drawn.
        batida_without_morto_if_converted: a pair whose morto became stock may go out without.
        morto_penalty_waived_if_converted: nor does it pay for having taken none.
        unused_morto_counts_as_not_taken: for a morto that its owner never came to play the pair
            pays 100, and its cards are not deducted. Otherwise it counts as taken, so the pair
            pays nothing for it and its cards are deducted.
        indirect_morto_hidden: who took it by a discard does not see it before the next turn.
        hand_penalty: cards left in the hands are deducted.
        no_clean_forfeits: a pair without a clean canastra has nothing of what it laid.
        real_bonus: for a clean run of 14, 0 for none.
        half_real_bonus: for a clean run of 13, 0 for none.
        special_with_wild: a wild may stand in these two.
        semi_clean_bonus: for a dirty canastra with seven natural cards in a row, 0 for none.
        target: points at which the match ends.

    Raises:
        OptionsError: an option is out of range, of a wrong type, or excludes another.
    """

    jokers: Public[int] = 0
    joker_value: Public[int] = 20
    two_value: Public[int] = 10
    first_turn_redraw: Public[bool] = True
    pile_take: Public[Literal["free", "must_meld_top"]] = "free"
    pile_visibility: Public[Literal["open", "top_only"]] = "open"
    single_card_return: Public[bool] = False
    stall_limit: Public[int] = 8
    sets: Public[Sets] = "none"
    wild_relocation: Public[Relocation] = "free"
    wild_regularise: Public[bool] = True
    opening_minimum: Public[int] = 0
    going_out_requires: Public[Literal["clean", "any"]] = "clean"
    final_discard: Public[Literal["optional", "required"]] = "optional"
    final_discard_wild: Public[bool] = True
    morto_exhaustion: Public[Literal["convert", "end"]] = "convert"
    last_turn: Public[Literal["encartada", "none", "always"]] = "encartada"
    encartada_scope: Public[Literal["any", "top"]] = "any"
    stock_reserve: Public[int] = 0
    batida_without_morto_if_converted: Public[bool] = False
    morto_penalty_waived_if_converted: Public[bool] = False
    unused_morto_counts_as_not_taken: Public[bool] = False
    indirect_morto_hidden: Public[bool] = False
    hand_penalty: Public[bool] = True
    no_clean_forfeits: Public[bool] = False
    real_bonus: Public[int] = 0
    half_real_bonus: Public[int] = 0
    special_with_wild: Public[bool] = False
    semi_clean_bonus: Public[int] = 0
    target: Public[int] = 3000

    def __post_init__(self) -> None:
        for key, words in _WORDS.items():
            check_word(key, getattr(self, key), words)
        for key, (low, high) in _NUMBERS.items():
            check_whole(key, getattr(self, key), low, high)
        # By type, because 1 and 0 would pass as True and False.
        for key in _FLAGS:
            if type(getattr(self, key)) is not bool:
                raise OptionsError(key, said("is yes or no"))
        self._check_together()

    def __hash__(self) -> int:
        # Four fields that differ between profiles: every decision looks caches up by the options.
        return hash((self.jokers, self.pile_take, self.sets, self.target))

    def _check_together(self) -> None:
        """Refuse options that exclude each other, naming both."""
        # A house rule without effect would mislead players who read the table's options.
        if self.morto_exhaustion == "end":
            for key in ("batida_without_morto_if_converted", "morto_penalty_waived_if_converted"):
                if getattr(self, key):
                    text = said("no morto is ever converted with morto_exhaustion=end")
                    raise OptionsError(key, text)
        if self.special_with_wild and not (self.real_bonus or self.half_real_bonus):
            raise OptionsError("special_with_wild", said("needs a real_bonus or half_real_bonus"))
        if (
            # Such a last turn would reveal that a covered card fits.
            self.last_turn == "encartada"
            and self.encartada_scope == "any"
            and self.pile_visibility == "top_only"
        ):
            raise OptionsError(
                "encartada_scope",
                said("any tells what lies in a pile with pile_visibility=top_only; top does not"),
            )


_MINEIRO = Options()
_ABERTO = replace(
    _MINEIRO,
    jokers=4,
    last_turn="none",
    real_bonus=1000,
    half_real_bonus=500,
)
_STBL = replace(
    _ABERTO,
    first_turn_redraw=False,
    pile_take="must_meld_top",
    pile_visibility="top_only",
    unused_morto_counts_as_not_taken=True,
)
_ITALIANO = replace(
    _MINEIRO,
    jokers=4,
    joker_value=30,
    two_value=20,
    first_turn_redraw=False,
    sets="any",
    wild_relocation="on_replacement",
    going_out_requires="any",
    final_discard="required",
    final_discard_wild=False,
    morto_exhaustion="end",
    last_turn="none",
    stock_reserve=2,
    indirect_morto_hidden=True,
    semi_clean_bonus=150,
    target=2005,
)

PRESETS: Mapping[str, Options] = {
    "mineiro": _MINEIRO,
    "aberto": _ABERTO,
    "fechado": replace(_STBL, sets="any", going_out_requires="any"),
    "stbl": _STBL,
    "italiano": _ITALIANO,
    "internazionale": replace(
        _ITALIANO, pile_take="must_meld_top", sets="aces_threes", going_out_requires="clean"
    ),
}
"""The profiles by name, the default first."""
