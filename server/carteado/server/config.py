"""Settings of the server: flags over environment over file over defaults.

Environment variables begin with ``CARTEADO_``; the file is ``carteado.toml`` in the user's
configuration directory, or the one that ``CARTEADO_CONFIG`` names: the null device for none.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_config_path, user_data_path
from pydantic import Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from carteado.engine.options import did_you_mean
from carteado.server.store.base import Durability

__all__ = ["ConfigError", "Settings", "config_file", "data_path", "load_settings", "sources"]


_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\sA-Z]+")
"""As a browser sends it: a scheme and a host, in small letters, and perhaps a port."""


class ConfigError(ValueError):
    """A setting that is unknown or out of range; the message says where it was set."""


def config_file() -> Path:
    """The file that settings are read from, whether it exists or not."""
    named = os.environ.get("CARTEADO_CONFIG")
    return Path(named) if named else user_config_path("carteado") / "carteado.toml"


def data_path() -> Path:
    """The data file of the embedded store."""
    return user_data_path("carteado") / "carteado.db"


class Settings(BaseSettings):
    """What a host can set. Each field's description is the documentation."""

    model_config = SettingsConfigDict(env_prefix="CARTEADO_", extra="forbid", frozen=True)

    host: Annotated[str, Field(description="address to listen on")] = "0.0.0.0"
    port: Annotated[int, Field(ge=0, le=65535, description="port; 0 lets the system choose")] = 8765
    store: Annotated[
        str,
        Field(description="sqlite:PATH, redis://HOST:PORT/DB or memory:; empty for the data file"),
    ] = ""
    durability: Annotated[
        Literal["memory", "process", "disk", "replica"] | None,
        Field(description="what an acknowledged action must survive; all the store offers if none"),
    ] = None
    origins: Annotated[
        tuple[str, ...],
        NoDecode,
        Field(
            description="web origins whose pages may connect, with commas between; none if empty"
        ),
    ] = ()
    max_connections: Annotated[int, Field(ge=1, le=100_000)] = 1000
    address_connections: Annotated[
        int,
        Field(ge=1, le=100_000, description="connections, and new players a minute, of an address"),
    ] = 256
    max_tables: Annotated[int, Field(ge=1, le=100_000)] = 500
    player_tables: Annotated[
        int, Field(ge=1, le=100_000, description="open tables that one player may have opened")
    ] = 32
    player_seats: Annotated[
        int, Field(ge=1, le=100_000, description="seats that one player may hold at once")
    ] = 32
    player_bots: Annotated[
        int, Field(ge=0, le=1000, description="bots of this host that one player may ask for")
    ] = 16
    max_bots: Annotated[int, Field(ge=0, le=1000, description="bot processes of this host")] = 32
    rate: Annotated[
        int, Field(ge=1, description="messages a second of one connection; dear ones are several")
    ] = 1000
    burst: Annotated[
        int, Field(ge=1, description="messages at once of one connection, counted likewise")
    ] = 2000
    buffer: Annotated[
        int, Field(ge=16_384, description="bytes that may wait for a client that does not read")
    ] = 262_144
    tables: Annotated[bool, Field(description="open the two default tables when none is open")] = (
        True
    )
    empty_minutes: Annotated[
        int, Field(ge=1, description="a table is closed when nobody sat or watched for so long")
    ] = 60
    metrics: Annotated[
        Literal["loopback", "all", "off"], Field(description="who may read /metrics")
    ] = "loopback"
    log_format: Annotated[Literal["auto", "text", "json"], Field(description="form of the log")] = (
        "auto"
    )
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    stop_seconds: Annotated[float, Field(gt=0, le=60, description="grace of an orderly stop")] = 1.0

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
        file = TomlConfigSettingsSource(settings_cls, toml_file=config_file())
        return init_settings, env_settings, file

    @field_validator("*", mode="before")
    @classmethod
    def _is_no_number(cls, value: Any, info: ValidationInfo) -> Any:
        wanted = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, bool) and wanted is not bool:
            raise ValueError(f"{str(value).lower()} is no value for it")
        return value

    @field_validator("host")
    @classmethod
    def _can_be_looked_up(cls, host: str) -> str:
        try:
            host.encode("idna")
        except UnicodeError:
            raise ValueError("an address or the name of a machine is needed") from None
        return host

    @field_validator("origins", mode="before")
    @classmethod
    def _as_list(cls, value: Any) -> Any:
        return value.replace(",", " ").split() if isinstance(value, str) else value

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if not _ORIGIN.fullmatch(origin):
                text = f"{origin!r} is no origin, such as https://cards.example:8080"
                raise ValueError(text)
        return origins

    @property
    def store_url(self) -> str:
        """The store to open: the data file where none is named."""
        return self.store or f"sqlite:{data_path()}"

    @property
    def level(self) -> Durability | None:
        """What an acknowledged action must survive; None for all that the store offers."""
        return Durability[self.durability.upper()] if self.durability else None


def load_settings(flags: dict[str, Any] | None = None) -> Settings:
    """The settings in force.

    Args:
        flags: values given on the command line, by field; None where a flag was not given.

    Raises:
        ConfigError: a value is unknown or out of range, or the file that was named is not there.
    """
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    try:
        _check_named()
        return Settings(**given)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        name = str(problem["loc"][0])
        says = problem["msg"].removeprefix("Value error, ")
        if problem["type"] == "extra_forbidden":
            says = f"there is none; {did_you_mean(name, tuple(Settings.model_fields))}"
        raise ConfigError(f"setting {name}: {says} ({_where(name, given)})") from None
    except ConfigError:
        raise
    except OSError as error:
        raise ConfigError(f"{config_file()} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ConfigError(f"{config_file()}: {error}") from None


def sources(flags: dict[str, Any] | None = None) -> dict[str, tuple[Any, str]]:
    """Each setting's value in force and where it comes from."""
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    settings = load_settings(flags)
    return {name: (getattr(settings, name), _where(name, given)) for name in Settings.model_fields}


def _check_named() -> None:
    """Refuse a file that was named and is none: the library passes over it."""
    named = os.environ.get("CARTEADO_CONFIG")
    if named and named != os.devnull and not Path(named).is_file():
        text = f"there is no file {named}; name one that is there, or {os.devnull} for none"
        raise ConfigError(f"CARTEADO_CONFIG: {text}")


def _where(name: str, given: dict[str, Any]) -> str:
    if name in given:
        return "flag"
    if name in EnvSettingsSource(Settings)():
        return f"CARTEADO_{name.upper()}"
    if name in TomlConfigSettingsSource(Settings, toml_file=config_file())():
        return str(config_file())
    return "default"
