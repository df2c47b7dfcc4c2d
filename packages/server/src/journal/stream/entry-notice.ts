import type { EventName } from "../../core/event.ts";
import type { JournalEntry } from "../entry.ts";

/** Consecutive entries of one account that a node committed after the position `base`. */
export interface AccountNotice {
  readonly account: number;
  readonly base: number;
  readonly entries: readonly JournalEntry[];
}

export interface EntriesMessage {
  /** Epoch of the positions. In another one, they belong to other entries. */
  readonly epoch: string;
  readonly notices: readonly AccountNotice[];
}

/** Topic of the messages that contain entries. */
export const entriesTopic = "journal entries";

/** The fields of an entry that precede the frames. The last one is the length of its frame. */
type EntryFields = readonly [
  at: number,
  name: EventName,
  channelId: number | null,
  chatId: number | null,
  visitorId: number | null,
  seq: number | null,
  frameLength: number,
];
type NoticeFields = readonly [account: number, base: number, entries: readonly EntryFields[]];
type MessageFields = readonly [epoch: string, notices: readonly NoticeFields[]];

/**
 * Formats a message: a line of JSON, and then the frames. The frames are not part of the JSON,
 * because their quotes would be escaped once more.
 */
export function formatEntries({ epoch, notices }: EntriesMessage): string {
  let frames = "";
  const fields = notices.map(({ account, base, entries }): NoticeFields => {
    const list = entries.map((entry): EntryFields => {
      const { at, name, channelId, chatId, visitorId, seq, frame } = entry;
      frames += frame;
      return [at, name, channelId, chatId, visitorId, seq, frame.length];
    });
    return [account, base, list];
  });
  return `${JSON.stringify([epoch, fields] satisfies MessageFields)}\n${frames}`;
}

/** Parses a message of `formatEntries`. Throws if it is none. */
export function parseEntries(text: string): EntriesMessage {
  let start = text.indexOf("\n") + 1;
  const [epoch, fields] = JSON.parse(text.slice(0, start)) as MessageFields;
  const notices = fields.map(([account, base, list]) => ({
    account,
    base,
    entries: list.map(([at, name, channelId, chatId, visitorId, seq, frameLength], n) => {
      const frame = text.slice(start, (start += frameLength));
      return {
        account,
        position: base + n + 1,
        at,
        name,
        channelId,
        chatId,
        visitorId,
        seq,
        frame,
      };
    }),
  }));
  return { epoch, notices };
}
