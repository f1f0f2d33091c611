// Refusals in the player's language. English comes from the server; the catalogues of the other
// languages have a sentence for each code that a player can meet, and for the reasons in it.

/** Whether a table's code is too short or too long. */
const shortCode = ({ where } = {}) => where?.endsWith(".code");

/** Whether the server could not read the page's message; its own sentence is for programmers. */
export const misread = ({ code, details } = {}) => /^(frame|session\/hello)/.test(code) && !shortCode(details);

/** A sentence about a refusal. */
export function refusalText({ code, message, details = {} }, t) {
  if (shortCode(details)) return t("Code, 4 to 32 characters");
  if (misread({ code, details })) return t("The server cannot read that. Check the input, or reload the page.");
  const text = t.known(`${code} ${details.case}`) ?? t.known(code);
  const english = (message || code).replace(/ (To play again, )?[Tt]ype: .*$/, "");
  if (text === undefined) return english;
  const values = { ...details, message, why: t.known(details.why ?? "") ?? details.why };
  const complete = [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name] !== undefined);
  return complete ? t.fill(text, values) : english;
}
