import type { Preferences } from "../../../state/browser/preferences.ts";
import type { DraftMode } from "../../../state/drafts/drafts.ts";

type KeyPress = Readonly<Record<"altKey" | "ctrlKey" | "metaKey" | "shiftKey", boolean>> & {
  readonly key: string;
};

/**
 * Returns the action of a key: Enter or Ctrl Enter sends, with Ctrl Shift a reply closes its chat.
 */
export function getKeyAction(
  event: KeyPress,
  sendKey: Preferences["sendKey"],
  mode: DraftMode,
): "send" | "send_and_close" | null {
  if (event.key !== "Enter" || event.altKey) return null;
  const mod = event.ctrlKey || event.metaKey;
  if (mod && event.shiftKey && mode === "text") return "send_and_close";
  return (sendKey === "enter" ? !event.shiftKey : mod) ? "send" : null;
}
