import type { OutboxItem } from "@parlour/client";
import { draftOf, setDraft } from "../../state/drafts.ts";
import type { Live } from "../../state/live.ts";

/** Puts a message that was not sent into the composer again, before what stands there; its file too, unless `words` alone are wanted. */
export function backToDraft(live: Pick<Live, "uploads">, item: OutboxItem, what: "all" | "words" = "all"): void {
  if (item.file && what === "all") live.uploads.putBack(item.chatId, item.file);
  const mode = item.kind === "note" ? "note" : "text";
  const before = draftOf(item.owner, item.chatId, mode);
  setDraft(item.owner, item.chatId, mode, [item.text, before].filter((text) => text.trim() !== "").join("\n"));
}
