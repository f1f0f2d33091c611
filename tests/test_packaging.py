"""What is shipped, and what must not be: the wheel, the base install, the tracked files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
WHEEL = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
PORTIONS = (
    *("engine", "protocol", "server", "client", "scene"),
    *("clients/cli", "clients/pygame", "clients/tui", "clients/web", "bots", "arena"),
)
GENERATED = (
    "docs/schema/carteado.schema.json",
    "docs/schema/asyncapi.json",
    "docs/api.md",
    "docs/experiments.md",
)
WHERE_PIP_LOOKS = {"index": "url", "find": "links", "trusted": "host"}
"""Its options in two halves, so that they do not stand in this file themselves."""
OFFLINE = ROOT / "tests" / "e2e" / "test_installing.py"
"""It installs from a folder of wheels that it makes: there, these options name no registry."""
FRAGMENT = re.compile(r"(\d+)\.([a-z]+)(\.\d+)?\.md")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built offline by the build tool of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def tracked() -> list[Path]:
    """The project's files: those of git, or of the folder where there is no git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in files if path.is_file()]


class TestTheWheel:
    def test_holds_every_module_of_every_portion(self, wheel: zipfile.ZipFile) -> None:
        shipped = {name for name in wheel.namelist() if name.startswith("carteado/")}
        sources = {
            path.relative_to(ROOT / portion).parent.as_posix() + "/" + path.name
            for portion in (Path(package).parent for package in WHEEL["packages"])
            for path in (ROOT / portion / "carteado").rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert shipped == sources

    @pytest.mark.parametrize("portion", PORTIONS)
    def test_says_that_it_is_typed(self, wheel: zipfile.ZipFile, portion: str) -> None:
        assert f"carteado/{portion}/py.typed" in wheel.namelist()

    def test_has_no_init_at_the_namespace(self, wheel: zipfile.ZipFile) -> None:
        assert "carteado/__init__.py" not in wheel.namelist()

    def test_brings_the_command_and_the_licence(self, wheel: zipfile.ZipFile) -> None:
        (points,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
        assert "carteado = carteado.clients.cli.main:main" in wheel.read(points).decode()
        assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())

    def test_needs_in_its_base_what_a_bot_needs(self, wheel: zipfile.ZipFile) -> None:
        (metadata,) = [name for name in wheel.namelist() if name.endswith("METADATA")]
        required = re.findall(r"^Requires-Dist: ([\w-]+)(.*)$", wheel.read(metadata).decode(), re.M)
        base = {name for name, rest in required if "extra ==" not in rest}
        assert base == {"websockets", "msgpack", "pydantic", "cyclopts"}


class TestTheBaseInstall:
    """What a bot needs imports nothing that only a host, a window or a store needs."""

    HEAVY = (
        "redis",
        "textual",
        "pygame",
        "numpy",
        "matplotlib",
        "plotext",
        "structlog",
        "prometheus_client",
        "segno",
        "yaml",
    )

    def loaded(self, statement: str) -> list[str]:
        program = f"import sys, json\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, check=True, text=True, timeout=60
        )
        found: list[str] = json.loads(done.stdout)
        return found

    @pytest.mark.parametrize("module", ["carteado.bots", "carteado.client", "carteado.protocol"])
    def test_is_light(self, module: str) -> None:
        loaded = self.loaded(f"import {module}")
        assert not [name for name in loaded if name.partition(".")[0] in self.HEAVY]

    def test_the_command_loads_no_command_before_it_is_called(self) -> None:
        loaded = self.loaded("import carteado.clients.cli.main")
        assert not [
            name for name in loaded if name.startswith(("carteado.server", "carteado.bots"))
        ]
        assert not [name for name in loaded if name.partition(".")[0] in self.HEAVY]


class TestTheFiles:
    def test_name_no_machine_and_no_registry(self) -> None:
        """Neither where somebody's checkout lies nor where their packages come from."""
        home = re.escape(str(Path.home()) + os.sep)
        here = re.escape(str(ROOT.parent) + os.sep)
        settings = "|".join(f"{one}[-_]{two}" for one, two in WHERE_PIP_LOOKS.items())
        forbidden = re.compile(rf"(?i:{settings})|{here}" + f"|{home}" * (len(home) > 4))
        found = []
        for path in tracked():
            if path.suffix in (".phh", ".log") or path == OFFLINE:
                continue
            for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
                if forbidden.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
        assert not found

    @pytest.mark.parametrize("name", GENERATED)
    def test_generated_files_say_so_first(self, name: str) -> None:
        head = (ROOT / name).read_text()[:300].lower()
        assert "generated by" in head

    def test_every_folder_of_the_layout_says_what_it_is_for(self) -> None:
        folders = "engine protocol server clients clients/client clients/cli clients/pygame"
        folders += " clients/tui clients/web clients/bots arena research deploy tests bench docs"
        for folder in folders.split():
            assert (ROOT / folder / "README.md").read_text().startswith("# ")

    def test_release_notes_can_be_gathered(self) -> None:
        known = {kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]}
        fragments = [path for path in (ROOT / "changelog.d").iterdir() if path.name != "README.md"]
        assert fragments or "## " in (ROOT / "CHANGELOG.md").read_text()
        for path in fragments:
            named = FRAGMENT.fullmatch(path.name)
            assert named, f"{path.name} is not named <issue>.<type>[.<n>].md"
            assert named[2] in known
            assert path.read_text().strip()
