"""What options, their words and presets are called."""

from __future__ import annotations

from carteado.scene.words import N_, Words

__all__ = ["option_label", "preset_words", "word_label"]

_LABELS = {
    "seats": N_("Seats"),
    "format": N_("Format"),
    "stack": N_("Stack"),
    "stacks": N_("Stack of each seat"),
    "small_blind": N_("Small blind"),
    "big_blind": N_("Big blind"),
    "ante": N_("Ante"),
    "ante_kind": N_("Who pays the ante"),
    "schedule": N_("Blind schedule"),
    "max_bet": N_("Highest raise"),
    "reveal": N_("Show all cards afterwards"),
    "open_hands": N_("Open hands"),
    "showdown": N_("Showdown"),
    "buy_in_min": N_("Lowest buy-in"),
    "buy_in_max": N_("Highest buy-in"),
    "schedule_by": N_("Blinds rise by"),
    "straddle": N_("Straddle"),
    "run_it_twice": N_("Run it twice"),
    "bomb_every": N_("A bomb pot every so many hands"),
    "bomb_vote": N_("Votes for bomb pots"),
    "bomb_ante": N_("Ante of a bomb pot"),
    "seven_deuce": N_("Bounty for seven and deuce"),
    "rabbit_hunt": N_("Rabbit hunting"),
    "show_one": N_("Show one card of two"),
    "missed_blinds": N_("Who missed blinds posts"),
    "credit": N_("Credit"),
    "credits": N_("Credit of each seat"),
    "default_stake": N_("Usual stake"),
    "max_stake": N_("Highest stake"),
    "fixed_leader": N_("Seat 0 always leads"),
    "target": N_("Points to win"),
    "jokers": N_("Jokers"),
    "joker_value": N_("Points of a joker"),
    "two_value": N_("Points of a 2"),
    "first_turn_redraw": N_("Throw the first card, draw again"),
    "pile_take": N_("Taking the pile"),
    "pile_visibility": N_("What is seen of the pile"),
    "single_card_return": N_("A pile of one card may go back"),
    "stall_limit": N_("Takes of a one-card pile in a row"),
    "sets": N_("Sets"),
    "wild_relocation": N_("Moving a wild"),
    "wild_regularise": N_("A 2 in its place is no wild"),
    "opening_minimum": N_("Points of the first meld"),
    "going_out_requires": N_("Canastra to go out"),
    "final_discard": N_("Discard to go out"),
    "final_discard_wild": N_("The last discard may be a wild"),
    "morto_exhaustion": N_("Stock used up, morto left"),
    "last_turn": N_("Last turn without a stock"),
    "encartada_scope": N_("Which card gives the last turn"),
    "stock_reserve": N_("Cards that stay in the stock"),
    "batida_without_morto_if_converted": N_("Go out if the morto became stock"),
    "morto_penalty_waived_if_converted": N_("No penalty if morto became stock"),
    "unused_morto_counts_as_not_taken": N_("An unplayed morto is not taken"),
    "indirect_morto_hidden": N_("Morto by discard seen a turn later"),
    "hand_penalty": N_("Deduct cards left in hands"),
    "no_clean_forfeits": N_("No clean canastra, no points"),
    "real_bonus": N_("Bonus for a run of 14"),
    "half_real_bonus": N_("Bonus for a run of 13"),
    "special_with_wild": N_("Both also with a wild"),
    "semi_clean_bonus": N_("Bonus for seven natural cards"),
    "money": N_("Money of each player"),
    "checks": N_("Checks"),
    "odd_chips": N_("Odd chips"),
    "history": N_("Rounds that can be corrected"),
    "table.decision_ms": N_("Time to act"),
    "table.bank_ms": N_("Time bank"),
    "table.clock": N_("Clock"),
    "table.increment_ms": N_("Added for each decision"),
    "table.refill_ms": N_("Time bank gets back"),
    "table.refill_deals": N_("After so many deals"),
    "table.pause_ms": N_("Pause between deals"),
    "table.nonce_ms": N_("Wait for the cut"),
    "table.auto_restart": N_("Restart by itself"),
    "table.expiries": N_("Timeouts until a seat sits out"),
    "table.advice": N_("Advice from the coach"),
    "table.absent_ms": N_("Seat released after an absence of"),
    "table.grace_ms": N_("Wait for people who are away"),
    "table.offer_ms": N_("Free seat kept for waiting list"),
    "table.delay_ms": N_("Spectators see it later by"),
}

_WORDS = {
    "freezeout": N_("Freezeout"),
    "cash": N_("Cash table"),
    "never": N_("Never"),
    "rail": N_("For watchers"),
    "hand": N_("After each hand"),
    "each": N_("Everybody"),
    "big_blind": N_("The big blind"),
    "auto": N_("Muck losing hands"),
    "ask": N_("Ask the player"),
    "off": N_("Off"),
    "everyone": N_("Everyone"),
    "free": N_("Free"),
    "open": N_("Open"),
    "none": N_("None"),
    "any": N_("Any"),
    "clean": N_("Clean"),
    "optional": N_("Optional"),
    "required": N_("Required"),
    "always": N_("Always"),
    "end": N_("End of the deal"),
    "convert": N_("Becomes the stock"),
    "decision": N_("For each decision"),
    "total": N_("For the whole game"),
    "hands": N_("Hands"),
    "minutes": N_("Minutes"),
    "big": N_("A big blind"),
    "both": N_("All missed blinds"),
    "standard": N_("Standard"),
    "lenient": N_("Lenient"),
    "strict": N_("Strict"),
    "discard": N_("Leave the match"),
    "first": N_("To the first by name"),
    "must_meld_top": N_("Meld the top card at once"),
    "top_only": N_("Only the top card"),
    "aces_kings_threes": N_("Aces, kings and threes"),
    "aces_threes": N_("Aces and threes"),
    "on_replacement": N_("When it is replaced"),
    "fixed": N_("Never"),
    "encartada": N_("If a card fits"),
    "top": N_("The top card"),
}

_PRESETS = {
    ("holdem", "heads-up"): (N_("Heads-up"), N_("2 seats, 10 / 20")),
    ("holdem", "four-player"): (N_("Four players"), N_("4 seats, 10 / 20")),
    ("holdem", "person-person"): (N_("Two people"), ""),
    ("poker-face", "standard"): (N_("Standard"), N_("warns of a card seen twice")),
    ("poker-face", "lenient"): (N_("Lenient"), N_("checks only the money")),
    ("poker-face", "strict"): (N_("Strict"), N_("no card twice")),
    ("quick-holdem", "standard"): (N_("Standard"), N_("4 seats, the lead passes")),
    ("quick-holdem", "family"): (N_("Family game"), N_("three bots join")),
    ("buraco", "mineiro"): ("Mineiro", ""),
    ("buraco", "aberto"): ("Aberto", ""),
    ("buraco", "fechado"): ("Fechado", ""),
    ("buraco", "stbl"): ("STBL", ""),
    ("buraco", "italiano"): ("Italiano", ""),
    ("buraco", "internazionale"): ("Internazionale", ""),
}


def option_label(key: str, words: Words) -> str:
    """What an option is called."""
    text = _LABELS.get(key)
    if text is not None:
        return words(text)
    return key.removeprefix("table.").removesuffix("_ms").replace("_", " ").capitalize()


def word_label(value: str, words: Words) -> str:
    """What a word of a choice is called."""
    text = _WORDS.get(value)
    return words(text) if text is not None else value.replace("_", " ").capitalize()


def preset_words(game: str, name: str, words: Words) -> tuple[str, str]:
    """Title and note of a preset."""
    found = _PRESETS.get((game, name))
    if found is None:
        parts = [words("person") if part == "person" else part for part in name.split("-")]
        title = " · ".join(parts)
        return title[:1].upper() + title[1:], ""
    title, note = found
    return words(title), words(note) if note else ""
