import type { WidgetLanguage } from "@parlour/protocol/widget-settings";
import type { PluralKey, TextKey, Texts } from "./en.ts";

/** A file of words each: one is loaded (WG-089). */
const files: Readonly<Record<WidgetLanguage, () => Promise<Texts>>> = {
  en: async () => (await import("./en.ts")).en,
  ru: async () => (await import("./ru.ts")).ru,
  es: async () => (await import("./es.ts")).es,
  ar: async () => (await import("./ar.ts")).ar,
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  pt: async () => (await import("./pt.ts")).pt,
  tr: async () => (await import("./tr.ts")).tr,
  uk: async () => (await import("./uk.ts")).uk,
  zh: async () => (await import("./zh.ts")).zh,
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

export async function loadWords(tag: string): Promise<Words> {
  const language = languageOf(tag);
  return wordsIn(language, await files[language]());
}

export function wordsIn(language: WidgetLanguage, texts: Texts): Words {
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
