/**
 * The texts of the widget on the host page (WG-089): the button, the bar's close button and the
 * unread count. All others are in the chat window.
 */
export interface HostText {
  readonly chat: string;
  /** Name of the close button. "" until loaded. */
  close: string;
  unread: string;
}

/** Loads the texts of one of the ten languages into `text`. */
export async function loadHostText(text: HostText, language: string): Promise<void> {
  const { hostTexts: table } = await import("./text-table.ts");
  [text.close = "", text.unread = ""] = (table[language] ?? table["en"] ?? "").split("|");
}
