import { inflateSync } from "node:zlib";
import { joinOctets, readElements, type BerElement } from "./ber.ts";

/** What a CMS message (RFC 5652) contains. */
export type CmsContent =
  | { readonly kind: "signed" | "compressed"; readonly content: Buffer }
  | { readonly kind: "encrypted" };

/** Object identifiers as the bytes of their content. */
const oids: Readonly<Record<string, CmsContent["kind"]>> = {
  "2a864886f70d010702": "signed",
  "2a864886f70d010703": "encrypted",
  "2a864886f70d0109100109": "compressed",
  "2a864886f70d0109100117": "encrypted",
};
const octetString = 0x04;
const oid = 0x06;
const sequence = 0x30;
/** An element with the tag [0]. */
const explicit = 0xa0;

/**
 * Returns the content of a signed or compressed message without checking anything (MAIL-113). Null
 * if the bytes are no such message. `maxBytes`: limit of decompressed content.
 */
export function readCms(bytes: Buffer, maxBytes: number): CmsContent | null {
  const [type, wrapped] = readSequence(readElements(bytes)?.[0]) ?? [];
  const kind = type?.tag === oid ? oids[type.content.toString("hex")] : undefined;
  if (kind === undefined || wrapped?.tag !== explicit) return null;
  if (kind === "encrypted") return { kind };
  const message = readSequence(readElements(wrapped.content)?.[0]) ?? [];
  // The content is the sequence behind versions and algorithms.
  const content = message.map(readContent).find((found) => found !== null);
  if (content === undefined || content === null) return null;
  if (kind === "signed") return { kind, content };
  const inflated = inflate(content, maxBytes);
  return inflated === null ? null : { kind, content: inflated };
}

function readSequence(element: BerElement | undefined): readonly BerElement[] | null {
  return element?.tag === sequence ? readElements(element.content) : null;
}
/** Reads `EncapsulatedContentInfo`: an object identifier and [0] with an octet string. */
function readContent(element: BerElement): Buffer | null {
  const [type, wrapped] = readSequence(element) ?? [];
  if (type?.tag !== oid || wrapped?.tag !== explicit) return null;
  const [octets] = readElements(wrapped.content) ?? [];
  return octets !== undefined && (octets.tag & 0x1f) === octetString ? joinOctets(octets) : null;
}

function inflate(content: Buffer, maxBytes: number): Buffer | null {
  try {
    return inflateSync(content, { maxOutputLength: maxBytes });
  } catch {
    // Broken, or larger than the limit.
    return null;
  }
}
