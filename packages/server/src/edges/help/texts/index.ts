import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { HelpTexts, TextName } from "./help-texts.ts";
import { ru } from "./ru.ts";

const catalogs: Readonly<Record<string, HelpTexts>> = { ar, de, en, es, fr, ru };
const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

/** The texts and formats of a page in one language. Unknown languages have English texts. */
export interface HelpLanguage {
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  readonly text: (name: TextName, values?: Readonly<Record<string, string>>) => string;
  readonly count: (
    name: "articles" | "found" | "minutes",
    n: number,
    values?: Readonly<Record<string, string>>,
  ) => string;
  readonly number: (n: number) => string;
  readonly date: (iso: string) => string;
}

export function openLanguage(tag: string): HelpLanguage {
  const primary = tag.split("-")[0] ?? tag;
  const texts = catalogs[primary] ?? en;
  const formats = Object.hasOwn(catalogs, primary) ? tag : "en";
  const numbers = new Intl.NumberFormat(formats);
  const plurals = new Intl.PluralRules(formats);
  const dates = new Intl.DateTimeFormat(formats, { dateStyle: "long", timeZone: "UTC" });
  return {
    tag,
    direction: rightToLeft.has(primary) ? "rtl" : "ltr",
    text: (name, values = {}) => fill(texts[name], values),
    count: (name, n, values = {}) => {
      const forms = texts[name];
      return fill(forms[plurals.select(n)] ?? forms.other, { ...values, n: numbers.format(n) });
    },
    number: (n) => numbers.format(n),
    date: (iso) => dates.format(new Date(iso)),
  };
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);

/** Returns the name of a language in that language: `Deutsch`. */
export function nameLanguage(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language", fallback: "code" }).of(tag) ?? tag;
  const [first = "", ...rest] = name;
  return first.toLocaleUpperCase(tag) + rest.join("");
}
