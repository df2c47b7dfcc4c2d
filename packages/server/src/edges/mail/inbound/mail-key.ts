import { hash } from "node:crypto";
import type { ParsedMail } from "../format/parse/types.ts";

/**
 * Returns the id under which a mail is stored: its Message-ID with a hash of its content, because
 * some programs give the same Message-ID to all their mails (MAIL-031). Trace headers, encodings
 * and line breaks do not count, because they differ if a mail arrives in two ways.
 */
export function toMailKey({
  messageId,
  from,
  date,
  subject,
  text,
  quote,
  signature,
  attachments,
}: ParsedMail): string {
  const content = [
    from?.address.toLowerCase() ?? "",
    date ?? "",
    toLetters(subject),
    toLetters(`${text}${quote}${signature}`),
    ...attachments.map(({ name }) => name),
  ];
  return `${messageId}${separator}${hash("sha256", JSON.stringify(content)).slice(0, hashLength)}`;
}

const separator = "#h";
const hashLength = 20;

/** Servers wrap lines again, and remove or add spaces at their ends. */
const toLetters = (text: string): string => text.replaceAll(/[\s>]+/g, "");
