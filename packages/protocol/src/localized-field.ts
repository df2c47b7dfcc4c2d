import type { OptionNames, Translations } from "./entity/widget/languages.ts";

/** The texts of a field, with translations by language (FLD-006). */
export interface LocalizedField {
  readonly name: string;
  readonly names: Translations;
  readonly help: string;
  readonly helps: Translations;
  /** Absent in what an older release stored or sent. */
  readonly option_names?: OptionNames;
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

/** Returns the text of an option of a field in a language: a translation, or the option itself. */
export function localizeOption(
  { option_names = {} }: { readonly option_names?: OptionNames },
  option: string,
  language: string,
): string {
  const byLanguage: Readonly<Partial<Record<string, object>>> = option_names;
  // An object inherits a value for the option `constructor`.
  return new Map<string, string>(Object.entries(byLanguage[language] ?? {})).get(option) ?? option;
}
