/** Languages in which a widget has all its words (WG-089). Plain values: part of the script on somebody's page. */
export const widgetLanguages = ["en", "ru", "es", "ar", "de", "fr", "pt", "tr", "uk", "zh"] as const;
export type WidgetLanguage = (typeof widgetLanguages)[number];
