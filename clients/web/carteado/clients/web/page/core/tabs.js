// One seat, one tab: a second tab of the same browser learns that the first one plays.

/** Ask whether another tab plays already; answers others from then on while `playing()` holds. */
export function otherTab(playing, world = globalThis) {
  if (!world.BroadcastChannel) return Promise.resolve(false);
  const channel = new world.BroadcastChannel("carteado");
  return new Promise((answer) => {
    const late = setTimeout(() => answer(false), 250);
    channel.onmessage = ({ data }) => {
      if (data === "anybody?" && playing()) channel.postMessage("I play");
      if (data === "I play") {
        clearTimeout(late);
        answer(true);
      }
    };
    channel.postMessage("anybody?");
  });
}
