// One tab plays: the other tabs of the same browser are told so.

/**
 * Ask whether another tab plays already; answers others from then on while `playing()` holds, and
 * calls `taken` when one plays. Returns the question, settled soon, and what tells that this one does.
 */
export function watchTabs(playing, taken, world = globalThis) {
  if (!world.BroadcastChannel) return [null, () => {}];
  const channel = new world.BroadcastChannel("carteado");
  const asked = new Promise((answer) => {
    const late = setTimeout(answer, 250);
    channel.onmessage = ({ data }) => {
      if (data === "anybody?" && playing()) channel.postMessage("I play");
      if (data === "I play") {
        clearTimeout(late);
        taken();
        answer();
      }
    };
    channel.postMessage("anybody?");
  });
  return [asked, () => channel.postMessage("I play")];
}
