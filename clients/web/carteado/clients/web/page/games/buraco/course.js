// The course of a deal for its replay: the lead on the table, and when mortos, canastras and the end came.

import { lastOf } from "../../core/lists.js";
import { N_ } from "../../core/words.js";

const points = ({ view }, team) => (view.made?.runs[team] ?? []).reduce((sum, run) => sum + run.points, 0);

const canastras = ({ view }) => (view.made?.runs ?? []).flat().filter(({ canastra }) => canastra !== "none").length;

const MARKS = [
  [N_("Batida"), ({ story }) => story.deals.length * ((lastOf(story.deals)?.out ?? null) !== null)],
  [N_("Morto"), ({ story }) => Object.keys(story.took).length],
  [N_("Canastra"), canastras],
];

/** Lines and marks, read from the tables that the server has sent. */
export function course(frames, seat) {
  const team = (seat ?? 0) % 2;
  return {
    title: seat === null ? N_("Points on the table, first pair minus second") : N_("Points on the table, us minus them"),
    own: true,
    letters: true, // its marks may lie close to each other
    lines: [frames.map((frame) => points(frame, team) - points(frame, 1 - team))],
    marks: frames.flatMap((frame, at) => MARKS.filter(([, count]) => at && count(frame) > count(frames[at - 1])).map(([text]) => [at, text])),
  };
}
