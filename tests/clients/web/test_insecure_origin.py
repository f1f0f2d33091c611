"""The page on a plain address of a network, where browsers lack what localhost has."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.networks import HomeNetwork

pytestmark = pytest.mark.exhaustive

ROOT = Path(__file__).parents[3]
ADDRESS = "192.168.77.5"

PROGRAM = f"""
import asyncio
from playwright.async_api import async_playwright, expect
from tests.clients.web.browser import PHONE, Desk, Player
from tests.clients.web.conftest import chromium
from carteado.server.app import running
from carteado.server.ops.config import Settings

async def main():
    settings = Settings(host="{ADDRESS}", port=0, store="memory:", announce=False, tables=False)
    async with running(settings) as server, async_playwright() as playwright:
        browser = await chromium(playwright)
        desk = Desk(f"http://{ADDRESS}:{{server.port}}", browser)
        table = await desk.table(
            options={{"seats": 2, "format": "cash"}},
            settings={{"decision_ms": 3_600_000, "nonce_ms": 10_000}},
            bots=("caller",),
        )
        ana = await desk.player(PHONE)
        await ana.enter(f"{{desk.url}}/#{{table}}", "Ana")
        assert not await ana.page.evaluate("isSecureContext || 'subtle' in crypto")
        await ana.sit()
        await ana.turn()
        assert await ana.state("table.view.commitments[table.seat] !== null"), "no part in the cut"
        await ana.do("F2")
        await ana.page.reload()
        await ana.page.locator(".own .card").first.wait_for()
        await ana.state("app.set({{dialog: 'invite'}})")
        await ana.press('.dialog button:has-text("Copy the address")')
        await expect(ana.page.locator(".notice")).to_have_text("Copied.")
        second = Player(await ana.page.context.new_page(), touch=True)
        await second.page.goto(ana.page.url)
        await expect(second.page.locator("h1")).to_have_text("You play elsewhere now")
        await second.page.goto(f"{{desk.url}}/check")
        await expect(second.page.locator(".steps .good")).to_have_count(4)
        assert ana.problems == second.problems == [], ana.problems + second.problems
        await desk.close()
        await browser.close()
    print("played")

asyncio.run(main())
"""


def test_the_table_works_on_a_plain_private_address(home_network: HomeNetwork) -> None:
    machine = home_network.machine("host")
    machine.ip("addr", "add", f"{ADDRESS}/24", "dev", "lo")
    done = subprocess.run(
        machine.on(sys.executable, "-c", PROGRAM),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=170,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "played" in done.stdout
