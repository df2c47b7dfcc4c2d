/** The few words on the page itself (WG-089): the button, the way out of a bar, the count on both. The window says all others. */
export interface Words {
  readonly chat: string;
  /** "" until they are loaded. */
  close: string;
  unread: string;
}

/** Loads the words of one of the ten languages into `words`. */
export async function loadWords(words: Words, language: string): Promise<void> {
  const { table } = await import("./words-table.ts");
  [words.close = "", words.unread = ""] = (table[language] ?? table["en"] ?? "").split("|");
}
