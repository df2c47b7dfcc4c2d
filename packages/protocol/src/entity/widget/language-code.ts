import { Type, type TSchema } from "typebox";
import { widgetLanguages, type WidgetLanguage } from "./languages.ts";

export const WidgetLanguageCode = Type.Unsafe<WidgetLanguage>(
  Type.Union(widgetLanguages.map((language) => Type.Literal(language))),
);

/** Returns the schema of an object with a value for some languages. */
export const createLanguageMap = (value: TSchema) =>
  Type.Object(
    Object.fromEntries(widgetLanguages.map((language) => [language, Type.Optional(value)])),
    { additionalProperties: false },
  );
