/**
 * The texts of the widget on the host page (WG-089): the button, the bar's close button and the
 * unread count. All others are in the chat window.
 */
export interface Words {
  readonly chat: string;
  /** "" until loaded. */
  close: string;
  unread: string;
}

/** Loads the texts of one of the ten languages into `text`. */
export async function loadWords(words: Words, language: string): Promise<void> {
  const { table } = await import("./words-table.ts");
  [words.close = "", words.unread = ""] = (table[language] ?? table["en"] ?? "").split("|");
}
