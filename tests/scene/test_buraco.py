"""The Buraco table: picture, staged turns, sorting, and the screen at every size."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scene.checks import crowded, cut, overlaps
from tests.scene.tables import SceneTable

from carteado.engine import game as commands
from carteado.engine.game import RematchAgreed, SatOut
from carteado.engine.registry import extra_of
from carteado.scene.buraco.sorting import sorted_hand
from carteado.scene.buraco.staging import Staging, Step
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.tables import table_scene
from carteado.scene.shapes import Box, CardShape, Scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of

SIZES = [(1024, 640), (1280, 720), (1440, 900), (1920, 1080)]


def deal(steps: int = 0, seed: int = 5, **options: Any) -> SceneTable:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3, None), seed=seed, **options)
    scene_table.deal()
    for _ in range(steps):
        if scene_table.turn is None:
            break
        scene_table.random_act()
    return scene_table


def screen(
    scene_table: SceneTable,
    seat: int | None = 0,
    window: tuple[int, int] = (1440, 900),
    staging: Staging | None = None,
    text: float = 1.0,
    sheet: str = "none",
) -> Scene:
    size, _ = logical_size(window)
    ui = Ui(more=staging, sheet=sheet)
    return table_scene(scene_table.reader(seat), ui, Settings(text=text), size, 0.0)


def test_a_picture_knows_us_and_them() -> None:
    scene_table = deal()
    picture = scene_table.reader(1).picture()
    assert picture.own == 1
    assert len(picture.hand) == 11
    assert [seat.partner for seat in picture.seats] == [False, True, False, True]
    assert picture.stock + sum(picture.mortos) + 44 == 104
    assert scene_table.reader(None).picture().hand == ("??",) * 11


def test_the_last_play_of_a_seat_is_shown_in_the_current_language() -> None:
    scene_table = deal()
    while not scene_table.reader(0).story.last:
        scene_table.random_act()
    for language, said in (
        ("pt_BR", ("descartou ", "comprou ", "pegou o lixo")),
        ("de", ("warf ", "zog ", "nahm ")),
    ):
        picture = scene_table.reader(0).in_language(words_of(language)).picture()
        plays = [seat.last for seat in picture.seats if seat.last]
        assert plays
        assert all(play.startswith(said) for play in plays)


def test_runs_have_points_marks_and_what_a_wild_stands_for() -> None:
    scene_table = deal(120)
    runs = [run for team in scene_table.reader(0).picture().ours for run in (team,)]
    shown = extra_of(scene_table.table.game, "shown")
    assert shown is not None
    lines = " ".join(scene_table.table.game.show(scene_table.reader(0).table.state))
    for run in runs:
        kind = "clean" if run.clean else "dirty"
        assert f"[{kind}" in lines
        assert len(run.stands) == len(run.cards)
        wild = [card for card, stand in zip(run.cards, run.stands, strict=True) if stand]
        assert len(wild) <= 1
        assert all(card[0] in "2J" for card in wild)


def test_each_seat_shows_its_last_action() -> None:
    scene_table = deal(30)
    picture = scene_table.reader(0).picture()
    assert any(seat.last.startswith("discarded ") for seat in picture.seats)
    assert any("discarded" in text for text in picture.round)


def test_the_number_of_staged_plays_is_shown_with_large_text_too() -> None:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5)
    scene_table.deal_buraco("3S 4S 5S 9H 6S KH 4D 8D TC QC 5H")
    scene_table.act("draw")
    hand = scene_table.reader(0).picture().hand
    staging = Staging(selected=hand[:3]).lay("meld", 0)
    staging = replace(staging, selected=hand[5:6]).lay("discard")
    for size in ((1024.0, 640.0), (1440.0, 900.0)):
        ui, large = Ui(more=staging), Settings(text=2.0)
        scene = table_scene(scene_table.reader(0), ui, large, size, 0.0)
        # The keys sort the hand where their labels leave no room.
        assert scene.target("sort") is not None
        # The last play has its number, also where the first one has no room.
        assert "2  discard K♥" in scene.texts()
        assert (scene.target("step:0") is not None) or "1" in scene.texts()


def test_cards_are_no_smaller_with_large_text_in_a_large_window() -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=5)
    scene_table.deal()
    widths = []
    for text in (1.0, 2.0):
        settings = Settings(text=text)
        scene = table_scene(scene_table.reader(0), Ui(), settings, (1600.0, 900.0), 0.0)
        cards = [one for one in scene.items if getattr(one, "role", "") == "hand-card"]
        widths.append({one.rect.w for one in cards if isinstance(one, CardShape)})
    assert widths[0] == widths[1]


class TestWatcher:
    def texts(self, scene_table: SceneTable, size: tuple[float, float] = (1024.0, 640.0)) -> str:
        scene = table_scene(scene_table.reader(None), Ui(), Settings(), size, 0.0)
        return " | ".join(scene.texts())

    def watched(self, names: Sequence[str]) -> SceneTable:
        scene_table = SceneTable("buraco", readers=(0, None), seed=5, names=names)
        scene_table.deal()
        for _ in range(40):
            scene_table.random_act()
        return scene_table

    def test_the_pairs_have_the_names_of_their_players(self) -> None:
        texts = self.texts(self.watched(("Marta", "Rui", "Bia", "Jonas")))
        assert texts.count("Marta & Bia") == texts.count("Rui & Jonas") == 2
        for word in ("Us", "Them", "Our runs", "Their runs", "partner", "opponent"):
            assert word not in texts.split(" | ")
        # The seat below has no plate; the bar says whose hand it is.
        assert "Marta · with Bia" in texts

    def test_pairs_of_players_with_one_name_are_told_apart_by_their_seats(self) -> None:
        texts = self.texts(self.watched(("Marta", "tight", "tight", "Jonas")))
        assert "seat 0 & seat 2" in texts
        assert "tight (1)" in texts
        assert "tight (2)" in texts

    def test_a_player_reads_us_and_them(self) -> None:
        scene_table = self.watched(("Marta", "Rui", "Bia", "Jonas"))
        scene = table_scene(scene_table.reader(0), Ui(), Settings(), (1024.0, 640.0), 0.0)
        assert {"Us", "Them", "Our runs", "Their runs", "partner"} <= set(scene.texts())

    def test_the_sheet_names_the_pair_that_leads(self) -> None:
        scene_table = self.watched(("Marta", "Rui", "Bia", "Jonas"))
        while scene_table.turn is not None:
            scene_table.random_act()
        texts = self.texts(scene_table)
        first, second = scene_table.state.totals
        leads = "Marta & Bia" if first > second else "Rui & Jonas"
        assert f"Deal 1: {leads} lead by {abs(first - second)}" in texts
        assert "Us" not in texts.split(" | ")


class TestTheOrderOfTheHand:
    HAND = ("9Sa", "2Ha", "9Sb", "ASa", "JKRa", "KDa")

    def test_by_suit_by_rank_and_by_hand(self) -> None:
        assert sorted_hand(self.HAND, "suit") == ("ASa", "9Sa", "9Sb", "2Ha", "KDa", "JKRa")
        assert sorted_hand(self.HAND, "rank") == ("ASa", "2Ha", "9Sa", "9Sb", "KDa", "JKRa")
        assert sorted_hand(self.HAND, "own", ("KDa", "9Sb"))[:2] == ("KDa", "9Sb")

    def test_a_new_card_comes_last_in_the_own_order(self) -> None:
        staging = Staging().moved(("9Sa", "2Ha"), "2Ha", "9Sa")
        assert sorted_hand(("9Sa", "2Ha", "5Da"), staging.sort, staging.own) == (
            "2Ha",
            "9Sa",
            "5Da",
        )


class TestAStagedTurn:
    def test_is_laid_undone_and_sent_as_one(self) -> None:
        staging = Staging()
        for card in ("3Sa", "4Sa", "5Sa"):
            staging = staging.toggled(card)
        staging = staging.lay("meld", 0).toggled("9Ha").lay("discard")
        assert staging.turn() == {
            "type": "turn",
            "plays": [
                {"type": "meld", "cards": ["3Sa", "4Sa", "5Sa"]},
                {"type": "discard", "card": "9Ha"},
            ],
        }
        assert staging.left(("3Sa", "4Sa", "5Sa", "9Ha", "KDa")) == ("KDa",)
        assert staging.undone().steps == staging.steps[:1]
        assert staging.undone(0).steps == ()

    def test_nothing_follows_a_discard_and_a_discard_is_one_card(self) -> None:
        staging = Staging().toggled("9Ha").lay("discard").toggled("KDa")
        assert staging.lay("meld", 0).steps == staging.steps
        assert Staging(selected=("9Ha", "KDa")).lay("discard").steps == ()

    def test_staged_plays_without_their_cards_are_dropped_with_all_later_plays(self) -> None:
        steps = (
            Step(kind="extend", cards=("3Sa",), run=0),
            Step(kind="extend", cards=("4Sa",), run=0),
            Step(kind="discard", cards=("9Ha",)),
        )
        staging = Staging(steps=steps, selected=("KDa", "4Sa"))
        fresh = staging.fresh(("3Sa", "9Ha", "KDa"))
        assert fresh.steps == steps[:1]
        assert fresh.selected == ("KDa",)


def check(scene: Scene) -> None:
    assert cut(scene) == []
    buttons = [one for one in crowded(scene, 41.0) if "card:" not in one and "set-" not in one]
    assert [one for one in buttons if not one.startswith("small: sort")] == []


@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("seat", [0, None])
def test_the_first_turn_fits_every_window(window: tuple[int, int], seat: int | None) -> None:
    check(screen(deal(), seat, window))


@pytest.mark.exhaustive
@settings(max_examples=40)
@given(
    seed=st.integers(0, 10**6),
    window=st.sampled_from(SIZES),
    text=st.sampled_from([1.0, 1.25, 1.5, 2.0]),
)
def test_no_state_of_a_deal_is_cut(seed: int, window: tuple[int, int], text: float) -> None:
    scene_table = deal(random.Random(seed).randrange(0, 150), seed)
    for seat in (0, 1, None):
        check(screen(scene_table, seat, window, text=text))


def test_every_card_of_the_hand_can_be_hit() -> None:
    scene_table = deal(60)
    for window in SIZES:
        scene = screen(scene_table, 0, window)
        hand = scene_table.reader(0).picture().hand
        places = {one.key: one.rect for one in scene.targets if one.key.startswith("card:")}
        assert set(places) == {f"card:{card}" for card in hand}
        assert all(min(rect.w, rect.h) >= 34 for rect in places.values())
        for key, rect in places.items():
            hit = scene.target_at(rect.cx, rect.cy)
            assert hit is not None
            assert hit.key == key


def test_selected_cards_open_the_places_where_they_can_be_laid() -> None:
    scene_table = deal(0)
    while scene_table.turn != 0:
        scene_table.default()
    scene_table.act("draw")
    hand = scene_table.reader(0).picture().hand
    scene = screen(scene_table, 0, staging=Staging(selected=hand[:1]))
    keys = {one.key for one in scene.targets}
    assert {"run:new", "discard", "clear"} <= keys
    assert not scene.target("send").enabled
    staged = Staging(selected=hand[:1]).lay("discard")
    scene = screen(scene_table, 0, staging=staged)
    assert scene.target("send").enabled
    assert {"step:0", "undo"} <= {one.key for one in scene.targets}
    marked = [one for one in scene.items if isinstance(one, CardShape) and one.ring_dashed]
    assert [one.card for one in marked] == [hand[0]]


def test_the_draw_has_its_buttons_and_the_pile_opens_by_one_tap() -> None:
    scene_table = deal(0)
    scene_table.act("draw")
    scene_table.default()
    reader = scene_table.reader(scene_table.turn)
    scene = table_scene(reader, Ui(), Settings(), (1440.0, 900.0), 0.0)
    assert scene.target("draw").hotkeys == ("1",)
    assert scene.target("take").hotkeys == ("2",)
    opened = table_scene(reader, Ui(more=Staging(pile=True)), Settings(), (1440.0, 900.0), 0.0)
    assert any(text.startswith("Pile · ") for text in opened.texts())


def test_the_score_sheet_names_every_line() -> None:
    scene_table = deal(0, seed=2)
    for _ in range(2000):
        if scene_table.turn is None:
            break
        scene_table.random_act()
    assert scene_table.state.sheets
    for window in SIZES:
        scene = screen(scene_table, 0, window, sheet="")
        texts = scene.texts()
        assert "Cards left in hands" in texts
        assert "This deal" in texts
        assert "The first pair with 3,000 at the end of a deal wins." in texts
        assert cut(scene) == []
    # The cards left in each hand have their cost, and the hands of a pair add up to its line.
    left = scene_table.reader(0).picture().left
    costs = [points for _, points in left]
    for sheet, seat in zip(scene_table.state.sheets, (0, 1), strict=True):
        lines = [line.points for line in sheet.lines if line.name == "hands"]
        assert costs[seat] + costs[seat + 2] == sum(lines)
    assert {words_of("en").signed(points) for points in costs} <= set(texts)
    assert "Before" in texts
    assert any(line.kind == "result" for line in scene_table.reader(0).story.log.lines)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
def test_the_deal_before_stands_on_the_score_sheet_at_any_size_of_text(text: float) -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=2)
    for _ in range(2):
        scene_table.deal()
        while scene_table.turn is not None:
            scene_table.random_act()
    reader = scene_table.reader(0)
    scene = table_scene(reader, Ui(), Settings(text=text), (1024.0, 640.0), 0.0)
    assert cut(scene) == []
    ours, theirs = (words_of("en").number(one) for one in reader.story.deals[0].points)
    texts = scene.texts()
    assert "Deals" in texts
    assert texts.count(ours) > 1 or texts.count(theirs) > 1  # "Before", and the list


def test_seven_runs_lie_in_columns_in_the_smallest_window() -> None:
    scene_table = deal(0)
    while scene_table.turn is not None and len(scene_table.state.runs[0]) < 7:
        scene_table.random_act()
    assert len(scene_table.state.runs[0]) == 7
    scene = screen(scene_table, 0, (1024.0, 640.0))
    assert not any(getattr(one, "role", "") == "tile" for one in scene.items)
    assert cut(scene) == []


def test_a_refused_card_is_marked_where_it_lies() -> None:
    scene_table = deal()
    hand = scene_table.reader(0).picture().hand
    scene = screen(scene_table, 0, staging=Staging(refused=frozenset(hand[:2])))
    marked = {one.card for one in scene.items if isinstance(one, CardShape) and one.mark == "!"}
    assert marked == set(hand[:2])


@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_cards_left_lie_in_order_behind_names_that_differ(text: float) -> None:
    names = ("Marta", "buraco-greedy bot", "buraco-greedy bot", "buraco-greedy bot")
    scene_table = SceneTable("buraco", readers=(0,), seed=2, names=names)
    scene_table.deal()
    while scene_table.turn is not None:
        scene_table.random_act()
    settings = Settings(text=text)
    scene = table_scene(scene_table.reader(0), Ui(), settings, (1024.0, 640.0), 0.0)
    assert cut(scene) == []
    assert {" (1)", " (2)", " (3)"} <= set(scene.texts())
    picture = scene_table.reader(0).picture()
    left = [one for one in scene.items if isinstance(one, CardShape) and one.role == "left-card"]
    lines = {one.rect.y for one in left}
    for y in lines:
        cards = [one.card for one in left if one.rect.y == y]
        assert cards == list(sorted_hand(cards, "suit"))
    assert len(left) == sum(len(cards) for cards, _ in picture.left)
    assert len({min(one.rect.x for one in left if one.rect.y == y) for y in lines}) == 1


def test_the_cards_of_a_player_who_has_left_stand_behind_the_seat() -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=2, target=100)
    while scene_table.state.winner is None:
        scene_table.deal()
        while scene_table.turn is not None:
            scene_table.random_act()
    # During a match the seat would be kept.
    scene_table.do(commands.Leave(seat=1))
    scene = table_scene(scene_table.reader(0), Ui(), Settings(), (1024.0, 640.0), 0.0)
    assert "seat 1" in scene.texts()


def test_after_a_match_its_winner_is_named_and_who_wants_another_one() -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=2, target=100)
    while scene_table.state.winner is None:
        scene_table.deal()
        for _ in range(2000):
            if scene_table.turn is None:
                break
            scene_table.random_act()
    sheet = screen(scene_table, 0, sheet="")
    winner = scene_table.state.winner
    won = f"{' & '.join(scene_table.state.names[winner::2])} win the match"
    assert won in sheet.texts()
    assert not any("at the end of a deal wins" in text for text in sheet.texts())
    again = sheet.target("rematch")
    assert again is not None
    assert again.hotkeys == ("Space",)
    scene_table.note(RematchAgreed(seat=0))
    bar = screen(scene_table, 0, sheet="none")
    assert bar.target("rematch") is None
    own = scene_table.state.names[0]
    assert {won, f"{own} wants a new game"} <= set(bar.texts())
    scene_table.note(SatOut(seat=0, away=False))
    back = screen(scene_table, 0, sheet="none").target("sit-in")
    assert back is not None


@pytest.mark.parametrize("size", [(1024.0, 640.0), (1920.0, 1080.0)])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
def test_long_staged_plays_are_shown_as_far_as_they_fit(
    size: tuple[float, float], language: str
) -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=5, language=language)
    scene_table.deal_buraco("3S 4S 5S 6S 9H TH JH QH 4D 5D 6D")
    scene_table.act("draw")
    hand = scene_table.reader(0).picture().hand

    def held(*faces: str) -> tuple[str, ...]:
        return tuple(next(card for card in hand if card.startswith(one)) for one in faces)

    staging = Staging(selected=held("3S", "4S", "5S", "6S")).lay("meld", 0)
    staging = replace(staging, selected=held("9H", "TH", "JH", "QH")).lay("meld", 1)
    staging = replace(staging, selected=held("4D", "5D")).lay("meld", 2)
    for text in (1.0, 1.5, 2.0):
        ui, settings = Ui(more=staging), Settings(text=text, language=language)
        scene = table_scene(scene_table.reader(0), ui, settings, size, 0.0)
        assert cut(scene) == []
        assert overlaps(scene) == []
        # The last one is the first to be undone.
        assert scene.target("step:2") is not None, text
        texts = " | ".join(scene.texts())
        assert "5♦" in texts
        # With normal text all of them have room in every window.
        if text == 1.0:
            assert scene.target("step:0") is not None
            assert "3 4 5 6♠" in texts or "3♠ 4♠ 5♠ 6♠" in texts
            assert "9 10 J Q♥" in texts or "9♥ 10♥ J♥ Q♥" in texts


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
def test_the_words_your_turn_lie_inside_their_pill(text: float) -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=5)
    scene_table.deal()
    settings = Settings(text=text)
    scene = table_scene(scene_table.reader(0), Ui(), settings, (1024.0, 640.0), 0.0)
    (pill,) = [one for one in scene.items if getattr(one, "role", "") == "pill"]
    (words,) = [one for one in scene.items if getattr(one, "text", "") == "Your turn"]
    assert pill.rect.h >= words.size * 1.3


def test_a_staged_wild_shows_what_it_stands_for_without_a_sign_over_it() -> None:
    scene_table = SceneTable("buraco", readers=(0,), seed=5)
    scene_table.deal_buraco("8S 9S 2D 4H AD 6D 9D QD 4C 7C 9C")
    scene_table.act("draw")
    hand = scene_table.reader(0).picture().hand
    chosen = tuple(next(one for one in hand if one.startswith(face)) for face in ("8S", "9S", "2D"))
    scene = screen(scene_table, 0, staging=Staging(selected=chosen).lay("meld", 0))
    shown = [one for one in scene.items if isinstance(one, CardShape) and one.role == "run-card"]
    assert {one.mark for one in shown if one.note} == {""}
    assert {one.mark for one in shown if not one.note} == {"+"}
    assert [one.note for one in shown if one.note] == ["=7"]
    assert all(one.ring_dashed for one in shown)


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_the_buttons_of_the_first_turn_stand_beside_it_with_the_largest_text(language: str) -> None:
    table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5, language=language)
    table.deal()
    table.act("draw")
    reader = table.reader(table.turn)
    staging = Staging(selected=reader.picture().hand[:1])
    ui = Ui(more=staging)
    scene = table_scene(reader, ui, Settings(text=2.0), (1024.0, 640.0), 0.0)
    (first,) = [one.rect for one in scene.targets if one.key == "redraw"]
    turn = next(one for one in scene.items if isinstance(one, Box) and one.role == "pill")
    assert turn.rect.right < first.x
    assert crowded(scene) == []
