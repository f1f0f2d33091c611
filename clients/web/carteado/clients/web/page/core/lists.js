// What lists of browsers of 2021 lack.

/** The last of a list or text, undefined where it is empty. */
export const lastOf = (list) => list[list.length - 1];
