import { randomUUID } from "node:crypto";
import { simpleParser, type AddressObject } from "mailparser";
import { createTransport } from "nodemailer";
import type { SubmittedMail } from "../services/mail/index.ts";
import type { LabFile } from "./panel.ts";

/** A mail that Parlour sent. */
export interface ReceivedMail {
  readonly messageId: string;
  /** Addresses of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** Address to which an answer goes. */
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly fileNames: readonly string[];
  readonly references: readonly string[];
  readonly at: number;
}

export async function readMail({ from, to, raw }: SubmittedMail): Promise<ReceivedMail> {
  const mail = await simpleParser(raw);
  return {
    messageId: mail.messageId ?? "",
    from,
    to,
    replyTo: getAddress(mail.replyTo) ?? getAddress(mail.from) ?? from,
    subject: mail.subject ?? "",
    text: mail.text?.trim() ?? "",
    fileNames: mail.attachments.map(({ filename }) => filename ?? "file"),
    references: [mail.references ?? []].flat(),
    at: Date.now(),
  };
}

const getAddress = (field: AddressObject | undefined): string | undefined =>
  field?.value[0]?.address;

export interface NewMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly file?: LabFile | null;
  readonly answered?: ReceivedMail;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Name of the lab's mail server in `Authentication-Results` (RFC 8601). */
export const mailServerName = "mx.lab.example";
const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

export async function buildMail(mail: NewMail): Promise<Buffer> {
  const { from, to, subject, text, html = "", file = null, answered, headers = {} } = mail;
  const domain = from.split("@")[1] ?? "customer.example";
  const { message } = await composer.sendMail({
    from,
    to,
    subject,
    text,
    messageId: `<${randomUUID()}@${domain}>`,
    html: html || undefined,
    attachments:
      file === null
        ? undefined
        : [{ filename: file.name, contentType: file.type, content: file.bytes }],
    inReplyTo: answered?.messageId,
    references: answered === undefined ? undefined : [...answered.references, answered.messageId],
    headers: {
      ...headers,
      "Authentication-Results": `${mailServerName}; dmarc=pass header.from=${domain}`,
    },
  });
  return Buffer.isBuffer(message) ? message : Buffer.from("");
}

/** Builds the report that a mail could not be delivered (RFC 3464). */
export function buildBounce(mail: ReceivedMail, recipient: string): Buffer {
  const boundary = "lab-report";
  return Buffer.from(
    [
      "Return-Path: <>",
      `From: Mail Delivery System <mailer-daemon@${mailServerName}>`,
      `To: <${mail.from}>`,
      "Subject: Undelivered Mail Returned to Sender",
      `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
      `Message-ID: <${randomUUID()}@${mailServerName}>`,
      "Auto-Submitted: auto-replied",
      "MIME-Version: 1.0",
      `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
      "",
      `--${boundary}`,
      "Content-Type: text/plain; charset=utf-8",
      "",
      "The mail could not be delivered.",
      `--${boundary}`,
      "Content-Type: message/delivery-status",
      "",
      `Reporting-MTA: dns; ${mailServerName}`,
      "",
      `Final-Recipient: rfc822; ${recipient}`,
      "Action: failed",
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 5.1.1 user unknown",
      "",
      `--${boundary}`,
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${mail.messageId}`,
      "",
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  );
}
