import { widgetLanguages, type WidgetLanguage } from "@parlour/protocol/languages";
import { languageName as nameOf } from "../../../text/language-name.ts";

/** Languages with all texts (WG-089). */
export const languages: readonly WidgetLanguage[] = widgetLanguages;

/** As this operator calls it, at the beginning of a line. */
export function languageName(code: WidgetLanguage): string {
  const name = nameOf(code);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
