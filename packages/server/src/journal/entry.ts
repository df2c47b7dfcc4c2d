import { formatTime } from "../core/chat/create.ts";
import type { EventName } from "../core/event.ts";

/** One entry of an account's journal, as consumers receive it. */
export interface JournalEntry {
  readonly account: number;
  readonly position: number;
  readonly at: number /* ms since 1970 */;
  readonly name: EventName;
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly visitorId: number | null;
  readonly seq: number | null;
  /** The complete event frame of API-102, serialised once. */
  readonly frame: string;
}

/** Row of an entry with its stored body. See "Where a body is serialised" in architecture.md. */
export interface EntryParts extends Omit<JournalEntry, "frame"> {
  /** Only for entries that contain a chat: the `seq` of its last message at that time. */
  readonly chatSeq: number | null;
  readonly body: string;
}

/** Converts a row to an entry and serialises its frame. */
export function toEntry(parts: EntryParts): JournalEntry {
  const { account, position, at, name, channelId, chatId, visitorId, seq } = parts;
  return { account, position, at, name, channelId, chatId, visitorId, seq, frame: frameOf(parts) };
}

/** Serialises the event frame of API-102. */
function frameOf(parts: EntryParts): string {
  const chat = parts.chatId === null ? "" : `,"chat_id":${parts.chatId}`;
  return `{"type":"event","position":${parts.position},"at":"${formatTime(parts.at)}","name":"${parts.name}"${chat},"data":${dataOf(parts)}}`;
}

function dataOf(parts: EntryParts): string {
  if (parts.seq !== null) return `{"message":${messageJson(parts.body, parts.seq)}}`;
  return parts.chatSeq === null ? parts.body : parts.body.replace('"seq":null', `"seq":${parts.chatSeq}`);
}

/** Builds the message entity of API-022 from a stored body and its `seq`. */
export function messageJson(body: string, seq: number): string {
  return `{"seq":${seq},${body.slice(1)}`;
}
/**
 * Fills the reserved `seq` slots. The slot text cannot occur inside a JSON string, because quotes
 * are escaped there.
 */
export function fillSeq(text: string, seq: number): string {
  return text.replaceAll('"seq":null', `"seq":${seq}`);
}
/** Fills the reserved `number` slots with the visitor number. */
export function fillNumber(text: string, number: number): string {
  return text.replaceAll('"number":null', `"number":${number}`);
}

/**
 * Select list that `rowToEntry` reads. `at` is stored in whole milliseconds, so rounding restores
 * it exactly. `date_part` computes with floats and is several times faster than `extract`, which
 * uses decimals.
 */
export const entryColumns = `position, round(date_part('epoch', at) * 1000) as at, name, channel_id, chat_id, visitor_id, seq, chat_seq, body`;
export interface EntryRecord {
  position: number;
  at: number;
  name: EventName;
  channel_id: number | null;
  chat_id: number | null;
  visitor_id: number | null;
  seq: number | null;
  chat_seq: number | null;
  body: string;
}
/** Converts a selected row to an entry. */
export function entryOf(account: number, row: EntryRecord): JournalEntry {
  return toEntry({
    account,
    position: row.position,
    at: row.at,
    name: row.name,
    channelId: row.channel_id,
    chatId: row.chat_id,
    visitorId: row.visitor_id,
    seq: row.seq,
    chatSeq: row.chat_seq,
    body: row.body,
  });
}
