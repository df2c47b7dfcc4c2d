import type { WidgetLanguage } from "@parlour/protocol/widget-settings";
import type { FirstTexts, FormTexts, HomeTexts, MoreTexts, PluralKey, TextKey, Texts } from "./en.ts";

interface File {
  readonly first: FirstTexts;
  readonly home: () => Promise<HomeTexts>;
  readonly forms: () => Promise<FormTexts>;
  readonly more: () => Promise<MoreTexts>;
}
/** Texts that load with a part of the chat window. */
export type LateWords = Exclude<keyof File, "first">;
/**
 * The first file of a language loads at the start, the others with the parts that need them
 * (WG-002, WG-089).
 */
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

/** Texts and plural forms of one language. */
export interface Words {
  readonly language: WidgetLanguage;
  readonly isRightToLeft: boolean;
  (key: TextKey, values?: Readonly<Record<string, string>>): string;
  count(key: PluralKey, count: number): string;
}

/** Returns the supported language of a tag such as `de-AT`, else English. */
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
/**
 * Adds texts to those of the first file. Without names it loads forms and more, because a rare part
 * may use any of them.
 */
export async function loadMoreWords(names: readonly LateWords[] = ["forms", "more"]): Promise<void> {
  const file = await loaded;
  Object.assign(file.first, ...(await Promise.all(names.map((name) => file[name]()))));
}

/** `loaded`: texts of later files must be added before they are used. */
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
