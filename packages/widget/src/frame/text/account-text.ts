import type {
  WidgetScriptConfig,
  WidgetLanguage,
  WidgetTexts,
} from "@parlour/protocol/settings/widget-settings";

/** Returns the text that the account configured for a language, or "". */
export function getAccountText(
  face: WidgetScriptConfig,
  language: WidgetLanguage,
  key: keyof WidgetTexts,
): string {
  const texts = face.texts as Readonly<Partial<Record<WidgetLanguage, WidgetTexts>>>;
  return texts[language]?.[key] ?? "";
}
