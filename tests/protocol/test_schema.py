from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # it has no types of its own
import pytest
from hypothesis import given, settings
from tests.protocol.draw import GAME
from tests.protocol.samples import INBOUND_MESSAGES, OUTBOUND_MESSAGES

from carteado.protocol.codec import CODECS, SUBPROTOCOLS
from carteado.protocol.messages import INBOUND, OUTBOUND
from carteado.protocol.schema import (
    asyncapi_document,
    codes_table,
    main,
    message_schema,
    with_codes,
    write_files,
)

DOCS = Path(__file__).parents[2] / "docs"
JSON = CODECS[SUBPROTOCOLS[1]]
SCHEMA = message_schema({"draw": GAME})


def checker(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


INBOUND_CHECK, FRAME_CHECK = checker("inbound"), checker("outbound.frame")


def test_the_files_in_docs_are_current(tmp_path: Path) -> None:
    """Write them again with ``python -m carteado.protocol.schema docs/schema``."""
    write_files(tmp_path / "schema")
    for name in ("carteado.schema.json", "asyncapi.json"):
        assert (DOCS / "schema" / name).read_text("utf-8") == (
            tmp_path / "schema" / name
        ).read_text("utf-8"), name


def test_the_codes_in_docs_are_current() -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert codes_table() in page
    assert with_codes(page) == page
    assert with_codes("no marks") == "no marks"


def test_writing_refreshes_the_codes_of_the_page_beside(tmp_path: Path) -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    (tmp_path / "protocol.md").write_text(page.replace("`frame/deep`", "`frame/old`"), "utf-8")
    assert main([str(tmp_path / "schema")]) == 0
    assert (tmp_path / "protocol.md").read_text("utf-8") == page


@pytest.mark.parametrize("arguments", [[], ["a", "b"]])
def test_one_folder_is_needed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "usage" in capsys.readouterr().err


def test_the_schema_is_a_valid_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert "Generated" in SCHEMA["$comment"]


@given(INBOUND_MESSAGES)
@settings(deadline=None)
def test_every_message_of_a_client_fits(message: Any) -> None:
    frame = JSON.encode_inbound(message)
    INBOUND_CHECK.validate(json.loads(frame))


@given(OUTBOUND_MESSAGES)
@settings(deadline=None)
def test_every_message_of_the_server_fits(message: Any) -> None:
    FRAME_CHECK.validate(json.loads(JSON.join([JSON.encode_message(message)])))


@pytest.mark.parametrize(
    "data",
    [
        {"id": 1},
        {"type": "ping"},
        {"type": "ping", "id": 0},
        {"type": "ping", "id": "1"},
        {"type": "ping", "id": 1, "more": 1},
        {"type": "dance", "id": 1},
        {"type": "hello", "name": "A\x1bna"},
        {"type": "hello", "name": " Ana"},
        {"type": "chat", "id": 1, "table": "t1", "text": "a\u2028b"},
    ],
)
def test_messages_that_a_server_refuses_do_not_fit_the_schema(data: Any) -> None:
    assert not INBOUND_CHECK.is_valid(data)


def test_a_game_s_actions_events_legal_and_options_are_there() -> None:
    defs = SCHEMA["$defs"]
    assert checker("draw.action").is_valid({"type": "raise_bid", "to": 5})
    assert not checker("draw.action").is_valid({"type": "raise_bid", "to": 5, "x": 1})
    assert checker("draw.legal").is_valid({"stand": True, "bid": [1, 2]})
    assert checker("draw.options").is_valid({"seats": 3})
    assert checker("draw.event").is_valid(
        {"type": "timed_out", "seat": 0, "bank_ms": 0, "in_a_row": 1}
    )
    assert defs["settings"]["properties"]["bank_ms"]["description"].startswith("time bank")
    assert defs["outbound.Ok"]["properties"]["seq"]["description"] == (
        "the last event that it caused, where it caused one."
    )


def test_asyncapi_names_every_message_and_all_references_lead_somewhere() -> None:
    document = asyncapi_document()
    messages = document["components"]["messages"]
    assert len(messages) == len(INBOUND) + len(OUTBOUND)
    for reference in _references(document):
        name, _, path = reference.partition("#/")
        target: Any = document if not name else SCHEMA
        for step in path.split("/"):
            target = target[step]
    receive, send = document["operations"]["receive"], document["operations"]["send"]
    assert len(receive["messages"]) == len(INBOUND)
    assert len(send["messages"]) == len(OUTBOUND)


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if "$ref" in value else []
        return own + [ref for item in value.values() for ref in _references(item)]
    if isinstance(value, list):
        return [ref for item in value for ref in _references(item)]
    return []
