// Functions of arrays and strings that browsers of 2021 lack.

/** The last of a list or text, undefined where it is empty. */
export const lastOf = (list) => list[list.length - 1];

/** The first character of a name, a capital; an emoji is more than one unit of a text. */
export const initial = (name) => (Array.from(name)[0] ?? "").toUpperCase();
