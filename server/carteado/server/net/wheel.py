"""The wheel of the running package, made from its own installed files.

A guest's client then has exactly the version of the server, without a package index. The wheel is
assembled and not built, so the host needs no build tool: an installed package holds all that its
wheel held. That is also true of an editable installation, except that its files lie in the
portions of the namespace.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import carteado

__all__ = ["NoWheel", "make_wheel", "wheel_name"]

PACKAGE = "carteado"
_TAG = "py3-none-any"
_METADATA = ("METADATA", "WHEEL", "entry_points.txt")
_WHEEL = f"Wheel-Version: 1.0\nGenerator: carteado\nRoot-Is-Purelib: true\nTag: {_TAG}\n"
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the same sources make the same wheel."""


class NoWheel(Exception):
    """The wheel cannot be made; the message says why."""


def wheel_name() -> str:
    """File name of the wheel; of an unknown version where the package has no metadata."""
    try:
        version = distribution(PACKAGE).version
    except PackageNotFoundError:
        version = "0"
    return f"{PACKAGE}-{version}-{_TAG}.whl"


def make_wheel() -> bytes:
    """The wheel of this installation. Takes about half a second, so run it in a thread.

    Raises:
        NoWheel: the package is not installed, so its metadata is missing.
    """
    try:
        content = dict(_files())
    except PackageNotFoundError:
        raise NoWheel("this server has no package metadata; install it with pip") from None
    except OSError as error:
        raise NoWheel(f"{error.filename} cannot be read: {error.strerror}") from None
    info = f"{PACKAGE}-{distribution(PACKAGE).version}.dist-info"
    record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in content.items())
    # A file cannot hold its own hash: the wheel's format leaves RECORD's line without one.
    content[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # ZIP keeps the permissions of Unix in the upper half.
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return made.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """Name in the wheel and content of each file, in a fixed order."""
    for portion in sorted(map(Path, carteado.__path__)):
        for path in sorted(portion.rglob("*")):
            name = path.relative_to(portion)
            if path.is_file() and "__pycache__" not in name.parts:
                yield f"{PACKAGE}/{name.as_posix()}", path.read_bytes()
    found = distribution(PACKAGE)
    info = f"{PACKAGE}-{found.version}.dist-info"
    for entry in _METADATA:
        text = _WHEEL if entry == "WHEEL" else found.read_text(entry)
        if text is not None:
            yield f"{info}/{entry}", text.encode()
    for file in found.files or ():
        if file.parent.name == "licenses":
            yield f"{info}/licenses/{file.name}", file.read_binary()


def _digest(data: bytes) -> str:
    digest = hashlib.sha256(data).digest()
    return f"sha256={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"
