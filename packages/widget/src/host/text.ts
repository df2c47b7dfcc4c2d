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

/**
 * Returns the function that loads the texts of a language of the widget into `text`, once. Calls
 * `onLoaded` when they are there. If they do not load, the next call tries again.
 */
export function createHostTextLoader(
  text: HostText,
  language: string,
  onLoaded: () => void,
): () => void {
  let loading: Promise<void> | null = null;
  return () => {
    loading ??= import("./text-table.ts").then(
      ({ hostTexts }) => {
        [text.close = "", text.unread = ""] = (hostTexts[language] ?? hostTexts["en"] ?? "").split(
          "|",
        );
        onLoaded();
      },
      () => void (loading = null),
    );
  };
}
