"""The sources of settings, and the messages about wrong ones."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from carteado.server.ops import config
from carteado.server.ops.config import ConfigError, Settings, config_file, load_settings, sources


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "carteado.toml"
    path.touch()
    monkeypatch.setenv("CARTEADO_CONFIG", str(path))
    return path


def test_defaults_hold_where_a_file_says_nothing(file):
    settings = load_settings()
    assert (settings.host, settings.port, settings.metrics) == ("0.0.0.0", 8765, "loopback")
    assert settings.store_url.startswith("sqlite:")
    assert settings.store_url.endswith("carteado.db")
    assert config_file() == file


def test_flags_stand_over_the_environment_over_the_file(file, monkeypatch):
    file.write_text("port = 1\nrate = 2\nburst = 3\n")
    monkeypatch.setenv("CARTEADO_RATE", "20")
    monkeypatch.setenv("CARTEADO_BURST", "30")
    settings = load_settings({"burst": 300, "buffer": None})
    assert (settings.port, settings.rate, settings.burst) == (1, 20, 300)
    found = sources({"burst": 300})
    assert found["port"] == (1, str(file))
    assert found["rate"] == (20, "CARTEADO_RATE")
    assert found["burst"] == (300, "flag")
    assert found["host"] == ("0.0.0.0", "default")


def test_a_wrong_value_is_named_with_the_place_it_came_from(file, monkeypatch):
    with pytest.raises(
        ConfigError,
        match=r"setting port: must be a whole number from 0 to 65535, not 70000 \(flag\)",
    ):
        load_settings({"port": 70_000})
    monkeypatch.setenv("CARTEADO_PORT", "many")
    with pytest.raises(ConfigError, match=r"setting port: .*\(CARTEADO_PORT\)"):
        load_settings()
    monkeypatch.delenv("CARTEADO_PORT")
    file.write_text('metrics = "everybody"\n')
    with pytest.raises(ConfigError) as error:
        load_settings()
    assert "setting metrics" in str(error.value)
    assert str(file) in str(error.value)


def test_an_unknown_setting_in_the_file_is_named(file):
    file.write_text("prot = 1\n")
    with pytest.raises(
        ConfigError, match="setting prot: there is no such setting; did you mean 'port'"
    ):
        load_settings()


def test_a_file_that_may_not_be_read_is_named(file, monkeypatch):
    def closed(*args: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    file.write_text("port = 1\n")
    monkeypatch.setattr(Path, "open", closed)
    with pytest.raises(ConfigError) as error:
        load_settings()
    assert str(error.value) == f"{file} cannot be read: Permission denied"


@pytest.mark.parametrize(
    "wrong", ["nowhere/carteado.toml", "carteado.tmol", ".", "carteado.toml/x"]
)
def test_a_file_that_was_named_has_to_be_there(wrong, file, monkeypatch):
    """Else a host believes in limits that were never read."""
    monkeypatch.setenv("CARTEADO_CONFIG", str(file.parent / wrong))
    with pytest.raises(ConfigError) as error:
        load_settings()
    assert str(error.value).startswith(f"CARTEADO_CONFIG: there is no file {file.parent / wrong}; ")
    assert os.devnull in str(error.value)


def test_the_null_device_stands_for_no_settings_file(file, monkeypatch):
    file.write_text("port = 1\n")
    monkeypatch.setenv("CARTEADO_CONFIG", os.devnull)
    assert load_settings() == Settings()
    assert load_settings().port == 8765


def test_the_file_of_the_user_need_not_be_there(file, monkeypatch):
    monkeypatch.setattr(config, "user_config_path", lambda name: file.parent / "none" / name)
    monkeypatch.delenv("CARTEADO_CONFIG")
    assert load_settings().port == 8765


@pytest.mark.parametrize("name", ["port", "stop_seconds", "host", "metrics"])
def test_true_is_only_a_value_of_what_is_on_or_off(file, name):
    file.write_text(f"{name} = true\n")
    with pytest.raises(ConfigError, match=f"setting {name}: true is not a valid value here"):
        load_settings()
    file.write_text("tables = true\n")
    assert load_settings().tables is True


@pytest.mark.parametrize(("text", "value"), [("on", True), ("no", False), ("TRUE", True)])
def test_a_switch_is_read_as_people_write_it(monkeypatch, text, value):
    monkeypatch.setenv("CARTEADO_ANNOUNCE", text)
    assert load_settings().announce is value


def test_an_invalid_switch_is_refused_with_the_valid_values(monkeypatch):
    monkeypatch.setenv("CARTEADO_ANNOUNCE", "maybe")
    with pytest.raises(ConfigError, match="announce: 'maybe' is neither yes nor no; write on or"):
        load_settings()


@pytest.mark.parametrize("host", ["a..b", ".", "x" * 64])
def test_a_host_that_no_machine_can_have_is_refused(host):
    with pytest.raises(
        ConfigError, match=r"setting host: give an IP address or a host name.*\(flag\)"
    ):
        load_settings({"host": host})


@pytest.mark.parametrize("host", ["", "::", "fe80::1%eth0", "0.0.0.0", "example.org."])
def test_a_host_that_a_machine_can_have_is_taken(host):
    assert load_settings({"host": host}).host == host


def test_a_file_that_is_not_toml_is_named(file):
    file.write_text("port: 1\n")
    with pytest.raises(ConfigError) as error:
        load_settings()
    assert str(file) in str(error.value)


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_every_setting_can_be_a_flag_of_serve(name):
    from dataclasses import fields

    from carteado.server.ops.serve_options import ServeOptions

    assert name in {field.name for field in fields(ServeOptions)}


def test_a_store_that_is_named_is_the_one():
    assert load_settings({"store": "memory:"}).store_url == "memory:"


def test_origins_are_a_list_wherever_they_are_set(file, monkeypatch):
    assert load_settings().origins == ()
    wanted = ("https://cards.example", "http://localhost:8080")
    file.write_text(f"origins = {list(wanted)}\n")
    assert load_settings().origins == wanted
    monkeypatch.setenv("CARTEADO_ORIGINS", ", ".join(wanted[::-1]))
    assert load_settings().origins == wanted[::-1]
    assert load_settings({"origins": ["app://cards"]}).origins == ("app://cards",)


@pytest.mark.parametrize("wrong", ["cards.example", "https://a/", "https://A", "*", "null"])
def test_invalid_origins_are_refused(wrong, monkeypatch):
    monkeypatch.setenv("CARTEADO_ORIGINS", wrong)
    with pytest.raises(ConfigError, match=r"setting origins: .* is not an origin; .*_ORIGINS\)"):
        load_settings()


def test_a_list_of_wrong_values_is_named_with_the_place_it_came_from(file):
    file.write_text("origins = [1]\n")
    with pytest.raises(ConfigError) as error:
        load_settings()
    assert str(error.value).startswith("setting origins: ")
    assert str(error.value).endswith(f"({file})")


def test_deep_nesting_in_the_file_is_answered_with_one_sentence(file):
    file.write_text("origins = " + "[" * 20_000 + "]" * 20_000)
    with pytest.raises(ConfigError, match="too deeply nested"):
        load_settings()


def test_allowed_hosts_are_names_wherever_they_are_set(file, monkeypatch):
    assert load_settings().allowed_host == ()
    file.write_text('allowed_host = ["cards.example"]\n')
    assert load_settings().allowed_host == ("cards.example",)
    monkeypatch.setenv("CARTEADO_ALLOWED_HOST", "Cards.Example., other.example")
    assert load_settings().allowed_host == ("cards.example", "other.example")
    with pytest.raises(ConfigError, match=r"setting allowed_host: .*write it like cards\.example"):
        load_settings({"allowed_host": ["https://cards.example"]})
