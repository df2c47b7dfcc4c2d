import type { ChatDraft } from "../event.ts";

/** The customer looks at another page: what a webhook said of the page no longer holds (WH-047). */
export function movedTo(chat: ChatDraft, page: ChatDraft["page"]): ChatDraft {
  if (chat.given?.["page"] === undefined) return { ...chat, page };
  const { page: _, ...given } = chat.given;
  return { ...chat, page, given };
}
