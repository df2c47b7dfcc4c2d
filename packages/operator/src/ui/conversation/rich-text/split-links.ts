import { splitLinks, toLink, type TextPiece } from "@parlour/protocol/widget/links";

/** Addresses with a scheme, hosts that begin with `www.`, and addresses of mailboxes. */
const linkPattern =
  /(?:https?:\/\/|mailto:|tel:|\bwww\.)[^\s<>"“”«»、。，！？；：（）「」『』【】《》]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;

/** Splits a message into text and safe links (CH-065), also those without a scheme. */
export function splitMessageLinks(text: string): readonly TextPiece[] {
  return splitLinks(text, linkPattern, (raw) => {
    const scheme = /^www\./iu.test(raw) ? "https://" : raw.includes(":") ? "" : "mailto:";
    const link = toLink(scheme + raw);
    return link === null ? null : { ...link, text: link.text.slice(scheme.length) };
  });
}
