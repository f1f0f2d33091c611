"""Links between the documents lead somewhere, and the scenarios in them hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from tests.clients.tui.shown import pairs

from carteado.engine.tables.scenario import run_scenarios

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "bench",
    "changelog.d",
    "clients",
    "deploy",
    "docs",
    "engine",
    "protocol",
    "server",
    "tests",
)


def documents() -> list[Path]:
    inside = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md")]
    return sorted([*ROOT.glob("*.md"), *inside])


def anchors(path: Path) -> set[str]:
    """The names under which a document's headings can be linked."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(), re.M)
    plain = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]
    return set(plain)


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)
    for target in re.findall(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        place = (path.parent / name).resolve() if name else path
        assert place.exists(), f"{target} leads nowhere"
        assert place.is_relative_to(ROOT), f"{target} leads out of the project"
        if anchor:
            assert anchor in anchors(place), f"{target}: no such heading"


def test_every_document_is_in_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text()
    missing = [
        path.name
        for path in (ROOT / "docs").glob("*.md")
        if path.name != "README.md" and f"({path.name})" not in index
    ]
    assert not missing


def test_the_terminal_is_shown_as_its_tests_see_it() -> None:
    stale = [
        shown.name for snapshot, shown in pairs() if shown.read_bytes() != snapshot.read_bytes()
    ]
    assert not stale, "copy them again: python -m tests.clients.tui.shown"
    assert {shown for _, shown in pairs()} == set((ROOT / "docs/terminal").glob("*.svg"))


def test_the_scenarios_that_are_shown_hold() -> None:
    blocks = re.findall(
        r"^```yaml\n(.*?)^```$", (ROOT / "docs/scenarios.md").read_text(), re.M | re.S
    )
    results = [one for block in blocks for one in run_scenarios(yaml.safe_load(block))]
    assert [one.message for one in results if not one.ok] == []
    assert len(results) >= 10
