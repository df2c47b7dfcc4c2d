import libmime from "libmime";
import { toDisplayName } from "../../../../files/name.ts";
import { contentIdReference, decodeContentId } from "../content-id.ts";
import type { MimePart } from "./mime/tree.ts";
import { toOneLine } from "./text.ts";
import { mailLimits, type MailAttachment } from "./types.ts";

/** Returns the attachments, unopened, without the parts of a delivery report. */
export function readAttachments(
  parts: readonly MimePart[],
  html: string | null,
): readonly MailAttachment[] {
  const shown = findShownIds(html ?? "");
  return parts
    .filter(({ type }) => type !== "message/delivery-status")
    .map((part) => {
      const type = findType(part);
      const contentId = readContentId(part.contentId);
      return {
        name: toDisplayName(part.fileName ?? getDefaultName(type)),
        claimedType: type,
        content: part.content,
        contentId,
        isInline: contentId !== null && shown.has(contentId),
      };
    });
}
/** Returns the declared type, or for files without one the type of their name. */
function findType({ type, fileName }: MimePart): string {
  const found =
    type === "application/octet-stream" && fileName !== null
      ? libmime.detectMimeType(fileName)
      : type;
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(found) ? found : "application/octet-stream";
}

/** Returns the content ids that the HTML refers to. */
function findShownIds(html: string): ReadonlySet<string> {
  const found = html.matchAll(contentIdReference);
  return new Set(Array.from(found, ([, id]) => decodeContentId(id ?? "")));
}
function readContentId(value: string | null): string | null {
  const id = toOneLine((value ?? "").trim().replace(/^<|>$/g, ""), mailLimits.maxIdLength);
  return id === "" ? null : id;
}

const defaultNames: Readonly<Record<string, string>> = {
  "message/rfc822": "mail.eml",
  "text/calendar": "invitation.ics",
  "text/plain": "text.txt",
  "text/html": "page.html",
  "image/jpeg": "picture.jpg",
  "image/png": "picture.png",
  "image/gif": "picture.gif",
  "application/pdf": "document.pdf",
};
const getDefaultName = (type: string): string => defaultNames[type] ?? "file";
