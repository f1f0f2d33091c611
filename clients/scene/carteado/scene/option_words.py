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
}

_PRESETS = {
    ("holdem", "heads-up"): (N_("Heads-up"), N_("2 seats, 10 / 20")),
    ("holdem", "four-player"): (N_("Four players"), N_("4 seats, 10 / 20")),
    ("holdem", "person-person"): (N_("Two people"), ""),
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
        return name.replace("-", " · ").capitalize(), ""
    title, note = found
    return words(title), words(note) if note else ""
