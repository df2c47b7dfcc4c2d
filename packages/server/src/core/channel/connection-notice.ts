/** A sentence about a channel's connection (CON-040, CON-041). Contains no secrets. */
export interface ConnectionNotice {
  /** Name of the sentence among those of the kind of channel. Screens translate it. */
  readonly code: string;
  /** Variable parts of the sentence, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** The sentence in English. */
  readonly message: string;
}

/** Returns the function that builds the sentences of a channel kind. `{name}` is a value. */
export const createConnectionNotices =
  <Code extends string>(sentences: Readonly<Record<Code, string>>) =>
  (code: Code, values: Readonly<Record<string, string>> = {}): ConnectionNotice => ({
    code,
    values,
    message: sentences[code].replaceAll(/\{(\w+)\}/g, (part, name: string) => values[name] ?? part),
  });
