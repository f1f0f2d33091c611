// Which module shows which game. A game without one is shown by its lines.

const LOADERS = {
  holdem: () => import("./holdem/index.js"),
  "quick-holdem": () => import("./quick-holdem/index.js"),
  buraco: () => import("./buraco/index.js"),
  "poker-face": () => import("./poker-face/index.js"),
};

const loaded = new Map();

/** The module of a game, null while it is not loaded. `""` gives a module that shows nothing. */
export const gameOf = (id) => (id === "" ? NOTHING : (loaded.get(id) ?? null));

/** Load the module of a game. */
export async function loadGame(id) {
  const load = LOADERS[id] ?? (() => import("./generic/index.js"));
  loaded.set(id, (await load()).default);
}

const NOTHING = { story: () => null, tell: (story) => story, lines: () => null };
