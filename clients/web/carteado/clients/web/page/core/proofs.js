// Checks a deck that was dealt (docs/fairness.md): is each opened card the committed one, and does it lie
// where the cut put it? The same as `carteado.engine.deal`.

import { hex, sha256, unhex } from "./sha256.js";

const CUT = [...new TextEncoder().encode("carteado/2/cut")];

const two = (number) => [number >> 8, number & 255];

const hash = (...bytes) => sha256(Uint8Array.from(bytes));

/** Whether an opening proves its card under a root of a deck of `size` cards. */
export function proves({ position, card, nonce, path }, root, size) {
  let node = hash(0, ...two(position), ...unhex(nonce), ...new TextEncoder().encode(card));
  const steps = [...path];
  for (let place = position, width = size; width > 1; place >>= 1, width = (width + 1) >> 1) {
    if ((place ^ 1) >= width) continue; // the last one of an odd level moves up unchanged
    const beside = unhex(steps.shift() ?? "");
    node = place & 1 ? hash(1, ...beside, ...node) : hash(1, ...node, ...beside);
  }
  return position < size && !steps.length && hex(node) === root;
}

/** The committed position of each dealt position, from the seats' nonces. */
export function cutOf(size, root, nonces) {
  const order = Array.from({ length: size }, (_, at) => at);
  if (!nonces.some(Boolean)) return order;
  const given = nonces.flatMap((nonce) => (nonce ? [1, ...unhex(nonce)] : [0]));
  const words = shake256([...CUT, ...hash(...CUT, ...unhex(root), ...two(size), ...two(nonces.length), ...given)]);
  for (let ways = size; ways > 1; ways -= 1) {
    let word = 0x10000;
    while (word >= 0x10000 - (0x10000 % ways)) word = words.next().value;
    const other = word % ways;
    [order[ways - 1], order[other]] = [order[other], order[ways - 1]];
  }
  return order;
}

/** The stream of SHAKE-256 (FIPS 202) in words of two bytes, for an input of less than 136 bytes. */
function* shake256(input) {
  const lanes = Array(25).fill(BigInt(0));
  const add = (byte, at) => { lanes[at >> 3] ^= BigInt(byte) << BigInt(8 * (at & 7)); };
  [...input, 0x1f].forEach(add);
  add(0x80, 135);
  for (;;) {
    permute(lanes);
    for (let at = 0; at < 136; at += 2) {
      const pair = Number(BigInt.asUintN(16, lanes[at >> 3] >> BigInt(8 * (at & 7))));
      yield ((pair & 255) << 8) | (pair >> 8);
    }
  }
}

const turned = (lane, by) => BigInt.asUintN(64, lane << BigInt(by)) | (lane >> BigInt(64 - by));

/** Keccak-f[1600]. */
function permute(lanes) {
  let bits = 1;
  for (let round = 0; round < 24; round += 1) {
    const sums = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
    for (let at = 0; at < 25; at += 1) lanes[at] ^= sums[(at + 4) % 5] ^ turned(sums[(at + 1) % 5], 1);
    let [x, y, moved] = [1, 0, lanes[1]];
    for (let step = 1; step < 25; step += 1) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      [moved, lanes[x + 5 * y]] = [lanes[x + 5 * y], turned(moved, ((step * (step + 1)) / 2) % 64)];
    }
    for (let row = 0; row < 25; row += 5) {
      const before = lanes.slice(row, row + 5);
      before.forEach((lane, at) => { lanes[row + at] = lane ^ (~before[(at + 1) % 5] & before[(at + 2) % 5]); });
    }
    for (let power = 0; power < 7; power += 1) {
      bits = ((bits << 1) ^ ((bits >> 7) * 0x71)) & 255;
      if (bits & 2) lanes[0] ^= BigInt(1) << BigInt((1 << power) - 1);
    }
  }
}
