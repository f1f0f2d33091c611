"""The lobby of the terminal: the facts about a table, and the commands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.live import seated
from tests.clients.tui.tables import lobby, my_turn
from tests.e2e.processes import Server

from carteado.client import Client
from carteado.client.link import Answered, Listed, Measured
from carteado.protocol.messages import AddBot, Join, ListTables, Ok, Open, SeatInfo, Watch
from carteado.protocol.session_events import Welcomed
from carteado.scene.ui import Settings

BOTS = ("caller", "tight", "buraco-greedy", "mine")


def test_the_time_that_the_server_takes_to_answer_stands_before_the_name() -> None:
    driver = lobby(SMALL)
    assert driver.text.splitlines()[0].endswith("4 ms · Ana")
    driver.tell(Measured(latency_ms=1250))
    assert driver.text.splitlines()[0].endswith("1,250 ms · Ana")
    driver.lose(16)
    assert " ms " not in driver.text.splitlines()[0]


def test_the_way_is_measured_every_ten_seconds() -> None:
    driver = lobby(SMALL)

    def measured() -> int:
        return [tag for tag, _ in driver.link.asked].count("measure")

    assert measured() == 1
    driver.page(9_000)
    assert measured() == 1
    driver.page(2_000)
    assert measured() == 2


@pytest.mark.parametrize(("size", "shown"), [(SMALL, False), (LARGE, True)])
def test_a_long_title_of_a_table_goes_before_the_time(size: tuple[int, int], shown: bool) -> None:
    top = my_turn(size).text.splitlines()[0]
    assert ("4 ms · Ana" in top) is shown
    assert "hand 1" in top


def test_a_title_that_is_cut_keeps_the_number_that_tells_it_from_others() -> None:
    driver = lobby(SMALL)
    tables = driver.session.lobby.listed
    titles = ("Quick Hold'em", "Quick Hold'em 2", "Quick Hold'em 12")
    listed = tuple(
        replace(one, title=title, game="quick-holdem")
        for one, title in zip(tables, titles, strict=False)
    )
    driver.tell(Listed(tables=listed))
    rows = driver.text.splitlines()[4:7]
    assert [row[3:17].strip() for row in rows] == [
        "Quick Hold'em",
        "Quick Hold… 2",
        "Quick Hol… 12",
    ]


def test_a_table_says_how_it_is_played_which_seat_is_free_and_how_it_stands() -> None:
    driver = lobby(SMALL)
    driver.key("Down")
    text = " ".join(driver.text.split())
    assert "30 s a turn, 60 s bank. Advice: off. Seat 3 is free (partner of Rui)." in text
    assert "Score 1,035 to 1,970." in text


def test_only_bots_that_fit_the_game_can_be_added() -> None:
    driver = lobby(SMALL)
    driver.session.welcome = driver.welcome_with(bots=BOTS)
    driver.key("B")
    assert "Sexta · Add a bot" in driver.text
    assert "caller         checks or calls" in driver.text
    assert "mine" in driver.text
    assert "buraco" not in driver.text.lower().split("add a bot")[1].split("esc close")[0]
    driver.key("Escape", "Down", "B")
    assert "buraco-greedy" in driver.text
    assert "heads-up" not in driver.text


def test_a_bot_goes_to_the_chosen_table_and_the_table_stays_chosen() -> None:
    driver = lobby(SMALL)
    driver.session.welcome = driver.welcome_with(bots=BOTS)
    driver.key("Down", "B")
    assert "▸ Quinta" in driver.text
    driver.key("1")
    added = [one for _, one in driver.link.asked if isinstance(one, AddBot)]
    assert [(one.table, one.bot) for one in added] == [("t-2", "buraco-greedy")]
    assert "▸ Quinta" in driver.text


def test_a_full_table_and_one_that_people_play_elsewhere_take_no_bot() -> None:
    driver = lobby(SMALL)
    driver.key("Down", "Down", "Down")
    assert "▸ Domingo" in driver.text
    assert "Add a bot" not in driver.text


async def test_a_bot_is_added_from_the_lobby(tmp_path: Path) -> None:
    async with Server(tmp_path, "memory:") as server, Client(server.url, name="Host") as client:
        reply = await client.request(Open, game="holdem", title="Sexta")
        async with seated(server, None) as player:
            await player.sees("▸ Sexta")
            await player.sees(" ms · Ana")
            await player.press("b")
            await player.sees("checks or calls")
            await player.press("2")
            await player.sees("1/2")
        listed = (await client.request(ListTables)).result
    info = next(one for one in listed if one["table"] == reply.table)
    assert "caller" in [seat["name"] for seat in info["seats"]]


@pytest.mark.parametrize("typed", ["Sexta", "sexta", "/sexta"])
def test_the_name_of_a_table_alone_sits_down_there(typed: str) -> None:
    driver = lobby(SMALL)
    driver.say(typed)
    assert [one.table for _, one in driver.link.asked if isinstance(one, Join)] == ["t-1"]


def test_a_line_without_a_table_does_not_join() -> None:
    driver = lobby(SMALL)
    driver.say("nowhere")
    assert "unknown command 'nowhere'" in driver.text
    assert not any(isinstance(one, Join) for _, one in driver.link.asked)


def test_an_incomplete_command_does_not_join_a_table_with_its_word_in_the_title() -> None:
    driver = lobby(SMALL)
    first, *others = driver.session.lobby.listed
    driver.session.lobby.listed = (replace(first, title="Watchers"), *others)
    driver.say("watch")
    assert not any(isinstance(one, Join) for _, one in driver.link.asked)


def test_a_wrong_option_of_a_typed_table_is_refused_in_the_players_language() -> None:
    driver = Driver(LARGE, Settings(name="Ana", reduced=True, language="de"))
    driver.connect()
    driver.say("open holdem seats=12345")
    assert "12.345 liegt nicht im Bereich von 2 bis 10" in driver.text
    assert not any(isinstance(one, Open) for _, one in driver.link.asked)


@pytest.mark.parametrize(
    ("line", "entering"),
    [
        ("open holdem", [Join]),
        ("open holdem tight-mixed", [Watch]),  # all its seats are for bots
        ("open holdem join=no", []),
    ],
)
def test_the_opener_of_a_typed_table_sits_down_unless_told_not_to(
    line: str, entering: list[type]
) -> None:
    driver = lobby(SMALL)
    driver.say(line)
    (tag,) = (tag for tag, one in driver.link.asked if isinstance(one, Open))
    driver.link.asked.clear()
    driver.tell(Answered(tag=tag, reply=Ok(id=1, table="t-77")))
    assert [type(one) for _, one in driver.link.asked if one is not None] == entering
    assert ("Table t-77 is open." in driver.text) is (not entering)


def test_the_form_says_how_many_options_are_above_and_below() -> None:
    driver = lobby(SMALL)
    driver.key("o")
    assert "more above" not in driver.text
    assert "more below" in driver.text
    driver.key("Up")
    # The focus goes round to the last option.
    while "more below" in driver.text:
        driver.key("Up")
    assert "more above" in driver.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("options", [{"small_blind": 5}, {"small_blind": [5], "big_blind": "x"}])
def test_games_that_are_not_installed_are_listed_and_not_offered(
    size: tuple[int, int], options: dict[str, object]
) -> None:
    truco = replace(lobby(size).session.lobby.listed[0], game="truco", options=options)
    driver = Driver(size)
    driver.session.connect("127.0.0.1:8765")
    welcome = replace(driver.welcome_with(), games=("truco", "buraco"))
    driver.tell(Welcomed(welcome=welcome), Listed(tables=(truco,)))
    assert "truco" in driver.text
    driver.key("O")
    assert "Buraco" in driver.text
    assert "truco" not in driver.text


@pytest.mark.parametrize("letter", ["\N{WOMAN}\N{ZERO WIDTH JOINER}", "\x1b", "\u202e\u6f22"])
def test_a_title_with_invisible_letters_stays_in_its_room(letter: str) -> None:
    driver = lobby(SMALL)
    table = replace(driver.session.lobby.listed[0], title=letter * 200)
    driver.tell(Listed(tables=(table,)))
    page = driver.page()
    assert {sum(cell_len(text) for text, _ in row) for row in page.rows} == {SMALL[0]}
    assert not {*"\N{ZERO WIDTH JOINER}\x1b\u202e"} & {*page.text}


def crowded(*names: str) -> Driver:
    """The lobby with these players at the first table."""
    driver = lobby(SMALL)
    first, *others = driver.session.lobby.listed
    seats = tuple(SeatInfo(name=name, bot=False, stack=1_000, connected=True) for name in names)
    driver.tell(Listed(tables=(replace(first, seats=seats), *others)))
    return driver


def test_a_name_is_never_cut_in_the_list_of_players() -> None:
    driver = crowded("Ana Carolina", "Sebastião", "Maximiliane", "Kofi", "Otto")
    row = driver.text.splitlines()[4]
    assert row.endswith("Ana Carolina +4")
    assert "Players: Ana Carolina Sebastião Maximiliane Kofi Otto" in " ".join(driver.text.split())


def test_many_long_names_leave_no_half_of_a_name_in_the_facts() -> None:
    names = [f"Wanderleia Augusta {one}" for one in "ABCDEFGHIJ"]
    driver = crowded(*names)
    rows = driver.text.splitlines()
    assert rows[4].endswith("Wanderleia August… +9")
    facts = " ".join(rows[8:])
    assert "…" not in facts
    assert "Players: Wanderleia Augusta A Wanderleia Augusta B" in facts
    assert "+7" in facts
