// Nodes of a scene: plain data that says what to show. Nothing here touches the document, so scenes
// are made and checked without a browser; `painter.js` puts them on the screen.

/** A node. `tag` may carry classes: `h("div.seat.turn", {...}, children)`. */
export function h(tag, props, ...children) {
  if (props === null || typeof props !== "object" || Array.isArray(props) || "tag" in props) {
    children = [props, ...children];
    props = {};
  }
  const [name, ...classes] = tag.split(".");
  if (classes.length) props = { ...props, class: [...classes, props?.class].filter(Boolean).join(" ") };
  return { tag: name || "div", key: props.key, props, children: flat(children) };
}

function flat(children) {
  const found = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === "") continue;
    if (Array.isArray(child)) found.push(...flat(child));
    else found.push(typeof child === "object" ? child : String(child));
  }
  return found;
}

/** A button that does something. */
export function button(label, press, props = {}, ...rest) {
  const { class: more, ...others } = props;
  return h("button", { type: "button", class: more, ...others, on: { click: press } }, label, ...rest);
}

/** The handler of a form's submission. */
export const sends = (send) => ({ on: { submit: (event) => { event.preventDefault(); send(); } } });

/** The handler of a field's typed text. */
export const types = (take) => ({ on: { input: (event) => take(event.target.value) } });

/** All text of a node, as a screen reader reads it. */
export function textOf(node) {
  if (typeof node === "string") return node;
  if (node.props["aria-hidden"] === "true") return "";
  const label = node.props["aria-label"];
  return label ?? node.children.map(textOf).filter(Boolean).join(" ");
}

/** All nodes below a node, including itself, that meet a condition. */
export function find(node, wanted) {
  if (typeof node === "string") return [];
  return [...(wanted(node) ? [node] : []), ...node.children.flatMap((child) => find(child, wanted))];
}
