"""The options of ``carteado serve``, which overrule the environment and the settings file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cyclopts import Parameter

__all__ = ["FROM_SETTINGS", "ServeOptions"]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """The settings given on the command line; None leaves a setting as it is configured.

    Args:
        host: Address to listen on; all interfaces by default.
        port: Port to listen on, 8765 by default; 0 lets the system choose.
        store: Store for the logs: sqlite:PATH, redis://HOST:PORT/DB or memory:.
        durability: What an acknowledged action must survive: replica (loss of the machine), disk
            (power failure), process (crash) or memory (nothing). By default, the most the store
            offers.
        origins: Web origins whose pages may connect, such as https://cards.example; none by
            default.
        allowed_host: Additional host name of this server, such as cards.example; repeat for more.
            IP addresses, localhost and the name of this machine are always allowed.
        max_connections: Maximum number of connections.
        address_connections: Maximum number of connections from one address, and of new players
            from it per minute. Connections from this machine are not limited, because a proxy may
            run on it.
        address_seats: Maximum number of seats that one address may hold at one table. This machine
            and the server's own bots are not limited.
        max_tables: Maximum number of open tables.
        player_tables: Maximum number of open tables that one player may have opened.
        player_seats: Maximum number of seats one player may hold at all tables together.
        player_bots: Maximum number of bots one player may add, including those from presets.
        player_log_mb: Maximum log data one player may cause per day, in MiB. An address may cause
            four times as much; this machine is not limited.
        max_bots: Maximum number of bot processes.
        rate: Messages per second that one connection may send on average; expensive requests count
            as several.
        burst: Messages that one connection may send at once; expensive requests count as several.
        buffer: Output buffered for a slow client, in bytes.
        tables: Open a table of every game if no table is open.
        tables_file: TOML file with the tables to keep open instead; read again on SIGHUP.
        admin_token: Token for `carteado admin` over the network, at least 22 characters. Better
            set it as CARTEADO_ADMIN_TOKEN or in the settings file: other users of this machine can
            read flags.
        tls_cert: Certificate chain for TLS (PEM); read again on SIGHUP.
        tls_key: Key of the certificate (PEM).
        trusted_proxy: Address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto
            count; repeat for more. Limits per address then apply to the client.
        empty_minutes: Close a table after this many minutes without players or spectators.
        archive_after: Move the logs of tables that finished this long ago to compressed files, for
            example 30d, 12h or 90m; never by default. The files are stored next to the data file,
            or in the folder given by ?archive=FOLDER in the store URL. To archive once, run
            `carteado log archive`.
        announce: Announce the server on private networks, so that `carteado find` lists it.
        metrics: Who may read /metrics: this machine only (loopback), everyone (all) or nobody
            (off).
        log_format: Format of log messages: text, json, or auto (text on a terminal, otherwise
            json).
        log_level: Lowest severity to log.
        stop_seconds: Seconds to wait for clients when the server stops.
    """

    # All without defaults, which distinguishes typed options from those in the settings.
    host: str | None = None
    port: int | None = None
    store: str | None = None
    durability: Literal["memory", "process", "disk", "replica"] | None = None
    origins: list[str] | None = None
    allowed_host: list[str] | None = None
    max_connections: int | None = None
    address_connections: int | None = None
    address_seats: int | None = None
    max_tables: int | None = None
    player_tables: int | None = None
    player_seats: int | None = None
    player_bots: int | None = None
    player_log_mb: int | None = None
    max_bots: int | None = None
    rate: int | None = None
    burst: int | None = None
    buffer: int | None = None
    tables: bool | None = None
    tables_file: str | None = None
    admin_token: str | None = None
    tls_cert: str | None = None
    tls_key: str | None = None
    trusted_proxy: list[str] | None = None
    announce: bool | None = None
    empty_minutes: int | None = None
    archive_after: str | None = None
    metrics: Literal["loopback", "all", "off"] | None = None
    log_format: Literal["auto", "text", "json"] | None = None
    log_level: Literal["debug", "info", "warning", "error"] | None = None
    stop_seconds: float | None = None


FROM_SETTINGS = ServeOptions()
"""No option: every setting comes from the environment, the settings file or its default."""
