import { findHeader, readAddresses, readId, readIds } from "../headers.ts";
import { findQuotedId, readReportLetter } from "./report-letter.ts";
import { readHeaders, type MailHeader, type MimePart } from "../mime/tree.ts";
import { toOneLine } from "../text.ts";
import type { DeliveryReport, ReportedRecipient } from "../types.ts";

const maxDiagnosticLength = 500;
const maxReportedRecipients = 20;
const maxReportBytes = 256 * 1024;

/**
 * Reads a delivery report (RFC 3464), a report of a server that only writes `X-Failed-Recipients`,
 * or a letter of a server about a mail that came back. Returns null if the mail is not a report.
 * `text`: the whole text of the mail.
 */
export async function readDeliveryReport(
  headers: readonly MailHeader[],
  parts: readonly MimePart[],
  text: string,
): Promise<DeliveryReport | null> {
  const status = parts.find(({ type }) => type === "message/delivery-status");
  const originalMessageId = await readOriginalId(headers, parts, text);
  const recipients =
    status === undefined ? readFailedRecipients(headers) : await readStatus(status);
  if (recipients.length > 0) return { recipients, originalMessageId };
  // Without the id of a mail, a person may have written it.
  const letter = originalMessageId === null ? null : readReportLetter(headers, text);
  return letter === null ? null : { recipients: [letter], originalMessageId };
}

/** Reads the groups of fields about recipients. The first group is about the server. */
async function readStatus({ content }: MimePart): Promise<readonly ReportedRecipient[]> {
  const text = content.toString("utf8", 0, maxReportBytes).replaceAll("\r\n", "\n");
  const groups = text.split(/\n{2,}/).slice(0, maxReportedRecipients + 1);
  const fields = await Promise.all(groups.map((group) => readHeaders(Buffer.from(`${group}\n\n`))));
  return fields.flatMap(readRecipient).slice(0, maxReportedRecipients);
}

const actions = ["failed", "delayed", "delivered", "relayed", "expanded"] as const;
function readRecipient(headers: readonly MailHeader[]): readonly ReportedRecipient[] {
  const action = actions.find((name) => name === findHeader(headers, "action").toLowerCase());
  const read = (field: string) =>
    readAddresses(removeType(findHeader(headers, field)), 1)[0]?.address;
  const original = read("original-recipient");
  const address = read("final-recipient") ?? original;
  if (action === undefined || address === undefined) return [];
  const diagnostic = removeType(findHeader(headers, "diagnostic-code"));
  return [
    {
      address,
      original: original === undefined || original === address ? undefined : original,
      action,
      status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(findHeader(headers, "status"))?.[0] ?? null,
      diagnostic: toOneLine(diagnostic, maxDiagnosticLength) || null,
    },
  ];
}
/** Removes the type in front of a value, as in `rfc822; anna@example.com`. */
const removeType = (value: string): string => value.replace(/^\s*[\w-]+\s*;\s*/, "");

function readFailedRecipients(headers: readonly MailHeader[]): readonly ReportedRecipient[] {
  return readAddresses(findHeader(headers, "x-failed-recipients"), maxReportedRecipients).map(
    ({ address }) => ({ address, action: "failed", status: null, diagnostic: null }),
  );
}

/** Returns the Message-ID of the mail that came back, whole or only its headers. */
async function readOriginalId(
  headers: readonly MailHeader[],
  parts: readonly MimePart[],
  text: string,
): Promise<string | null> {
  const original = parts.find(({ type }) =>
    ["message/rfc822", "text/rfc822-headers", "message/rfc822-headers"].includes(type),
  );
  if (original !== undefined)
    return readId(findHeader(await readHeaders(original.content), "message-id"));
  // Exim appends the mail to its text. Others refer to it.
  const [answered] = readIds(findHeader(headers, "in-reply-to"));
  return (
    findQuotedId(text) ?? answered ?? readIds(findHeader(headers, "references")).at(-1) ?? null
  );
}
