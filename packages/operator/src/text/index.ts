import { setupI18n, type AllMessages } from "@lingui/core";
import { compileText } from "./compile.ts";

/** Languages of the operator application. */
export const locales = ["en", "ru"] as const;
export type Locale = (typeof locales)[number];
export type Values = Readonly<Record<string, string | number>>;

/** Returns a text of a catalogue. */
export type Wording<Id extends string> = (id: Id, values?: Values) => string;

/** The only i18n instance. Screens add their catalogues with `defineTexts`. */
export const i18n = setupI18n({ locale: "en", messages: { en: {}, ru: {} } as AllMessages });
i18n.setMessagesCompiler(compileText);

/**
 * Adds a catalogue and returns its text function. Every language must have every text.
 * Each screen has its own `text.ts`, so that its texts are in the same chunk:
 *
 *   export const t = defineTexts({
 *     en: { "settings.save": "Save" },
 *     ru: { "settings.save": "Сохранить" },
 *   });
 *   t("settings.save");
 *   t("settings.unsaved", { n: 2 }); // "{n, plural, one {# change} other {# changes}}"
 */
export function defineTexts<Id extends string>(texts: { en: Readonly<Record<Id, string>>; ru: Readonly<Record<Id, string>> }): Wording<Id> {
  i18n.load("en", { ...texts.en });
  i18n.load("ru", { ...texts.ru });
  return word;
}

/**
 * Combines several catalogues of one screen. A screen with many texts splits them by subject into
 * files `…-text.ts` beside its `text.ts`. All catalogues share one table, so only the type of the
 * ids is combined here.
 */
export function joinTexts<Parts extends readonly Wording<never>[]>(..._parts: Parts): Wording<Parameters<Parts[number]>[0]> {
  return word;
}

/** Returns a text whose id is only known at run time. Its catalogue must be loaded. */
export const wordOf = (id: string): string => word(id);

function word(id: string, values?: Values): string {
  return i18n._(id, values ?? {});
}

/**
 * Returns the regional locales of this browser for dates and numbers. Default: the European format.
 */
function regions(locale: Locale): string[] {
  const wanted = navigator.languages.filter((name) => name.startsWith(`${locale}-`));
  return wanted.length > 0 ? wanted : [locale === "en" ? "en-GB" : locale];
}

/** Switches the language of all texts, dates and numbers. */
export function setLocale(locale: Locale): void {
  i18n.activate(locale, regions(locale));
  document.documentElement.lang = locale;
}

/**
 * Returns the pseudo-locale for testing (pseudo.ts) set in this browser's storage. It cannot be
 * selected on screen.
 */
export function pseudoWanted(): "long" | "rtl" | null {
  try {
    const wanted = localStorage.getItem("parlour.pseudo");
    return wanted === "long" || wanted === "rtl" ? wanted : null;
  } catch {
    // Blocked storage means no pseudo-locale.
    return null;
  }
}
