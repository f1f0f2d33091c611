// The data of a player in the browser's storage: the identity at this server, and the settings. Without
// storage (a private window, no space) the page works until the tab is closed.
// The claim belongs to one tab: a new tab takes the seat over, and an old one must not take it back.

const memory = new Map(); // data that the browser's storage refused

const storage = (name) => (name === "claim" ? globalThis.sessionStorage : globalThis.localStorage);
const kind = (value) => Object.prototype.toString.call(value);

/** What is kept under a name; `missing` where there is nothing, or something of another kind. */
export function kept(name, missing) {
  const key = `carteado.${name}`;
  try {
    const found = JSON.parse(memory.get(key) ?? storage(name).getItem(key));
    return kind(found) === kind(missing) ? found : missing;
  } catch {
    return missing;
  }
}

export function keep(name, value) {
  const key = `carteado.${name}`;
  memory.set(key, JSON.stringify(value));
  try {
    storage(name).setItem(key, memory.get(key));
    memory.delete(key);
  } catch {
    // Full or forbidden.
  }
}

export function forget(name) {
  memory.delete(`carteado.${name}`);
  try {
    storage(name).removeItem(`carteado.${name}`);
  } catch {
    // As above.
  }
}
