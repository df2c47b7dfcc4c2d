import { isBlank } from "../../../../core/text.ts";
import { readAttachments } from "./attachments.ts";
import { readAuthentication } from "./authentication.ts";
import { readSource, splitBody } from "./body.ts";
import { findLabels, hasUnknownCharset } from "./mime/charsets.ts";
import { classifyMail } from "./classify.ts";
import { readDeliveryReport } from "./report/delivery-report.ts";
import { readEnvelope } from "./headers.ts";
import { findEndOfHeaders, readMime } from "./mime/tree.ts";
import { selectParts } from "./mime/select-parts.ts";
import { unwrapParts } from "./unwrap/index.ts";
import {
  mailLimits,
  type MailAttachment,
  type MailFault,
  type MailParseOptions,
  type ParsedMail,
} from "./types.ts";

/** Reads a mail whose size was checked. Never rejects for a broken mail. */
export async function readMail(bytes: Buffer, options: MailParseOptions): Promise<ParsedMail> {
  const mime = await readMime(bytes);
  const { headers, rest } = mime;
  const unwrapped = await unwrapParts(mime.root, options.maxBytes);
  const parsed = readEnvelope(headers, bytes, options.receivedAt);
  const { envelope } = parsed;
  const selected = selectParts(unwrapped.root, findLabels(bytes, mailLimits.maxHeaderBytes));
  const source = readSource(selected.texts);
  const report = await readDeliveryReport(headers, selected.attachments, source.text);
  const split = splitBody(source, {
    subject: envelope.subject,
    isReply: envelope.inReplyTo !== null || envelope.references.length > 0,
    participants: [envelope.from, ...envelope.recipients].filter((person) => person !== null),
    hasFiles: selected.attachments.length > 0,
  });
  const { body } = split;
  const attachments = readAttachments(selected.attachments, body.html);
  const found: readonly MailFault[] = [
    ...mime.faults,
    ...unwrapped.faults,
    ...parsed.faults,
    ...split.faults,
    ...(hasUnknownCharset(bytes, mailLimits.maxHeaderBytes) ? (["unknown_charset"] as const) : []),
    ...(selected.guessed === null ? [] : (["guessed_charset"] as const)),
  ];
  const isLost =
    rest === null &&
    attachments.length === 0 &&
    body.html === null &&
    isBlank(`${body.text}${body.quote}${body.signature}`) &&
    bytes.subarray(findEndOfHeaders(bytes)).some((byte) => byte > 0x20);
  return {
    ...envelope,
    ...body,
    guessed: selected.guessed,
    attachments: rest === null && !isLost ? attachments : [...attachments, toAttachment(bytes)],
    kind: classifyMail(headers, { report, subject: envelope.subject }, options),
    report,
    authentication: readAuthentication(
      headers,
      found.includes("several_senders") || found.includes("no_sender") ? null : envelope.from,
      options.authenticationServers,
    ),
    faults: [...new Set([...found, ...(isLost ? (["unreadable"] as const) : [])])],
  };
}

/** Returns a mail that could not be read as a file, so nothing is lost (MAIL-007, MAIL-019). */
function toAttachment(raw: Buffer): MailAttachment {
  return {
    name: "mail.eml",
    claimedType: "message/rfc822",
    content: raw,
    contentId: null,
    isInline: false,
  };
}
