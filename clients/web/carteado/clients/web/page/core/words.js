// Sentences in the player's language: a line of `data/words-*.js` (generated) for each line of
// `data/words-names.js`. The server puts a sentence's number in place of the sentence, so that a
// browser loads those of one language.

export const LANGUAGES = { en: "English", "pt-BR": "Português (Brasil)", de: "Deutsch" };

/** Marks a string for the catalogues; it is translated where it is used. */
export const N_ = (text) => text;

/** The name of a refusal's code in the catalogues, short because a phone loads them: its FNV-1a sum. */
export function short(code) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < code.length; at += 1) sum = Math.imul(sum ^ code.charCodeAt(at), 0x01000193);
  return ((sum >>> 0) % 1679616).toString(36).padStart(4, "0");
}

const CHIPS = new Set(["amount", "price", "pot", "to", "stake"]);

/** The words of a language: `t("Call {amount}", {amount: 120})`; with a big blind, chips are written in it. */
export function wordsOf(language, catalogue = new Map(), blind = 0) {
  const numbers = new Intl.NumberFormat(language === "en" ? "en-US" : language, { useGrouping: "always" });
  const t = (text, values) => fill(catalogue.get(text) ?? text, values, t);
  t.language = language;
  t.known = (code) => catalogue.get(short(code));
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
  /** An amount, in the language's compact form if it is longer than a number of characters. */
  t.short = (amount, room = 10) => (blind || t.number(amount).length <= room ? t.chips(amount) : new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: Number(room > 7) }).format(amount));
  /** An amount that the player decides about: in big blinds the chips stand behind it. */
  t.exact = (amount) => (blind ? `${t.chips(amount)} (${t.number(amount)})` : t.number(amount));
  t.atBlind = (big) => wordsOf(language, catalogue, big);
  t.percent = (share) => `${t.decimal(share * 100)}%`;
  t.several = (one, more, count, values) => {
    const [single, plural] = catalogue.get(more ? `${one}\t${more}` : one) ?? [one, more];
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

/** A catalogue from two lists: "=" repeats the line before, a tab parts two forms, and nothing is said without a line. A sentence that has become a number has an empty name. */
const read = (names, lines, before) => new Map(lines.map((line, at) => {
  if (line === "=") line = before;
  before = line;
  const forms = line.split("\t");
  return [names[at] || at + 1, forms.length > 1 ? forms : (line || undefined)];
}));

/** Load the words of a language. */
export async function load(language) {
  const known = language in LANGUAGES ? language : "en";
  const files = await Promise.all(["names", known].map((one) => import(`../data/words-${one}.js`)));
  return wordsOf(known, read(...files.map((file) => file.default.split("\n"))));
}
