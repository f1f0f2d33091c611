"""Who may see what: the declared audiences and the one redactor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.engine.cards import PACK, UNKNOWN, Card
from carteado.engine.visibility import (
    AUDITOR,
    OPEN_RAIL,
    RAIL,
    Observer,
    PerSeat,
    PerTeam,
    Public,
    Sealed,
    hidden_fields,
    redact,
    seat_observer,
)

AS, KD, QH, JC = (Card(text) for text in ("As", "Kd", "Qh", "Jc"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Declares no audience: a value like any other."""

    stack: int = 1500
    levels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """One element for each seat and for each team."""

    hands: PerSeat[tuple[tuple[Card, ...], ...]]
    packs: PerTeam[tuple[tuple[Card, ...] | None, ...]] = ()
    guesses: PerSeat[tuple[int | None, ...]] = ()
    deck: Sealed[tuple[Card, ...]] = ()
    button: Public[int] = 0
    rules: Public[Rules] = Rules()
    type: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A whole field of one seat, and one of one team."""

    seat: Public[int | None]
    team: Public[int | None] = None
    card: PerSeat[Card]
    note: PerSeat[str] = ""
    pack: PerTeam[tuple[Card, ...]] = ()
    count: Sealed[int | None] = None
    key: Sealed[str | None] = None
    flag: Sealed[bool | None] = None
    mixed: Sealed[int | str | None] = None


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """A state whose author forgot to declare a field, and marked another with something else."""

    cards: tuple[Card, ...]
    marked: Annotated[str, "a note"]
    points: Public[int]


DEALT = Dealt(
    hands=((AS, KD), (QH, JC), ()),
    packs=((AS,), None),
    guesses=(4, None, 6),
    deck=(AS, KD),
    button=1,
)
DRAWN = Drawn(
    seat=1, team=0, card=AS, note="ace", pack=(KD, QH), count=3, key="k", flag=True, mixed="m"
)


def test_each_seat_sees_its_own_element_and_the_shape_of_the_others() -> None:
    assert redact(DEALT, seat_observer(0)).hands == ((AS, KD), (UNKNOWN, UNKNOWN), ())
    assert redact(DEALT, seat_observer(1)).hands == ((UNKNOWN, UNKNOWN), (QH, JC), ())
    assert redact(DEALT, seat_observer(0)).guesses == (4, None, None)
    assert redact(DEALT, RAIL).hands == ((UNKNOWN, UNKNOWN), (UNKNOWN, UNKNOWN), ())


def test_each_team_sees_its_own_element() -> None:
    assert redact(DEALT, seat_observer(2, 0)).packs == ((AS,), None)
    assert redact(DEALT, seat_observer(2, 1)).packs == ((UNKNOWN,), None)
    assert redact(DEALT, seat_observer(2)).packs == ((UNKNOWN,), None)


@pytest.mark.parametrize("observer", [RAIL, seat_observer(0), seat_observer(2, 1)])
def test_public_fields_pass_and_sealed_ones_do_not(observer: Observer) -> None:
    seen = redact(DEALT, observer)
    assert (seen.button, seen.rules, seen.type) == (1, Rules(), "dealt")
    assert seen.deck == (UNKNOWN, UNKNOWN)


def test_with_a_field_seat_the_whole_value_is_that_seats() -> None:
    own = redact(DRAWN, seat_observer(1))
    assert (own.card, own.note) == (AS, "ace")
    other = redact(DRAWN, seat_observer(0))
    assert (other.card, other.note, other.seat) == (UNKNOWN, "", 1)


def test_with_a_field_team_the_whole_value_is_that_teams() -> None:
    assert redact(DRAWN, seat_observer(3, 0)).pack == (KD, QH)
    assert redact(DRAWN, seat_observer(3, 1)).pack == (UNKNOWN, UNKNOWN)


def test_an_open_rail_sees_the_views_of_all_seats_and_nothing_sealed() -> None:
    seen = redact(DEALT, OPEN_RAIL)
    assert (seen.hands, seen.guesses, seen.packs) == (DEALT.hands, DEALT.guesses, DEALT.packs)
    assert seen.deck == (UNKNOWN, UNKNOWN)
    drawn = redact(DRAWN, OPEN_RAIL)
    assert (drawn.card, drawn.note, drawn.pack) == (DRAWN.card, DRAWN.note, DRAWN.pack)


def test_fields_of_no_seat_or_team_are_hidden_from_observers_without_one() -> None:
    nobodys = replace(DRAWN, seat=None, team=None)
    for observer in (RAIL, OPEN_RAIL, seat_observer(0)):
        seen = redact(nobodys, observer)
        assert (seen.card, seen.note, seen.pack) == (UNKNOWN, "", (UNKNOWN, UNKNOWN))


def test_a_hidden_number_is_none_and_a_hidden_text_empty() -> None:
    seen = redact(DRAWN, seat_observer(1, 0))
    assert (seen.count, seen.key, seen.flag, seen.mixed) == (None, "", None, None)
    assert redact(replace(DRAWN, key=None), RAIL).key is None


def test_fields_without_a_declaration_are_seen_by_nobody() -> None:
    state = Forgotten(cards=(AS,), marked="x", points=5)
    assert hidden_fields(Forgotten) == ("cards", "marked")
    assert redact(state, seat_observer(0)) == Forgotten(cards=(UNKNOWN,), marked="", points=5)


def test_the_auditor_sees_all() -> None:
    assert redact(DEALT, AUDITOR) is DEALT
    assert redact(DRAWN, AUDITOR) is DRAWN


def test_a_value_without_hidden_fields_is_not_copied() -> None:
    @dataclass(frozen=True)
    class Folded:
        seat: Public[int]

    folded = Folded(2)
    assert redact(folded, RAIL) is folded
    assert hidden_fields(Folded) == ()


def test_redacting_again_changes_nothing() -> None:
    for value in (DEALT, DRAWN):
        for observer in (RAIL, seat_observer(1, 0)):
            seen = redact(value, observer)
            assert redact(seen, observer) == seen


@dataclass(frozen=True)
class Secret:
    card: Sealed[Card]


@dataclass(frozen=True)
class Half:
    shown: Public[Card]
    forgotten: Card


@dataclass(frozen=True)
class Open:
    shown: Public[Card]
    rules: Public[Rules]
    type: Literal["open"] = "open"


@dataclass(frozen=True)
class Deep:
    inner: Secret


def holding(annotation: str) -> type:
    """A dataclass with one field of that annotation."""

    @dataclass(frozen=True)
    class Holder:
        field: Any

    Holder.__annotations__["field"] = annotation
    return Holder


@pytest.mark.parametrize(
    "kind",
    [
        "Public[Secret]",
        "Public[tuple[Secret, ...]]",
        "Public[Secret | None]",
        "Public[dict[str, Secret]]",
        "Public[tuple[Public[Secret], ...]]",
        "Public[Half]",
        "Public[Deep]",
        "Public[tuple[Sealed[Card], ...]]",
        "PerSeat[tuple[Sealed[Card], ...]]",
        "PerSeat[tuple[PerSeat[Card], ...]]",
    ],
)
def test_hidden_fields_below_the_top_level_are_refused(kind: str) -> None:
    with pytest.raises(
        TypeError, match=r"Holder\.field: hidden fields stand at the top level only"
    ):
        hidden_fields(holding(kind))


@pytest.mark.parametrize(
    "kind",
    ["Public[Open]", "Public[tuple[Rules, ...]]", "Public[dict[str, Any]]", "Public[Rules]"],
)
def test_public_values_may_hold_values_without_secrets(kind: str) -> None:
    assert hidden_fields(holding(kind)) == ()


@pytest.mark.parametrize("kind", ["Public[Sealed[Card]]", "Sealed[Public[Card]]"])
def test_a_field_has_one_audience(kind: str) -> None:
    with pytest.raises(TypeError, match=r"Holder\.field: a field has one audience"):
        hidden_fields(holding(kind))


@pytest.mark.parametrize(
    "kind",
    [
        "Sealed[int]",
        "Sealed[bool]",
        "Sealed[Rules]",
        "Sealed[dict[str, int]]",
        "Sealed[tuple[int, int]]",
        "Sealed[int | str]",
        "Sealed[int | Rules | None]",
        "PerSeat[tuple[int, ...]]",
    ],
)
def test_a_hidden_field_without_a_blank_is_refused(kind: str) -> None:
    with pytest.raises(TypeError, match=r"Holder\.field: a hidden field of type .* has no blank"):
        hidden_fields(holding(kind))


@pytest.mark.parametrize(
    "kind", ["PerSeat[Card]", "PerSeat[tuple[Card, Card]]", "PerTeam[list[Card]]"]
)
def test_one_element_per_owner_needs_a_tuple(kind: str) -> None:
    with pytest.raises(TypeError, match=r"Holder\.field: a field with one element per owner"):
        hidden_fields(holding(kind))


def test_a_blank_ignores_annotations_that_name_no_audience() -> None:
    hands = holding("Sealed[tuple[Annotated[Card, 'face down'], ...]]")
    assert redact(hands((AS, KD)), RAIL) == hands((UNKNOWN, UNKNOWN))


CARDS = st.sampled_from(PACK)
OBSERVERS = st.sampled_from(
    [RAIL, *(seat_observer(seat, team) for seat in range(3) for team in (None, 0, 1))]
)


@given(data=st.data(), observer=OBSERVERS, sizes=st.tuples(*[st.integers(0, 3)] * 3))
def test_visible_fields_do_not_depend_on_hidden_ones(
    data: st.DataObject, observer: Observer, sizes: tuple[int, int, int]
) -> None:
    """Two deals of one shape with the same visible parts look the same to the observer."""

    def cards(count: int) -> tuple[Card, ...]:
        return tuple(data.draw(CARDS) for _ in range(count))

    def event() -> Dealt:
        return Dealt(
            hands=tuple(cards(size) for size in sizes),
            packs=(cards(2), cards(1)),
            guesses=tuple(data.draw(st.none() | st.integers()) for _ in range(3)),
            deck=cards(4),
        )

    one, other = event(), event()
    for name, own in (
        ("hands", observer.seat),
        ("packs", observer.team),
        ("guesses", observer.seat),
    ):
        if own is not None:
            mine = getattr(one, name)[own]
            parts = getattr(other, name)
            changes: dict[str, Any] = {name: (*parts[:own], mine, *parts[own + 1 :])}
            other = replace(other, **changes)
    assert redact(one, observer) == redact(other, observer)


@given(data=st.data(), observer=OBSERVERS, owner=st.none() | st.integers(0, 2))
def test_a_whole_field_that_is_anothers_leaves_no_trace(
    data: st.DataObject, observer: Observer, owner: int | None
) -> None:
    one, other = (
        Drawn(
            seat=owner, card=data.draw(CARDS), note=data.draw(st.text()), key=data.draw(st.text())
        )
        for _ in range(2)
    )
    if owner is not None and owner == observer.seat:
        other = replace(other, card=one.card, note=one.note)
    assert redact(one, observer) == redact(other, observer)
