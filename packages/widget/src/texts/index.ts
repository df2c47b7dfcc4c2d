import type { WidgetLanguage } from "@parlour/protocol/widget-settings";
import type { FirstTexts, FormTexts, HomeTexts, MoreTexts, PluralKey, TextKey, Texts } from "./en.ts";

interface File {
  readonly first: FirstTexts;
  readonly home: () => Promise<HomeTexts>;
  readonly forms: () => Promise<FormTexts>;
  readonly more: () => Promise<MoreTexts>;
}
/** Words that are loaded with a part of the window. */
export type LateWords = Exclude<keyof File, "first">;
/** Of each language the first file is loaded, and the others with the parts that need them (WG-002, WG-089). */
const files: Readonly<Record<WidgetLanguage, () => Promise<File>>> = {
  en: () => import("./en.ts"),
  ru: () => import("./ru.ts"),
  es: () => import("./es.ts"),
  ar: () => import("./ar.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  pt: () => import("./pt.ts"),
  tr: () => import("./tr.ts"),
  uk: () => import("./uk.ts"),
  zh: () => import("./zh.ts"),
};

/** Words and forms of one language. */
export interface Words {
  readonly language: WidgetLanguage;
  readonly isRightToLeft: boolean;
  (key: TextKey, values?: Readonly<Record<string, string>>): string;
  count(key: PluralKey, count: number): string;
}

/** The language of ours behind a tag such as `de-AT`; others fall back to English. */
export function languageOf(tag: string): WidgetLanguage {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0] ?? "";
  return Object.hasOwn(files, primary) ? (primary as WidgetLanguage) : "en";
}

let loaded: Promise<File>;
export async function loadWords(tag: string): Promise<Words> {
  const language = languageOf(tag);
  loaded = files[language]();
  return wordsIn(language, (await loaded).first);
}
/** Adds words to those that `loadWords` gave; without names all of them, because a rare part may use any. */
export async function loadMoreWords(names: readonly LateWords[] = ["forms", "more"]): Promise<void> {
  const file = await loaded;
  Object.assign(file.first, ...(await Promise.all(names.map((name) => file[name]()))));
}

/** `given`: words of late files are asked for only after they were added. */
export function wordsIn(language: WidgetLanguage, given: FirstTexts): Words {
  const texts = given as Texts;
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const words = (key: TextKey, values: Readonly<Record<string, string>> = {}): string => filled(texts[key], values);
  return Object.assign(words, {
    language,
    isRightToLeft: language === "ar",
    count: (key: PluralKey, count: number) => filled(texts[key][rules.select(count)] ?? texts[key].other, { count: numbers.format(count) }),
  });
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
