import { cleanText, cutText } from "../../core/chat/text.ts";
import type { ChatDraft } from "../../core/event.ts";
import type { Seat } from "./seat.ts";

/** The page of a chat or a visit is an http(s) address; others are nobody's business (null). */
export function httpPage({ url, title }: Seat["page"]): (NonNullable<ChatDraft["page"]> & { readonly title: string }) | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  return { url: cutText(cleanText(url), 2048).text, title: cutText(cleanText(title), 255).text };
}
