import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type {
  FirstTexts,
  FormTexts,
  HomeTexts,
  MoreTexts,
  PluralKey,
  TextKey,
  Texts,
} from "./en/first.ts";

interface LanguageFile {
  readonly first: FirstTexts;
  readonly home: () => Promise<HomeTexts>;
  readonly forms: () => Promise<FormTexts>;
  readonly more: () => Promise<MoreTexts>;
}
/** Names of the text files that are loaded later, with a part of the chat window. */
export type LateTextFile = Exclude<keyof LanguageFile, "first">;
/**
 * The files of each language. The first file is loaded at the start, the others with the parts that
 * need them (WG-002, WG-089).
 */
export const languageFiles: Readonly<Record<WidgetLanguage, () => Promise<LanguageFile>>> = {
  en: () => import("./en/first.ts"),
  ru: () => import("./ru/first.ts"),
  es: () => import("./es/first.ts"),
  ar: () => import("./ar/first.ts"),
  de: () => import("./de/first.ts"),
  fr: () => import("./fr/first.ts"),
  pt: () => import("./pt/first.ts"),
  tr: () => import("./tr/first.ts"),
  uk: () => import("./uk/first.ts"),
  zh: () => import("./zh/first.ts"),
  it: () => import("./it/first.ts"),
  nl: () => import("./nl/first.ts"),
  pl: () => import("./pl/first.ts"),
  cs: () => import("./cs/first.ts"),
  sv: () => import("./sv/first.ts"),
  da: () => import("./da/first.ts"),
  fi: () => import("./fi/first.ts"),
  hu: () => import("./hu/first.ts"),
  ro: () => import("./ro/first.ts"),
  el: () => import("./el/first.ts"),
  bg: () => import("./bg/first.ts"),
  ja: () => import("./ja/first.ts"),
  ko: () => import("./ko/first.ts"),
  id: () => import("./id/first.ts"),
  vi: () => import("./vi/first.ts"),
};

/** Texts and plural forms of one language. */
export interface TextFunction {
  readonly language: WidgetLanguage;
  readonly isRightToLeft: boolean;
  (key: TextKey, values?: Readonly<Record<string, string>>): string;
  count(key: PluralKey, count: number): string;
}

/** Returns the supported language of a tag such as `de-AT`. Returns English for other languages. */
export function toLanguage(tag: string): WidgetLanguage {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0] ?? "";
  return Object.hasOwn(languageFiles, primary) ? (primary as WidgetLanguage) : "en";
}

let loaded: Promise<LanguageFile>;
export async function loadTexts(tag: string): Promise<TextFunction> {
  const language = toLanguage(tag);
  loaded = languageFiles[language]();
  return createTextFunction(language, (await loaded).first);
}
/**
 * Adds texts to those of the first file. Without names, it loads `forms` and `more`, because a
 * rarely used part may need any of them.
 */
export async function loadMoreTexts(
  names: readonly LateTextFile[] = ["forms", "more"],
): Promise<void> {
  const file = await loaded;
  Object.assign(file.first, ...(await Promise.all(names.map((name) => file[name]()))));
}

/**
 * Creates the text function. Texts of later files must be added to `loaded` before they are used.
 */
export function createTextFunction(
  language: WidgetLanguage,
  loadedTexts: FirstTexts,
): TextFunction {
  const texts = loadedTexts as Texts;
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const translate = (key: TextKey, values: Readonly<Record<string, string>> = {}): string =>
    fillPlaceholders(texts[key], values);
  return Object.assign(translate, {
    language,
    isRightToLeft: language === "ar",
    count: (key: PluralKey, count: number) =>
      fillPlaceholders(texts[key][rules.select(count)] ?? texts[key].other, {
        count: numbers.format(count),
      }),
  });
}

function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
