"""A client session's part in cutting the deck: commitments, nonces, and broken connections."""

from __future__ import annotations

import dataclasses
from itertools import count
from typing import Any

import pytest
from tests.protocol.pair import Pair

from carteado.engine.deal import check_nonce
from carteado.engine.table import DeckCommitted, DeckCut, NonceCommitted
from carteado.protocol.codec import Codec
from carteado.protocol.messages import BindNonce, Join, Nonce
from carteado.protocol.session import ClientSession

pytestmark = pytest.mark.usefixtures("draw")


class TestCut:
    @pytest.fixture
    def seated(self, codec: Codec) -> Pair:
        numbers = count(1)
        pair = Pair(codec, ClientSession("Ana", entropy=lambda: f"{next(numbers):032x}"))
        pair.connect()
        pair.command(Join, table="t1")
        return pair

    def nonces(self, pair: Pair) -> list[Nonce]:
        return [message for message in pair.server.heard if isinstance(message, Nonce)]

    def test_join_binds_and_each_committed_deck_opens_and_binds_again(self, seated: Pair) -> None:
        join = seated.server.heard[1]
        for deal in (1, 2, 3):
            seated.tell(seated.server.commit_deck(deal))
            seated.say(seated.outgoing())
        opened_nonces = self.nonces(seated)
        assert [nonce.deal for nonce in opened_nonces] == [1, 2, 3]
        bound = join.commitment
        for nonce in opened_nonces:
            assert check_nonce(bound, nonce.nonce)
            bound = nonce.next
        assert seated.server.table.nonces == (opened_nonces[-1].nonce, None)

    def test_a_nonce_is_opened_once_and_again_after_a_broken_connection(self, seated: Pair) -> None:
        seated.server.mute = True
        seated.tell(seated.server.commit_deck(1))
        seated.say(seated.outgoing())
        assert seated.outgoing() == []
        seated.server.mute = False
        seated.connect()
        first, again = self.nonces(seated)
        assert first == again
        assert seated.server.table.nonces is not None

    @pytest.mark.parametrize("deal", [1, 2])
    def test_a_nonce_is_opened_for_one_deck_alone(self, seated: Pair, deal: int) -> None:
        """A table that knows the nonce could commit to another deck that fits it."""
        seated.server.mute = True
        seated.tell(seated.server.commit_deck(1))
        seated.say(seated.outgoing())
        other = DeckCommitted(deal=deal, pack=("As", "Kd"), root="ab" * 32, seed="s")
        seated.tell(seated.server.happen(other))
        assert seated.outgoing() == []
        cut = DeckCut(deal=deal, nonces=(None, None), commitments=(None, None))
        seated.tell(seated.server.happen(cut))
        (again,) = seated.outgoing()
        assert isinstance(again, BindNonce)

    def test_a_deck_that_is_cut_needs_none(self, seated: Pair) -> None:
        seated.tell(seated.server.commit_deck(1))
        seated.say(seated.outgoing())
        seated.connect()
        seated.tell([seated.server.snapshot(), seated.server.live()])
        seated.say(seated.outgoing())
        assert len(self.nonces(seated)) == 1

    def test_a_snapshot_of_an_uncut_deck_asks_for_it(self, seated: Pair) -> None:
        seated.server.watched = False
        seated.server.commit_deck(1)
        seated.tell([seated.server.snapshot(), seated.server.live()])
        seated.say(seated.outgoing())
        assert [nonce.deal for nonce in self.nonces(seated)] == [1]

    def test_a_client_that_takes_no_part_sends_no_nonce(self, codec: Codec) -> None:
        pair = Pair(codec)
        pair.connect()
        pair.command(Join, table="t1")
        assert pair.server.heard[1] == Join(id=1, table="t1")
        pair.tell(pair.server.commit_deck(1))
        assert pair.outgoing() == []

    def test_a_binding_that_another_process_made_is_made_again(self, seated: Pair) -> None:
        strange = {**seated.server.snapshot().view, "commitments": ("f" * 64, None)}
        seated.tell([dataclasses.replace(seated.server.snapshot(), view=strange)])
        (again,) = seated.outgoing()
        assert isinstance(again, BindNonce)
        assert seated.outgoing() == []
        seated.tell(seated.server.happen(NonceCommitted(seat=0, commitment=again.commitment)))
        seated.tell(seated.server.commit_deck(1))
        (opened,) = seated.outgoing()
        assert isinstance(opened, Nonce)
        assert check_nonce(again.commitment, opened.nonce)

    def test_a_binding_that_is_not_ours_is_left_alone(self, seated: Pair) -> None:
        seated.tell([seated.server.snapshot()])
        seated.server.watched = False
        seated.server.commit_deck(1)
        strange = {**seated.server.snapshot().view, "commitments": ("f" * 64, None)}
        seated.tell([dataclasses.replace(seated.server.snapshot(), view=strange)])
        assert seated.outgoing() == []

    @pytest.mark.parametrize(
        "data",
        [
            {"type": "nonce_committed", "seat": "0", "commitment": 5},
            {"type": "nonce_committed", "seat": 10**9, "commitment": None},
            {"type": "deck_committed", "deal": None},
            {"type": "deck_cut", "commitments": 7},
        ],
    )
    def test_nonsense_is_passed_over(self, seated: Pair, data: dict[str, Any]) -> None:
        cutting = seated.client.tables["t1"].cutting
        assert cutting is not None
        cutting.see_event(data)
        cutting.see_event({"type": "deck_committed", "deal": 1})
        assert cutting.due(-1) is None
        assert cutting.due(9) is None
        assert cutting.due(0) is not None

    def test_few_nonces_are_kept(self, seated: Pair) -> None:
        cutting = seated.client.tables["t1"].cutting
        assert cutting is not None
        first = cutting.commitment()
        for _ in range(8):
            cutting.commitment()
        cutting.see_event({"type": "nonce_committed", "seat": 0, "commitment": first})
        cutting.see_event({"type": "deck_committed", "deal": 1})
        assert cutting.due(0) is None
