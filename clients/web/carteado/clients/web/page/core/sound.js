// Sounds, made by the browser from notes: nothing to download. The first tap unlocks them.

const NOTES = {
  deal: [[420, 0, 0.05, "triangle"]],
  check: [[300, 0, 0.05, "sine"], [300, 0.09, 0.05, "sine"]],
  call: [[360, 0, 0.08, "triangle"]],
  bet: [[440, 0, 0.08, "triangle"], [520, 0.07, 0.08, "triangle"]],
  raise: [[440, 0, 0.07, "triangle"], [560, 0.07, 0.07, "triangle"], [680, 0.14, 0.1, "triangle"]],
  all_in: [[330, 0, 0.1, "sawtooth"], [440, 0.1, 0.18, "sawtooth"]],
  fold: [[240, 0, 0.08, "sine"]],
  turn: [[587, 0, 0.14, "sine"], [784, 0.14, 0.22, "sine"]],
  win: [[523, 0, 0.1, "sine"], [659, 0.1, 0.1, "sine"], [784, 0.2, 0.1, "sine"]],
  joined: [[500, 0, 0.07, "sine"]],
  hurry: [[880, 0, 0.07, "square"], [880, 0.14, 0.07, "square"]],
  left: [[320, 0, 0.07, "sine"]],
  paused: [[400, 0, 0.1, "sine"]],
  blinds: [[620, 0, 0.1, "sine"]],
  chat: [[700, 0, 0.05, "sine"]],
};

let context = null;

/** Called in a tap or key press: only then a browser lets a page make sounds. */
export function unlock(world = globalThis) {
  const Context = world.AudioContext ?? world.webkitAudioContext;
  if (!Context) return;
  // A phone that was interrupted may never resume its context: make another one.
  if (context === null || context.state === "closed" || context.state === "interrupted") {
    context = new Context();
  }
  if (context.state === "suspended") context.resume().catch(() => null);
}

/** Play a sound by its name. */
export function play(name, wanted = "all") {
  if (wanted === "off" || (wanted === "turn" && name !== "turn" && name !== "hurry")) return;
  if (context === null || context.state !== "running") return;
  for (const [pitch, after, length, shape] of NOTES[name] ?? []) {
    const at = context.currentTime + after;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    const tone = context.createOscillator();
    tone.type = shape;
    tone.frequency.value = pitch;
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
