import { readAttachments } from "./attachments.ts";
import { readAuthentication } from "./authentication.ts";
import { readBody } from "./body.ts";
import { hasUnknownCharset } from "./charsets.ts";
import { classifyMail } from "./classify.ts";
import { readDeliveryReport } from "./delivery-report.ts";
import { readEnvelope } from "./headers.ts";
import { readMime } from "./mime.ts";
import {
  mailLimits,
  type MailAttachment,
  type MailParseOptions,
  type ParsedMail,
} from "./types.ts";

/** Reads a mail whose size was checked. Never rejects for a broken mail. */
export async function readMail(bytes: Buffer, options: MailParseOptions): Promise<ParsedMail> {
  const mime = await readMime(bytes);
  const { email, headers, rest, faults } = mime;
  const envelope = readEnvelope(mime, bytes, options.receivedAt);
  const body = readBody(email, envelope.envelope.subject);
  const report = await readDeliveryReport(mime);
  const charset = hasUnknownCharset(bytes, mailLimits.maxHeaderBytes)
    ? (["unknown_charset"] as const)
    : [];
  return {
    ...envelope.envelope,
    ...body.body,
    attachments: [
      ...readAttachments(email.attachments, body.body.html),
      ...(rest === null ? [] : [toAttachment(rest)]),
    ],
    kind: classifyMail(headers, report, options.markers),
    report,
    authentication: readAuthentication(
      headers,
      envelope.faults.includes("several_senders") ? null : envelope.envelope.from,
      options.authenticationServers,
    ),
    faults: [...new Set([...faults, ...envelope.faults, ...body.faults, ...charset])],
  };
}

/** Returns a mail that could not be read as a file, so that nothing is lost (MAIL-007). */
function toAttachment(raw: Buffer): MailAttachment {
  return {
    name: "mail.eml",
    claimedType: "message/rfc822",
    content: raw,
    contentId: null,
    isInline: false,
  };
}
