"""Bots that do what bots should not, and bots that tell what they were given."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
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


class Unspeakable(Exception):
    def __str__(self):
        raise ValueError("no words")


@bot
def mumbler(view: View):
    """Raises what cannot say what it is."""
    raise Unspeakable


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
    """Answers what is not an action."""
    return 3.5


@bot
def vandal(view: View):
    """Spoils the default that it is given, and answers what is not an action."""
    view.default["type"] = "nonsense"
    return 3.5


@bot
def cheat(view: View):
    """Raises far above its stack."""
    return "raise 1000000"


@bot
def sleeper(view: View):
    """Never answers the first decision of a deal."""
    while not view.state.board:
        time.sleep(0.01)
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
def stuck(view: View):
    """Stays in one call into C, which no exception interrupts."""
    # One write: those of two processes at a time must not mix.
    os.write(2, b"stuck\n")
    return sum(range(10**15))


@bot
def stopper(view: View):
    """Stops its process."""
    os.kill(os.getpid(), signal.SIGSTOP)


@bot
def quitter(view: View):
    """Ends the process."""
    os._exit(3)


@bot
def crasher(view: View):
    """Crashes the process as a faulty extension does."""
    signal.signal(signal.SIGSEGV, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGSEGV)


@bot
def interrupter(view: View):
    """Raises what Ctrl-C raises."""
    raise KeyboardInterrupt


@bot
def closer(view: View):
    """Closes every file, the connection among them."""
    os.closerange(0, 1000)
    return "fold"


@bot
def hoarder(view: View):
    """Takes memory without bound; what is not looked at costs nobody anything."""
    hoard = []
    while True:
        hoard.append(bytes(2**32))


@bot
def scribbler(view: View):
    """Writes into every file that is open."""
    for file in range(3, 100):
        with contextlib.suppress(OSError):
            os.write(file, b"a line\n")
    return "fold"


@bot
def rambler(view: View):
    """Answers with a text without end."""
    return "check" * 10**6


@bot
def forker(view: View):
    """Goes on as two, of which one never ends; both keep a lock on a file."""
    if "FORKER" in os.environ:
        lock = os.open(os.environ["FORKER"], os.O_RDWR)
        fcntl.flock(lock, fcntl.LOCK_SH)
    if os.fork() == 0 and view.decision % 2:
        while True:
            signal.pause()
    return "check" if view.legal.check else "call"


@bot
def chancer(view: View):
    """What the library's random bot does."""
    return view.pick(view.random.getrandbits(48))


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
    SEEN.append(seen_cards(view))
    return view.default


def seen_cards(view: View):
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
