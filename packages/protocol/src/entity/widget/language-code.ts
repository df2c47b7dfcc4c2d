import { Type } from "typebox";
import { widgetLanguages, type WidgetLanguage } from "./languages.ts";

export const WidgetLanguageCode = Type.Unsafe<WidgetLanguage>(
  Type.Union(widgetLanguages.map((language) => Type.Literal(language))),
);
