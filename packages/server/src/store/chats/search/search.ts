import type { ChatVisibility } from "../chat-record.ts";
import type { Reader } from "../../database/reader.ts";
import { createMatcher } from "../../../core/search/match-message.ts";
import { listArchive, maxSearchRounds } from "./archive.ts";
import type { MessageFilter } from "./candidates.ts";
import { directionFor, type PositionRange, type SearchDirection } from "./direction.ts";
import { addHits } from "./found-messages.ts";
import { readPositionRange } from "./position-range.ts";
import type { SearchCursor, SearchFilter, SearchPage, SearchSort } from "./search-record.ts";
import { runRound, type ChatMatch, type RoundResult } from "./search-round.ts";

interface SearchQuery {
  readonly filter: SearchFilter;
  readonly limit: number;
  /** Maximum number of matching messages returned per chat. */
  readonly hits: number;
  readonly sort: SearchSort;
  readonly cursor?: SearchCursor | undefined;
}

/**
 * Finds chats with matching messages, sorted by the newest match, or by the oldest one if `sort` is
 * `oldest` (API-250). Each request scans a limited number of messages. A page may therefore be
 * short or empty although another one follows. Messages that arrive during a search change none of
 * its pages.
 */
export async function searchChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  query: SearchQuery,
): Promise<SearchPage> {
  const { filter, limit, sort, cursor } = query;
  if (filter.messages !== null)
    return searchMessages(reader, account, sight, {
      ...query,
      filter: { ...filter, messages: filter.messages },
    });
  const { items, next } = await listArchive(reader, account, sight, {
    filter,
    limit,
    sort,
    after: cursor?.of === "chats" ? cursor : null,
  });
  return {
    items: items.map((record) => ({ ...record, hits: [], count: 0 })),
    next: next && { of: "chats", ...next },
  };
}

async function searchMessages(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { filter, limit, hits, cursor, sort }: SearchQuery & { readonly filter: MessageFilter },
): Promise<SearchPage> {
  const direction = directionFor(sort);
  const matches = createMatcher(filter.messages);
  const range = await readPositionRange(reader, account, filter);
  const { shown, unread } = direction.split(
    cursor?.of === "messages" ? { low: range.low, high: Math.min(cursor.top, range.high) } : range,
    cursor,
  );
  const { chatMatches, remaining } = await collectMatches(reader, account, sight, {
    filter,
    matches,
    limit,
    direction,
    shown,
    unread,
    indexEnd: range.indexEnd,
  });
  const items = chatMatches.slice(0, limit);
  const last = items.at(-1);
  const isCut = chatMatches.length > limit && last !== undefined;
  const next = isCut ? direction.beyond(unread, last.position) : remaining;
  return {
    items: await addHits(reader, account, sight, {
      filter,
      matches,
      chatMatches: items,
      hits,
      direction,
    }),
    next:
      next === null
        ? null
        : { of: "messages", top: Math.max(shown.high, unread.high), at: direction.getStart(next) },
  };
}

/** Maximum number of blocks of the index that a round reads. */
const maxBlocksPerRound = 512;

interface SearchScan {
  readonly filter: MessageFilter;
  readonly matches: (body: string) => boolean;
  readonly limit: number;
  readonly direction: SearchDirection;
  /** `shown`: positions of earlier pages. `unread`: positions to scan. */
  readonly shown: PositionRange;
  readonly unread: PositionRange;
  /** Positions below are in the index. */
  readonly indexEnd: number;
}

/** Scans until one chat more than the limit matches. `remaining`: unscanned positions. */
async function collectMatches(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { limit, unread, ...scan }: SearchScan,
): Promise<{
  readonly chatMatches: readonly ChatMatch[];
  readonly remaining: PositionRange | null;
}> {
  const chatMatches: ChatMatch[] = [];
  let remaining: PositionRange | null = unread;
  let maxBlocks = Math.min(maxBlocksPerRound, 2 * limit + 8);
  for (
    let n = 0;
    n < maxSearchRounds &&
    remaining !== null &&
    remaining.high > remaining.low &&
    chatMatches.length <= limit;
    n++
  ) {
    const result: RoundResult = await runRound(reader, account, sight, {
      ...scan,
      span: remaining,
      maxBlocks,
      maxChats: limit + 1 - chatMatches.length,
      excludedChats: chatMatches.map(({ chat }) => chat),
    });
    chatMatches.push(...result.found);
    remaining = result.rest;
    // As many as the missing chats need if the next blocks are like these, and a third more.
    const missingShare = (limit + 1 - chatMatches.length) / result.found.length;
    maxBlocks = Math.min(
      maxBlocksPerRound,
      Math.ceil(maxBlocks * Math.min(10, missingShare * 1.3)),
    );
  }
  return {
    chatMatches,
    remaining: remaining !== null && remaining.high > remaining.low ? remaining : null,
  };
}
