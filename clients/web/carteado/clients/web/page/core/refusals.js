// Refusals in the player's language. English comes from the server; the catalogues of the other
// languages have a sentence for each code that a player can meet, and for the reasons in it.

/** A sentence about a refusal. */
export function refusalText({ code, message, details = {} }, t) {
  const text = t.known(`${code} ${details.case}`) ?? t.known(code);
  const english = (message || code).replace(/ (To play again, )?[Tt]ype: .*$/, "");
  if (text === undefined) return english;
  const values = { ...details, message, why: t.known(details.why ?? "") ?? details.why };
  const complete = [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name] !== undefined);
  return complete ? t.fill(text, values) : english;
}
