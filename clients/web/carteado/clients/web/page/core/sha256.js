// SHA-256 (FIPS 180-4), because a page on a plain address of a local network has no `crypto.subtle`.

const K = new Uint32Array(64);
const START = new Uint32Array(8);
for (let found = 0, number = 2; found < 64; number += 1) {
  let prime = true;
  for (let part = 2; part * part <= number; part += 1) if (number % part === 0) prime = false;
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(number));
  K[found] = fraction(Math.cbrt(number));
  found += 1;
}

function fraction(number) {
  return ((number - Math.floor(number)) * 0x100000000) | 0;
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The hash of bytes, as bytes. */
export function sha256(bytes) {
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) round(state, words, view, at);
  const found = new Uint8Array(32);
  state.forEach((word, at) => new DataView(found.buffer).setUint32(at * 4, word));
  return found;
}

function round(state, words, view, at) {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const a = words[i - 15];
    const b = words[i - 2];
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, z] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (z + s1 + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [z, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, z].forEach((word, i) => { state[i] += word; });
}

/** Bytes as hexadecimal digits in lower case. */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bytes of hexadecimal digits. */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Fresh random hexadecimal digits, for `count` bytes. */
export const fresh = (count) => hex(crypto.getRandomValues(new Uint8Array(count)));
