import type { OutboxItem } from "@parlour/client";
import type { LiveClient } from "../../state/live/live-client.ts";
import { getDraft, setDraft } from "../../state/drafts/drafts.ts";

/** Puts an unsent message before the current draft, with its file unless `scope` is "words". */
export function restoreDraft(
  live: LiveClient,
  item: OutboxItem,
  scope: "all" | "words" = "all",
): void {
  if (item.file && scope === "all") live.uploads.putBack(item.chatId, item.file);
  const mode = item.kind === "note" ? "note" : "text";
  const draft = getDraft(item.owner, item.chatId, mode);
  setDraft(
    item.owner,
    item.chatId,
    mode,
    [item.text, draft].filter((text) => text.trim() !== "").join("\n"),
  );
}
