// Unit tests of a player's session with the server and of what the browser keeps of it.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new URL(process.env.CARTEADO_PAGE);
const { Session } = await import(new URL("core/session.js", page));
const { watchTabs } = await import(new URL("core/tabs.js", page));
const { forget, keep, kept } = await import(new URL("core/keeping.js", page));

/** A server to which sessions connect: `sent` has all that reached it, `says` answers. */
class Server {
  constructor() {
    const server = this;
    this.sent = [];
    this.world = {
      WebSocket: class {
        constructor() {
          this.readyState = 1;
          server.line = this;
        }

        send(text) { server.sent.push(JSON.parse(text)); }

        close() { this.readyState = 3; }
      },
    };
  }

  says(...messages) { this.line.onmessage({ data: JSON.stringify(messages) }); }

  /** What reached it since it was asked last, without greetings. */
  asked() { return this.sent.splice(0).filter(({ type }) => type !== "hello"); }
}

const WELCOME = { type: "welcome", name: "Ana", token: "new", resumed: false, seats: [], capabilities: [] };

/** A session at a server, and what was told of it. */
function met(t, token, welcome = () => null) {
  const server = new Server();
  const ended = [];
  const refused = [];
  const to = { welcome: () => welcome(session, refused), message: () => null, lost: () => null, ended: (why) => ended.push(why) };
  const session = new Session({ url: "ws://x/", name: "Ana", token, to, world: server.world });
  session.start();
  t.after(() => session.stop());
  server.line.onopen();
  return { server, session, ended, refused };
}

const asks = (session, refused) => {
  for (const promise of [session.watch("friday"), session.request("list")]) promise.catch(({ code }) => refused.push(code));
};

test("what a page asks for at its welcome is asked once", (t) => {
  const { server } = met(t, null, asks);
  server.says(WELCOME);
  assert.deepEqual(server.asked().map(({ type }) => type), ["watch", "list"]);
});

test("a server that has forgotten the player is asked all the same", async (t) => {
  const { server, refused } = met(t, "old", asks);
  server.says(WELCOME);
  const answers = server.asked().map(({ id }) => ({ type: "ok", id, result: [] }));
  assert.equal(answers.length, 2);
  server.says(...answers);
  await null;
  assert.deepEqual(refused, []);
});

test("a server that greets and hangs up is asked ever more rarely, until a connection lasts", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const { server } = met(t, null);
  const hangsUp = (after) => {
    server.says(WELCOME);
    t.mock.timers.tick(after);
    const line = server.line;
    line.onclose({ code: 1006, reason: "" });
    let waited = 0;
    for (; server.line === line; waited += 50) t.mock.timers.tick(50);
    server.line.onopen();
    return waited;
  };
  const waits = Array.from({ length: 8 }, () => hangsUp(0));
  assert.ok(waits[0] < 400 && waits[7] >= 6000, `${waits}`);
  assert.ok(hangsUp(3000) < 400);
});

test("a command that a forgetful server may have carried out is not given again", async (t) => {
  const { server, session } = met(t, "old");
  server.says({ ...WELCOME, resumed: true });
  const lost = assert.rejects(session.request("act", { table: "friday" }), { code: "session/lost" });
  server.line.onclose({ code: 1006, reason: "" });
  session.socket.restart();
  server.line.onopen();
  server.asked();
  server.says(WELCOME);
  await lost;
  assert.deepEqual(server.asked(), []);
});

test("a greeting that the server cannot read ends the session, and is not given for ever", (t) => {
  const { server, ended } = met(t, null);
  const why = { code: "frame/invalid", details: { where: "hello.name" } };
  server.says({ type: "refused", id: null, message: "hello.name: ...", ...why });
  assert.deepEqual(ended.map(({ code, details }) => ({ code, details })), [why]);
  assert.equal(server.line.readyState, 3);
});

test("a page that comes back says its claim, and a new one takes over", (t) => {
  const { server, session } = met(t, "old");
  const greetings = () => server.sent.filter(({ type }) => type === "hello").map(({ claim }) => claim);
  server.says({ ...WELCOME, resumed: true, claim: "first" });
  session.socket.restart();
  server.line.onopen();
  assert.deepEqual(greetings(), [undefined, "first"]);
});

/** The `BroadcastChannel` of tabs in one browser. */
function channels() {
  const all = [];
  return {
    BroadcastChannel: class {
      constructor() { all.push(this); }

      postMessage(data) { queueMicrotask(() => all.forEach((one) => one !== this && one.onmessage({ data }))); }
    },
  };
}

test("a tab learns that another one plays, and of two that ask none gives way", async () => {
  const world = channels();
  const taken = [];
  const tab = (name, plays) => watchTabs(() => plays, () => taken.push(name), world);
  const first = tab("first", true);
  const second = tab("second", false);
  await second.ask();
  assert.deepEqual(taken, ["second"]);
  const third = tab("third", true);
  taken.length = 0;
  await Promise.all([first.ask(), third.ask()]);
  assert.deepEqual(taken, []);
  third.tell();
  await null;
  assert.deepEqual(taken, ["first", "second"]);
});

function stored(t, storage) {
  globalThis.localStorage = storage;
  t.after(() => { delete globalThis.localStorage; });
}

test("what is kept is of the kind that is expected, whatever lies there", (t) => {
  const items = {};
  stored(t, { getItem: (key) => items[key] ?? null, setItem: (key, text) => { items[key] = text; }, removeItem: (key) => { delete items[key]; } });
  for (const missing of ["", [], {}]) {
    for (const text of ["5", "null", "true", "{", "", "undefined"]) {
      items["carteado.x"] = text;
      assert.equal(kept("x", missing), missing, text);
    }
  }
  keep("x", ["Bia"]);
  assert.deepEqual(kept("x", []), ["Bia"]);
  assert.equal(kept("x", "").length, 0);
  forget("x");
  assert.equal(items["carteado.x"], undefined);
});

test("a browser without room keeps the newest until the tab is closed", (t) => {
  stored(t, { getItem: () => '"old"', setItem: () => { throw new Error("full"); } });
  keep("token", "new");
  assert.equal(kept("token", ""), "new");
});
