import { setupI18n, type AllMessages } from "@lingui/core";
import { compileText } from "./compile.ts";

/** Languages of the operator application. */
export const locales = ["en", "ru"] as const;
export type Locale = (typeof locales)[number];
export type Values = Readonly<Record<string, string | number>>;

/** Words the texts of a catalogue. */
export type Wording<Id extends string> = (id: Id, values?: Values) => string;

/** The one instance; screens add their own catalogues with `defineTexts`. */
export const i18n = setupI18n({ locale: "en", messages: { en: {}, ru: {} } as AllMessages });
i18n.setMessagesCompiler(compileText);

/**
 * Adds a catalogue with explicit ids and gives the function that words them. Every language has every text.
 * Each screen has its own `text.ts`, so that words travel with the chunk that shows them:
 *
 *   export const t = defineTexts({ en: { "settings.save": "Save" }, ru: { "settings.save": "Сохранить" } });
 *   t("settings.save"); t("settings.unsaved", { n: 2 }); // "{n, plural, one {# change} other {# changes}}"
 */
export function defineTexts<Id extends string>(texts: { en: Readonly<Record<Id, string>>; ru: Readonly<Record<Id, string>> }): Wording<Id> {
  i18n.load("en", { ...texts.en });
  i18n.load("ru", { ...texts.ru });
  return word;
}

/**
 * Several catalogues of one screen as one: a screen with many words keeps them by subject, in files `…-text.ts` beside its `text.ts`.
 * All catalogues share one table, so that only the type, the ids it takes, is put together here.
 */
export function joinTexts<Parts extends readonly Wording<never>[]>(..._parts: Parts): Wording<Parameters<Parts[number]>[0]> {
  return word;
}

/** Words a text whose id is data. Its table must be loaded. */
export const wordOf = (id: string): string => word(id);

function word(id: string, values?: Values): string {
  return i18n._(id, values ?? {});
}

/** Dates and numbers as this person's region writes them; without one as in Europe. */
function regions(locale: Locale): string[] {
  const wanted = navigator.languages.filter((name) => name.startsWith(`${locale}-`));
  return wanted.length > 0 ? wanted : [locale === "en" ? "en-GB" : locale];
}

/** Switches the language of all texts, dates and numbers. */
export function setLocale(locale: Locale): void {
  i18n.activate(locale, regions(locale));
  document.documentElement.lang = locale;
}

/** The language for testing that this browser was told to speak (pseudo.ts); nobody comes to it by choosing. */
export function pseudoWanted(): "long" | "rtl" | null {
  try {
    const wanted = localStorage.getItem("parlour.pseudo");
    return wanted === "long" || wanted === "rtl" ? wanted : null;
  } catch {
    // Storage that is closed holds no wish.
    return null;
  }
}
