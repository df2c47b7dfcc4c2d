import { timeText } from "../core/chat/draft.ts";
import type { EventName } from "../core/event.ts";

/** One entry of an account's journal as readers get it. */
export interface JournalEntry {
  readonly account: number;
  readonly position: number;
  readonly at: number /* ms since 1970 */;
  readonly name: EventName;
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly visitorId: number | null;
  readonly seq: number | null;
  /** The whole event frame of API-102, built once. */
  readonly frame: string;
}

/** What a row holds beside the entry: the stored body (architecture.md, "Where a body is serialised"). */
export interface EntryParts extends Omit<JournalEntry, "frame"> {
  /** For entries that carry a chat: the seq of its last message then. */
  readonly chatSeq: number | null;
  readonly body: string;
}

export function toEntry(parts: EntryParts): JournalEntry {
  const { account, position, at, name, channelId, chatId, visitorId, seq } = parts;
  return { account, position, at, name, channelId, chatId, visitorId, seq, frame: frameOf(parts) };
}

/** API-102. */
function frameOf(parts: EntryParts): string {
  const chat = parts.chatId === null ? "" : `,"chat_id":${parts.chatId}`;
  return `{"type":"event","position":${parts.position},"at":"${timeText(parts.at)}","name":"${parts.name}"${chat},"data":${dataOf(parts)}}`;
}

function dataOf(parts: EntryParts): string {
  if (parts.seq !== null) return `{"message":${messageJson(parts.body, parts.seq)}}`;
  return parts.chatSeq === null ? parts.body : parts.body.replace('"seq":null', `"seq":${parts.chatSeq}`);
}

/** The entity of API-022 from a stored message body and its number. */
export function messageJson(body: string, seq: number): string {
  return `{"seq":${seq},${body.slice(1)}`;
}
/** Fills the slot for a number of messages. The text of a slot cannot occur inside a JSON string: quotes are escaped there. */
export function fillSeq(text: string, seq: number): string {
  return text.replaceAll('"seq":null', `"seq":${seq}`);
}
export function fillNumber(text: string, number: number): string {
  return text.replaceAll('"number":null', `"number":${number}`);
}

/**
 * Columns of `journal` for a select list that `entryOf` reads. `at` was written in whole milliseconds, which rounding gives back: `date_part` counts
 * in floats, `extract` in decimals, which costs several times as much.
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
