// Puts a scene on the screen and changes only what is different, so that focus, scrolling and typed
// texts are kept.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "g", "rect", "circle", "line", "use"]);

/** Make `place` hold exactly `nodes`. */
export function paint(place, nodes) {
  const focused = document.activeElement;
  children(place, nodes.filter(Boolean));
  // An element that is moved loses the focus.
  if (focused !== document.activeElement && place.contains(focused)) focused.focus({ preventScroll: true });
}

function children(element, nodes) {
  const keyed = new Map();
  for (const child of element.childNodes) if (child._key !== undefined) keyed.set(child._key, child);
  const wanted = new Set(nodes.map((node) => node.key));
  let at = element.firstChild;
  for (const node of nodes) {
    // Remove old elements first, so that the others need not move: a moved element forgets a press.
    while (at?._key !== undefined && !wanted.has(at._key)) at = gone(at);
    let child = at;
    const key = typeof node === "string" ? undefined : node.key;
    if (key !== undefined && keyed.has(key) && fits(keyed.get(key), node)) {
      child = keyed.get(key);
      if (child !== at) element.insertBefore(child, at);
    } else if (child === null || child._key !== key || !fits(child, node)) {
      child = make(node);
      element.insertBefore(child, at);
    }
    if (child === at) at = at.nextSibling;
    change(child, node);
  }
  while (at !== null) at = gone(at);
}

/** Take an element away; the next one. */
function gone(element) {
  const next = element.nextSibling;
  element.remove();
  return next;
}

function fits(child, node) {
  if (typeof node === "string") return child.nodeType === 3;
  return child.nodeType === 1 && child.localName === node.tag;
}

function make(node) {
  if (typeof node === "string") return document.createTextNode("");
  const element = DRAWN.has(node.tag)
    ? document.createElementNS(SVG, node.tag)
    : document.createElement(node.tag);
  element._key = node.key;
  return element;
}

function change(element, node) {
  if (typeof node === "string") {
    if (element.data !== node) element.data = node;
    return;
  }
  if (element._node === node) return;
  const before = element._node?.props ?? {};
  for (const name in before) if (!(name in node.props)) set(element, name, undefined, before[name]);
  for (const name in node.props) set(element, name, node.props[name], before[name]);
  element._node = node;
  children(element, node.children);
  // A select can take its value only when its options are there.
  if (node.tag === "select" && "value" in node.props) element.value = node.props.value;
}

function set(element, name, value, before) {
  if (name === "key") return;
  if (name === "on") return listen(element, value ?? {});
  if (name === "style") return dress(element, value ?? {}, before ?? {});
  if (name === "value" || name === "checked") {
    if (value !== undefined && element[name] !== value && !(name === "value" && typing(element, value, before))) element[name] = value;
    return;
  }
  if (value === before) return;
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Whether a player is typing a text that the scene does not replace. */
function typing(element, value, before) {
  return document.activeElement === element && element.type !== "range" && value === before;
}

function listen(element, wanted) {
  const known = (element._heard ??= {});
  for (const kind in wanted) {
    if (!(kind in known)) element.addEventListener(kind, (event) => known[kind]?.(event));
  }
  for (const kind in known) known[kind] = wanted[kind];
  Object.assign(known, wanted);
}

function dress(element, wanted, before) {
  for (const name in before) if (!(name in wanted)) element.style.removeProperty(name);
  for (const name in wanted) if (wanted[name] !== before[name]) element.style.setProperty(name, wanted[name]);
}
