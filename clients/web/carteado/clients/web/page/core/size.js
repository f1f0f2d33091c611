// The size class of the window and its figures, from the design's table.

import DESIGN from "../data/design.js";

const { classes: CLASSES } = DESIGN;

/** {name, scale, larger, dense, ...figures} for a window and a number of seats: text grows with the table, and `larger` where the table has no room. */
export function sizeOf(width, height, seats = 2, text = 1) {
  const size = fitting(width, height, seats, text);
  return { ...size, larger: Math.max(1, (text * fitting(width, height, seats, 1).scale) / size.scale) };
}

function fitting(width, height, seats, text) {
  const w = width / text;
  const h = height / text;
  if (w >= CLASSES.desktop.minWidth && h >= CLASSES.desktop.minHeight) {
    const scale = w > 1680 && h > 1000 ? Math.min(w / 1440, h / 900, 2) : 1;
    return made("desktop", scale * text);
  }
  if (w >= CLASSES.compact.minWidth && h >= CLASSES.compact.minHeight) return made("compact", text);
  // The actions stand beside the table however large the text: above each other one would hide the other.
  if (w > h && width >= 560) return made("landscape", Math.max(0.8, text * Math.min(1.5, h / 360, w / 720)));
  const dense = seats >= CLASSES.portraitDense.minSeats;
  const tall = w >= CLASSES.portraitTall.minWidth && h >= CLASSES.portraitTall.minHeight;
  const tablet = Math.max(1, Math.min(1.5, Math.min(w / 430, h / 860)));
  const size = made(tall ? "portraitTall" : "portrait", tall ? text * tablet : Math.max(Math.min(1, width / 360), text * Math.min(1, w / 360, h / 640)));
  if (!dense) return size;
  const { plate, ownCard, boardCard, boardGap } = CLASSES.portraitDense;
  const smaller = tall ? {} : { ownCard, boardCard, boardGap };
  return { ...size, dense, plate: tall ? size.plate : plate, ...smaller };
}

const made = (name, scale) => ({ dense: false, ...CLASSES[name], name, scale });

/** The figures as custom properties for the style sheet, scaled. */
export function propertiesOf(size) {
  const px = (value) => `${Math.round(value * size.scale * 4) / 4}px`;
  const names = ["topBar", "drawer", "actionBar", "avatar", "opponentCard", "shownCard", "boardCard"];
  const found = { "--scale": String(size.scale), "--larger": String(size.larger) };
  for (const name of [...names, "boardGap", "ownCard", "chipRadius", "pad", "actionColumn"]) {
    const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    found[`--size-${dashed}`] = px(size[name] ?? 0);
  }
  [found["--size-plate"], found["--size-plate-height"]] = size.plate.map(px);
  return found;
}

/** Whether a size class is a phone's. */
export const isSmall = ({ name }) => name.startsWith("portrait") || name === "landscape";
