/**
 * Languages of the widget's texts (WG-089). Plain values without a library, because they are part
 * of the script on host pages.
 */
export const widgetLanguages = [
  "en",
  "ru",
  "es",
  "ar",
  "de",
  "fr",
  "pt",
  "tr",
  "uk",
  "zh",
] as const;
export type WidgetLanguage = (typeof widgetLanguages)[number];
