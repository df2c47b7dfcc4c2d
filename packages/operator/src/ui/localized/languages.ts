import { widgetLanguages, type WidgetLanguage } from "@parlour/protocol/entity/widget/languages";
import { getLanguageName as nameOf } from "../../text/language-name.ts";

/** Languages with a complete set of texts (WG-089). */
export const languages: readonly WidgetLanguage[] = widgetLanguages;

/** Returns the name of a language in the interface language, with a capital letter. */
export function languageName(code: WidgetLanguage): string {
  const name = nameOf(code);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
