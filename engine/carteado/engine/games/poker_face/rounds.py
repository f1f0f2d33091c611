"""Reads the text of a round: names, bets, cards."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.games.poker_face.codes import refuse
from carteado.engine.games.poker_face.hands import WEIGHTS, strengths, weigh
from carteado.engine.games.poker_face.options import MAX_PLAYERS
from carteado.engine.refusals import spell
from carteado.engine.tables.option_checks import MAX_CHIPS

__all__ = ["MAX_NAME", "MIN_PLAYERS", "Round", "read_round", "whole_number"]

MAX_NAME = 64
"""Letters and spaces of a name."""

MIN_PLAYERS = 2

# 16 digits hold MAX_CHIPS; a longer text is refused before int() has to convert it.
_NUMBER = re.compile(r"-?[0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it was entered: nothing about it is judged yet.

    Attributes:
        ante: what every player of the match pays.
        names: who takes part.
        bets: of each of them.
        hands: of each of them.
        strengths: of each of the hands (`hands.strengths`).
    """

    ante: int
    names: tuple[str, ...]
    bets: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    strengths: tuple[int, ...]


# The same few bets occur in every round of a long file.
@functools.lru_cache(maxsize=4096)
def whole_number(text: str) -> int | None:
    """The whole number that a text is, None for any other text and for one too large to keep."""
    # The usual case without a regular expression.
    if len(text) < 16 and text.isascii() and text.isdecimal():
        return int(text)
    if _NUMBER.fullmatch(text) is None:
        return None
    number = int(text)
    return number if -MAX_CHIPS <= number <= MAX_CHIPS else None


def read_round(ante: object, entries: object, players: Sequence[str]) -> Round | Refusal:
    """The round that somebody entered.

    Args:
        ante: what every player of the match pays.
        entries: a text for each player who takes part, or the words of all of them one by one.
        players: of the match; empty for its first round, which says who they are.
    """
    if type(ante) is not int or not -MAX_CHIPS <= ante <= MAX_CHIPS:
        return refuse("round/bad_number", found=spell(ante), max=MAX_CHIPS)
    if type(entries) is not tuple or not all(type(entry) is str for entry in entries):
        return refuse("round/bad_entry", found=spell(entries))
    # One word per entry: the words came one by one, as a command line splits them.
    if entries and " " not in entries[0] and len(entries[0].split()) == 1:
        entries = _gathered(entries)
    table, _ = strengths()
    names, bets, hands, found = [], [], [], []
    for place, entry in enumerate(entries):
        words = entry.split()
        hand = tuple(words[-5:])
        # The bet is the sixth word from the right, so a name may have several words.
        bet = whole_number(words[-6]) if len(words) > 6 else None
        try:
            weight = weigh(hand)
        except (KeyError, ValueError):
            return _not_an_entry(place, words)
        if bet is None:
            return _not_an_entry(place, words)
        name = words[0] if len(words) == 7 else " ".join(words[:-6])
        # In the first round every well-formed name is new; afterwards only known ones are valid.
        if name not in players and (players or not _is_name(name)):
            return _not_a_player(place, name, players)
        if name in names:
            return refuse("round/name_twice", entry=place, name=name)
        names.append(name)
        bets.append(bet)
        hands.append(hand)
        found.append(table[weight])
    if not players and not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        count = len(names)
        return refuse("round/players", found=count, min=MIN_PLAYERS, max=MAX_PLAYERS)
    if not names:
        return refuse("round/no_player")
    return Round(ante, tuple(names), tuple(bets), tuple(hands), tuple(found))


def _gathered(words: Sequence[str]) -> tuple[str, ...]:
    """Entries from the words of all of them: after a bet the next word of letters begins one."""
    entries: list[list[str]] = [[]]
    bet = False
    for word in words:
        if bet and _is_name(word):
            entries.append([])
            bet = False
        # Cards are not plain numbers (13C), so the first number of an entry is its bet.
        bet = bet or _NUMBER.fullmatch(word) is not None
        entries[-1].append(word)
    return tuple([" ".join(entry) for entry in entries])


def _is_name(name: str) -> bool:
    """Whether a text is letters and spaces; a letter may be written with a mark of its own."""
    # Nonspacing marks (Mn) are accents that some keyboards send after their letter.
    return len(name) <= MAX_NAME and all(
        letter == " " or letter.isalpha() or (at and unicodedata.category(letter) == "Mn")
        for at, letter in enumerate(name)
    )


def _not_a_player(place: int, name: str, players: Sequence[str]) -> Refusal:
    if not players or not _is_name(name):
        return refuse("round/bad_name", entry=place, found=spell(name), max=MAX_NAME)
    return refuse("round/unknown_name", entry=place, name=name)


def _not_an_entry(place: int, words: Sequence[str]) -> Refusal:
    """The refusal of words that are not an entry.

    The bet is the first word from the right that five cards follow: where that word is a number,
    one of the five is not a card; else the last number is the bet, and too many or too few words
    follow it.
    """
    if len(words) > 6 and whole_number(words[-6]) is not None:
        return _no_such_card(place, words[-5:])
    at = max((at for at in range(1, len(words)) if _NUMBER.fullmatch(words[at])), default=None)
    if at is not None and whole_number(words[at]) is not None:
        name = spell(" ".join(words[:at]))
        return refuse("round/not_five_cards", entry=place, found=len(words) - at - 1, name=name)
    if len(words) > 6 and all(word in WEIGHTS for word in words[-5:]) and words[-6] not in WEIGHTS:
        return refuse("round/bad_bet", entry=place, found=spell(words[-6]), max=MAX_CHIPS)
    return refuse("round/bad_entry", entry=place, found=spell(" ".join(words)))


def _no_such_card(place: int, hand: Sequence[str]) -> Refusal:
    wrong = next(card for card in hand if card not in WEIGHTS)
    return refuse("round/no_such_card", entry=place, found=spell(wrong))
