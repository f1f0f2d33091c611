"""Settings of the server: flags over environment over file over defaults.

Environment variables begin with ``CARTEADO_``; the file is ``carteado.toml`` in the user's
configuration directory, or the one that ``CARTEADO_CONFIG`` names: the null device for none.
"""

from __future__ import annotations

import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from platformdirs import user_config_path, user_data_path
from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from carteado.engine.tables.options import did_you_mean, no_switch
from carteado.server.net.host_names import host_name
from carteado.server.ops.ages import age_ms
from carteado.server.store import sqlite_path
from carteado.server.store.base import Durability
from carteado.server.store.errors import NoSuchStore

__all__ = ["ConfigError", "Settings", "config_file", "data_path", "load_settings", "sources"]


_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\sA-Z]+")
"""An origin as browsers send it: scheme and host in lower case, with an optional port."""


class ConfigError(ValueError):
    """A setting that is unknown or out of range; the message says where it was set."""


def config_file() -> Path:
    """Path of the settings file, which may not exist."""
    named = os.environ.get("CARTEADO_CONFIG")
    return Path(named) if named else user_config_path("carteado") / "carteado.toml"


def data_path() -> Path:
    """The data file of the embedded store."""
    return user_data_path("carteado") / "carteado.db"


class Settings(BaseSettings):
    """Settings of the server. Each field's description documents it."""

    # Unknown settings are refused: a mistyped limit would otherwise not hold, and nobody would
    # notice.
    model_config = SettingsConfigDict(env_prefix="CARTEADO_", extra="forbid", frozen=True)

    host: Annotated[str, Field(description="address to listen on")] = "0.0.0.0"
    port: Annotated[int, Field(ge=0, le=65535, description="port; 0 lets the system choose")] = 8765
    store: Annotated[
        str,
        Field(description="sqlite:PATH, redis://HOST:PORT/DB or memory:; empty for the data file"),
    ] = ""
    durability: Annotated[
        Literal["memory", "process", "disk", "replica"] | None,
        Field(description="what an acknowledged action must survive; by default the store's best"),
    ] = None
    origins: Annotated[
        tuple[str, ...],
        # Otherwise the environment's value would have to be JSON; `_as_list` reads it.
        NoDecode,
        Field(
            description="web origins whose pages may connect, separated by commas; none by default"
        ),
    ] = ()
    allowed_host: Annotated[
        tuple[str, ...],
        NoDecode,
        Field(
            description="additional host names of the server, separated by commas; IP addresses,"
            " localhost and the machine's own name are always allowed"
        ),
    ] = ()
    max_connections: Annotated[int, Field(ge=1, le=100_000)] = 1000
    address_connections: Annotated[
        int,
        Field(ge=1, le=100_000, description="connections, and new players per minute, per address"),
    ] = 256
    address_seats: Annotated[
        int,
        Field(ge=1, le=10, description="maximum seats that one address may hold at one table"),
    ] = 4
    max_tables: Annotated[int, Field(ge=1, le=100_000)] = 500
    player_tables: Annotated[
        int, Field(ge=1, le=100_000, description="maximum open tables that one player opened")
    ] = 32
    player_seats: Annotated[
        int, Field(ge=1, le=100_000, description="maximum seats of one player at all tables")
    ] = 32
    player_bots: Annotated[
        int, Field(ge=0, le=1000, description="maximum bots one player may add, with presets")
    ] = 16
    player_log_mb: Annotated[
        int,
        Field(
            ge=1, description="log data one player may cause per day, MiB; four times per address"
        ),
    ] = 256
    max_bots: Annotated[int, Field(ge=0, le=1000, description="maximum bot processes")] = 32
    rate: Annotated[
        int, Field(ge=1, description="messages per second of a connection; expensive ones add up")
    ] = 1000
    burst: Annotated[
        int, Field(ge=1, description="messages a connection may send at once, counted as for rate")
    ] = 2000
    buffer: Annotated[
        int, Field(ge=16_384, description="output buffered for a slow client, in bytes")
    ] = 262_144
    tables: Annotated[bool, Field(description="open a table of every game if none is open")] = True
    tables_file: Annotated[
        str, Field(description="TOML file of tables to keep open, read again on SIGHUP; none")
    ] = ""
    admin_token: Annotated[
        str,
        Field(
            description="token of the operator for carteado admin over the network; none by default"
        ),
    ] = ""
    tls_cert: Annotated[
        str, Field(description="TLS certificate chain, PEM, read again on SIGHUP")
    ] = ""
    tls_key: Annotated[str, Field(description="key of the TLS certificate, PEM")] = ""
    trusted_proxy: Annotated[
        tuple[str, ...],
        NoDecode,
        Field(
            description="addresses or networks of proxies whose X-Forwarded-For and"
            " X-Forwarded-Proto count, separated by commas"
        ),
    ] = ()
    announce: Annotated[
        bool, Field(description="announce the server on private networks, for carteado find")
    ] = True
    empty_minutes: Annotated[
        int,
        Field(
            ge=1, description="close a table after this many minutes without players or spectators"
        ),
    ] = 60
    archive_after: Annotated[
        str | None,
        Field(description="archive tables finished this long ago, such as 30d; never by default"),
    ] = None
    metrics: Annotated[
        Literal["loopback", "all", "off"], Field(description="who may read /metrics")
    ] = "loopback"
    log_format: Annotated[
        Literal["auto", "text", "json"], Field(description="format of log messages")
    ] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    stop_seconds: Annotated[
        float, Field(gt=0, le=60, description="seconds to wait for clients at stop")
    ] = 1.0

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags, then the environment, then the file."""
        # Made for each load, not once for the class, because the file's place may change.
        file = TomlConfigSettingsSource(settings_cls, toml_file=config_file())
        return init_settings, env_settings, file

    @field_validator("*", mode="before")
    @classmethod
    def _is_no_number(cls, value: Any, info: ValidationInfo) -> Any:
        wanted = cls.model_fields[str(info.field_name)].annotation
        # pydantic would take true for 1.
        if isinstance(value, bool) and wanted is not bool:
            raise ValueError(f"{str(value).lower()} is not a valid value here")
        return value

    @field_validator("host")
    @classmethod
    def _can_be_looked_up(cls, host: str) -> str:
        try:
            # The event loop encodes names so, and a UnicodeError there is not an OSError.
            host.encode("idna")
        except UnicodeError:
            raise ValueError("give an IP address or a host name") from None
        return host

    @field_validator("archive_after")
    @classmethod
    def _is_an_age(cls, text: str | None) -> str | None:
        if text is not None:
            # Read already here, so that a wrong age stops the start and not the first archiving.
            age_ms(text)
        return text

    @field_validator("admin_token")
    @classmethod
    def _is_hard_to_guess(cls, token: str) -> str:
        # 22 characters of base64 hold 128 bits; visible ASCII survives a header and a shell.
        if token and not re.fullmatch(r"[\x21-\x7e]{22,256}", token):
            raise ValueError("use 22 to 256 visible ASCII characters without blanks")
        return token

    @field_validator("trusted_proxy")
    @classmethod
    def _are_networks(cls, networks: tuple[str, ...]) -> tuple[str, ...]:
        for network in networks:
            try:
                ip_network(network)
            except ValueError:
                text = f"{network!r:.60} is not an address or network; write it like 10.0.0.0/8"
                raise ValueError(text) from None
        return networks

    @model_validator(mode="after")
    def _has_both_of_tls(self) -> Self:
        if bool(self.tls_cert) != bool(self.tls_key):
            raise ValueError("set both tls_cert and tls_key, or neither")
        return self

    @field_validator("origins", "allowed_host", "trusted_proxy", mode="before")
    @classmethod
    def _as_list(cls, value: Any) -> Any:
        # People separate items by commas, blanks or both.
        return value.replace(",", " ").split() if isinstance(value, str) else value

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if not _ORIGIN.fullmatch(origin):
                text = f"{origin!r} is not an origin; write it like https://cards.example:8080"
                raise ValueError(text)
        return origins

    @field_validator("allowed_host")
    @classmethod
    def _are_names(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        names = []
        for host in hosts:
            # Compared with the Host header later, so it is kept in the form that browsers send.
            name = host_name(host)
            if name is None:
                raise ValueError(f"{host!r:.80} is not a host name; write it like cards.example")
            names.append(name)
        return tuple(names)

    @property
    def store_url(self) -> str:
        """URL of the store to open: the default data file if none is set."""
        return self.store or f"sqlite:{data_path()}"

    def check_store(self) -> None:
        """Refuse a data file whose folder is missing: its path was probably mistyped.

        The folder of the default data file is created if it is missing.

        Raises:
            NoSuchStore: the folder of the file that `store` names does not exist.
        """
        path = sqlite_path(self.store) if self.store.startswith("sqlite:") else None
        # The store makes the default folder; any other path was typed by a person.
        if path is not None and path != data_path().resolve() and not path.parent.exists():
            folder = path.parent
            raise NoSuchStore(f"there is no folder {folder}; make it with: mkdir -p '{folder}'")

    @property
    def admin_socket(self) -> Path | None:
        """Path of the operator's local socket, next to the data; None for a store in memory."""
        if self.store.startswith("memory:"):
            return None
        path = sqlite_path(self.store_url) if self.store_url.startswith("sqlite:") else None
        # Beside the data, so that the same users have access to both.
        return (path or data_path()).with_name("admin.sock")

    @property
    def level(self) -> Durability | None:
        """The level that an acknowledged action must reach; None for the store's best one."""
        return Durability[self.durability.upper()] if self.durability else None


_NUMBER_PROBLEMS = {
    "finite_number",
    "float_parsing",
    "float_type",
    "greater_than",
    "greater_than_equal",
    "int_from_float",
    "int_parsing",
    "int_parsing_size",
    "int_type",
    "less_than_equal",
}
"""Pydantic's names of the mistakes in a number, whose own sentences are for programmers."""


def load_settings(flags: dict[str, Any] | None = None) -> Settings:
    """Load the current settings.

    Args:
        flags: values from the command line, by field; None for flags that were not given.

    Raises:
        ConfigError: a value is unknown or out of range, or the named file does not exist.
    """
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    try:
        _check_named()
        return Settings(**given)
    except ValidationError as error:
        # One sentence at a time; the next mistake shows at the next start.
        problem = error.errors(include_url=False)[0]
        name = str(problem["loc"][0]) if problem["loc"] else "tls_cert"
        says = problem["msg"].removeprefix("Value error, ")
        if problem["type"] in ("bool_parsing", "bool_type"):
            says = str(no_switch(str(problem["input"])))
        if problem["type"] in _NUMBER_PROBLEMS:
            says = f"must be {_number_words(name)}, not {problem['input']!s:.40}"
        if problem["type"] == "literal_error":
            says = f"must be {problem.get('ctx', {})['expected']}, not {problem['input']!s:.40}"
        if problem["type"] == "extra_forbidden":
            says = f"there is no such setting; {did_you_mean(name, tuple(Settings.model_fields))}"
        raise ConfigError(f"setting {name}: {says} ({_where(name, given)})") from None
    except ConfigError:
        raise
    except OSError as error:
        raise ConfigError(f"{config_file()} cannot be read: {error.strerror}") from None
    except RecursionError:
        text = "too deeply nested; every setting is a single value or a flat list"
        raise ConfigError(f"{config_file()}: {text}") from None
    except ValueError as error:
        raise ConfigError(f"{config_file()}: {error}") from None


def _number_words(name: str) -> str:
    """The numbers that a setting takes, part of a sentence."""
    field = Settings.model_fields[name]
    bounds = {
        key: getattr(one, key)
        for one in field.metadata
        for key in ("ge", "gt", "le")
        if getattr(one, key, None) is not None
    }
    kind = "a whole number" if field.annotation is int else "a number"
    if "le" in bounds:
        low = f"above {bounds['gt']}, at most" if "gt" in bounds else f"from {bounds['ge']} to"
        return f"{kind} {low} {bounds['le']}"
    return f"{kind} of at least {bounds['ge']}"


def sources(flags: dict[str, Any] | None = None) -> dict[str, tuple[Any, str]]:
    """Each setting's current value and where it comes from."""
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    settings = load_settings(flags)
    found = {name: (getattr(settings, name), _where(name, given)) for name in Settings.model_fields}
    # An empty value would hide which file is used.
    return found | {"store": (settings.store_url, found["store"][1])}


def _check_named() -> None:
    """Refuse a named file that does not exist; pydantic-settings would ignore it."""
    named = os.environ.get("CARTEADO_CONFIG")
    if named and named != os.devnull and not Path(named).is_file():
        text = f"there is no file {named}; name an existing file, or {os.devnull} for none"
        raise ConfigError(f"CARTEADO_CONFIG: {text}")


def _where(name: str, given: dict[str, Any]) -> str:
    if name in given:
        return "flag"
    # The sources are read again in order, because the settings do not remember them.
    if name in EnvSettingsSource(Settings)():
        return f"CARTEADO_{name.upper()}"
    if name in TomlConfigSettingsSource(Settings, toml_file=config_file())():
        return str(config_file())
    return "default"
