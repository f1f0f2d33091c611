from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from carteado.server.store import open_store
from carteado.server.store.errors import NoSuchStore


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlit:x.db", "did you mean sqlite:?"),
        ("Redis://localhost", "did you mean redis:?"),
        ("postgres://localhost", "begins with sqlite:PATH"),
        ("x.db", "is not a store"),
        ("", "is not a store"),
        ("memory:x", "stands alone"),
        ("memory:?durability=disk", "does not offer durability disk"),
        ("sqlite:", "needs a path"),
        ("sqlite:x.db?durabilty=disk", "did you mean durability?"),
        ("sqlite:x.db?durability=dsk", "did you mean disk?"),
        ("sqlite:x.db?durability=paper", "one of memory, process, disk, replica"),
        ("sqlite:x.db?color=red", "no such option"),
        ("redis://localhost?partition=3", "did you mean partitions?"),
        ("redis://localhost?partitions=0", "cannot be a number of partitions"),
        ("redis://localhost?partitions=100", "cannot be a number of partitions"),
        ("redis://localhost?partitions=many", "cannot be a number of partitions"),
        ("redis://localhost?prefix=a b", "cannot be a prefix"),
        ("redis://localhost?prefix={x}", "cannot be a prefix"),
        ("redis://localhost:port", "malformed"),
        ("redis://localhost/games", "not the number of a Redis database"),
        ("redis://localhost?unsafe", "written ?NAME=VALUE"),
        ("redis://localhost?a=1?unsafe=1", "written ?NAME=VALUE"),
        ("redis://", "needs a host"),
        ("unix://", "needs the path of a socket"),
        ("unix:///run/r.sock?db=x", "not the number of a Redis database"),
    ],
)
async def test_a_url_of_no_store_gets_valid_examples(url: str, said: str) -> None:
    with pytest.raises(NoSuchStore) as caught:
        await open_store(url)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("form", ["sqlite:{}", "sqlite://{}", "sqlite:{}?durability=process"])
async def test_a_path_may_be_written_in_several_ways(form: str, tmp_path: Path) -> None:
    path = tmp_path / "what is this?.db"
    async with await open_store(form.format(path)) as store:
        assert store.capabilities.kind == "sqlite"
    assert path.exists()


async def test_memory_is_a_store() -> None:
    async with await open_store("memory:") as store:
        assert store.capabilities.kind == "memory"


def test_no_store_is_loaded_before_it_is_opened() -> None:
    code = "import carteado.server.store, sys; print([m for m in sys.modules if 'redis' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
