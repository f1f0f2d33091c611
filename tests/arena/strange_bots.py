"""Bots that do what bots should not, and bots that tell what they were given."""

from __future__ import annotations

import os
import sys
import threading
import time

from carteado.bots import View, bot


@bot
def raiser(view: View):
    """Raises an exception in every third decision."""
    if view.decision % 3 == 0:
        raise ValueError("a bug")
    return "check" if view.legal.check else "call"


@bot
def leaver(view: View):
    """Wants to end the program."""
    sys.exit("good bye")


@bot
def talker(view: View):
    """Prints what it thinks."""
    print("I think")
    return "check" if view.legal.check else "call"


@bot
def babbler(view: View):
    """Answers what is no action."""
    return 3.5


@bot
def vandal(view: View):
    """Spoils the default that it is given, and answers what is no action."""
    view.default["type"] = "nonsense"
    return 3.5


@bot
def cheat(view: View):
    """Raises far above its stack."""
    return "raise 1000000"


SLEEPING: list[threading.Thread] = []
"""The threads in which a sleeper was asked."""

AWAKE = threading.Event()
"""Set when the test of a sleeper is over, so that its thread is over too."""


@bot
def sleeper(view: View):
    """Never answers the first decision of a deal."""
    SLEEPING.append(threading.current_thread())
    while not view.state.board:
        time.sleep(0.01)
        if AWAKE.is_set():
            raise TimeoutError("the test is over")
    return "check" if view.legal.check else "call"


@bot
def looper(view: View):
    """Never answers, and catches what it can."""
    while True:
        try:
            sum(range(1000))
        except Exception:
            continue


@bot
def quitter(view: View):
    """Ends the process."""
    os._exit(3)


@bot
def looker(view: View):
    """Decides by everything that it sees, and by its own luck."""
    state = view.state
    own, others = state.hands[view.seat], state.hands[1 - view.seat]
    assert all(card == "??" for card in others), others
    assert all(card == "??" for card in state.deck)
    assert view.table is not None
    assert view.table.committed is None or not view.table.committed.seed
    strong = max("23456789TJQKA".index(card[0]) for card in own)
    if view.random.random() < 0.1:
        return view.pick(view.random.getrandbits(32))
    if view.legal.raise_to and strong > 9:
        return (
            f"raise {min(view.legal.raise_to[0] + 10 * len(state.board), view.legal.raise_to[1])}"
        )
    return "check" if view.legal.check else "call" if strong > 5 else "fold"


KEPT: list[View] = []
"""What the keeper was given."""


@bot
def keeper(view: View):
    """Keeps what it is given, and takes the default."""
    KEPT.append(view)
    return view.default


SEEN: list[object] = []
"""What the teller told."""


@bot
def teller(view: View):
    """Tells what it is given, and takes the default."""
    SEEN.append(told(view))
    return view.default


def told(view: View):
    """What a view says, but for the clock's part of it."""
    legal = repr((view.legal, view.legal_value, view.default))
    table = repr((view.state, view.table))
    return view.seat, view.decision, view.bank_ms, legal, table, view.random.random()


@bot
async def slow_caller(view: View):
    """An asynchronous function."""
    return "check" if view.legal.check else "call"


def plain(view: View):
    """A function, not a bot."""
    return view.default


NUMBER = 3


def sleep_through(contest, first, end):
    """Waits for what never comes, instead of playing as `chunk_player` does."""
    print("playing", file=sys.__stdout__, flush=True)
    threading.Event().wait()
