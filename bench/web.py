"""The cost of views and the browser table: server CPU per view, and from a tap to the other screen.

Two players at one table call and check for a while, with and without views, and with watchers who
ask for views: the CPU time of the server's process is divided by the actions. Rounds alternate.
Then two Chromium pages play at one table, and the time runs from a press of a button to the change
on the other page. Beside it, at the same server, two plain Python connections do the same: the time
runs from sending an action to its event at the other one, without a browser and a screen.

    python bench/web.py [--actions 2000] [--rounds 3] [--taps 30]
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from processes import Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

OPTIONS = {"format": "cash", "stack": 100_000, "small_blind": 1, "big_blind": 2}
# Player names must be unique for the life of a server.
NUMBERS = itertools.count(1)
SETTINGS = {"pause_ms": 0, "nonce_ms": 0, "decision_ms": 60_000}


class Client:
    """One connection that reads everything, calls and checks.

    Args:
        socket: open.
        count: views that all clients received.
    """

    def __init__(self, socket: ClientConnection, count: Callable[[], None]) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._count = count
        self._replies: dict[int, asyncio.Future[Any]] = {}
        self.table = ""
        self.left = 0
        self.done = asyncio.Event()
        self.seq = 0  # of the last event received
        self.known = 0  # the last event when an action was sent
        self.sent = 0.0
        self.other: Client | None = None
        self.waits: list[float] = []

    async def send(self, type: str, **fields: Any) -> None:
        message = {"type": type, "id": next(self._ids), **fields}
        await self._socket.send(json.dumps(message))

    async def ask(self, type: str, **fields: Any) -> Any:
        number = next(self._ids)
        reply = self._replies[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"type": type, "id": number, **fields}))
        return await reply

    async def run(self) -> None:
        async for frame in self._socket:
            for message in json.loads(frame):
                if message["type"] == "view":
                    self._count()
                elif message["type"] == "events":
                    self.seq = message["first"] + len(message["events"]) - 1
                    other = self.other
                    # The first event after the other player's action ends its wait.
                    if other is not None and other.sent and self.seq > other.known:
                        self.waits.append((time.perf_counter() - other.sent) * 1000)
                        other.sent = 0.0
                elif message["type"] == "prompt":
                    self.left -= 1
                    if self.left <= 0:
                        self.done.set()
                    tag = "check" if message["legal"].get("check") else "call"
                    self.known, self.sent = self.seq, time.perf_counter()
                    await self.send(
                        "act",
                        table=self.table,
                        decision=message["decision"],
                        action={"type": tag},
                    )
                elif message.get("id") in self._replies:
                    self._replies.pop(message["id"]).set_result(message)


async def play(url: str, actions: int, *, views: bool, watchers: int = 0) -> int:
    """Play a number of actions of each of two seats.

    Returns:
        How many views were sent.
    """
    seen = 0

    def count() -> None:
        nonlocal seen
        seen += 1

    async with Lines(url, 2 + watchers) as sockets:
        clients = [Client(socket, count) for socket in sockets]
        for number, socket in enumerate(sockets):
            asks = views if number < 2 else True
            hello = {"type": "hello", "name": f"player {next(NUMBERS)}", "views": asks}
            await socket.send(json.dumps(hello))
        tasks = [asyncio.create_task(client.run()) for client in clients]
        opened = await clients[0].ask("open", game="holdem", options=OPTIONS, settings=SETTINGS)
        for client in clients:
            client.table = opened["table"]
            client.left = actions
        for client in clients[2:]:
            await client.ask("watch", table=client.table)
        for client in clients[:2]:
            await client.ask("join", table=client.table)
        async with asyncio.timeout(300):
            await asyncio.gather(*(client.done.wait() for client in clients[:2]))
        for task in tasks:
            task.cancel()
    return seen


class Lines:
    """So many connections to a server, closed at the end."""

    def __init__(self, url: str, count: int) -> None:
        self._url = url
        self._count = count
        self._open: list[ClientConnection] = []

    async def __aenter__(self) -> list[ClientConnection]:
        for _ in range(self._count):
            self._open.append(
                await connect(
                    self._url,
                    subprotocols=[Subprotocol("carteado.1.json")],
                    compression=None,
                    max_size=None,
                )
            )
        return self._open

    async def __aexit__(self, *problem: object) -> None:
        for socket in self._open:
            await socket.close()


def cpu_s(pid: int) -> float:
    """CPU seconds that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / 100


async def measure_views(actions: int, rounds: int) -> None:
    kinds: dict[str, dict[str, Any]] = {
        "nobody asks": {"views": False},
        "both seats ask": {"views": True},
        "20 watchers ask": {"views": False, "watchers": 20},
    }
    costs: dict[str, list[float]] = {kind: [] for kind in kinds}
    made: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        server = Server("memory:", {"CARTEADO_ANNOUNCE": "false"}, Path(folder, "log"))
        try:
            url = server.url
            await play(url, 200, views=True)  # warm
            for _ in range(rounds):
                for kind, fields in kinds.items():
                    before = cpu_s(server.process.pid)
                    made[kind] = await play(url, actions, **fields)
                    costs[kind].append((cpu_s(server.process.pid) - before) / (2 * actions) * 1e6)
        finally:
            server.kill()
    base = statistics.median(costs["nobody asks"])
    for kind, found in costs.items():
        cost = statistics.median(found)
        spread = f"{min(found):.0f} to {max(found):.0f}"
        views = made[kind] / (2 * actions)
        print(
            f"{kind:>16}: {cost:6.0f} us CPU an action ({spread}), {views:.1f} views an action",
            end="",
        )
        # Different views per event: each seat has its own, all watchers share one.
        distinct = {"nobody asks": 0, "both seats ask": 2, "20 watchers ask": 1}[kind]
        print(f", {(cost - base) / distinct:.0f} us for each pair of eyes" if distinct else "")


WATCH = """() => { window.changed = new Promise((done) => {
  // What a player sees of an action: stacks, bets, words at seats, cards, buttons; no clock.
  const parts = '.play .stack, .play .bet, .play .tag, .play .card, .turn-actions button, .banner';
  const look = () => [...document.querySelectorAll(parts)].map((one) => one.textContent).join('|');
  const before = look();
  const seen = new MutationObserver(() => {
    if (look() === before) return;
    seen.disconnect();
    done(performance.timeOrigin + performance.now());
  });
  const all = {subtree: true, childList: true, characterData: true};
  seen.observe(document.querySelector('#app'), all);
}); }"""
READY = '.buttons [data-key="F2"]:not([aria-disabled]):not([disabled])'
PRESS = """() => { const button = document.querySelector('.buttons [data-key="F2"]');
  button.click(); return performance.timeOrigin + performance.now(); }"""


async def measure_peer(url: str, taps: int) -> list[float]:
    """From an action of one plain connection to its event at the other one, milliseconds."""
    async with Lines(url, 2) as sockets:
        clients = [Client(socket, lambda: None) for socket in sockets]
        for client, other in zip(clients, reversed(clients), strict=True):
            client.other = other
        for socket in sockets:
            await socket.send(json.dumps({"type": "hello", "name": f"player {next(NUMBERS)}"}))
        tasks = [asyncio.create_task(client.run()) for client in clients]
        opened = await clients[0].ask("open", game="holdem", options=OPTIONS, settings=SETTINGS)
        for client in clients:
            client.table, client.left = opened["table"], taps
        for client in clients:
            await client.ask("join", table=client.table)
        async with asyncio.timeout(120):
            await asyncio.gather(*(client.done.wait() for client in clients))
        for task in tasks:
            task.cancel()
    return [wait for client in clients for wait in client.waits]


def print_waits(what: str, found: list[float], count: str) -> None:
    """Print the median and the 95th percentile of waits."""
    found = sorted(found)
    late = found[min(len(found) - 1, int(len(found) * 0.95))]
    print(f"{what}: median {statistics.median(found):.1f} ms, p95 {late:.1f} ms ({count})")


async def measure_taps(taps: int) -> None:
    from playwright.async_api import async_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chromium is None:
        print("no chromium: install it with sudo apt-get install chromium")
        return
    found: list[float] = []
    peer: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server("memory:", {"CARTEADO_ANNOUNCE": "false"}, Path(folder, "log"))
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"]
                )
                pages = []
                async with Lines(server.url, 1) as (socket,):
                    host = Client(socket, lambda: None)
                    await socket.send(json.dumps({"type": "hello", "name": "Host"}))
                    task = asyncio.create_task(host.run())
                    opened = await host.ask(
                        "open", game="holdem", options=OPTIONS, settings=SETTINGS
                    )
                    task.cancel()
                for name in ("Ana", "Bia"):
                    context = await browser.new_context(viewport={"width": 360, "height": 640})
                    page = await context.new_page()
                    await page.goto(f"{server.url.replace('ws', 'http', 1)}/#{opened['table']}")
                    await page.fill("#name", name)
                    await page.click("button[type=submit]")
                    await page.click(".plate.sit")
                    pages.append(page)
                peer = await measure_peer(server.url, max(taps, 100))
                while len(found) < taps:
                    # Exactly one page acts; none or two means that an update is still on its way.
                    acting = [page for page in pages if await page.locator(READY).count()]
                    if len(acting) != 1:
                        await asyncio.sleep(0.02)
                        continue
                    other = next(page for page in pages if page is not acting[0])
                    await other.evaluate(WATCH)
                    # Both pages run on this machine, so their clocks agree.
                    pressed = await acting[0].evaluate(PRESS)
                    async with asyncio.timeout(20):
                        found.append(await other.evaluate("window.changed") - pressed)
                    await asyncio.sleep(0.1)
                await browser.close()
        finally:
            server.kill()
    print_waits("tap to the other player's screen", found, f"{len(found)} taps, two Chromium pages")
    print_waits(
        "action to the other plain client", peer, f"{len(peer)} actions, two Python connections"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--taps", type=int, default=30)
    options = parser.parse_args()
    asyncio.run(measure_views(options.actions, options.rounds))
    asyncio.run(measure_taps(options.taps))


if __name__ == "__main__":
    main()
