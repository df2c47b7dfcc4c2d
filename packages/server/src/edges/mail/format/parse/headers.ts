import { createHash } from "node:crypto";
import libmime from "libmime";
import { parseAddressHeader } from "mailparser";
import type { MailHeader } from "./mime/tree.ts";
import { toOneLine } from "./text.ts";
import { mailLimits, type MailAddress, type MailEnvelope, type MailFault } from "./types.ts";

/** Returns the first header with this name, or "". */
export function findHeader(headers: readonly MailHeader[], name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? "";
}

/** Reads the headers that say who wrote what to whom (MAIL-002 to MAIL-005). */
export function readEnvelope(
  headers: readonly MailHeader[],
  raw: Buffer,
  receivedAt: number,
): { readonly envelope: MailEnvelope; readonly faults: readonly MailFault[] } {
  const faults = new Set<MailFault>(findDuplicates(headers));
  const read = (name: string): string => findHeader(headers, name);
  const senders = readAddresses(read("from"), 2);
  if (senders.length === 0) faults.add("no_sender");
  if (senders.length > 1) faults.add("several_senders");
  const to = mergeAddresses(readAddresses(read("to"), mailLimits.maxRecipients + 1));
  const cc = mergeAddresses(readAddresses(read("cc"), mailLimits.maxRecipients + 1));
  const recipients = mergeAddresses([...to, ...cc]);
  if (recipients.length > mailLimits.maxRecipients) faults.add("too_many_recipients");
  const references = readIds(read("references"));
  if (references.length > mailLimits.maxReferences) faults.add("too_many_references");
  const messageId = readId(read("message-id"));
  if (messageId === null) faults.add("no_message_id");
  const date = readDate(read("date"), receivedAt);
  if (date === null) faults.add("invalid_date");
  return {
    faults: [...faults],
    envelope: {
      messageId: messageId ?? `sha256:${createHash("sha256").update(raw).digest("hex")}`,
      inReplyTo: readIds(read("in-reply-to"))[0] ?? null,
      references: limitReferences(references),
      from: senders[0] ?? guessSender(headers),
      replyTo: mergeAddresses(readAddresses(read("reply-to"), mailLimits.maxReplyTo)),
      to: to.slice(0, mailLimits.maxRecipients),
      cc: cc.slice(0, mailLimits.maxRecipients),
      recipients: recipients.slice(0, mailLimits.maxRecipients),
      deliveredTo: readDeliveredTo(headers),
      subject: toOneLine(decodeWords(read("subject")), mailLimits.maxSubjectLength),
      date,
    },
  };
}

/** Headers from which the sender is guessed if `From` has no address, the best one first. */
const senderHeaders = ["from", "sender", "reply-to", "x-original-from", "x-sender", "return-path"];
/** Returns the first address that one of the headers contains in any form (MAIL-018). */
function guessSender(headers: readonly MailHeader[]): MailAddress | null {
  for (const name of senderHeaders) {
    const value = findHeader(headers, name).slice(0, 2_000);
    const [found] = readAddresses(value, 1);
    const raw = /[^\s@<>(),;:\\"[\]]{1,64}@[^\s@<>(),;:\\"[\]]{1,180}/u.exec(value)?.[0];
    const address = found ?? (raw === undefined ? undefined : readAddresses(raw, 1)[0]);
    if (address === undefined) continue;
    const named = toOneLine(
      decodeWords(findHeader(headers, "from")).replace(/[[<(].*$/, ""),
      mailLimits.maxNameLength,
    );
    return { ...address, name: address.name || (/@/.test(named) ? "" : named) };
  }
  return null;
}

/** Decodes encoded words (RFC 2047), in raw text too. */
function decodeWords(value: string): string {
  try {
    return libmime.decodeWords(value);
  } catch {
    // An unknown character set.
    return value;
  }
}

/** Headers that a mail may have once (RFC 5322 3.6). The first one counts. */
const singleHeaders: ReadonlySet<string> = new Set([
  "from",
  "sender",
  "reply-to",
  "to",
  "cc",
  "subject",
  "date",
  "message-id",
  "in-reply-to",
  "references",
]);
function findDuplicates(headers: readonly MailHeader[]): readonly MailFault[] {
  const found = headers.map(({ key }) => key).filter((key) => singleHeaders.has(key));
  const faults: MailFault[] = new Set(found).size < found.length ? ["duplicate_header"] : [];
  if (found.filter((key) => key === "from").length > 1) faults.push("several_senders");
  return faults;
}

/** Parses at most `max` valid addresses. Longer headers are cut before they are parsed. */
export function readAddresses(header: string, max: number): readonly MailAddress[] {
  return parseAddressHeader(header.slice(0, max * 2_000), { flatten: true, decodePunycode: false })
    .value.map(({ name, address }) => {
      const at = address?.lastIndexOf("@") ?? -1;
      return {
        address: `${address?.slice(0, at + 1) ?? ""}${address?.slice(at + 1).toLowerCase() ?? ""}`,
        name: toOneLine(name, mailLimits.maxNameLength),
      };
    })
    .filter(({ address }) => isAddress(address))
    .slice(0, max);
}
function isAddress(text: string): boolean {
  return text.length <= 254 && addressPattern.test(text);
}
const addressPattern =
  /^[^\s@<>(),;:\\"[\]\p{Cc}]+@(?:\[[^\s@<>(),;\\"[\]\p{Cc}]+\]|[^\s@<>(),;:\\"[\]\p{Cc}]+)$/u;
function mergeAddresses(addresses: readonly MailAddress[]): readonly MailAddress[] {
  const merged = new Map<string, MailAddress>();
  for (const one of addresses) if (!merged.has(one.address)) merged.set(one.address, one);
  return [...merged.values()];
}

/** Trace headers with the address of the envelope. Different servers use different names. */
const deliveryHeaders: ReadonlySet<string> = new Set([
  "delivered-to",
  "x-delivered-to",
  "x-original-to",
  "envelope-to",
  "x-envelope-to",
]);
function readDeliveredTo(headers: readonly MailHeader[]): readonly string[] {
  const found = headers
    .filter(({ key }) => deliveryHeaders.has(key))
    .slice(0, mailLimits.maxRecipients)
    .flatMap(({ value }) => readAddresses(value, 1));
  return mergeAddresses(found).map(({ address }) => address);
}

/** Returns the ids of a header without angle brackets. Text between them is ignored. */
export function readIds(header: string): readonly string[] {
  const found = Array.from(header.matchAll(/<([^<>\s]+)>/g), ([, id]) => id ?? "");
  return [...new Set(found)].filter((id) => id.length <= mailLimits.maxIdLength);
}
/** Returns a message id. Some programs write it without angle brackets. */
export function readId(header: string): string | null {
  const id = readIds(header)[0] ?? /^[^<>\s]+@[^<>\s]+$/.exec(header)?.[0];
  return id === undefined || id.length > mailLimits.maxIdLength ? null : id;
}
function limitReferences(ids: readonly string[]): readonly string[] {
  const { maxReferences } = mailLimits;
  return ids.length <= maxReferences ? ids : [...ids.slice(0, 1), ...ids.slice(1 - maxReferences)];
}

const dayMs = 86_400_000;
function readDate(header: string, receivedAt: number): number | null {
  const date = Date.parse(header.slice(0, 100));
  return date > 0 && date <= receivedAt + dayMs ? date : null;
}
