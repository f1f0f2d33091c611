"""What is offered is all that is accepted: by example, over all runs, and by brute force."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from carteado.engine.cards import Card
from carteado.engine.errors import OptionsError, Refusal
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import Discard, Extend, Meld, TakePile
from carteado.engine.games.buraco.cards import FACE_OF, RANKS, WILD, handled, pack
from carteado.engine.games.buraco.events import MeldExtended, MeldLaid
from carteado.engine.games.buraco.hands import holding
from carteado.engine.games.buraco.joins import leaps
from carteado.engine.games.buraco.legal import plays
from carteado.engine.games.buraco.options import PRESETS, Options
from carteado.engine.games.buraco.position import Position, discard_of, position_of, put_down
from carteado.engine.games.buraco.runs import Run, laid
from carteado.engine.games.buraco.shapes import shape_of
from carteado.engine.games.buraco.state import State

from .positions import cards, extend, play, position

ROW = [*RANKS, "A"]


def offered(state: State) -> list[object]:
    found = list(plays(GAME.legal(state, 0)))
    assert len(set(found)) == len(found)
    return found


def row(low: int, high: int, suit: str = "S", **wild: str) -> list[str]:
    """The cards of the places of a run; a wild by the rank for which it stands."""
    return [wild.get(f"at_{ROW[at - 1]}", ROW[at - 1] + suit) for at in range(low, high + 1)]


def taking(profile: str, run: list[str], top: str, hand: str, **rules: object) -> State:
    return position(profile, dict(rules), hand=hand, lixo=f"9D {top}", melds={"A": [run]})


def test_an_ace_takes_the_cards_along_that_are_missing_at_its_other_end() -> None:
    low, high = row(1, 10, at_2="2H"), row(5, 14, at_K="JKR")
    for run, along in (low, "QS KS"), (high, "2S 3S"):
        state = position("stbl", phase="play", hand=f"{along} 9D 7C", melds={"A": [run]})
        assert GAME.legal(state, 0).extend
        assert [one for one in offered(state) if isinstance(one, Extend)] == [extend(0, along)]
        assert len(play(state, extend(0, along)).runs[0][0].cards) == 12
        for card in along.split():
            alone = position("stbl", phase="play", hand=f"{card} 9D 7C", melds={"A": [run]})
            assert not GAME.legal(alone, 0).extend


def test_a_wild_sends_the_two_and_the_ace_of_a_run_back_to_their_places() -> None:
    state = taking("stbl", row(5, 14, at_K="2S"), "3S", "JKR 9D 7C 4H")
    assert GAME.legal(state, 0).take
    assert TakePile(cards=cards("JKR"), meld=0) in offered(state)


def test_a_pile_is_taken_with_either_card_of_a_gap_and_a_wild() -> None:
    state = taking("stbl", row(3, 5), "8S", "6S 7S JKR 9D")
    for two in itertools.combinations(cards("6S 7S JKR"), 2):
        assert TakePile(cards=two, meld=0) in offered(state)


def test_a_wild_on_the_pile_may_stand_behind_cards_that_come_with_it() -> None:
    state = taking("stbl", row(6, 9), "JKR", "TS 4H 5D", wild_relocation="fixed")
    assert TakePile(cards=cards("TS JKR=JS"), meld=0) in offered(state)
    assert TakePile(cards=cards("JKR=TS"), meld=0) in offered(state)


def test_of_two_equal_twos_the_one_on_the_pile_is_given_the_place() -> None:
    state = taking("stbl", row(9, 11, "D"), "2S", "3S 2S 4H 5D", wild_relocation="fixed")
    found = offered(state)
    assert TakePile(cards=cards("3S 2S 2S=4S"), meld=None) in found
    assert TakePile(cards=cards("3S 2S"), meld=None) in found
    taken = play(state, TakePile(cards=cards("3S 2S 2S=4S"), meld=None))
    assert taken.runs[0][-1].cards == ("2S", "3S", "2S")
    assert taken.runs[0][-1].wild_at == 4


@pytest.mark.parametrize("relocation", ["free", "on_replacement", "fixed"])
def test_an_own_two_is_taken_as_a_natural_one_beside_another_wild(relocation: str) -> None:
    rules = {"wild_relocation": relocation, "wild_regularise": False}
    state = taking("stbl", row(4, 13), "2S", "JKR 9D 7C 4H", **rules)
    ways = [one for one in offered(state) if isinstance(one, TakePile)]
    runs = [play(state, way).runs[0][0].cards for way in ways]
    assert {len(run) for run in runs} == {11, 12}
    assert max(runs, key=len)[:3] == ("2S", "JKR", "4S")


def test_an_own_two_stays_natural_beside_another_wild() -> None:
    state = taking("stbl", row(1, 10), "KS", "JKR QS 7C 4H", wild_regularise=False)
    ways = {frozenset(one.cards) for one in offered(state) if isinstance(one, TakePile)}
    assert {frozenset(cards("QS")), frozenset(cards("QS JKR"))} <= ways


RULES = Options(sets="none", wild_relocation="free")


def every_run() -> dict[frozenset[Card], Run]:
    """All runs of spades by their cards, of which the second of a face is told from the first."""
    found: dict[frozenset[Card], Run] = {}
    for low, high in itertools.combinations(range(1, 15), 2):
        for at, wild in itertools.product((None, *range(low, high + 1)), ("JKR", "2S")):
            faces = row(low, high, **({} if at is None else {f"at_{ROW[at - 1]}": wild}))
            run = laid(tuple(map(Card, faces)), None, Options())
            if run is not None:
                found[frozenset(handled((), run.cards))] = run
    return found


def test_every_longer_run_is_reached_by_offered_plays() -> None:
    """Whatever is added at once, a card of it fits by itself, or some of them leap."""
    runs, leapt = every_run(), 0
    for (has, run), every in itertools.product(runs.items(), runs):
        if has < every and not any(FACE_OF[card] in run.fits for card in every - has):
            leapt += 1
            assert leaps(run, holding(tuple(every - has)))
    assert leapt == 40


# By brute force


def made_up(chance: random.Random, rules: Options) -> State:
    """A position that leans to long runs, aces and wilds."""
    left, runs = Counter(pack(rules.jokers)), list[list[str]]()
    for _ in range(chance.choice((1, 1, 2))):
        size = chance.choice((3, 4, 6, 9, 10, 11, 12))
        low = chance.choice((1, 15 - size, chance.randint(1, 15 - size)))
        faces = row(low, low + size - 1)
        if chance.random() < 0.7:
            at = chance.choice((1, size - 2, chance.randrange(size)))
            place = "" if rules.wild_relocation == "free" else f"={faces[at]}"
            faces[at] = chance.choice(("2S", "2H", *["JKR"] * (rules.jokers > 0))) + place
        plain = [face.partition("=")[0] for face in faces]
        stands_for = next((face.partition("=")[2] for face in faces if "=" in face), None)
        lies = laid(tuple(map(Card, plain)), stands_for, rules) is not None
        if lies and not Counter(map(Card, plain)) - left:
            left.subtract(map(Card, plain))
            runs.append(faces)
    near = [card for card in left.elements() if card[1] == "S" or card in WILD]
    drawn = chance.sample(near, 5)
    waits = rules.pile_take == "must_meld_top" and chance.random() < 0.7
    hand = handled((), drawn[: chance.randint(2, 4)] + [Card("9D")] * chance.randrange(2))
    return position(
        melds={"A": runs},
        phase="draw" if waits else "play",
        hand=list(hand),
        lixo=["4D"] * chance.randrange(3) + [drawn[4]],
        mortos=chance.randrange(3),
        took=[chance.random() < 0.5, True],
        rules={name: getattr(rules, name) for name in rules.__dataclass_fields__},
    )


Laid = MeldLaid | MeldExtended


def accepted(now: Position) -> dict[object, Laid]:
    """All that may be laid, with whatever place of the wild, one each of what is the same."""
    found: dict[object, Laid] = {}
    for many in range(len(now.hand) + 1):
        for some in itertools.combinations(now.hand, many):
            for at in (None, *range(len(now.runs))):
                for written in ways_to_write(now, some):
                    answer = put_down(now, written, at)
                    if not isinstance(answer, Refusal):
                        found.setdefault(outcome(answer), answer)
    return found


def ways_to_write(now: Position, some: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    yield some
    for rank in RANKS if now.wild_relocation != "free" else "":
        if some:
            at = next((at for at, card in enumerate(some) if FACE_OF[card] in WILD), 0)
            yield (*some[:at], Card(f"{some[at]}={rank}S"), *some[at + 1 :])
        if now.top is not None:
            yield (*some, Card(f"{now.top}={rank}S"))


def outcome(laying: Laid) -> object:
    return laying.meld, tuple(sorted(laying.cards)), laying.run


def in_a_gap_of_a_card_in_hand(now: Position, laying: Laid) -> bool:
    """Of new melds those are not offered whose wild lies where a card of the hand belongs."""
    shape = shape_of(laying.cards)
    if shape is None or laying.type != "meld_laid":
        return False
    held = {FACE_OF[card] for card in now.hand} | {now.top}
    gaps = {RANKS[(at - 1) % 13] + shape.suit for at in shape.spots}
    return not shape.clean and bool(gaps) and gaps <= held


def leads_to(now: Position, first: Laid, last: Laid) -> bool:
    """Whether the rest of the cards of a play may be laid behind an offered part of them."""
    more = Counter(map(FACE_OF.get, last.held)) - Counter(map(FACE_OF.get, first.held))
    fewer = len(first.held) + sum(more.values()) == len(last.held) > len(first.held)
    if first.meld != last.meld or last.meld >= len(now.runs) or not fewer:
        return False
    pile = tuple([Card(f"{rank}Ca") for rank in "456789"[: now.under]])
    hand = tuple([card for card in now.hand if card not in first.held]) + pile
    runs = (*now.runs[: first.meld], first.run, *now.runs[first.meld + 1 :])
    after = Position(**{**fields_of(now), "hand": hand, "runs": runs, "top": None, "under": 0})
    rest = [[card for card in hand if FACE_OF[card] == face][:many] for face, many in more.items()]
    for written in ways_to_write(after, tuple(itertools.chain.from_iterable(rest))):
        answer = put_down(after, written, first.meld)
        if not isinstance(answer, Refusal) and answer.run == last.run:
            return True
    return False


def fields_of(now: Position) -> dict[str, Any]:
    return {name: getattr(now, name) for name in now.__dataclass_fields__}


def hold_all_accepted_against_all_offered(rules: Options, chance: random.Random) -> int:
    state = made_up(chance, rules)
    now, every = position_of(state, 0), offered(state)
    found: dict[object, Laid] = {}
    for action in every:
        if isinstance(action, Discard):
            assert not isinstance(discard_of(now, action.card), Refusal)
        elif isinstance(action, Meld | Extend) or (isinstance(action, TakePile) and now.top):
            answer = put_down(now, action.cards, getattr(action, "meld", None))
            assert not isinstance(answer, Refusal), (action, answer)
            found[outcome(answer)] = answer
    if state.phase == "play":
        thrown = {FACE_OF[c] for c in now.hand if not isinstance(discard_of(now, c), Refusal)}
        assert {action.card for action in every if isinstance(action, Discard)} == thrown
    elif now.top is None:
        return 0
    every_way = accepted(now)
    assert found.keys() <= every_way.keys()
    for key, laying in every_way.items():
        assert (
            key in found
            or in_a_gap_of_a_card_in_hand(now, laying)
            or any(leads_to(now, first, laying) for first in found.values())
        ), (now, laying)
    return len(every_way)


def some_rules(chance: random.Random) -> Options:
    while True:
        try:
            return Options(
                jokers=chance.choice((0, 4)),
                sets=chance.choice(("none", "any")),
                pile_take=chance.choice(("free", "must_meld_top")),
                pile_visibility=chance.choice(("open", "top_only")),
                wild_relocation=chance.choice(("free", "on_replacement", "fixed")),
                wild_regularise=chance.random() < 0.5,
                opening_minimum=chance.choice((0, 45)),
                going_out_requires=chance.choice(("clean", "any")),
                final_discard=chance.choice(("optional", "required")),
                final_discard_wild=chance.random() < 0.5,
                last_turn=chance.choice(("none", "always")),
            )
        except OptionsError:
            continue


@pytest.mark.parametrize("profile", [*PRESETS, "any"])
def test_all_that_is_accepted_is_offered_or_follows_from_it(profile: str) -> None:
    hold_many(profile, 40)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("profile", [*PRESETS, "any"])
def test_all_that_is_accepted_is_offered_in_many_positions(profile: str) -> None:
    hold_many(profile, 500)


def hold_many(profile: str, count: int) -> None:
    chance = random.Random(f"made up {profile}")
    ways = 0
    for _ in range(count):
        rules = PRESETS.get(profile) or some_rules(chance)
        ways += hold_all_accepted_against_all_offered(rules, chance)
    assert ways > count
