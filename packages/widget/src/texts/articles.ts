import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type { ArticleTexts } from "./en/articles.ts";
import { toLanguage } from "./index.ts";

/** Texts of articles in the chat window (WG-310), loaded only with them. */
const articleFiles: Readonly<Record<WidgetLanguage, () => Promise<ArticleTexts>>> = {
  en: async () => (await import("./en/articles.ts")).en,
  ru: async () => (await import("./ru/articles.ts")).ru,
  es: async () => (await import("./es/articles.ts")).es,
  ar: async () => (await import("./ar/articles.ts")).ar,
  de: async () => (await import("./de/articles.ts")).de,
  fr: async () => (await import("./fr/articles.ts")).fr,
  pt: async () => (await import("./pt/articles.ts")).pt,
  tr: async () => (await import("./tr/articles.ts")).tr,
  uk: async () => (await import("./uk/articles.ts")).uk,
  zh: async () => (await import("./zh/articles.ts")).zh,
  it: async () => (await import("./it/articles.ts")).it,
  nl: async () => (await import("./nl/articles.ts")).nl,
  pl: async () => (await import("./pl/articles.ts")).pl,
  cs: async () => (await import("./cs/articles.ts")).cs,
  sv: async () => (await import("./sv/articles.ts")).sv,
  da: async () => (await import("./da/articles.ts")).da,
  fi: async () => (await import("./fi/articles.ts")).fi,
  hu: async () => (await import("./hu/articles.ts")).hu,
  ro: async () => (await import("./ro/articles.ts")).ro,
  el: async () => (await import("./el/articles.ts")).el,
  bg: async () => (await import("./bg/articles.ts")).bg,
  ja: async () => (await import("./ja/articles.ts")).ja,
  ko: async () => (await import("./ko/articles.ts")).ko,
  id: async () => (await import("./id/articles.ts")).id,
  vi: async () => (await import("./vi/articles.ts")).vi,
};

let loaded: ArticleTexts;
/** Loads the texts of a language, before `articleTexts` is called. */
export async function loadArticleTexts(tag: string): Promise<void> {
  loaded = await articleFiles[toLanguage(tag)]();
}
export const articleTexts = (): ArticleTexts => loaded;
