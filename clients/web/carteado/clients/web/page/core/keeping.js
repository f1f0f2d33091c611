// What the browser keeps of a player at this server: who they are here, and how they like it. A
// browser that keeps nothing (a private window) plays all the same, until the tab is closed.

const memory = new Map();

function store() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function kept(name, missing = null) {
  const key = `carteado.${name}`;
  try {
    const text = store()?.getItem(key) ?? memory.get(key);
    return text === undefined || text === null ? missing : JSON.parse(text);
  } catch {
    return missing;
  }
}

export function keep(name, value) {
  const key = `carteado.${name}`;
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    store()?.setItem(key, text);
  } catch {
    // Full or forbidden: it is kept until the tab is closed.
  }
}

export function forget(name) {
  memory.delete(`carteado.${name}`);
  try {
    store()?.removeItem(`carteado.${name}`);
  } catch {
    // As above.
  }
}
