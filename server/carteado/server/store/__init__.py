"""Stores: where the logs of all tables are kept. `open_store` opens the one that a URL names."""

from __future__ import annotations

import difflib
from pathlib import Path
from urllib.parse import parse_qsl

from carteado.server.store.archive import Archive
from carteado.server.store.base import Durability, Store
from carteado.server.store.errors import NoSuchStore, StoreError

__all__ = ["SCHEMES", "archive_of", "open_store", "sqlite_path"]

SCHEMES = ("sqlite", "redis", "rediss", "unix", "memory")
"""The schemes of a store's URL."""

_REDIS_OPTIONS = (
    "prefix",
    "partitions",
    "unsafe",
    "db",
    "ssl_ca_certs",
    "ssl_certfile",
    "ssl_keyfile",
)


async def open_store(
    url: str,
    *,
    durability: Durability | None = None,
) -> Store:
    """Open a store.

    Args:
        url: ``sqlite:PATH``, ``redis://HOST:PORT/DB`` (also ``rediss://`` and ``unix://PATH``) or
            ``memory:``. Options follow a question mark: ``durability`` and ``archive`` (the folder
            of archived logs) for all, ``prefix``, ``partitions`` and ``unsafe`` for Redis.
        durability: what an acknowledged commit must survive; overrides the URL's. None for the most
            that the store offers (a sqlite store: the loss of power).

    Raises:
        StoreInUse: another process holds the file.
        StoreUnreachable: the server does not answer.
        NoSuchStore: the URL names no store, or an option that the store does not offer.
        StoreError: the store cannot be used; one sentence names it and the problem.
    """
    scheme, colon, rest = url.partition(":")
    if not colon or scheme not in SCHEMES:
        raise NoSuchStore(f"{url!r:.100} is not a store: {_suggestion(scheme if colon else url)}")
    store = await _opened(scheme, rest, durability)
    store.archived = archive_of(url)
    return store


async def _opened(
    scheme: str,
    rest: str,
    durability: Durability | None,
) -> Store:
    place, options = _split(rest)
    # Not an option of the store itself; `archive_of` reads it.
    options.pop("archive", None)
    wanted = durability if durability is not None else _durability(options)
    if scheme == "memory":
        _only(options, ())
        return await _memory(place, wanted)
    if scheme == "sqlite":
        _only(options, ())
        return await _sqlite(place, wanted)
    _only(options, _REDIS_OPTIONS)
    if "?" in place:
        raise NoSuchStore("the options of a store are written ?NAME=VALUE&NAME=VALUE")
    return await _redis(f"{scheme}:{place}", options, wanted)


def sqlite_path(url: str) -> Path | None:
    """The data file that a URL names, which need not exist; None for other stores.

    Raises:
        NoSuchStore: the URL names no file.
    """
    scheme, _, rest = url.partition(":")
    return _file(_split(rest)[0]).expanduser().resolve() if scheme == "sqlite" else None


def archive_of(url: str) -> Archive | None:
    """The archive that belongs to a store, None where no folder is known.

    It is the folder that the URL names, or ``PATH.archive`` beside the data file of SQLite.

    Raises:
        NoSuchStore: the URL names no file, or an empty folder.
    """
    folder = _split(url.partition(":")[2])[1].get("archive")
    if folder is not None:
        if not folder or "\0" in folder:
            raise NoSuchStore("archive= needs a folder, such as ?archive=/srv/carteado/archive")
        return Archive(Path(folder).expanduser().absolute())
    path = sqlite_path(url)
    return Archive(path.with_name(path.name + ".archive")) if path is not None else None


def _file(place: str) -> Path:
    path = place[2:] if place.startswith("//") else place
    if not path or "\0" in path:
        raise NoSuchStore("sqlite: needs a path, such as sqlite:carteado.db")
    return Path(path)


def _suggestion(scheme: str) -> str:
    near = difflib.get_close_matches(scheme.lower(), SCHEMES, n=1)
    if near:
        return f"did you mean {near[0]}:?"
    return "it begins with sqlite:PATH, redis://HOST:PORT or memory:"


def _split(rest: str) -> tuple[str, dict[str, str]]:
    # The last question mark begins the options, because a path may contain others.
    place, mark, query = rest.rpartition("?")
    if not mark:
        return rest, {}
    if "=" not in query:
        return rest, {}  # a file's name may contain a question mark
    return place, dict(parse_qsl(query, keep_blank_values=True))


def _only(options: dict[str, str], known: tuple[str, ...]) -> None:
    for key in options:
        if key not in known:
            near = difflib.get_close_matches(key, (*known, "durability", "archive"), n=1)
            hint = f"did you mean {near[0]}?" if near else "it has no such option"
            raise NoSuchStore(f"{key!r:.40} is not an option of this store: {hint}")


def _durability(options: dict[str, str]) -> Durability | None:
    text = options.pop("durability", None)
    if text is None:
        return None
    levels = {level.name.lower(): level for level in Durability}
    if text not in levels:
        near = difflib.get_close_matches(text, levels, n=1)
        hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(levels)}"
        raise NoSuchStore(f"{text!r:.40} is not a durability: {hint}")
    return levels[text]


async def _memory(
    place: str,
    wanted: Durability | None,
) -> Store:
    from carteado.server.store.memory import MemoryStore

    if place:
        raise NoSuchStore("memory: stands alone, nothing follows it")
    if wanted is not None and wanted is not Durability.MEMORY:
        text = f"a memory store does not offer durability {wanted.name.lower()}, only memory"
        raise NoSuchStore(text)
    return MemoryStore()


async def _sqlite(
    place: str,
    wanted: Durability | None,
) -> Store:
    from carteado.server.store.sqlite import SqliteStore

    return await SqliteStore.open(
        _file(place),
        durability=Durability.DISK if wanted is None else wanted,
    )


async def _redis(
    url: str,
    options: dict[str, str],
    wanted: Durability | None,
) -> Store:
    try:
        # Imported here, so that a server without Redis needs no redis package.
        from carteado.server.store.redis_store import RedisStore
    except ModuleNotFoundError as error:
        # Any other missing package is a broken installation, not the missing extra.
        if error.name is None or error.name.partition(".")[0] != "redis":
            raise
        raise StoreError(
            "a Redis store needs the redis package: pip install 'carteado[redis]'"
        ) from None
    return await RedisStore.open(url, options, durability=wanted)
