"""English names of options, their choices, presets and figures.

The wire and the schema carry keys, such as ``small_blind``, and English titles. A client shows
these names instead, translated. Anything without a name here is shown by its key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

__all__ = ["CHOICES", "FIGURES", "OPTIONS", "choice_name", "named", "option_name", "preset_name"]

OPTIONS: Mapping[str, str] = {
    "seats": "Seats",
    "format": "Format",
    "stack": "Stack",
    "stacks": "Stack of each seat",
    "small_blind": "Small blind",
    "big_blind": "Big blind",
    "ante": "Ante",
    "ante_kind": "Who pays the ante",
    "schedule": "Blind schedule",
    "max_bet": "Highest raise",
    "reveal": "Show all cards afterwards",
    "open_hands": "Open hands",
    "showdown": "Showdown",
    "buy_in_min": "Lowest buy-in",
    "buy_in_max": "Highest buy-in",
    "schedule_by": "Blinds rise by",
    "straddle": "Straddle",
    "run_it_twice": "Run it twice",
    "bomb_every": "A bomb pot every N hands",
    "bomb_vote": "Votes for bomb pots",
    "bomb_ante": "Ante of a bomb pot",
    "seven_deuce": "Bounty for seven and deuce",
    "rabbit_hunt": "Rabbit hunting",
    "show_one": "Show one card of two",
    "missed_blinds": "Who missed blinds posts",
    "credit": "Credit",
    "credits": "Credit of each seat",
    "default_stake": "Usual stake",
    "max_stake": "Highest stake",
    "fixed_leader": "The first seat always leads",
    "target": "Points to win",
    "jokers": "Jokers",
    "joker_value": "Points of a joker",
    "two_value": "Points of a 2",
    "first_turn_redraw": "Throw the first card, draw again",
    "pile_take": "Taking the pile",
    "pile_visibility": "What is seen of the pile",
    "single_card_return": "A pile of one card may go back",
    "stall_limit": "Takes of a one-card pile in a row",
    "sets": "Sets",
    "wild_relocation": "Moving a wild",
    "wild_regularise": "A 2 in its place is not a wild",
    "opening_minimum": "Points of the first meld",
    "going_out_requires": "Canastra to go out",
    "final_discard": "Discard to go out",
    "final_discard_wild": "The last discard may be a wild",
    "morto_exhaustion": "Stock used up, morto left",
    "last_turn": "Last turn without a stock",
    "encartada_scope": "Which card gives the last turn",
    "stock_reserve": "Cards that stay in the stock",
    "batida_without_morto_if_converted": "Go out if the morto became stock",
    "morto_penalty_waived_if_converted": "No penalty if morto became stock",
    "unused_morto_counts_as_not_taken": "An unplayed morto is not taken",
    "indirect_morto_hidden": "Morto by discard seen a turn later",
    "hand_penalty": "Deduct cards left in hands",
    "no_clean_forfeits": "No clean canastra, no points",
    "real_bonus": "Bonus for a run of 14",
    "half_real_bonus": "Bonus for a run of 13",
    "special_with_wild": "Both also with a wild",
    "semi_clean_bonus": "Bonus for seven natural cards",
    "money": "Money of each player",
    "checks": "Checks",
    "odd_chips": "Odd chips",
    "history": "Rounds that can be corrected",
    "table.decision_ms": "Time to act",
    "table.bank_ms": "Time bank",
    "table.clock": "Clock",
    "table.increment_ms": "Added for each decision",
    "table.refill_ms": "Time bank gets back",
    "table.refill_deals": "After N deals",
    "table.pause_ms": "Pause between deals",
    "table.nonce_ms": "Wait for the cut",
    "table.auto_restart": "Restart by itself",
    "table.expiries": "Timeouts until a seat sits out",
    "table.advice": "Advice from the coach",
    "table.absent_ms": "Seat released after an absence of",
    "table.grace_ms": "Wait for people who are away",
    "table.offer_ms": "Free seat kept for waiting list",
    "table.delay_ms": "Spectators see it later by",
}
"""Names of options by their keys; the keys of a table's own options begin with ``table.``."""

CHOICES: Mapping[str, str] = {
    "freezeout": "Freezeout",
    "cash": "Cash table",
    "never": "Never",
    "rail": "For watchers",
    "hand": "After each hand",
    "each": "Everybody",
    "big_blind": "The big blind",
    "auto": "Muck losing hands",
    "ask": "Ask the player",
    "off": "Off",
    "everyone": "Everyone",
    "free": "Free",
    "open": "All cards",
    "none": "None",
    "any": "Any",
    "clean": "Clean",
    "optional": "Optional",
    "required": "Required",
    "always": "Always",
    "end": "End of the deal",
    "convert": "Becomes the stock",
    "decision": "For each decision",
    "total": "For the whole game",
    "hands": "Hands",
    "minutes": "Minutes",
    "big": "A big blind",
    "both": "All missed blinds",
    "standard": "Standard",
    "lenient": "Lenient",
    "strict": "Strict",
    "discard": "Leave the match",
    "first": "To the first by name",
    "must_meld_top": "Meld the top card at once",
    "top_only": "Only the top card",
    "aces_kings_threes": "Aces, kings and threes",
    "aces_threes": "Aces and threes",
    "on_replacement": "When it is replaced",
    "fixed": "Never",
    "encartada": "If a card fits",
    "top": "The top card",
}
"""Names of the words that an option can be set to."""

_PRESETS: Mapping[str, str] = {
    "heads-up": "Heads-up",
    "four-player": "Four players",
    "person-person": "Two people",
    "standard": "Standard",
    "lenient": "Lenient",
    "strict": "Strict",
    "family": "Family game",
    "stbl": "STBL",  # other proper names of house rules need none
}

_PERSON = "person"
"""A part of a preset's name; the others are names of bots."""

# Listed for the translators: the statistics modules use these titles as they are.
FIGURES = (
    "Results",
    "Play",
    "Big blinds won per 100 hands, by position",
    "Starting hands played most often",
    "Starting hands played most often, of those shown",
    "Starting hands that won most often",
    "Starting hands that won most often, of those shown",
    "Against others (chips won, of hands together)",
    "Against others (money won, of hands together)",
    "Against others (points ahead), of deals",
    "With partners (points of the pair), of deals",
    "hands",
    "hands won",
    "hands played",
    "hands played as the leader",
    "chips won",
    "chips won per 100 hands",
    "big blinds won per 100 hands",
    "the same with all-ins at their odds",
    "chips above expectation at all-ins",
    "games won",
    "VPIP (put chips in by choice)",
    "PFR (raised before the flop)",
    "3-bet",
    "aggression factor (bets and raises to calls)",
    "aggression rate",
    "WTSD (showdowns of flops)",
    "W$SD (showdowns won)",
    "showdowns won",
    "best hand",
    "best hand shown",
    "best winning hand",
    "small blind",
    "big blind",
    "early",
    "hijack",
    "cutoff",
    "button",
    "rounds",
    "rounds played",
    "rounds won",
    "money won",
    "money won per 100 rounds",
    "deals",
    "deals won",
    "matches won",
    "points of the pair per deal",
    "clean canastas of the pair",
    "dirty canastas of the pair",
    "batidas (went out)",
    "batidas of the pair",
    "mortos taken",
    "piles picked up",
)
"""Titles of sections and figures of the statistics."""

Translate = Callable[[str], str]
"""Puts an English text into another language."""


def option_name(key: str, translate: Translate = str) -> str:
    """The name of an option.

    Args:
        key: of the option, with ``table.`` before one of the table's own.
        translate: puts a name into the reader's language.
    """
    found = OPTIONS.get(key)
    # Options of other packages' games have no names here.
    # Their keys are English words, so the key itself is a fair name.
    return translate(found) if found else _plain(key.removeprefix("table.").removesuffix("_ms"))


def choice_name(word: str, translate: Translate = str) -> str:
    """The name of a word that an option can be set to."""
    return translate(CHOICES[word]) if word in CHOICES else _plain(word)


def preset_name(name: str, translate: Translate = str) -> str:
    """The name of a preset; one that lists its players gives ``Person · tight``."""
    if name in _PRESETS:
        return translate(_PRESETS[name])
    # Names of bots are proper names and stay as they are in every language.
    parts = [translate(part) if part == _PERSON else part for part in name.split("-")]
    return _capital(" · ".join(parts))


def named() -> Iterator[str]:
    """Every text here that is translated."""
    yield from (*OPTIONS.values(), *CHOICES.values(), *_PRESETS.values(), _PERSON, *FIGURES)


def _plain(key: str) -> str:
    return _capital(key.replace("_", " ").lower())


def _capital(text: str) -> str:
    # Not `capitalize`, which would make the other letters small.
    return text[:1].upper() + text[1:]
