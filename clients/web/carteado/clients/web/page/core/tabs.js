// Only one tab of a browser plays: it tells the other tabs.

/**
 * Watch the other tabs: `taken` is called when one of them plays, and others learn that this one
 * plays while `playing()` holds. Returns `ask`, whose promise is settled soon, after `taken` if
 * another tab plays, and `tell`, which says that this one does.
 */
export function watchTabs(playing, taken, world = globalThis) {
  if (!world.BroadcastChannel) return { ask: () => null, tell: () => {} };
  const channel = new world.BroadcastChannel("carteado");
  const tell = () => channel.postMessage("I play");
  let answer = null;
  channel.onmessage = ({ data }) => {
    // A tab that asks does not know yet whether it plays, so two that ask do not both give way.
    if (data === "anybody?" && !answer && playing()) tell();
    if (data === "I play") {
      taken();
      answer?.();
    }
  };
  const ask = () => new Promise((settled) => {
    answer = () => { answer = null; settled(); };
    setTimeout(answer, 250);
    channel.postMessage("anybody?");
  });
  return { ask, tell };
}
