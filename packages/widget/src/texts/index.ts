import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type {
  FirstTexts,
  FormTexts,
  HomeTexts,
  MoreTexts,
  PluralKey,
  TextKey,
  Texts,
} from "./en.ts";

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
const languageFiles: Readonly<Record<WidgetLanguage, () => Promise<LanguageFile>>> = {
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
