import { isUtf8 } from "node:buffer";
import { refusedExtensions } from "@parlour/protocol/channel/refused-extensions";
import { getFileExtension } from "./name.ts";

/** Bytes at the start of a file that determine the type. Archives stay packed (H-291). */
export const sniffBytes = 64 * 1024;

export type DetectedType = { readonly type: string } | { readonly refused: string };

/**
 * Detects the type of a file by content (CORE-060). Refuses html, xhtml, svg, xml, scripts and
 * programs, which are recognised by content or by name. `isWhole`: `head` is the whole file.
 */
export async function detectType(
  head: Buffer,
  name: string,
  isWhole: boolean,
): Promise<DetectedType> {
  const extension = getFileExtension(name);
  if (refusedExtensions.has(extension))
    return { refused: `Files of the kind .${extension} are not accepted.` };
  // The library would unpack the file to find an archive inside, so this type is detected without
  // the library.
  if (head[0] === 0x1f && head[1] === 0x8b) return { type: "application/gzip" };
  const { fileTypeFromBuffer } = await import("file-type");
  const detected = await fileTypeFromBuffer(head);
  if (detected !== undefined) {
    if (programTypes.has(detected.mime))
      return {
        refused: `The content is ${describeActiveType(detected.mime)}; such files are not accepted.`,
      };
    // An animated PNG is stored with the type of PNG.
    return { type: detected.mime === "image/apng" ? "image/png" : detected.mime };
  }
  if (programSignatures.some((magic) => head.subarray(0, magic.length).equals(magic)))
    return { refused: "The content is a program; such files are not accepted." };
  const text = decodeText(head, isWhole);
  if (text === null) return { type: "application/octet-stream" };
  const activeKind = findActiveContent(text);
  if (activeKind !== null)
    return { refused: `The content is ${activeKind}; such files are not accepted.` };
  return { type: "text/plain" };
}

/** Types that are decoded as images and shown inline. */
export const pictureTypes: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

/** Returns whether a browser may show files of this type inline (CORE-061). */
export function isInline(type: string): boolean {
  return pictureTypes.has(type) || /^(?:audio|video)\//.test(type) || type === "application/pdf";
}

const programTypes = new Set([
  "application/x-msdownload",
  "application/x-elf",
  "application/x-mach-binary",
  "application/wasm",
  "application/java-vm",
  "application/java-archive",
  "application/vnd.android.package-archive",
  "application/x-shockwave-flash",
  "application/x-ms-shortcut",
  "application/x-ft-apple.alias",
  "application/x-deb",
  "application/x-rpm",
  "application/x-google-chrome-extension",
  "application/x-xpinstall",
  "application/x-ms-regedit",
  "application/vnd.ms-htmlhelp",
  "application/xml",
  "text/html",
  "image/svg+xml",
]);

/** Signatures of programs that the library does not detect in short files. */
const programSignatures = ["MZ", "\u007fELF", "\u0000asm", "dex\n"].map((text) =>
  Buffer.from(text, "latin1"),
);

function describeActiveType(mime: string): string {
  return /xml|html|svg/.test(mime) ? "a page or drawing with code" : "a program";
}

/**
 * Decodes the head as UTF-8 (the last character may be incomplete), or as UTF-16 with a byte order
 * mark. Returns null if it is not text.
 */
function decodeText(head: Buffer, isWhole: boolean): string | null {
  if (head[0] === 0xff && head[1] === 0xfe)
    return head.subarray(2, head.length & ~1).toString("utf16le");
  if (head[0] === 0xfe && head[1] === 0xff)
    return Buffer.from(head.subarray(2, head.length & ~1))
      .swap16()
      .toString("utf16le");
  for (let cut = 0; cut <= (isWhole ? 0 : 3); cut += 1) {
    const part = head.subarray(0, head.length - cut);
    if (isUtf8(part)) return part.includes(0) ? null : part.toString("utf8");
  }
  // In older encodings, bytes without control characters count as text.
  return head.some((byte) => byte < 0x20 && !textControlCharacters.has(byte))
    ? null
    : head.toString("latin1");
}

/** Control characters that texts may contain: tab to carriage return, and escape. */
const textControlCharacters = new Set([9, 10, 11, 12, 13, 0x1b]);

/**
 * Returns the kind of active content in a text, or null. Checks the first tag or line, as browsers
 * and shells do.
 */
function findActiveContent(text: string): string | null {
  const start = text.replace(/^\ufeff/, "").trimStart();
  if (start.startsWith("#!")) return "a script";
  if (/^<[?%]/.test(start)) return /^<\?xml/i.test(start) ? "XML" : "a script";
  // Comments and a document type may precede the first tag.
  const tag = /^(?:<!--[\s\S]*?-->\s*|<!doctype[^>]*>\s*)*<!?([a-z][a-z0-9:-]*)([^>]*)/i.exec(
    start,
  );
  if (/^<!doctype/i.test(start)) return "a page or drawing with code";
  const name = tag?.[1]?.toLowerCase().split(":").at(-1);
  if (name === undefined) return start.startsWith("<!--") ? "a page" : null;
  if (htmlTags.has(name) || /\sxmlns\s*[=:]/i.test(tag?.[2] ?? ""))
    return "a page or drawing with code";
  return null;
}
/** Tags by which browsers recognise HTML (WHATWG), and `svg`. */
const htmlTags = new Set(
  "html head script iframe h1 div font table a style title b body br p svg math img object embed link meta base form template".split(
    " ",
  ),
);
