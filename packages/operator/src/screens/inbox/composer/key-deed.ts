import type { Mode } from "../../../state/drafts.ts";
import type { Preferences } from "../../../state/preferences.ts";

type Key = Readonly<Record<"altKey" | "ctrlKey" | "metaKey" | "shiftKey", boolean>> & { readonly key: string };

/** What a key of the field does besides writing: Enter or Ctrl Enter sends, as the operator chose; with Ctrl Shift a reply also closes its chat. */
export function deedOfKey(event: Key, sendKey: Preferences["sendKey"], mode: Mode): "send" | "send_and_close" | null {
  if (event.key !== "Enter" || event.altKey) return null;
  const mod = event.ctrlKey || event.metaKey;
  if (mod && event.shiftKey && mode === "text") return "send_and_close";
  return (sendKey === "enter" ? !event.shiftKey : mod) ? "send" : null;
}
