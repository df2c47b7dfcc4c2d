import { formatTime } from "../core/chat/create.ts";
import type { EventName } from "../core/event.ts";

/** One entry of an account's journal, as subscribers and projections receive it. */
export interface JournalEntry {
  readonly account: number;
  readonly position: number;
  readonly at: number /* Milliseconds since 1970. */;
  readonly name: EventName;
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly visitorId: number | null;
  readonly seq: number | null;
  /** The complete event frame of API-102, serialised once. */
  readonly frame: string;
}

/**
 * Returns whether the entry is about a message that was undone (CORE-350). Quotes inside texts are
 * escaped, so the match is a key.
 */
export const isUndo = ({ name, frame }: JournalEntry): boolean =>
  name === "message_updated" && frame.includes('undone_at":"');

/**
 * Beginning of the author in the frame of a message. The first match is the author of the message
 * itself. Texts that are searched in each frame begin without the quote of their key: a frame has
 * many quotes, at each of which V8 would compare, which takes ten times as long.
 */
const authorKey = 'author":{"kind":"';
/** Returns the kind of the author of a new message, or null for other entries. */
export function getAuthorKind({ name, frame }: JournalEntry): string | null {
  const from = name === "message_created" ? frame.indexOf(authorKey) : -1;
  return from < 0
    ? null
    : frame.slice(from + authorKey.length, frame.indexOf('"', from + authorKey.length));
}

/**
 * Row of a journal entry with its stored body. See "Where a body is serialised" in architecture.md.
 */
export interface EntryRow extends Omit<JournalEntry, "frame"> {
  /** `seq` of the chat's last message at that time, for entries that contain a chat. */
  readonly chatSeq: number | null;
  readonly body: string;
}

/** Converts a row to an entry and serialises its frame. */
export function toEntry(row: EntryRow): JournalEntry {
  const { account, position, at, name, channelId, chatId, visitorId, seq } = row;
  return {
    account,
    position,
    at,
    name,
    channelId,
    chatId,
    visitorId,
    seq,
    frame: buildEventFrame(row),
  };
}

/** Serialises the event frame of API-102. */
function buildEventFrame(row: EntryRow): string {
  const chat = row.chatId === null ? "" : `,"chat_id":${row.chatId}`;
  return `{"type":"event","position":${row.position},"at":"${formatTime(row.at)}","name":"${row.name}"${chat},"data":${serializeData(row)}}`;
}

function serializeData(row: EntryRow): string {
  if (row.seq !== null) return `{"message":${serializeMessage(row.body, row.seq)}}`;
  return row.chatSeq === null || !row.name.startsWith("chat_")
    ? row.body
    : serializeChat(row.body, row.chatSeq);
}
/** Sets `seq` of the chat of a stored body, which is null there and almost always its head. */
function serializeChat(body: string, seq: number): string {
  if (body.startsWith(chatHead)) return `{"chat":{"seq":${seq}${body.slice(chatHead.length)}`;
  const { chat, ...rest } = JSON.parse(body) as { readonly chat: object };
  return JSON.stringify({ chat: { ...chat, seq }, ...rest });
}
const chatHead = '{"chat":{"seq":null';

/** Builds the message entity of API-022 from a stored body and its `seq`. */
function serializeMessage(body: string, seq: number): string {
  return `{"seq":${seq},${body.slice(1)}`;
}

const entryColumnNames = "position, at, name, channel_id, chat_id, visitor_id, seq, chat_seq, body";
/**
 * Columns of the select list that `rowToEntry` reads. `at` is stored in whole milliseconds, so
 * rounding restores it exactly. `date_part` computes with floats and is several times faster than
 * `extract`, which uses decimals.
 */
export const entrySelectList = `position, round(date_part('epoch', at) * 1000) as at, name, channel_id, chat_id, visitor_id, seq, chat_seq, body`;
/** Size of the bodies of one read in bytes, which its last entry may exceed (CORE-383). */
export const maxReadBytes = 4 << 20;
/**
 * Returns a query for the rows of `entries` up to the one whose body exceeds `maxBytes` in all
 * (CORE-383). `entries` selects the columns of entries in ascending order, `maxBytes` is SQL too.
 * PostgreSQL knows the sizes without reading the bodies that are left out.
 */
export const limitBytes = (entries: string, maxBytes: string): string =>
  `select ${entryColumnNames} from (
    select e.*, sum(octet_length(body)) over (order by position) - octet_length(body) as bytes_before from (${entries}) e
  ) e where bytes_before < ${maxBytes} order by position`;
export interface EntryColumns {
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
export function rowToEntry(account: number, row: EntryColumns): JournalEntry {
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
