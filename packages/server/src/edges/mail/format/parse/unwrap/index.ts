import { isBlank } from "../../../../../core/text.ts";
import { readContent, type MimePart } from "../mime/tree.ts";
import type { MailFault } from "../types.ts";
import { readCms } from "./cms.ts";
import { readTnef, type TnefMessage } from "./tnef.ts";

export interface UnwrappedParts {
  readonly root: MimePart;
  readonly faults: readonly MailFault[];
}

/** Containers inside each other that are opened. */
const maxDepth = 5;

/**
 * Opens the containers in which programs put whole mails: signed and compressed S/MIME, and
 * `winmail.dat` of Outlook (MAIL-113). Nothing is checked or decrypted. Containers that cannot be
 * read remain files. `maxBytes`: limit of what a container may become.
 */
export async function unwrapParts(root: MimePart, maxBytes: number): Promise<UnwrappedParts> {
  const faults = new Set<MailFault>();
  const open = async (part: MimePart, depth: number): Promise<MimePart> => {
    if (part.type === "multipart/encrypted") faults.add("encrypted");
    if (part.parts.length > 0)
      return { ...part, parts: await Promise.all(part.parts.map((child) => open(child, depth))) };
    if (depth >= maxDepth) return part;
    if (isTnef(part)) return openTnef(part, !hasText(root));
    if (!isCms(part)) return part;
    const cms = readCms(part.content, maxBytes);
    if (cms === null) return part;
    if (cms.kind === "encrypted") {
      faults.add("encrypted");
      return part;
    }
    if (cms.kind === "signed") faults.add("signature_not_checked");
    const inside = await readContent(cms.content, faults);
    return inside === null ? part : toMixed([await open(inside, depth + 1), part]);
  };
  return { root: await open(root, 0), faults: [...faults] };
}

function isCms({ type, fileName }: MimePart): boolean {
  return (
    /^application\/(?:x-)?pkcs7-mime$/.test(type) ||
    (type === "application/octet-stream" && /\.p7[mz]$/i.test(fileName ?? ""))
  );
}
function isTnef({ type, fileName }: MimePart): boolean {
  return (
    /^application\/(?:vnd\.)?ms-tnef$/.test(type) ||
    (type === "application/octet-stream" && /^win(?:mail)?\.dat$/i.test(fileName ?? ""))
  );
}
function hasText({ type, disposition, content, parts }: MimePart): boolean {
  return (
    parts.some(hasText) ||
    (/^text\/(?:plain|html)$/.test(type) &&
      disposition !== "attachment" &&
      !isBlank(content.toString("latin1")))
  );
}

function openTnef(part: MimePart, needsText: boolean): MimePart {
  const message = readTnef(part.content);
  if (message === null) return part;
  const parts = [
    ...(needsText ? toTextParts(message) : []),
    ...message.files.map((file) =>
      toPart(file.type.toLowerCase() || "application/octet-stream", file.content, {
        disposition: "attachment",
        fileName: file.name || null,
        contentId: file.contentId || null,
      }),
    ),
  ];
  return parts.length === 0 ? part : toMixed(parts);
}
function toTextParts({ text, html }: TnefMessage): readonly MimePart[] {
  const parts = [
    ...(isBlank(text) ? [] : [toPart("text/plain", Buffer.from(text), { charset: "utf-8" })]),
    ...(html === null ? [] : [toPart("text/html", html)]),
  ];
  return parts.length > 1 ? [toPart("multipart/alternative", Buffer.alloc(0), { parts })] : parts;
}

const toMixed = (parts: readonly MimePart[]): MimePart =>
  toPart("multipart/mixed", Buffer.alloc(0), { parts });

function toPart(type: string, content: Buffer, more: Partial<MimePart> = {}): MimePart {
  return {
    type,
    content,
    charset: "",
    isFlowed: false,
    dropsSpaces: false,
    disposition: "",
    fileName: null,
    contentId: null,
    isRoot: false,
    parts: [],
    ...more,
  };
}
