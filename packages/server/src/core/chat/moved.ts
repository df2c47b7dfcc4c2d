import type { ChatDraft } from "../event.ts";

/**
 * Sets the visitor's current page. A page that a webhook set for the previous page is no longer
 * valid (WH-047).
 */
export function movedTo(chat: ChatDraft, page: ChatDraft["page"]): ChatDraft {
  if (chat.given?.["page"] === undefined) return { ...chat, page };
  const { page: _, ...given } = chat.given;
  return { ...chat, page, given };
}
