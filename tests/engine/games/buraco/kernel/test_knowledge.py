"""What a seat knows of a deal, and the deals that it can imagine."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import dealt, states_of
from tests.engine.games.buraco.positions import position

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.cards import faces_of, pack
from carteado.engine.games.buraco.kernel import (
    Kernel,
    Knowledge,
    determinise,
    from_state,
    imagined,
    knowledge_of,
)
from carteado.engine.games.buraco.kernel.faces import CARD
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.state import State
from carteado.engine.registry import extra_of, game_of
from carteado.engine.state import changed
from carteado.engine.visibility import redact, seat_observer
from carteado.odds.buraco.playouts import playout, random_policy


def view_of(state: State, seat: int) -> State:
    return redact(state, seat_observer(seat, seat % 2))


def lying(kernel: Kernel) -> Counter[Card]:
    """Every card of a kernel."""
    places: list[Any] = [kernel.stock, kernel.pile, *kernel.mortos, *kernel.aside]
    places += [kernel.hand(seat) for seat in range(4)]
    found = Counter(CARD[face] for faces in places for face in faces)
    return found + Counter(c for runs in kernel.runs for node in runs for c in node.run.cards)


def some_states(profile: str) -> list[State]:
    """States from all over a few deals."""
    return [
        s for number in range(3) for s in islice(states_of(PRESETS[profile], number), 5, None, 17)
    ]


@pytest.mark.parametrize("profile", PRESETS)
def test_an_imagined_deal_agrees_with_all_that_the_seat_sees(profile: str) -> None:
    for number, state in enumerate(some_states(profile)):
        seat = number % 4
        known = knowledge_of(view_of(state, seat), seat)
        kernel = determinise(known, number)
        assert lying(kernel) == Counter(pack(state.options.jokers))
        assert Counter(CARD[f] for f in kernel.hand(seat)) == Counter(faces_of(state.hands[seat]))
        real = from_state(state)
        assert kernel.size == real.size
        assert [len(cards) for cards in kernel.aside] == [len(cards) for cards in real.aside]
        assert (len(kernel.stock), len(kernel.pile)) == (len(real.stock), len(real.pile))
        assert list(map(len, kernel.mortos)) == list(map(len, real.mortos))
        for mine, seen in zip(kernel.pile, state.pile, strict=True):
            assert seen in (UNKNOWN, CARD[mine])
        for who in range(4):
            held = Counter(CARD[face] for face in kernel.hand(who))
            assert held >= Counter(state.known[who])
        same = ("runs", "took", "converted", "unplayed", "swaps", "seat", "drawn", "first", "offer")
        for name in (*same, "last_turn", "wants", "ready"):
            assert getattr(kernel, name) == getattr(real, name), name
        if state.to_act == seat:
            assert (kernel.barred, kernel.card) == (real.barred, real.card)
        playout(kernel, random_policy, number, max_turns=3)


def test_a_view_says_as_much_as_the_whole_state() -> None:
    for profile in PRESETS:
        for number, state in enumerate(some_states(profile)):
            seat = number % 4
            of_view, of_all = knowledge_of(view_of(state, seat), seat), knowledge_of(state, seat)
            for name in ("unknown", "known", "hidden", "aside", "stock", "mortos", "pile", "slots"):
                assert getattr(of_view, name) == getattr(of_all, name), (profile, name)


def test_the_true_deal_can_be_imagined() -> None:
    for state in some_states("italiano"):
        seat, deck = state.to_act or 0, state.deck
        known = knowledge_of(view_of(state, seat), seat)
        cards: list[Card] = []
        for who in range(4):
            rest = Counter(faces_of(state.hands[who])) - Counter(known.known[who])
            cards += rest.elements()
        for places in (*state.aside, *state.mortos, state.stock):
            cards += [deck[at] for at in places]
        real, found = from_state(state), imagined(known, cards)
        for name in Kernel.__slots__:
            if name != "card":
                assert getattr(found, name) == getattr(real, name), name


def test_a_seed_is_a_deal_and_every_card_is_as_likely_in_every_slot() -> None:
    state = dealt(PRESETS["mineiro"], random.Random(5))
    known = knowledge_of(view_of(state, 0), 0)
    assert known.slots == len(known.unknown) == 93
    face, copies = next(item for item in Counter(known.unknown).items() if item[1] == 2)
    found: Counter[str] = Counter()
    rounds = 4000
    for seed in range(rounds):
        kernel = determinise(known, seed)
        found["stock"] += sum(CARD[one] == face for one in kernel.stock)
        found["next"] += CARD[kernel.stock[-1]] == face
        found["partner"] += sum(CARD[one] == face for one in kernel.hand(2))
    again = determinise(known, 7)
    assert (again.stock, again.one) == (determinise(known, 7).stock, determinise(known, 7).one)
    # Expected counts of the hypergeometric law; four standard deviations are below 6 %.
    assert found["stock"] == pytest.approx(rounds * copies * 38 / 93, rel=0.06)
    assert found["partner"] == pytest.approx(rounds * copies * 11 / 93, rel=0.12)
    assert found["next"] == pytest.approx(rounds * copies / 93, rel=0.45)


def test_seeds_may_be_negative_and_large() -> None:
    known = knowledge_of(position(), 0)
    stocks = {tuple(determinise(known, seed).stock) for seed in (-1, 0, 1, 255, 256, 1 << 80)}
    assert len(stocks) == 6


def test_the_covered_cards_of_a_closed_pile_are_imagined() -> None:
    state = position("stbl", lixo="4S 9H KD")
    known = knowledge_of(view_of(state, 1), 1)
    assert known.pile == (UNKNOWN, UNKNOWN, "KD")
    piles = {tuple(CARD[one] for one in determinise(known, seed).pile) for seed in range(20)}
    assert len(piles) > 10
    assert {pile[2] for pile in piles} == {"KD"}
    for pile in piles:
        assert not Counter(pile[:2]) - Counter(known.unknown)


def last_card_of_another(**given: Any) -> Knowledge:
    """What seat 0 knows where seat 3 has laid all its hand but one card."""
    state = position("italiano", turn=3, phase="play", hand="9H", **given)
    return knowledge_of(view_of(state, 0), 0)


def test_a_last_card_with_which_the_turn_cannot_be_ended_is_not_imagined() -> None:
    """Seat 3 goes out by a discard, which may be no wild, and its run has one already."""
    run = ["3S", "4S", "5S", "6S", "7S", "8S", "JKR"]
    known = last_card_of_another(melds={"B": [run]}, took=[True, True])
    deals = [determinise(known, seed) for seed in range(4000)]
    last = Counter(CARD[deal.hand(3)[0]] for deal in deals)
    natural = Counter([card for card in known.unknown if card[0] != "2" and card != "JKR"])
    assert last.keys() == natural.keys()
    for card, copies in natural.items():
        chance = copies / natural.total()
        spread = (chance * (1 - chance) / len(deals)) ** 0.5
        assert abs(last[card] / len(deals) - chance) < 4.5 * spread
    # Where the others lie says nothing of the last one: a wild is next as often as any card.
    wild = Counter(known.unknown)[Card("JKR")] / (len(known.unknown) - 1)
    part = sum(CARD[deal.stock[-1]] == "JKR" for deal in deals) / len(deals)
    assert abs(part - wild) < 4.5 * (wild * (1 - wild) / len(deals)) ** 0.5
    assert all(Counter(map(CARD.get, deal.hand(0))) == Counter(known.known[0]) for deal in deals)


def test_one_card_that_completes_the_canastra_is_imagined_wherever_it_must_be() -> None:
    run = ["3S", "4S", "5S", "6S", "7S", "8S"]
    rules = {"final_discard": "optional", "going_out_requires": "clean"}
    known = last_card_of_another(rules=rules, melds={"B": [run]}, took=[True, True])
    assert {CARD[determinise(known, seed).hand(3)[0]] for seed in range(200)} == {"2S", "9S"}


def test_a_scenario_leaves_cards_out() -> None:
    known = knowledge_of(position(stock="3H", mortos=0, hand="5H 6H 7H"), 0)
    assert known.slots == 34 < len(known.unknown)
    kernel = determinise(known, 1)
    assert sum(kernel.size) == 36


def test_an_unanswerable_question_is_refused() -> None:
    with pytest.raises(ValueError, match="no deal"):
        knowledge_of(changed(position(), phase="between"), 0)
    with pytest.raises(ValueError, match="hand of seat 2 is hidden"):
        knowledge_of(view_of(position(), 0), 2)
    known: Knowledge = knowledge_of(position(), 0)
    with pytest.raises(ValueError, match=r"lie hidden: \d+; given: 3"):
        imagined(known, known.unknown[:3])
    crowded = position(lixo=["4S"] * 60)
    with pytest.raises(ValueError, match="more often than the pack"):
        knowledge_of(changed(crowded, stock=tuple(range(90))), 0)
    with pytest.raises(ValueError, match="hides cards"):
        from_state(view_of(position(), 0))
    with pytest.raises(ValueError, match="no deal"):
        from_state(changed(position(), phase="between"))


def test_code_that_knows_no_game_gets_the_kernel_from_the_registry() -> None:
    found = extra_of(game_of("buraco"), "kernel")
    assert found is not None
    assert found.determinise is determinise
