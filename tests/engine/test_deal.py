"""Shuffle, commitment, cut and openings, checked against the published construction."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.engine import deal
from carteado.engine.cards import PACK, Card
from carteado.engine.deal import (
    MAX_PACK,
    Opening,
    check_nonce,
    check_opening,
    commit,
    cut,
    dealt,
    nonce_commitment,
    opening,
    shuffle,
)
from carteado.engine.errors import DealError

SEED = bytes(range(32))
NONCE = "00112233445566778899aabbccddeeff"
OTHER = "0123456789abcdef0123456789abcdef"
ROOT = "ab" * 32
DOUBLE_PACK = (*PACK, *PACK, *(Card("Xr"),) * 4)


# The construction a second time, as a reader of the document would write it.


def stream(key: bytes, label: bytes) -> Iterator[int]:
    yield from hashlib.shake_256(label + key).digest(1 << 20)


def shuffled(items: Sequence[Any], key: bytes, label: bytes) -> list[Any]:
    order, octets = list(items), stream(key, label)
    for i in range(len(order) - 1, 0, -1):
        while True:
            w = next(octets) * 256 + next(octets)
            if w < 65536 - 65536 % (i + 1):
                break
        j = w % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def tree_hash(leaves: list[bytes]) -> bytes:
    """RFC 9162, 2.1.1, over leaves that are hashed already."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    left, right = tree_hash(leaves[:split]), tree_hash(leaves[split:])
    return hashlib.sha256(b"\x01" + left + right).digest()


def audit_path(leaves: list[bytes], at: int) -> list[bytes]:
    """RFC 9162, 2.1.3.1."""
    if len(leaves) == 1:
        return []
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    if at < split:
        return [*audit_path(leaves[:split], at), tree_hash(leaves[split:])]
    return [*audit_path(leaves[split:], at - split), tree_hash(leaves[:split])]


def leaves_of(cards: Sequence[str], seed: bytes) -> list[bytes]:
    octets = stream(seed, b"carteado/2/nonces")
    return [
        hashlib.sha256(
            b"\x00" + at.to_bytes(2, "big") + bytes(next(octets) for _ in range(16)) + card.encode()
        ).digest()
        for at, card in enumerate(cards)
    ]


# Shuffle


def test_a_shuffle_is_the_published_one() -> None:
    assert list(shuffle(PACK, SEED)) == shuffled(PACK, SEED, b"carteado/2/shuffle")
    many = tuple(Card(str(n)) for n in range(3000))
    assert list(shuffle(many, SEED)) == shuffled(many, SEED, b"carteado/2/shuffle")


def test_a_shuffle_keeps_the_cards_and_follows_the_seed() -> None:
    for pack in (PACK, DOUBLE_PACK):
        assert Counter(shuffle(pack, SEED)) == Counter(pack)
        assert shuffle(pack, SEED) == shuffle(list(pack), bytes(SEED))
        assert shuffle(pack, SEED) != shuffle(pack, SEED[::-1])
    assert shuffle((), SEED) == ()
    assert shuffle(PACK[:1], SEED) == PACK[:1]


def test_words_that_would_favour_some_cards_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With three cards, word 65535 is skipped; 65534 leaves remainder 2, 1 leaves 1."""
    words = [65535, 65535, 65534, 65535, *[1] * 12]
    monkeypatch.setattr(deal, "_words", lambda *_: iter(words))
    # The last stays where it is (2); then of two cards 65535 is fair and leaves 1: all in place.
    assert shuffle(PACK[:3], SEED) == PACK[:3]


def test_every_order_is_equally_likely() -> None:
    """Chi squared over the 24 orders of four cards; 23 degrees of freedom, bound at p = 1e-6."""
    rounds = 4800
    seen = Counter(shuffle(PACK[:4], n.to_bytes(16, "big")) for n in range(rounds))
    assert len(seen) == 24
    assert sum((count - rounds / 24) ** 2 / (rounds / 24) for count in seen.values()) < 68


@pytest.mark.parametrize("seed", [b"", bytes(15)])
def test_a_short_seed_is_refused(seed: bytes) -> None:
    for use in (shuffle, commit):
        with pytest.raises(DealError, match=f"at least 16 bytes, not {len(seed)}"):
            use(PACK, seed)


def test_a_pack_beyond_two_bytes_is_refused() -> None:
    with pytest.raises(DealError, match="0 to 65535 cards, not 65536"):
        shuffle(PACK[:1] * (MAX_PACK + 1), SEED)


# Commitment


@pytest.mark.parametrize("size", [*range(1, 18), 31, 32, 33, 52, 108])
def test_root_and_paths_are_those_of_rfc_9162(size: int) -> None:
    pack = DOUBLE_PACK[:size]
    committed = commit(pack, SEED)
    leaves = leaves_of(committed.cards, SEED)
    assert committed.root == tree_hash(leaves).hex()
    for position in range(size):
        proof = opening(committed, position)
        assert [bytes.fromhex(step) for step in proof.path] == audit_path(leaves, position)
        assert check_opening(committed.root, size, proof)


def test_the_committed_order_is_the_shuffle() -> None:
    committed = commit(PACK, SEED)
    assert committed.cards == shuffle(PACK, SEED)
    assert len(set(committed.nonces)) == len(PACK)
    assert all(len(nonce) == 16 for nonce in committed.nonces)
    assert commit(PACK, SEED) == committed
    assert commit(PACK, SEED[::-1]).root != committed.root


def test_secrets_do_not_show_in_a_message() -> None:
    committed = commit(PACK, SEED)
    assert repr(committed) == f"Committed(root={committed.root!r})"


@pytest.mark.parametrize("pack", [(), (Card("Ás"),)])
def test_a_deck_without_cards_or_with_other_letters_is_refused(pack: tuple[Card, ...]) -> None:
    with pytest.raises(DealError, match="at least one card, and its cards are ASCII"):
        commit(pack, SEED)


@pytest.mark.parametrize("position", [-1, 52])
def test_a_position_that_is_not_there_cannot_be_opened(position: int) -> None:
    with pytest.raises(DealError, match=f"position {position} is not from 0 to 51"):
        opening(commit(PACK, SEED), position)


# Openings


COMMITTED = commit(PACK, SEED)
PROOF = opening(COMMITTED, 20)


@pytest.mark.parametrize(
    "changes",
    [
        {"position": 21},
        {"position": 21 - 1 + 52},
        {"position": -1},
        {"position": 20.0},
        {"position": True},
        {"position": None},
        {"position": 1 << 70},
        {"card": next(card for card in PACK if card != PROOF.card)},
        {"card": "\ud800"},
        {"card": "Ás"},
        {"card": ""},
        {"card": None},
        {"nonce": "0" * 32},
        {"nonce": PROOF.nonce.upper()},
        {"nonce": PROOF.nonce[:-1]},
        {"nonce": PROOF.nonce + "\n"},
        {"nonce": bytes.fromhex(PROOF.nonce)},
        {"nonce": "g" * 32},
        {"path": ()},
        {"path": PROOF.path[:-1]},
        {"path": (*PROOF.path, PROOF.path[0])},
        {"path": PROOF.path[::-1]},
        {"path": PROOF.path[0]},
        {"path": None},
        {"path": (None,) * len(PROOF.path)},
        {"path": (*PROOF.path[:-1], "zz" * 32)},
        {"path": (*PROOF.path[:-1], "٠" * 64)},
    ],
)
def test_a_changed_opening_proves_nothing_and_raises_nothing(changes: dict[str, Any]) -> None:
    assert check_opening(COMMITTED.root, 52, PROOF)
    assert not check_opening(COMMITTED.root, 52, replace(PROOF, **changes))


@pytest.mark.parametrize("size", [0, -1, 20, 32, 65, MAX_PACK + 1, 52.0, True, None, "52"])
def test_an_opening_does_not_hold_for_another_size(size: Any) -> None:
    """Only the pack distinguishes sizes whose trees have the same path at this position."""
    assert not check_opening(COMMITTED.root, size, PROOF)


def test_the_last_leaf_rises_to_where_its_tree_has_it() -> None:
    last = opening(COMMITTED, 51)
    assert check_opening(COMMITTED.root, 52, last)
    assert not any(check_opening(COMMITTED.root, size, last) for size in (53, 60, 64, 108))


@pytest.mark.parametrize("root", ["", "00" * 32, COMMITTED.root.upper(), "zz" * 32, None, b"", 5])
def test_an_opening_holds_under_its_root_only(root: Any) -> None:
    assert not check_opening(root, 52, PROOF)


@pytest.mark.parametrize("claim", [None, {}, "opening", (20, "As", "", ())])
def test_an_invalid_opening_proves_nothing(claim: Any) -> None:
    assert not check_opening(COMMITTED.root, 52, claim)


def test_a_node_cannot_pass_for_a_leaf() -> None:
    """Leaves and nodes are hashed under different prefixes."""
    one = commit(PACK[:1], SEED)
    assert not check_opening(
        COMMITTED.root, 1, replace(opening(one, 0), nonce=PROOF.nonce, card=PROOF.card)
    )


@given(
    st.builds(
        Opening,
        position=st.integers() | st.none(),
        card=st.text() | st.integers(),
        nonce=st.text() | st.from_regex(r"[0-9a-f]{32}", fullmatch=True),
        path=st.lists(st.from_regex(r"[0-9a-f]{64}", fullmatch=True) | st.text()).map(tuple),
    ),
    st.integers(),
)
def test_made_up_openings_prove_nothing(claim: Opening, size: int) -> None:
    assert not check_opening(COMMITTED.root, size, claim)


# Cut


def test_a_cut_is_the_published_one() -> None:
    seats = b"\x01" + bytes.fromhex(NONCE) + b"\x00" + b"\x01" + bytes.fromhex(OTHER)
    key = hashlib.sha256(
        b"carteado/2/cut" + bytes.fromhex(ROOT) + b"\x00\x34\x00\x03" + seats
    ).digest()
    assert list(cut(52, ROOT, (NONCE, None, OTHER))) == shuffled(range(52), key, b"carteado/2/cut")


@pytest.mark.parametrize("nonces", [(), (None,), (None, None, None)])
def test_a_cut_without_nonces_leaves_the_deck_in_place(
    nonces: tuple[str | None, ...],
) -> None:
    assert cut(52, ROOT, nonces) == tuple(range(52))
    assert cut(0, ROOT, nonces) == ()


def test_the_cut_depends_on_root_size_and_the_nonce_of_each_seat() -> None:
    cuts = [
        cut(52, ROOT, (NONCE, OTHER)),
        cut(52, ROOT, (OTHER, NONCE)),
        cut(52, ROOT, (NONCE, None)),
        cut(52, ROOT, (None, NONCE)),
        cut(52, ROOT, (NONCE,)),
        cut(52, ROOT, (NONCE, None, None)),
        cut(52, ROOT, (NONCE, NONCE)),
        cut(52, ROOT, (NONCE, "0" * 32)),
        cut(52, "cd" * 32, (NONCE, OTHER)),
    ]
    assert all(sorted(one) == list(range(52)) for one in cuts)
    assert len(set(cuts)) == len(cuts)
    assert cut(52, ROOT, [NONCE, OTHER]) == cuts[0]


@pytest.mark.parametrize(
    ("size", "root", "nonces", "expected"),
    [
        (-1, ROOT, (), "0 to 65535 cards, not -1"),
        (MAX_PACK + 1, ROOT, (), "0 to 65535 cards, not 65536"),
        (52, "", (), "a root is 64 hexadecimal digits"),
        (52, ROOT.upper(), (), "a root is 64 hexadecimal digits"),
        (52, ROOT, ("",), "a nonce is 32 hexadecimal digits"),
        (52, ROOT, (None, NONCE.upper()), "a nonce is 32 hexadecimal digits"),
        (52, ROOT, (NONCE + "00",), "a nonce is 32 hexadecimal digits"),
    ],
)
def test_a_cut_of_wrong_things_is_refused(
    size: int, root: str, nonces: tuple[str | None, ...], expected: str
) -> None:
    with pytest.raises(DealError, match=expected):
        cut(size, root, nonces)


def test_dealt_position_k_is_committed_position_cut_k() -> None:
    places = cut(52, COMMITTED.root, (NONCE, None))
    deck = dealt(COMMITTED.cards, places)
    assert all(deck[k] == COMMITTED.cards[places[k]] for k in range(52))
    assert deck != COMMITTED.cards
    assert check_opening(COMMITTED.root, 52, opening(COMMITTED, places[0]))
    assert opening(COMMITTED, places[0]).card == deck[0]


@pytest.mark.parametrize("places", [(), (0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3), (-1, 0, 1)])
def test_only_a_permutation_is_a_cut(places: tuple[int, ...]) -> None:
    with pytest.raises(DealError, match="the cut does not rearrange 3 cards"):
        dealt(PACK[:3], places)


# Nonces of the seats


def test_a_commitment_binds_to_one_nonce() -> None:
    bound = nonce_commitment(NONCE)
    assert re.fullmatch(r"[0-9a-f]{64}", bound)
    assert check_nonce(bound, NONCE)
    assert not check_nonce(bound, OTHER)
    assert bound != hashlib.sha256(bytes.fromhex(NONCE)).hexdigest()


@pytest.mark.parametrize("nonce", ["", NONCE.upper(), NONCE[:-1], NONCE + "0", NONCE + "\n"])
def test_a_nonce_in_another_writing_is_refused(nonce: str) -> None:
    with pytest.raises(DealError, match="a nonce is 32 hexadecimal digits in lower case"):
        nonce_commitment(nonce)
    assert not check_nonce(nonce_commitment(NONCE), nonce)


@pytest.mark.parametrize("commitment", ["", "zz", None, 5])
def test_checking_a_nonce_raises_nothing(commitment: Any) -> None:
    hostile: Any = None
    assert not check_nonce(commitment, NONCE)
    assert not check_nonce(commitment, hostile)


# The document


def vector() -> dict[str, list[str]]:
    """The worked example of docs/fairness.md: words by name."""
    text = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    block = text.split("```text\n")[1].split("```")[0]
    found: dict[str, list[str]] = {}
    name = ""
    for line in block.splitlines():
        head, equals, tail = line.partition("= ")
        if equals:
            name = head.strip()
        found.setdefault(name, []).extend((tail if equals else line).split())
    return found


def test_the_worked_example_of_the_document_is_right() -> None:
    given = vector()
    pack = tuple(Card(text) for text in given["pack"])
    seats = tuple(None if nonce == "-" else nonce for nonce in given["seats"])
    committed = commit(pack, bytes.fromhex(given["seed"][0]))
    places = cut(len(pack), committed.root, seats)
    proof = opening(committed, places[0])
    assert pack == PACK
    assert {
        "cards": list(committed.cards),
        "nonce 0": [committed.nonces[0].hex()],
        "leaf 0": [committed.levels[0][0].hex()],
        "root": [committed.root],
        "commitment": [nonce_commitment(seats[0] or "")],
        "cut": [str(place) for place in places],
        "dealt": list(dealt(committed.cards, places)),
        "position": [str(proof.position)],
        "card": [proof.card],
        "nonce": [proof.nonce],
        "path": list(proof.path),
    } == {name: value for name, value in given.items() if name not in ("pack", "seed", "seats")}
