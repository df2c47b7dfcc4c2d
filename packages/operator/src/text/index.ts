import { setupI18n, type AllMessages } from "@lingui/core";
import { compileText } from "./compile.ts";

/** Languages of the operator application. */
export const locales = ["en", "ru"] as const;
export type Locale = (typeof locales)[number];
export type Values = Readonly<Record<string, string | number>>;

/** Returns the text of a catalogue that has the given id. */
export type TextFunction<Id extends string> = (id: Id, values?: Values) => string;

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
export function defineTexts<Id extends string>(texts: {
  en: Readonly<Record<Id, string>>;
  ru: Readonly<Record<Id, string>>;
}): TextFunction<Id> {
  i18n.load("en", { ...texts.en });
  i18n.load("ru", { ...texts.ru });
  return translate;
}

/**
 * Combines several catalogues of one screen. A screen with many texts splits them by subject into
 * files `…-text.ts` next to its `text.ts`. All catalogues share one table, so this function only
 * combines the types of the ids.
 */
export function joinTexts<Parts extends readonly TextFunction<never>[]>(
  ..._parts: Parts
): TextFunction<Parameters<Parts[number]>[0]> {
  return translate;
}

/**
 * Returns a text whose id is only known at run time. The catalogue with the text must be loaded.
 */
export const textById = (id: string): string => translate(id);

/** Returns a text whose id is only known at run time, or null if no loaded catalogue has it. */
export const findText = (id: string, values?: Values): string | null =>
  Object.hasOwn(i18n.messages, id) ? translate(id, values) : null;

function translate(id: string, values?: Values): string {
  return i18n._(id, values ?? {});
}

/**
 * Returns the locales for dates and numbers: the variants of the language that this browser
 * prefers. The default is the European format.
 */
function regionalLocales(locale: Locale): string[] {
  const requested = navigator.languages.filter((name) => name.startsWith(`${locale}-`));
  return requested.length > 0 ? requested : [locale === "en" ? "en-GB" : locale];
}

/** Switches the language of all texts, dates and numbers. */
export function setLocale(locale: Locale): void {
  i18n.activate(locale, regionalLocales(locale));
  document.documentElement.lang = locale;
}

/**
 * Returns the pseudo-locale for testing (pseudo.ts) set in this browser's storage. It cannot be
 * selected on screen.
 */
export function getPseudoLocale(): "long" | "rtl" | null {
  try {
    const requested = localStorage.getItem("parlour.pseudo");
    return requested === "long" || requested === "rtl" ? requested : null;
  } catch {
    // If the storage is blocked, there is no pseudo-locale.
    return null;
  }
}
