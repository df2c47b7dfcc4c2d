import { cleanText, cutText } from "../../core/text.ts";
import type { ChatData } from "../../core/event.ts";
import type { VisitorConnection } from "./visitor-connection.ts";

/** Returns the page if its URL is http(s), or null for any other scheme. */
export function toHttpPage({
  url,
  title,
}: VisitorConnection["page"]): (NonNullable<ChatData["page"]> & { readonly title: string }) | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  return { url: cutText(cleanText(url), 2048).text, title: cutText(cleanText(title), 255).text };
}
