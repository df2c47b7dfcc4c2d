import type { WidgetLanguage } from "@parlour/protocol/widget-settings";
import { preferences } from "../../../state/preferences.ts";

/** Languages with all texts (WG-089), as this operator calls them. */
export const languages: readonly WidgetLanguage[] = ["en", "ru", "es", "ar", "de", "fr", "pt", "tr", "uk", "zh"];

export function languageName(code: WidgetLanguage): string {
  const name = new Intl.DisplayNames([preferences().locale], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
