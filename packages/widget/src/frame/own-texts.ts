import type { WidgetFace, WidgetLanguage, WidgetTexts } from "@parlour/protocol/widget-settings";

/** The account's own words in a language; "" where it has none. */
export function ownText(face: Pick<WidgetFace, "texts">, language: WidgetLanguage, key: keyof WidgetTexts): string {
  const texts = face.texts as Readonly<Partial<Record<WidgetLanguage, WidgetTexts>>>;
  return texts[language]?.[key] ?? "";
}
