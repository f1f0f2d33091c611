// "My phone cannot connect": tests step by step, and says what to try.

import { button, h } from "../core/scene.js";

const STEPS = ["address", "port", "socket", "latency"];
const SLOW_MS = 300;

/** Run the steps one after another; the first that fails ends it. */
export async function runChecks(app) {
  const { world } = app;
  const found = {};
  const note = (step, good, figure) => {
    found[step] = { good, figure };
    app.set({ checks: { ...found } });
    return good;
  };
  app.set({ checks: {} });
  const { host, protocol } = world.location;
  note("address", true, host);
  const answers = await world.fetch("/livez", { cache: "no-store" }).then(({ ok }) => ok, () => false);
  if (!note("port", answers, "")) return;
  if (!note("socket", await opens(world, `${protocol === "https:" ? "wss" : "ws"}://${host}/`), "")) return;
  let best = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await world.fetch("/livez", { cache: "no-store" }).catch(() => null);
    best = Math.min(best, performance.now() - began);
  }
  note("latency", true, Math.round(best)); // a slow way is no failure
}

function opens(world, url) {
  return new Promise((done) => {
    let socket;
    const end = (good) => {
      clearTimeout(late);
      socket?.close();
      done(good);
    };
    const late = setTimeout(() => end(false), 6000);
    try {
      socket = new world.WebSocket(url, ["carteado.1.json"]);
      socket.onopen = () => end(true);
      socket.onerror = () => end(false);
    } catch {
      end(false);
    }
  });
}

/** The page. */
export function check(app) {
  const { t, ui } = app;
  const checks = ui.checks ?? {};
  const ms = checks.latency?.figure ?? 0;
  const slow = ms >= SLOW_MS;
  const texts = {
    address: [t("The address"), t("This page came from {address}.", { address: app.world.location.host }), ""],
    port: [t("The server answers"), "", t("Is the phone on the same Wi-Fi as the host, and not on the guest network? Switch off mobile data and VPN. On the host, let Python through the firewall.")],
    socket: [t("The table's line"), "", t("Something between you and the host blocks WebSockets: a proxy, a VPN or an app that saves data. Switch it off, or try another browser.")],
    latency: [t("The way there and back"), slow ? t("{ms} ms: slow. Move closer to the router, or use its 5 GHz network.", { ms }) : t("{ms} ms: fast enough.", { ms })],
  };
  return h(
    "main.start",
    { key: "check" },
    h("h1", t("My phone cannot connect")),
    h("ol.panel.steps", { "aria-live": "polite" }, STEPS.map((step) => {
      const result = checks[step];
      const [title, good, bad] = texts[step];
      const mark = result === undefined ? "…" : !result.good ? "✗" : slow && step === "latency" ? "!" : "✓";
      return h("li", { key: step, class: result === undefined ? "" : result.good ? "good" : "bad" }, h("span.mark", mark), h("b", title), h("p", result && (result.good ? good : bad)));
    })),
    h("p", t("If another phone cannot open this page at all: type the address with http:// in front and the number after the colon, not into a search field. Both must be on the same Wi-Fi. A guest network often keeps its devices apart; a hotspot of one phone works.")),
    h("div.row.wrap", button(t("Try now"), () => runChecks(app)), h("a.button", { href: "/" }, t("All tables"))),
  );
}
