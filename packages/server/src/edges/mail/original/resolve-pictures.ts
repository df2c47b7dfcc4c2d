import { contentIdReference, decodeContentId } from "../content-id.ts";

/** The HTML of a mail as the sender wrote it. Untrusted. */
export interface MailOriginal {
  readonly html: string;
  /** Public URLs of the stored pictures by Content-ID, with their origin. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** URLs that cannot end an attribute or a URL in a style. */
const safeUrl = /^[\w:/.%~-]+$/;

/**
 * Replaces the content ids of stored pictures by their URLs, and switches off `<link>`, with which
 * browsers connect to other servers in spite of the policy. Everything else remains as the sender
 * wrote it.
 */
export function resolvePictures({ html, pictures }: MailOriginal): string {
  return html
    .replace(contentIdReference, (reference, id: string) => {
      const url = pictures.get(decodeContentId(id)) ?? pictures.get(id);
      return url !== undefined && safeUrl.test(url) ? url : reference;
    })
    .replace(/<link(?=[\s/>])/gi, "<switched-off-link");
}
