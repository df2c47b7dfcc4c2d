import { i18n } from "./index.ts";

/**
 * Returns the name of a language in the current language, such as "German" for `de`. Returns the
 * code if the name is unknown.
 */
export function getLanguageName(code: string): string {
  try {
    return new Intl.DisplayNames([i18n.locale], { type: "language" }).of(code) ?? code;
  } catch {
    // The text is not a language code. Show the value that the page has sent.
    return code;
  }
}
