import { cleanText, cutText } from "../../core/chat/text.ts";
import type { Seat } from "./seat.ts";

/** The page of a chat or a visit is an http(s) address; others are nobody's business (null). */
export function httpPage({ url, title }: Seat["page"]): { readonly pageUrl: string; readonly pageTitle: string } | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null;
  return { pageUrl: cutText(cleanText(url), 2048).text, pageTitle: cutText(cleanText(title), 255).text };
}
