// Sentences in the player's language. English is the source; the other languages come from the
// catalogues of the rich clients (`data/words-*.js`, generated).

export const LANGUAGES = { en: "English", "pt-BR": "Português (Brasil)", de: "Deutsch" };

/** Marks a string for the catalogues; it is translated where it is used. */
export const N_ = (text) => text;

/** A sentence's name in the catalogues, short because a phone loads them: its FNV-1a sum. */
export function short(sentence) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < sentence.length; at += 1) sum = Math.imul(sum ^ sentence.charCodeAt(at), 0x01000193);
  return ((sum >>> 0) % 1679616).toString(36);
}

/** The words of a language: `t("Call {amount}", {amount: 120})`. */
export function wordsOf(language, catalogue = {}) {
  const numbers = new Intl.NumberFormat(language === "en" ? "en-US" : language, { useGrouping: "always" });
  const t = (text, values) => fill(catalogue[short(text)] ?? text, values, t);
  t.language = language;
  t.known = (name) => catalogue[short(name)];
  t.fill = (text, values) => fill(text, values, t);
  t.number = (number) => numbers.format(number);
  t.decimal = (number, places = 1) => (
    language === "en" ? number.toFixed(places) : number.toFixed(places).replace(".", ",")
  );
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
    return typeof value === "number" ? t.number(value) : String(value);
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

/** A catalogue from its lines: a name, a blank and the translation, whose two forms a tab parts. */
const read = (lines) => Object.fromEntries(lines.split("\n").map((line) => {
  const at = line.indexOf(" ");
  const forms = line.slice(at + 1).split("\t");
  return [line.slice(0, at), forms.length > 1 ? forms : forms[0]];
}));

/** Load the words of a language. */
export async function load(language) {
  const known = language in LANGUAGES ? language : "en";
  if (known === "en") return wordsOf("en");
  const { default: catalogue } = await import(`../data/words-${known}.js`);
  return wordsOf(known, read(catalogue));
}
