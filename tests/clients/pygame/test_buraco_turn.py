"""A Buraco turn at the window: select, drag, stage, undo, send, and a refusal in its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.clients.pygame.driver import Driver, welcome
from tests.scene.buraco_replies import wild_ways
from tests.scene.screens.making import sit
from tests.scene.screens.others import SCREENS, hoard, rich
from tests.scene.tables import SceneTable

from carteado.client.errors import CommandRefused
from carteado.client.link import Failed, ShuffleChecked
from carteado.engine.checking import DealCheck
from carteado.engine.sentences import said as said_of
from carteado.protocol.messages import Act, Refused, Ways
from carteado.protocol.session_events import Replied, Welcomed
from carteado.scene.buraco.staging import Staging, Step
from carteado.scene.layout.frame import logical_size
from carteado.scene.shapes import CardShape
from carteado.scene.shuffle_words import shuffle_text
from carteado.scene.ui import Settings
from carteado.scene.words import words_of

HAND = "3S 4S 5S 9H 6S KH 4D 8D TC QC 5H"
"""Dealt to the seat that begins: the first three cards make a run, which the fifth continues."""


def at_draw() -> tuple[Driver, SceneTable, int]:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal_buraco(HAND)
    assert scene_table.turn is not None
    driver = Driver()
    driver.seat_at(scene_table, scene_table.turn)
    driver.link.asked.clear()
    return driver, scene_table, scene_table.turn


def at_play() -> tuple[Driver, tuple[str, ...]]:
    driver, scene_table, seat = at_draw()
    scene_table.act("draw")
    driver.seat_at(scene_table, seat)
    driver.link.asked.clear()
    return driver, scene_table.reader(seat).picture().hand


def sent(driver: Driver) -> list[dict[str, Any]]:
    return [one.action for _, one in driver.link.asked if isinstance(one, Act)]


def drag(driver: Driver, card: str, to: str, right: float = 0.0) -> None:
    start = driver.target(f"card:{card}")
    driver.app.press(start.rect.cx, start.rect.cy)
    driver.app.drag(start, start.rect.cx + 40, start.rect.cy - 40)
    assert any(getattr(one, "role", "") == "held" for one in driver.scene().items)
    # Places for the card may appear when the drag begins.
    end = driver.target(to)
    driver.app.drag(start, end.rect.cx + right, end.rect.cy)
    driver.scene()
    driver.app.release(end.rect.cx + right, end.rect.cy)


@pytest.mark.parametrize(
    ("check", "said"),
    [
        (None, "No deal is over yet."),
        (
            DealCheck(
                deal=3, played=2, cards={0: "7S", 1: "9H"}, cutters=("Ana (seat 0)", "seat 1")
            ),
            "Deal 2: the 2 cards that you saw are those committed before the deal. "
            "Ana, seat 1 cut the deck.",
        ),
        (
            DealCheck(deal=3, played=2, problems=("the proofs are of another cut",)),
            "Deal 2 was not dealt honestly: the proofs are of another cut.",
        ),
        (
            DealCheck(deal=3, played=2, doubts=("it is not over",)),
            "Deal 2 could not be checked: it is not over.",
        ),
    ],
)
def test_the_score_sheet_checks_the_shuffle_of_its_deal(check: DealCheck | None, said: str) -> None:
    driver = Driver()
    SCREENS["buraco-sheet"](driver)
    driver.key("v")
    assert driver.link.asked[-1] == ("check_shuffle", ("t-1", "buraco"))
    driver.tell(ShuffleChecked(check=check))
    notice = driver.app.ui.notice
    assert notice is not None
    assert notice.text == said
    assert (notice.kind == "error") == (check is not None and not check.ok)
    # The sentence stands where the open sheet does not hide it.
    assert said in " ".join(driver.scene().texts())


def test_the_stock_is_tapped_or_its_key_pressed() -> None:
    driver, _, _ = at_draw()
    driver.press("stock")
    assert sent(driver) == [{"type": "draw"}]
    other, _, _ = at_draw()
    other.key("1")
    assert sent(other) == [{"type": "draw"}]


def test_a_score_sheet_during_a_deal_is_answered_by_a_sentence() -> None:
    driver, _, _ = at_draw()
    driver.key("F2")
    assert "The score sheet opens when the deal is over." in " ".join(driver.scene().texts())
    # Nothing was opened that would have to be closed before the next move.
    driver.key("1")
    assert sent(driver) == [{"type": "draw"}]


def test_a_score_sheet_stays_until_it_is_closed_and_opens_again_during_the_next_deal() -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=5)
    driver = Driver()
    driver.seat_at(scene_table)

    def shows_sheet() -> bool:
        return "Cards left in hands" in driver.scene().texts()

    def tell() -> None:
        driver.tell(*scene_table.heard[0])
        scene_table.heard[0].clear()

    scene_table.heard[0].clear()
    scene_table.deal()
    for _ in range(2):
        while scene_table.turn is not None:
            scene_table.default()
        tell()
        assert shows_sheet()
        scene_table.deal()
        tell()
        assert shows_sheet()
        driver.key("Enter")
        assert not shows_sheet()
        driver.key("F2")
        assert shows_sheet()
        driver.key("Enter")
        assert not shows_sheet()


def test_cards_are_selected_staged_undone_and_sent_by_taps() -> None:
    driver, hand = at_play()
    for card in hand[:3]:
        driver.press(f"card:{card}")
    driver.press("run:new")
    driver.press(f"card:{hand[4]}")
    driver.press("discard")
    driver.key("z")
    driver.press(f"card:{hand[5]}")
    driver.key("d", "Enter")
    assert sent(driver) == [
        {
            "type": "turn",
            "plays": [
                {"type": "meld", "cards": list(hand[:3])},
                {"type": "discard", "card": hand[5]},
            ],
        }
    ]


def test_a_card_is_dragged_to_the_pile_and_within_the_hand() -> None:
    driver, hand = at_play()
    drag(driver, hand[0], f"card:{hand[3]}")
    staging = driver.app.at_table.turns.staging
    assert staging.sort == "own"
    assert staging.own.index(hand[0]) + 1 == staging.own.index(hand[3])
    drag(driver, hand[1], "pile")
    assert [step.cards for step in driver.app.at_table.turns.staging.steps] == [(hand[1],)]


def order(driver: Driver) -> list[str]:
    return [one.key[5:] for one in driver.scene().targets if one.key.startswith("card:")]


def test_a_card_is_dropped_on_the_side_of_another_one_where_the_pointer_is() -> None:
    driver, _ = at_play()
    first, second, third, *rest = order(driver)
    drag(driver, first, f"card:{second}", right=10)
    assert order(driver) == [second, first, third, *rest]
    drag(driver, first, f"card:{third}", right=10)
    assert order(driver) == [second, third, first, *rest]
    drag(driver, first, f"card:{third}", right=-10)
    assert order(driver) == [second, first, third, *rest]


def test_a_card_is_dropped_behind_the_last_one() -> None:
    driver, _ = at_play()
    first, *rest = order(driver)
    drag(driver, first, "hand:end")
    assert order(driver) == [*rest, first]
    # It is not a place to press while nothing is dragged.
    assert driver.scene().target("hand:end") is None


def test_a_dragged_selection_is_seen_whole_and_its_place_in_the_hand_is_marked() -> None:
    driver, hand = at_play()
    for card in hand[:3]:
        driver.press(f"card:{card}")
    start, over = driver.target(f"card:{hand[0]}"), driver.target(f"card:{hand[5]}")
    driver.app.press(start.rect.cx, start.rect.cy)
    driver.app.drag(start, over.rect.cx, over.rect.cy)
    scene = driver.scene()
    held = [one.card for one in scene.items if getattr(one, "role", "") == "held"]
    assert held == list(hand[:3])
    roles = [getattr(one, "role", "") for one in scene.items]
    assert (roles.count("veil"), roles.count("gap")) == (3, 1)


def test_a_card_is_dragged_to_a_run_without_selecting_it_first() -> None:
    driver, hand = at_play()
    for card in hand[:3]:
        driver.press(f"card:{card}")
    drag(driver, hand[0], "run:new")
    drag(driver, hand[4], "run:0:0")
    steps = driver.app.at_table.turns.staging.steps
    assert [(step.kind, step.cards) for step in steps] == [
        ("meld", hand[:3]),
        ("extend", hand[4:5]),
    ]


def test_a_turn_is_played_with_the_arrows_the_space_bar_and_letters() -> None:
    driver, hand = at_play()
    # By suits: 3♠ 4♠ 5♠ 6♠ first, clubs last.
    driver.key("Right", "Space", "Right", "Space", "Right", "Space", "n")
    staging = driver.app.at_table.turns.staging
    assert [step.cards for step in staging.steps] == [hand[:3]]
    driver.key("Left", "Space")
    (last,) = driver.app.at_table.turns.staging.selected
    driver.key("d", "Left", "Enter")
    (turn,) = sent(driver)
    assert turn["plays"][1] == {"type": "discard", "card": last}


def test_cards_that_make_no_run_stay_selected_and_are_marked_with_the_reason() -> None:
    driver, hand = at_play()
    for card in (hand[0], hand[3], hand[5]):
        driver.press(f"card:{card}")
    driver.press("run:new")
    assert "3♠ 9♥ K♥ is not a meld: all cards of a run have one suit." in driver.scene().texts()
    staging = driver.app.at_table.turns.staging
    assert staging.steps == ()
    assert staging.refused == frozenset(staging.selected) == {hand[0], hand[3], hand[5]}
    marked = {one.card for one in driver.scene().items if getattr(one, "mark", "") == "!"}
    assert marked == staging.refused
    # What was wrong is corrected by the next press, and nothing has to be undone.
    driver.press(f"card:{hand[3]}")
    assert driver.app.at_table.turns.staging.refused == frozenset()


def test_a_refusal_of_cards_says_which_of_them_can_be_laid_instead() -> None:
    driver, hand = at_play()
    for card in hand[:4]:
        driver.press(f"card:{card}")
    driver.press("run:new")
    assert driver.app.ui.notice is not None
    assert driver.app.ui.notice.text.endswith(" Without 9♥ it is allowed.")
    driver.press(f"card:{hand[3]}")
    driver.press("run:new")
    for card in (hand[3], hand[4], hand[5]):
        driver.press(f"card:{card}")
    driver.press("run:new")
    assert driver.app.ui.notice.text.endswith(" 6♠ alone fits 3–5♠.")
    assert driver.app.at_table.turns.staging.refused == {hand[3], hand[4], hand[5]}


@pytest.mark.parametrize("to", ["run:0:0", "run:new"])
def test_a_refused_drag_leaves_the_card_in_the_hand_selected(to: str) -> None:
    driver, hand = at_play()
    for card in hand[:3]:
        driver.press(f"card:{card}")
    driver.press("run:new")
    drag(driver, hand[5], to)
    staging = driver.app.at_table.turns.staging
    assert [step.cards for step in staging.steps] == [hand[:3]]
    assert (staging.selected, staging.refused, staging.held) == (hand[5:6], {hand[5]}, "")
    assert driver.app.ui.notice is not None


def test_a_staged_run_lies_in_its_order_with_points_and_its_staged_cards_marked() -> None:
    driver, hand = at_play()
    for card in (hand[2], hand[0], hand[1]):
        driver.press(f"card:{card}")
    driver.press("run:new")
    driver.press(f"card:{hand[4]}")
    driver.press("run:0:0")
    cards = [one for one in driver.scene().items if getattr(one, "role", "") == "run-card"]
    assert [(one.card, one.mark) for one in cards] == [
        (one, "+") for one in ["3S", "4S", "5S", "6S"]
    ]
    assert "20" in driver.scene().texts()


def test_a_turn_without_its_discard_is_not_sent_and_says_what_is_missing() -> None:
    driver, hand = at_play()
    for card in hand[:3]:
        driver.press(f"card:{card}")
    driver.key("n", "Enter")
    assert sent(driver) == []
    assert "end it with a discard" in " ".join(driver.scene().texts())
    driver.press(f"card:{hand[5]}")
    driver.key("d", "Enter")
    assert [one["type"] for one in sent(driver)] == ["turn"]


def test_a_play_that_has_become_illegal_is_marked() -> None:
    driver, hand = at_play()
    steps = (Step(kind="meld", cards=hand[3:6], run=0), Step(kind="discard", cards=hand[:1]))
    driver.app.ui = replace(driver.app.ui, more=Staging(steps=steps))
    scene = driver.scene()
    wrong = [one.card for one in scene.items if getattr(one, "mark", "") == "!"]
    assert wrong == list(hand[3:6])
    lines = [one.line for one in scene.items if getattr(one, "role", "") == "step"]
    assert lines == ["bad", "info"]
    driver.key("Enter")
    assert sent(driver) == []
    assert any("is not a meld" in text for text in driver.scene().texts())


def test_a_turn_that_the_server_refuses_stays_staged_and_its_cards_are_marked() -> None:
    driver, hand = at_play()
    for card in hand[:3]:
        driver.press(f"card:{card}")
    driver.key("n")
    driver.press(f"card:{hand[5]}")
    driver.key("d", "Enter")
    refused = Refused(
        id=1,
        code="buraco/not_a_run",
        message=f"{' '.join(hand[:3])} cannot be a meld: they do not follow one another.",
        details={"cards": " ".join(hand[:3])},
    )
    driver.tell(Replied(id=1, reply=refused, command=None))
    assert any("cannot be a meld" in text for text in driver.scene().texts())
    staging = driver.app.at_table.turns.staging
    assert len(staging.steps) == 2
    assert staging.refused == frozenset(hand[:3])
    driver.press("step:0")
    assert driver.app.at_table.turns.staging == Staging()


def test_the_play_that_empties_the_hand_takes_a_morto_and_the_turn_goes_on() -> None:
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    table.deal_buraco("3S 4S 5S 6S 7S 8S 9S TS JS QS KS", draw="AS")
    table.act("draw")
    driver = Driver()
    driver.seat_at(table, 0)
    driver.link.asked.clear()
    for card in table.reader(0).picture().hand:
        driver.press(f"card:{card}")
    driver.key("n", "Enter")
    (turn,) = sent(driver)
    table.act("turn", plays=turn["plays"])
    driver.seat_at(table, 0)
    assert len(table.reader(0).picture().hand) == 11
    assert driver.app.at_table.turns.staging.steps == ()
    assert driver.scene().live == "Your turn: play"


def test_the_pile_is_taken_from_its_sheet() -> None:
    driver, scene_table, seat = at_draw()
    scene_table.act("draw")
    scene_table.default()
    following = scene_table.turn
    assert following is not None
    assert following != seat
    driver.seat_at(scene_table, following)
    driver.link.asked.clear()
    driver.key("p")
    driver.press("take")
    assert sent(driver) == [{"type": "take", "cards": [], "meld": None}]


def test_the_hand_is_sorted_by_key_and_by_button() -> None:
    driver, _ = at_play()
    driver.key("s")
    assert driver.app.at_table.turns.staging.sort == "rank"
    driver.press("sort:suit")
    assert driver.app.at_table.turns.staging.sort == "suit"


def test_plays_can_be_staged_while_others_play() -> None:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal()
    assert scene_table.turn is not None
    driver = Driver()
    waiting = (scene_table.turn + 1) % 4
    driver.seat_at(scene_table, waiting)
    card = scene_table.reader(waiting).picture().hand[0]
    driver.press(f"card:{card}")
    driver.press("discard")
    assert driver.app.at_table.turns.staging.steps
    assert not driver.target("send").enabled


class TestWhereAWildGoes:
    def laid(
        self, capabilities: tuple[str, ...] = ("ways",), **options: Any
    ) -> tuple[Driver, list[str]]:
        """Three cards of the hand are staged as a new run."""
        table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5, **options)
        table.deal_buraco("6S 7S 2S 9S 5H 9H KH 4D 8D TC QC")
        table.act("draw")
        assert table.turn is not None
        driver = Driver()
        driver.app.connect("127.0.0.1:8765")
        driver.tell(Welcomed(welcome=welcome(capabilities=capabilities)))
        driver.seat_at(table, table.turn)
        driver.link.asked.clear()
        cards = list(table.reader(table.turn).picture().hand[:3])
        for card in cards:
            driver.press(f"card:{card}")
        driver.press("run:new")
        return driver, cards

    def asked(self, driver: Driver) -> list[dict[str, Any]]:
        return [one.action for _, one in driver.link.asked if isinstance(one, Ways)]

    def ended(self, driver: Driver) -> list[str]:
        """The cards of the run in the turn that is sent with a discard."""
        driver.press("card:TCa")
        driver.key("d", "Enter")
        (turn,) = sent(driver)
        assert [play["type"] for play in turn["plays"]] == ["meld", "discard"]
        return list(turn["plays"][0]["cards"])

    def test_the_place_that_is_chosen_is_sent(self) -> None:
        driver, cards = self.laid(wild_relocation="on_replacement")
        assert self.asked(driver) == [{"type": "meld", "cards": cards}]
        driver.tell(wild_ways(cards))
        assert "Where does the wild go?" in driver.scene().texts()
        driver.key("2")
        assert self.ended(driver) == [*cards[:2], f"{cards[2]}=8S"]

    def test_the_first_way_is_the_play_as_it_stands(self) -> None:
        driver, cards = self.laid(wild_relocation="fixed")
        driver.tell(wild_ways(cards))
        driver.key("1")
        assert self.ended(driver) == cards

    def test_escape_takes_the_play_back(self) -> None:
        driver, cards = self.laid(wild_relocation="fixed")
        driver.tell(wild_ways(cards))
        driver.key("Escape")
        assert driver.app.at_table.turns.staging.steps == ()
        assert "Where does the wild go?" not in driver.scene().texts()

    @pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
    def test_the_question_leaves_the_hand_and_the_buttons_to_the_player(
        self, size: tuple[int, int]
    ) -> None:
        driver, cards = self.laid(wild_relocation="fixed")
        driver.size, _ = logical_size(size)
        driver.tell(wild_ways(cards))
        scene = driver.scene()
        keys = {one.key for one in scene.targets}
        assert {"stock", "send", "card:TCa", "way:0", "way:1"} <= keys
        (panel,) = [one.rect for one in scene.targets if one.key == "wild"]
        hand = [one.rect for one in scene.targets if one.kind == "card"]
        assert hand
        assert not any(one.overlaps(panel) for one in hand)
        # To go on means the first place.
        assert self.ended(driver) == cards

    def test_an_answer_about_a_play_that_was_undone_asks_nothing(self) -> None:
        driver, cards = self.laid(wild_relocation="fixed")
        driver.key("z")
        driver.tell(wild_ways(cards))
        assert "Where does the wild go?" not in driver.scene().texts()

    def test_nothing_is_asked_where_it_does_not_matter_or_the_server_does_not_know(self) -> None:
        assert self.asked(self.laid(wild_relocation="free")[0]) == []
        assert self.asked(self.laid((), wild_relocation="fixed")[0]) == []

    def test_without_an_answer_the_play_stays_as_it_is(self) -> None:
        driver, cards = self.laid(wild_relocation="fixed")
        driver.tell(Failed(tag="ways", error=CommandRefused("table/unknown", "no such table", {})))
        assert driver.app.ui.notice is None
        assert [step.cards for step in driver.app.at_table.turns.staging.steps] == [tuple(cards)]


def test_a_failed_check_gives_its_reason_in_the_players_language() -> None:
    reason = said_of("the proof of {card} at place {place} does not hold", card="7S", place=12)
    check = DealCheck(deal=3, played=2, problems=(reason,))
    assert shuffle_text(check, words_of("de")) == (
        "Runde 2 wurde nicht ehrlich gegeben: der Beweis für 7S an Stelle 12 stimmt nicht."
    )
    assert "a prova de 7S na posição 12" in shuffle_text(check, words_of("pt_BR"))


def crowd(text: float = 2.0) -> Driver:
    """More staged runs than a small window with large text has room for."""
    table = hoard(40)
    cards = table.reader(0).picture().hand
    steps = tuple(
        Step(kind="meld", cards=cards[at : at + 2], run=number)
        for number, at in enumerate(range(0, 38, 2), 1)
    )
    driver = Driver((1024, 640), Settings(name="Marta", reduced=True, text=text))
    sit(driver, table, 0)
    more = Staging(steps=steps, selected=cards[-1:])
    driver.app.ui = replace(driver.app.ui, more=more)
    return driver


def test_runs_without_room_are_reached_by_a_press_a_key_and_the_wheel() -> None:
    driver = crowd()

    def runs() -> set[str]:
        return {one.key for one in driver.scene().targets if one.key.startswith("run:0:")}

    every = {f"run:0:{number}" for number in range(20)}
    first = runs()
    assert first < every
    assert f"{20 - len(first)} more" in driver.scene().texts()
    assert driver.target("run:new")
    driver.press("runs:0")
    second = runs()
    assert first | second == every
    assert not first & second
    assert driver.target("run:new"), "a new run is possible on every page"
    driver.key("PageDown")
    assert runs() == first
    place = driver.target("run:0:0").rect
    for turned, shown in ((-1, second), (1, first), (1, second)):
        driver.app.hover(place.cx, place.cy)
        driver.app.wheel(turned)
        assert runs() == shown
    # A run of the second page is laid on by a press.
    driver.press("run:0:19")
    assert driver.app.ui.more.steps[-1].run == 19


def test_a_tile_opens_all_cards_of_its_run() -> None:
    driver = crowd(1.0)
    driver.app.ui = replace(driver.app.ui, more=replace(driver.app.ui.more, selected=()))
    driver.press("run:0:0")
    shown = [one.card for one in driver.scene().items if one.role == "run-card"]
    assert driver.target("opened:0")
    assert len(shown) >= 4
    driver.press("opened:0")
    assert driver.scene().target("opened:0") is None


def test_a_mark_in_a_fan_stands_where_the_next_card_does_not_hide_it() -> None:
    for count, overlapping in ((20, True), (11, False)):
        table = hoard(count)
        cards = table.reader(0).picture().hand
        driver = Driver((1024, 640))
        sit(driver, table, 0)
        driver.app.ui = replace(driver.app.ui, more=Staging(refused=frozenset(cards[3:4])))
        (card,) = [
            one
            for one in driver.scene().items
            if isinstance(one, CardShape) and one.role == "hand-card" and one.mark == "!"
        ]
        assert card.corner is overlapping


def test_a_morto_that_nobody_took_is_said_to_be_the_stock() -> None:
    table = rich()
    assert table.state.converted
    driver = Driver()
    sit(driver, table, 0)
    assert " ".join(driver.scene().texts()).count("now the stock") == 2
