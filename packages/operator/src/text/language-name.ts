import { i18n } from "./index.ts";

/** "German" for `de`, in the present language; the code itself where nobody has a word for it. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([i18n.locale], { type: "language" }).of(code) ?? code;
  } catch {
    // Not a code: what a page says is shown as it is.
    return code;
  }
}
