// Sentences in the player's language. English is the source; the other languages come from the
// catalogues of the rich clients (`data/words-*.js`, generated), a line for each of the names.

export const LANGUAGES = { en: "English", "pt-BR": "Português (Brasil)", de: "Deutsch" };

/** Marks a string for the catalogues; it is translated where it is used. */
export const N_ = (text) => text;

/** A sentence's name in the catalogues, short because a phone loads them: its FNV-1a sum. */
export function short(sentence) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < sentence.length; at += 1) sum = Math.imul(sum ^ sentence.charCodeAt(at), 0x01000193);
  return ((sum >>> 0) % 1679616).toString(36).padStart(4, "0");
}

const CHIPS = new Set(["amount", "price", "pot", "to", "stake"]);

/** The words of a language: `t("Call {amount}", {amount: 120})`; with a big blind, chips are written in it. */
export function wordsOf(language, catalogue = {}, blind = 0) {
  const numbers = new Intl.NumberFormat(language === "en" ? "en-US" : language, { useGrouping: "always" });
  const t = (text, values) => fill(catalogue[short(text)] ?? text, values, t);
  t.language = language;
  t.known = (name) => catalogue[short(name)];
  t.fill = (text, values) => fill(text, values, t);
  t.number = (number) => numbers.format(number).replace("-", "−");
  t.decimal = (number, places = 1) => (
    language === "en" ? number.toFixed(places) : number.toFixed(places).replace(".", ",")
  );
  t.chips = (amount) => {
    if (!blind) return t.number(amount);
    const tenths = Math.floor((10 * Math.abs(amount) + Math.floor(blind / 2)) / blind);
    // A small amount must not look like none.
    if (amount && !tenths) return `${amount < 0 ? "−" : ""}<${t.decimal(0.1)} bb`;
    return `${amount < 0 ? "−" : ""}${t.number(Math.floor(tenths / 10))}${tenths % 10 ? t.decimal((tenths % 10) / 10).slice(1) : ""} bb`;
  };
  /** An amount that the player decides about: in big blinds the chips stand behind it. */
  t.exact = (amount) => (blind ? `${t.chips(amount)} (${t.number(amount)})` : t.number(amount));
  t.atBlind = (big) => wordsOf(language, catalogue, big);
  t.percent = (share) => `${t.decimal(share * 100)}%`;
  t.several = (one, more, count, values) => {
    const [single, plural] = catalogue[short(`${one}\u0000${more}`)] ?? [one, more];
    return fill(count === 1 ? single : plural, { n: count, ...values }, t);
  };
  return t;
}

function fill(text, values, t) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? (CHIPS.has(name) ? t.chips : t.number)(value) : String(value);
  });
}

/** The best of the page's languages for what a browser prefers. */
export function preferred(languages) {
  for (const language of languages ?? []) {
    const main = language.toLowerCase().split("-")[0];
    const found = { en: "en", pt: "pt-BR", de: "de" }[main];
    if (found) return found;
  }
  return "en";
}

/** A catalogue from names of four characters and a line for each: "=" repeats the line before, a tab parts two forms, and an empty line is as in English. */
const read = (names, lines, before) => Object.fromEntries(lines.split("\n").map((line, at) => {
  if (line === "=") line = before;
  before = line;
  const forms = line.split("\t");
  return [names.slice(at * 4, at * 4 + 4), forms.length > 1 ? forms : (line || undefined)];
}));

/** Load the words of a language. */
export async function load(language) {
  const known = language in LANGUAGES ? language : "en";
  if (known === "en") return wordsOf("en");
  const [names, lines] = await Promise.all(["names", known].map((one) => import(`../data/words-${one}.js`)));
  return wordsOf(known, read(names.default, lines.default));
}
