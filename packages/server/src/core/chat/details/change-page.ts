import { omitFields } from "@parlour/protocol/omit-fields";
import type { ChatData } from "../../event.ts";

/**
 * Sets the visitor's current page. Removes the page that a webhook set, because it belonged to the
 * previous page (WH-047).
 */
export function withPage(chat: ChatData, page: ChatData["page"]): ChatData {
  if (chat.given?.["page"] === undefined) return { ...chat, page };
  return { ...chat, page, given: omitFields(chat.given, "page") };
}
