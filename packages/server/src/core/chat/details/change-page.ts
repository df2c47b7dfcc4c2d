import { omitFields } from "@parlour/protocol/omit-fields";
import type { ChatData } from "../../event.ts";

/** Sets the current page. Removes a webhook's page, which belonged to the last one (WH-047). */
export function withPage(chat: ChatData, page: ChatData["page"]): ChatData {
  if (chat.given?.["page"] === undefined) return { ...chat, page };
  return { ...chat, page, given: omitFields(chat.given, "page") };
}
