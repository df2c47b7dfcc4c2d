import { cleanText } from "../../../core/text.ts";
import { toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { toInteger } from "./values.ts";

/** Maximum number of hidden links that are written out. Telegram marks at most 100 parts. */
const maxLinks = 100;

/**
 * Returns a text with its marks as plain text (TG-020). Operators see the address of a link whose
 * text hides it. Offsets of entities are in UTF-16 units, as in strings.
 */
export function toPlainText(text: unknown, entities: unknown): string {
  if (typeof text !== "string") return "";
  const links = toJsonObjects(entities)
    .flatMap((entity) => findHiddenLink(text, entity))
    .slice(0, maxLinks)
    .toSorted((a, b) => b.end - a.end);
  const written = links.reduce(
    (result, { end, url }) => `${result.slice(0, end)} (${url})${result.slice(end)}`,
    text,
  );
  return cleanText(written);
}

function findHiddenLink(
  text: string,
  { type, url, ...range }: JsonObject,
): readonly { readonly end: number; readonly url: string }[] {
  const [offset, length] = [toInteger(range["offset"]), toInteger(range["length"])];
  if (type !== "text_link" || typeof url !== "string" || offset === null || length === null)
    return [];
  const end = offset + length;
  const isInside = offset >= 0 && length > 0 && end <= text.length;
  return isInside && text.slice(offset, end) !== url ? [{ end, url }] : [];
}
