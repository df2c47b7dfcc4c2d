import { contentIdReference, decodeContentId } from "../format/content-id.ts";
import type { GuessedText } from "../format/parse/index.ts";

/** A mail as the sender wrote it. Untrusted. */
export interface MailOriginal {
  /** Null: the mail has only plain text. */
  readonly html: string | null;
  /** The text whose character set was guessed, or null. */
  readonly guessed: GuessedText | null;
  /** Public URLs of the stored pictures by Content-ID, with their origin. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** A start or end tag, with the slash and the name as its groups. */
const connectingElement =
  /<(\/?)(link|iframe|frame|frameset|object|embed|applet|portal|fencedframe)(?=[\s/>])/gi;

/** URLs that cannot end an attribute or a URL in a style. */
const safeUrl = /^[\w:/.%~-]+$/;

/**
 * Replaces the content ids of stored pictures by their URLs, and renames links, frames and plugins:
 * browsers connect to their address before they apply the policy. Everything else remains as the
 * sender wrote it.
 */
export function resolvePictures(html: string, pictures: MailOriginal["pictures"]): string {
  return html
    .replace(contentIdReference, (reference, id: string) => {
      const url = pictures.get(decodeContentId(id)) ?? pictures.get(id);
      return url !== undefined && safeUrl.test(url) ? url : reference;
    })
    .replace(connectingElement, (_tag, slash: string, name: string) => `<${slash}off-${name}`);
}
