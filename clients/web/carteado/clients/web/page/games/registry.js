// Which module shows which game. A game without one is shown by its lines.

import buraco from "./buraco/index.js";
import generic from "./generic/index.js";
import holdem from "./holdem/index.js";
import pokerFace from "./poker-face/index.js";
import quickHoldem from "./quick-holdem/index.js";

const GAMES = { holdem, "quick-holdem": quickHoldem, buraco, "poker-face": pokerFace };

/** The module of a game. */
export const gameOf = (id) => GAMES[id] ?? generic;
