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

/** Puts all unsent messages of a chat before its drafts, in their order. */
export function restoreUnsent(live: LiveClient, chatId: number): void {
  for (const item of live.takeQueued(chatId).toReversed()) restoreDraft(live, item);
}

/**
 * Moves the reply that was typed for a closed chat to the chat that continues it, with the messages
 * that wait. They are sent there, or are part of its draft.
 */
export function moveUnsent(
  live: LiveClient,
  chats: { readonly operator: number; readonly from: number; readonly to: number },
  isSending: boolean,
): void {
  const { operator, from, to } = chats;
  const draft = getDraft(operator, from, "text");
  const waiting = live.takeQueued(from).map((item) => ({ ...item, chatId: to }));
  setDraft(operator, from, "text", "");
  setDraft(operator, to, "text", draft);
  for (const item of isSending ? waiting : waiting.toReversed())
    if (!isSending || item.kind === "file") restoreDraft(live, item);
    else void live.sendMessage(to, item.kind, item.text, { ...item, afterSeq: undefined });
}
