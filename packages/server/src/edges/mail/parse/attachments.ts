import type { Attachment } from "mailparser";
import { toDisplayName } from "../../../files/name.ts";
import { contentIdReference, decodeContentId } from "../content-id.ts";
import { toOneLine } from "./text.ts";
import { mailLimits, type MailAttachment } from "./types.ts";

/**
 * Returns the attachments of a mail. Their content is not opened. Parts of a delivery report are no
 * attachments.
 */
export function readAttachments(
  attachments: readonly Attachment[],
  html: string | null,
): readonly MailAttachment[] {
  const shown = findShownIds(html ?? "");
  return attachments
    .filter(({ contentType }) => contentType !== "message/delivery-status")
    .map(({ filename, contentType, content, cid }) => {
      const contentId = readContentId(cid);
      return {
        name: toDisplayName(filename ?? getDefaultName(contentType)),
        claimedType: readType(contentType),
        content,
        contentId,
        isInline: contentId !== null && shown.has(contentId),
      };
    });
}

/** Returns the content ids that the HTML refers to. */
function findShownIds(html: string): ReadonlySet<string> {
  const found = html.matchAll(contentIdReference);
  return new Set(Array.from(found, ([, id]) => decodeContentId(id ?? "")));
}
function readContentId(value: string | undefined): string | null {
  const id = toOneLine(value ?? "", mailLimits.maxIdLength);
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

function readType(type: string): string {
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : "application/octet-stream";
}
