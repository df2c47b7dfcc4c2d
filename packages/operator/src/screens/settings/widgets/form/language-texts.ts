import type { WidgetSettings, WidgetTexts } from "@parlour/protocol/settings/widget-settings";

type Texts = WidgetSettings["texts"];

/** Removes empty texts, so that the widget shows the defaults. */
export const removeEmptyTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, ownTexts]) => [language, pickFilled(ownTexts)] as const)
      .filter(([, ownTexts]) => Object.keys(ownTexts).length > 0),
  );
const pickFilled = (texts: WidgetTexts): WidgetTexts =>
  Object.fromEntries(
    Object.entries(texts).filter(([, text]: readonly [string, string]) => text.trim() !== ""),
  );
