/** WG-089. No imports, because this file is part of the script on host pages. */
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
  "it",
  "nl",
  "pl",
  "cs",
  "sv",
  "da",
  "fi",
  "hu",
  "ro",
  "el",
  "bg",
  "ja",
  "ko",
  "id",
  "vi",
] as const;
export type WidgetLanguage = (typeof widgetLanguages)[number];
/** Translations of a text by language. Other languages have the text itself. */
export type Translations = Readonly<Partial<Record<WidgetLanguage, string>>>;
/** Texts of the options of a field by language, and then by option. */
export type OptionNames = Readonly<
  Partial<Record<WidgetLanguage, Readonly<Record<string, string>>>>
>;
