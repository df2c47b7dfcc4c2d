import type { ImapFaults } from "./imap-faults.ts";
import type { StoredMail } from "./mailbox.ts";

/**
 * Formats the answer to FETCH: `* 3 FETCH (UID 7 BODY[]<0> {12}…)`. Knows the items UID, FLAGS,
 * INTERNALDATE, RFC822.SIZE and `BODY.PEEK[]` with an optional range.
 */
export function formatFetchAnswer(
  mail: StoredMail,
  number: number,
  items: readonly string[],
  faults: ImapFaults,
): Buffer {
  const parts: Buffer[] = [Buffer.from(`* ${number} FETCH (`)];
  for (const [n, item] of withUid(items).entries()) {
    if (n > 0) parts.push(Buffer.from(" "));
    parts.push(...formatItem(mail, item, faults));
  }
  parts.push(Buffer.from(")\r\n"));
  return Buffer.concat(parts);
}

const withUid = (items: readonly string[]): readonly string[] =>
  items.some((item) => item.toUpperCase() === "UID") ? items : ["UID", ...items];

function formatItem(mail: StoredMail, item: string, faults: ImapFaults): readonly Buffer[] {
  switch (item.toUpperCase()) {
    case "UID":
      return [Buffer.from(`UID ${mail.uid}`)];
    case "FLAGS":
      return [Buffer.from(`FLAGS (${[...mail.flags].join(" ")})`)];
    case "INTERNALDATE":
      return [Buffer.from(`INTERNALDATE "${formatDate(mail.arrivedAt)}"`)];
    case "RFC822.SIZE":
      return [Buffer.from(`RFC822.SIZE ${faults.claimedSize ?? mail.raw.length}`)];
    default:
      return formatBody(mail, item, faults);
  }
}

function formatBody(mail: StoredMail, item: string, faults: ImapFaults): readonly Buffer[] {
  const range = /^BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?$/i.exec(item);
  if (range === null) return [Buffer.from("X-UNKNOWN NIL")];
  const start = Number(range[1] ?? 0);
  const body = mail.raw.subarray(start, start + Number(range[2] ?? mail.raw.length));
  const origin = range[1] === undefined ? "" : `<${start}>`;
  return [Buffer.from(`BODY[]${origin} {${faults.announcedLiteral ?? body.length}}\r\n`), body];
}

/** Formats a time as ` 7-Nov-2026 09:05:00 +0000`. */
function formatDate(ms: number): string {
  const [, day, month, year, time] = new Date(ms).toUTCString().split(" ");
  return `${day}-${month}-${year} ${time} +0000`;
}
