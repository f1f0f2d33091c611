// The course of a hand for its replay: everybody's chips, the streets and the all-ins.

import { N_ } from "../../core/words.js";

const STREETS = { 3: N_("Flop"), 4: N_("Turn card"), 5: N_("River") };

const broke = ({ view: { state } }) => state.stacks.filter((chips, seat) => !chips && state.paid[seat]).length;

/** Lines and marks, read from the tables that the server has sent. */
export function course(frames, seat) {
  const [{ view: { state } }] = frames;
  const seats = state.names.flatMap((name, at) => (name === null ? [] : [at])).sort((a, b) => (a === seat) - (b === seat));
  return {
    title: N_("Stacks"),
    own: seat !== null, // the last line
    lines: seats.map((at) => frames.map(({ view }) => view.state.stacks[at])),
    marks: frames.flatMap((frame, at) => {
      const before = frames[at - 1];
      if (!before) return [];
      const cards = frame.view.state.board.length;
      if (cards > before.view.state.board.length) return [[at, STREETS[cards] ?? N_("Board")]];
      return broke(frame) > broke(before) ? [[at, N_("All-in")]] : [];
    }),
  };
}
