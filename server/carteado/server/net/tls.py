"""The server's certificate, which can be read again without a restart."""

from __future__ import annotations

import ssl
from pathlib import Path

__all__ = ["Certificate", "TlsError"]


class TlsError(ValueError):
    """A certificate or key that cannot be used; the sentence names the file."""


class Certificate:
    """A certificate and its key, for new connections.

    Args:
        chain: PEM file of the certificate and those above it.
        key: PEM file of its key.

    Attributes:
        context: for the listening socket.

    Raises:
        TlsError: they cannot be read, or do not belong together.
    """

    def __init__(self, chain: str, key: str) -> None:
        self._chain, self._key = Path(chain), Path(key)
        self.context = self._read(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))

    def check(self) -> None:
        """Check whether the files can be used now; nothing changes.

        Raises:
            TlsError: they cannot be used.
        """
        self._read(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))

    def reload(self) -> None:
        """Read the files again for new connections.

        Raises:
            TlsError: they cannot be used; the previous certificate stays.
        """
        # In a context of its own first: a wrong pair must not replace half of the one in use.
        self.check()
        self._read(self.context)

    def _read(self, context: ssl.SSLContext) -> ssl.SSLContext:
        for path in (self._chain, self._key):
            try:
                # OpenSSL does not say which of the two files it could not read.
                path.read_bytes()
            except OSError as error:
                raise TlsError(f"{path} cannot be read: {error.strerror}") from None
        # Older versions are broken (RFC 8996).
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        try:
            context.load_cert_chain(self._chain, self._key, password=_no_password)
        except ssl.SSLError as error:
            why = error.reason or "it is not a PEM file"
            text = f"{self._chain} and {self._key} are not a certificate and its key: {why}"
            raise TlsError(text) from None
        return context


def _no_password() -> str:
    """Refuse keys with a password, which nobody could type when a server starts."""
    return ""
