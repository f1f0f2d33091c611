"""Sentences about a wrongly handled deck, a waiting table, and a closed table."""

from __future__ import annotations

from carteado.protocol.session_events import DealFlawed, TableWaits, Unreadable
from carteado.scene.words import N_, Words

__all__ = ["closed_text", "flaw_text", "unreadable_text", "waits_text"]

_ASK = {
    "redealt": N_(
        "The server committed to another deck for the same deal. Ask the host why, and check the "
        "log with carteado verify."
    ),
    "passed_over": N_(
        "The server passed over a deck that it had committed to. Ask the host why, and check the "
        "log with carteado verify."
    ),
    "disorder": N_(
        "The server did not handle a deck as agreed. Ask the host why, and check the log with "
        "carteado verify."
    ),
    "dropped": N_("The cut left out your nonce: it came too late, or was dropped."),
}
# Unlisted kinds are reported as disorder, so that a new kind is never silent.
_KINDS = {
    "redealt": "redealt",
    "skipped": "passed_over",
    "not_dealt": "passed_over",
    "dropped": "dropped",
}

_WAITS = {
    "store_slow": N_("The server's disk is slow. The table waits; nothing is lost."),
    "store_full": N_(
        "The server's disk is full. The table waits until the host makes room; nothing is lost."
    ),
    "store_unreachable": N_(
        "The server does not reach its store. The table waits; nothing is lost."
    ),
    "store_unreplicated": N_("The server's store has no copy. The table waits; nothing is lost."),
}

_CLOSED = {
    "its owner closed it": N_("The owner closed the table."),
    "nobody sat or watched any more": N_("Nobody sat at the table or watched it any more."),
}
"""Why tables were closed, by the reasons in their logs."""


def closed_text(reason: str, words: Words) -> str:
    """The reason why a table was closed; the log's own words for an unknown reason."""
    # An owner's own reason is shown as it was written.
    return words(_CLOSED[reason]) if reason in _CLOSED else reason


def flaw_text(flawed: DealFlawed, words: Words) -> str:
    """A server's wrong handling of a deck, and advice."""
    text = words(_ASK[_KINDS.get(flawed.kind, "disorder")])
    return words("Deal {deal}: {text}", deal=flawed.deal, text=text)


def waits_text(waits: TableWaits, words: Words) -> str:
    """The reason why a table waits and for how long, or that it goes on."""
    # Both times are the server's, so the client's clock does not matter; `max` guards against a
    # step back.
    seconds = max(0, waits.now_ms - waits.since_ms) // 1000
    if waits.reason is None:
        return words("Play goes on after {n} s.", n=seconds)
    return f"{words(_WAITS.get(waits.reason, _WAITS['store_slow']))} ({seconds} s)"


def unreadable_text(unreadable: Unreadable, words: Words) -> str:
    """What is wrong with a message of the server."""
    if unreadable.card:
        card = repr(unreadable.card)
        return words("The server sent something that is not a card: {card}.", card=card)
    problem = unreadable.problem
    return words("The server sent something that cannot be read: {problem}.", problem=problem)
