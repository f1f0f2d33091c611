"""Chance made explicit: the shuffle, the commitment to it, the public cut, and the openings.

Before any decision the table shuffles a pack by a secret seed and publishes the root of a Merkle
tree over the committed positions. Then the seats' nonces cut the deck: the table fixed the cards
before it knew the cut, the seats chose the cut before they knew the cards. A card that is shown is
opened with its proof; a card that is never shown never has to be.

The construction is published to the last byte in ``docs/fairness.md``, with a worked example, so
that anybody can check a deal without this code.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256, shake_256
from itertools import chain, repeat
from typing import TypeVar

from carteado.engine.cards import Card
from carteado.engine.errors import DealError

__all__ = [
    "MAX_PACK",
    "Committed",
    "Opening",
    "check_nonce",
    "check_opening",
    "commit",
    "cut",
    "dealt",
    "nonce_commitment",
    "opening",
    "shuffle",
]

MAX_PACK = 65_535
"""Maximum number of cards of a pack, because a position is written in two bytes."""

MIN_SEED = 16
"""Minimum number of bytes of a seed."""

T = TypeVar("T")

# Separate labels for separate uses of a hash (domain separation). They are part of the published
# format.
_SHUFFLE = b"carteado/2/shuffle"
_NONCES = b"carteado/2/nonces"
_CUT = b"carteado/2/cut"
_NONCE = b"carteado/2/nonce"

_NONCE_BYTES = 16
# Different first bytes keep an inner node from being passed off as a leaf (RFC 9162).
_LEAF, _NODE = b"\x00", b"\x01"
# Two bytes, most significant first; hence `MAX_PACK`.
_POSITION = struct.Struct(">H")
_HEX_NONCE = re.compile(r"[0-9a-f]{32}")
_HEX_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Committed:
    """A shuffled pack and its proof. Everything except the root is secret.

    Attributes:
        cards: the pack in committed order.
        nonces: for each committed position 16 bytes that keep its leaf from being guessed.
        root: the Merkle root, 64 hexadecimal digits.
        levels: the tree's hashes from the leaves to the root.
    """

    cards: tuple[Card, ...] = field(repr=False)
    nonces: tuple[bytes, ...] = field(repr=False)
    root: str
    levels: tuple[tuple[bytes, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Proof that a card lies at a committed position.

    Attributes:
        position: committed position, from 0.
        card: the card there.
        nonce: the position's nonce, 32 hexadecimal digits.
        path: hashes beside the way from the leaf to the root, 64 hexadecimal digits each.
    """

    position: int
    card: Card
    nonce: str
    path: tuple[str, ...]


def shuffle(pack: Sequence[Card], seed: bytes) -> tuple[Card, ...]:
    """The pack in the order that a seed decides, every order equally likely.

    Args:
        pack: any cards, repeated ones included.
        seed: at least 16 random bytes.

    Raises:
        DealError: the seed is too short, or the pack has more than `MAX_PACK` cards.
    """
    _check_seed(seed)
    _check_size(len(pack))
    return _shuffled(pack, seed, _SHUFFLE)


def commit(pack: Sequence[Card], seed: bytes) -> Committed:
    """Shuffle a pack and bind the table to the order.

    Args:
        pack: at least one card; texts in ASCII.
        seed: at least 16 random bytes, as in `shuffle`; never to be used twice or published.

    Raises:
        DealError: the seed is too short, the pack is empty or too large, or a card is not ASCII.
    """
    # Order and nonces come from one seed: their labels differ, so their streams are independent.
    cards = shuffle(pack, seed)
    if not cards or not "".join(cards).isascii():
        raise DealError("a deck to commit to has at least one card, and its cards are ASCII texts")
    nonces = _nonces(seed, len(cards))
    parts = zip(_leaf_heads(len(cards)), nonces, map(str.encode, cards), strict=True)
    # All levels are kept, because every opening needs a path through them.
    levels = _levels(tuple([sha256(leaf).digest() for leaf in map(b"".join, parts)]))
    return Committed(cards, nonces, levels[-1][0].hex(), levels)


def cut(size: int, root: str, nonces: Sequence[str | None]) -> tuple[int, ...]:
    """The cut that follows from the seats' nonces; anybody can compute it.

    Args:
        size: number of cards.
        root: the commitment's root.
        nonces: the nonce of each seat, None for a seat that gave none.

    Returns:
        For each dealt position its committed position; the identity where no seat gave a nonce.

    Raises:
        DealError: the size is out of range, or the root or a nonce is not lowercase hexadecimal
            of the right length.
    """
    _check_size(size)
    if not _HEX_HASH.fullmatch(root):
        raise DealError(f"a root is 64 hexadecimal digits in lower case, not {root!r:.80}")
    positions = tuple(range(size))
    # Without any nonce there is no public chance, so the committed order is dealt.
    if all(nonce is None for nonce in nonces):
        return positions
    # The mark before each entry distinguishes a missing nonce from any nonce, whatever its bytes.
    given = [b"\x00" if nonce is None else b"\x01" + _nonce_bytes(nonce) for nonce in nonces]
    # The root is part of the key, so one set of nonces cuts every deck in another way.
    key = sha256(
        _CUT + bytes.fromhex(root) + struct.pack(">HH", size, len(given)) + b"".join(given)
    ).digest()
    return _shuffled(positions, key, _CUT)


def dealt(committed_cards: Sequence[Card], cut: Sequence[int]) -> tuple[Card, ...]:
    """The deck as it is dealt: position k is committed position ``cut[k]``.

    Raises:
        DealError: the cut is not a permutation of the cards' positions.
    """
    # A cut from a log is untrusted: a position that repeats would deal one card twice.
    if sorted(cut) != list(range(len(committed_cards))):
        raise DealError(f"the cut does not rearrange {len(committed_cards)} cards")
    return tuple([committed_cards[position] for position in cut])


def opening(committed: Committed, position: int) -> Opening:
    """The proof of the card at a committed position.

    Raises:
        DealError: there is no such position.
    """
    if not 0 <= position < len(committed.cards):
        raise DealError(f"position {position} is not from 0 to {len(committed.cards) - 1}")
    path = []
    place = position
    for level in committed.levels[:-1]:
        # The last hash of an odd level has no neighbour and moves up unchanged, without a step.
        if place ^ 1 < len(level):
            path.append(level[place ^ 1].hex())
        place >>= 1
    return Opening(
        position=position,
        card=committed.cards[position],
        nonce=committed.nonces[position].hex(),
        path=tuple(path),
    )


def check_opening(root: str, size: int, opening: Opening) -> bool:
    """Whether an opening proves its card under a root; never raises.

    Args:
        root: the root that was published before the deal.
        size: number of cards of the pack that was published with it.
        opening: the claimed opening.
    """
    # `isinstance` accepts True as an int, and this value comes from an untrusted server.
    if type(size) is not int or not 0 < size <= MAX_PACK:
        return False
    if not _is_hex(_HEX_HASH, root) or not _is_well_formed(opening, size):
        return False
    nonce, card = bytes.fromhex(opening.nonce), opening.card.encode()
    node = sha256(_LEAF + _POSITION.pack(opening.position) + nonce + card).digest()
    place, width, path = opening.position, size, iter(opening.path)
    # The width decides which levels are odd, so the size is part of the claim like the root.
    while width > 1:
        if place ^ 1 < width:
            step = next(path, None)
            if step is None:
                return False
            sibling = bytes.fromhex(step)
            # The lowest bit of the place says whether the node is the right one of its pair.
            pair = sibling + node if place & 1 else node + sibling
            node = sha256(_NODE + pair).digest()
        place, width = place >> 1, (width + 1) >> 1
    # A path with extra hashes would give one card many proofs.
    return next(path, None) is None and node.hex() == root


def nonce_commitment(nonce: str) -> str:
    """The commitment that a seat publishes to bind itself to a nonce, 64 hexadecimal digits.

    Raises:
        DealError: the nonce is not 32 hexadecimal digits in lower case.
    """
    return sha256(_NONCE + _nonce_bytes(nonce)).hexdigest()


def check_nonce(commitment: str, nonce: str) -> bool:
    """Whether `nonce` is the one that `commitment` binds to. Nothing is raised."""
    return _is_hex(_HEX_NONCE, nonce) and nonce_commitment(nonce) == commitment


def _check_seed(seed: bytes) -> None:
    if len(seed) < MIN_SEED:
        raise DealError(f"a seed has at least {MIN_SEED} bytes, not {len(seed)}")


def _check_size(size: int) -> None:
    if not 0 <= size <= MAX_PACK:
        raise DealError(f"a pack has 0 to {MAX_PACK} cards, not {size}")


def _nonce_bytes(nonce: str) -> bytes:
    if not _HEX_NONCE.fullmatch(nonce):
        raise DealError(f"a nonce is 32 hexadecimal digits in lower case, not {nonce!r:.80}")
    return bytes.fromhex(nonce)


def _is_hex(pattern: re.Pattern[str], text: object) -> bool:
    return isinstance(text, str) and pattern.fullmatch(text) is not None


def _is_well_formed(opening: Opening, size: int) -> bool:
    """Whether an opening from outside has the right types and ranges."""
    return (
        isinstance(opening, Opening)
        and type(opening.position) is int
        and 0 <= opening.position < size
        and isinstance(opening.card, str)
        and opening.card.isascii()
        and _is_hex(_HEX_NONCE, opening.nonce)
        and isinstance(opening.path, (tuple, list))
        and all(_is_hex(_HEX_HASH, step) for step in opening.path)
    )


@lru_cache(maxsize=8)
def _leaf_heads(size: int) -> tuple[bytes, ...]:
    """The bytes with which the leaves of a number of positions begin."""
    return tuple([_LEAF + _POSITION.pack(position) for position in range(size)])


def _words(key: bytes, label: bytes, count: int) -> Iterator[int]:
    """The first `count` words of the stream of a key, and further ones on demand."""
    return chain.from_iterable(_drawn(label + key, count))


def _drawn(key: bytes, count: int) -> Iterator[tuple[int, ...]]:
    """The first words of a stream in one call, and then as many again.

    SHAKE-256 gives the beginning of a longer output as the whole of a shorter one, so the stream
    is the same however much of it is taken at once.
    """
    stream = shake_256(key)
    taken = 0
    while True:
        # hashlib cannot continue a SHAKE output, so the beginning is computed again and cut off.
        octets = stream.digest(2 * count)
        yield struct.unpack(f">{count - taken}H", octets[2 * taken :])
        taken, count = count, 2 * count


def _shuffled(items: Sequence[T], key: bytes, label: bytes) -> tuple[T, ...]:
    """The Fisher-Yates shuffle from the last item down; words too large to be fair are skipped."""
    order = list(items)
    # Almost no word is skipped, so with a few spare words the stream is seldom extended.
    words = _words(key, label, len(order) + 4)
    # The order of words and places is fixed by docs/fairness.md; another one gives another deck.
    for (last, ways, fair), word in zip(_places(len(order)), words, strict=False):
        # The remainder of a word at or above the limit would favour the lower places.
        while word >= fair:
            word = next(words)
        other = word % ways
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@lru_cache(maxsize=8)
def _places(size: int) -> tuple[tuple[int, int, int], ...]:
    """The places of a shuffle from the last down, with two numbers for each.

    The first is the number of items that may come to the place. The second is the first word that
    is too large there: the largest multiple of that number within the range of a word. Below it
    every remainder is equally frequent.
    """
    return tuple(
        [(last, last + 1, 0x10000 - 0x10000 % (last + 1)) for last in range(size - 1, 0, -1)]
    )


def _nonces(seed: bytes, size: int) -> tuple[bytes, ...]:
    """One nonce for each position, all from one stream."""
    octets = shake_256(_NONCES + seed).digest(_NONCE_BYTES * size)
    return struct.unpack(f"{_NONCE_BYTES}s" * size, octets)


def _levels(leaves: tuple[bytes, ...]) -> tuple[tuple[bytes, ...], ...]:
    """The tree of RFC 9162 from the leaves up: a hash without a neighbour moves up unchanged.

    Splitting at the largest power of two, as the RFC puts it, gives the same tree.
    """
    levels = [leaves]
    while len(leaves) > 1:
        one_by_one = iter(leaves)
        parts = zip(repeat(_NODE), one_by_one, one_by_one, strict=False)
        above = [sha256(node).digest() for node in map(b"".join, parts)]
        if len(leaves) % 2:
            above.append(leaves[-1])
        leaves = tuple(above)
        levels.append(leaves)
    return tuple(levels)
