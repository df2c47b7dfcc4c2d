import type { Translations } from "./entity/widget/languages.ts";

/** The texts of a field, with translations by language (FLD-006). */
export interface LocalizedField {
  readonly name: string;
  readonly names: Translations;
  readonly help: string;
  readonly helps: Translations;
}

/** Returns a field with its name and help in a language, if it has them. */
export const localizeField = <F extends LocalizedField>(field: F, language: string): F => {
  const find = (texts: Readonly<Partial<Record<string, string>>>): string | undefined =>
    texts[language];
  return {
    ...field,
    name: find(field.names) ?? field.name,
    help: find(field.helps) ?? field.help,
  };
};
