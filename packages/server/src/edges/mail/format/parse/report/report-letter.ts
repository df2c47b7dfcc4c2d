import { daemonAddress, delayWords, failureWords } from "./bounce-phrases.ts";
import { findHeader, readAddresses, readId } from "../headers.ts";
import type { MailHeader } from "../mime/tree.ts";
import { toOneLine } from "../text.ts";
import type { ReportedRecipient } from "../types.ts";

const maxTextLength = 64 * 1024;
const maxDiagnosticLength = 500;

/**
 * Reads a report that a server wrote as a letter (MAIL-115). It comes from an empty return path or
 * from the address of a server, and says that a mail failed. Returns null for other mails.
 */
export function readReportLetter(
  headers: readonly MailHeader[],
  text: string,
): ReportedRecipient | null {
  const source = `${findHeader(headers, "subject")}\n${text.slice(0, maxTextLength)}`;
  if (!isFromServer(headers) || !failureWords.test(source)) return null;
  const own = new Set(
    ["to", "delivered-to", "x-original-to"].flatMap((name) =>
      readAddresses(findHeader(headers, name), 10).map(({ address }) => address.toLowerCase()),
    ),
  );
  const address = findAddresses(text).find(
    (found) => !own.has(found.toLowerCase()) && !daemonAddress.test(found),
  );
  if (address === undefined) return null;
  return {
    address,
    action: delayWords.test(source) ? "delayed" : "failed",
    status: /\b5\.\d{1,3}\.\d{1,3}\b/.exec(source)?.[0] ?? null,
    diagnostic: findDiagnostic(text),
  };
}

function isFromServer(headers: readonly MailHeader[]): boolean {
  if (findHeader(headers, "return-path").trim() === "<>") return true;
  return ["return-path", "from", "sender"].some((name) =>
    readAddresses(findHeader(headers, name), 1).some(({ address }) => daemonAddress.test(address)),
  );
}

/** Returns the addresses in a text. Ids of messages also have this form, so they are left out. */
function findAddresses(text: string): readonly string[] {
  const withoutIds = text
    .slice(0, maxTextLength)
    .replace(/^[>\s]*(?:message-id|references|in-reply-to):.*$/gim, "");
  const found =
    withoutIds.match(/[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g) ?? [];
  return found.map((address) => readAddresses(address, 1)[0]?.address ?? "").filter(Boolean);
}

/** Returns the line with the answer of the other server, or the sentence that says what failed. */
function findDiagnostic(text: string): string | null {
  const lines = text.slice(0, maxTextLength).split("\n");
  const line =
    lines.find((one) => /\b[45]\d\d[ -](?:#?[45]\.\d+\.\d+|\S)/.test(one)) ??
    lines.find((one) => failureWords.test(one));
  return line === undefined ? null : toOneLine(line, maxDiagnosticLength) || null;
}

/** Returns the id of the mail that the text quotes. */
export function findQuotedId(text: string): string | null {
  const quoted = /^[>\s]{0,20}message-id:\s{0,20}(<[^<>\s]{1,500}>)/im.exec(
    text.slice(-1_000_000),
  )?.[1];
  return quoted === undefined ? null : readId(quoted);
}
