"""The browser's table: files of a package, read once and sent under addresses with their hash.

The page is a client like the others, so the server does not import it: it finds the package by its
name and reads the files of its folder ``page``. Modules and style sheets are sent as one file each
(`page_linking`), words of a language as they are. All files have one common address, with the hash
of all of them, so browsers may cache every file for ever; only the page itself, which names that
address, is requested again.
"""

from __future__ import annotations

import fnmatch
import functools
import gzip
import hashlib
import importlib.util
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from carteado.server.net.page_linking import linked_script, linked_style
from carteado.server.net.page_sentences import numbered
from carteado.server.net.page_tokens import small_script, small_style
from carteado.server.net.pages import Page, text_page

__all__ = ["PACKAGE", "PageFiles", "served_files"]

PACKAGE = "carteado.clients.web"
"""The package whose folder ``page`` is served."""

INDEX = "index.html"
"""The page itself."""

SCRIPT, STYLE = "main.js", "main.css"
"""The module and the style sheet that import all others, and the files that hold them all."""

PLAIN = "plain.css"
"""Style of the page for browsers without scripts."""

APART = "data/words-*.js"
"""Modules that stay separate files: a browser loads those of one language."""

ROOT = "/-/"
"""Path of the files; their common hash follows."""

_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}

_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the page.

    Attributes:
        kind: media type.
        body: as it is.
        packed: the same with gzip.
        tag: its hash, as an ``ETag``.
    """

    kind: str
    body: bytes
    packed: bytes
    tag: str


class PageFiles:
    """Serves the page of a package.

    Args:
        package: its name; a server without it serves no page.
    """

    def __init__(self, package: str = PACKAGE) -> None:
        self._package = package

    @property
    def base(self) -> str:
        """The address of the files, with a slash at its end; '' where there is no page."""
        files, digest = _read(self._package)
        return f"{ROOT}{digest}/" if files else ""

    @property
    def ready(self) -> bool:
        """Whether the files have been read; it takes a moment."""
        return self._package in _read_before

    def serves(self, path: str) -> bool:
        """Whether a path is one of a file or of the page."""
        page = path in ("/", "/check") or path.startswith("/t/")
        return path.startswith(ROOT) or (page and bool(_sources(self._package)))

    def get(self, path: str, plain: str, host: str, headers: Mapping[str, str]) -> Page:
        """The answer to a request for a path that it serves.

        Args:
            path: without a query.
            plain: HTML for browsers that cannot run the page.
            host: the server as the client addressed it, with its port.
            headers: of the request.
        """
        files, digest = _read(self._package)
        if not path.startswith(ROOT):
            return self._page(files[INDEX], plain, host, headers)
        found, _, name = path.removeprefix(ROOT).partition("/")
        file = files.get(name)
        # The file of the page itself holds placeholders, which `_page` fills in.
        if file is None or name == INDEX:
            return text_page(HTTPStatus.NOT_FOUND, "there is no such page\n")
        # A page of an earlier release that is still open gets the present file, uncached.
        extra = _FOREVER if found == digest else {"Cache-Control": "no-store"}
        return _answer(file, headers, extra)

    def _page(self, file: _File, plain: str, host: str, headers: Mapping[str, str]) -> Page:
        text = file.body.decode().replace("{{base}}", self.base).replace("{{plain}}", plain)
        return _answer(_file(INDEX, text.encode()), headers, _page_headers(host))


def _page_headers(host: str) -> dict[str, str]:
    # Older browsers do not count a WebSocket to the same host as 'self'.
    sockets = f" ws://{host} wss://{host}" if host else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        f" font-src 'self'; manifest-src 'self'; connect-src 'self'{sockets};"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }


def _answer(file: _File, headers: Mapping[str, str], extra: Mapping[str, str]) -> Page:
    # A proxy that compresses a file marks its tag as weak.
    asked = headers.get("If-None-Match", "").split(",")
    known = {tag.strip().removeprefix("W/") for tag in asked}
    answered = {"ETag": file.tag, "Vary": "Accept-Encoding", **extra}
    if file.tag in known:
        return Page(status=HTTPStatus.NOT_MODIFIED, kind=file.kind, body=b"", extra=answered)
    if _takes_gzip(headers.get("Accept-Encoding", "")) and len(file.packed) < len(file.body):
        answered["Content-Encoding"] = "gzip"
        return Page(status=HTTPStatus.OK, kind=file.kind, body=file.packed, extra=answered)
    return Page(status=HTTPStatus.OK, kind=file.kind, body=file.body, extra=answered)


def _takes_gzip(accepted: str) -> bool:
    for coding in accepted.lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


# The first visitors may be served by several threads; one of them reads the files.
_reading = threading.Lock()
_read_before: dict[str, tuple[Mapping[str, _File], str]] = {}


def _read(package: str) -> tuple[Mapping[str, _File], str]:
    """The files that are served, by their paths, and the hash of all of them; read once."""
    with _reading:
        if package not in _read_before:
            _read_before[package] = _made(package)
        return _read_before[package]


def _made(package: str) -> tuple[Mapping[str, _File], str]:
    files = served_files(package)
    whole = hashlib.sha256()
    for name, body in files.items():
        # With names and lengths, so that bytes moved from one file to the next change the hash.
        whole.update(f"{name}\0{len(body)}\0".encode() + body)
    return {name: _file(name, body) for name, body in files.items()}, whole.hexdigest()[:16]


def served_files(package: str = PACKAGE) -> Mapping[str, bytes]:
    """The files of a page that a server sends, by path: modules and styles in one file each.

    Args:
        package: its name; of one without a page there are no files.

    Raises:
        UnknownForm: a module or a style sheet cannot be linked with the others.
    """
    sources = _sources(package)
    if not sources:
        return {}
    texts = {
        name: path.read_text("utf-8")
        for name, path in sources.items()
        if path.suffix in (".js", ".css")
    }
    texts = numbered(texts)
    made = {SCRIPT: linked_script(texts, SCRIPT), STYLE: linked_style(texts, STYLE)}
    made[PLAIN] = small_style(texts[PLAIN])
    for name in fnmatch.filter(texts, APART):
        made[name] = small_script(texts[name])
    found = {name: text.encode() for name, text in made.items()}
    others = {name: path for name, path in sources.items() if name not in texts}
    return found | {name: path.read_bytes() for name, path in others.items()}


@functools.lru_cache(maxsize=4)
def _sources(package: str) -> Mapping[str, Path]:
    """The page's own files by their paths; none where there is no page."""
    found = {
        path.relative_to(folder).as_posix(): path
        for folder in _folders(package)
        for path in sorted(folder.rglob("*"))
        if path.suffix in _KINDS
    }
    return found if INDEX in found else {}


def _folders(package: str) -> Sequence[Path]:
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        return ()
    places = spec.submodule_search_locations if spec is not None else None
    return [Path(place) / "page" for place in places or ()]


def _file(name: str, body: bytes) -> _File:
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    kind = _KINDS[Path(name).suffix]
    # Without the time, the same file gives the same bytes at every start.
    return _File(kind, body, gzip.compress(body, mtime=0), tag)
