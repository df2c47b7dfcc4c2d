import { blocksPerSlice, slicesPerScope, toSliceMark } from "../../../core/search/index-words.ts";
import {
  listPlainWords,
  toBlockQuery,
  type MessageQuery,
} from "../../../core/search/match-message.ts";
import { createParameters, lookupJoin, toInteger } from "../../database/parameters.ts";
import type { QueryParameters } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import { selectChatsOfVisitors, toTimestamp } from "./archive.ts";
import type { PositionRange, SearchDirection } from "./direction.ts";
import { isInBlock, searchBlockSize } from "./index-blocks.ts";
import type { SearchFilter } from "./search-record.ts";

/** A filter with a condition on messages. */
export type MessageFilter = SearchFilter & { readonly messages: MessageQuery };

/** A message that may match. `body`: as the journal stores it. */
export interface Candidate {
  readonly chat: number;
  readonly position: number;
  readonly seq: number;
  readonly body: string;
}
export interface CandidateScan {
  readonly filter: MessageFilter;
  readonly direction: SearchDirection;
  /** Positions to scan. Those below `indexEnd` are in the index. */
  readonly span: PositionRange;
  readonly indexEnd: number;
  readonly maxBlocks: number;
  readonly excludedChats: readonly number[];
}
/** Candidates in search order. `rest`: unscanned positions, or null if there are none. */
interface CandidatePage {
  readonly candidates: readonly Candidate[];
  readonly rest: PositionRange | null;
}

/** Maximum number of the newest positions that are read because the index lacks them. */
const maxUnindexed = 2_000;
/** Maximum number of messages of visitors' chats that one scan reads. */
const maxMessagesOfVisitors = 2_000;
/** Size of the bodies of a scan in bytes, which its last message may exceed. */
const maxScanBytes = 4 << 20;

/** Reads the next messages that may match, in search order. */
export function readCandidates(
  reader: Reader,
  account: number,
  scan: CandidateScan,
): Promise<CandidatePage> {
  const v = createParameters(account);
  const chats = selectChatsOfVisitors(scan.filter, v);
  return chats === null
    ? readBlocks(reader, account, scan)
    : readMessagesOfVisitors(reader, account, scan, { chats, v });
}

interface CandidateRow {
  readonly position: string;
  readonly chat_id: string;
  readonly seq: number;
  readonly body: string;
  readonly bytes_before: string;
}
const columns = "j.position, j.chat_id, j.seq, j.body";

/** Reads the messages of the newest blocks, which the index lacks, and of blocks of the index. */
async function readBlocks(
  reader: Reader,
  account: number,
  scan: CandidateScan,
): Promise<CandidatePage> {
  const { filter, direction, span, indexEnd, maxBlocks, excludedChats } = scan;
  const { isNewestFirst, order } = direction;
  const indexedBlocks = Math.floor(indexEnd / searchBlockSize);
  const split = indexedBlocks * searchBlockSize;
  const endBlock = Math.ceil(span.high / searchBlockSize);
  // The oldest first: the index, and what it lacks in a further scan.
  const isPastIndex = isNewestFirst ? span.high > split : span.low >= split;
  const firstUnindexed = isPastIndex
    ? Math.max(
        indexedBlocks,
        Math.floor(Math.max(span.low, span.high - maxUnindexed) / searchBlockSize),
      )
    : endBlock;
  const unindexed = Array.from(
    { length: Math.max(0, endBlock - firstUnindexed) },
    (_, n) => firstUnindexed + n,
  );
  const ranges = listRanges(
    Math.floor(span.low / searchBlockSize),
    Math.min(endBlock, indexedBlocks),
    isNewestFirst,
  );
  const v = createParameters(account, toBlockQuery(filter.messages));
  const [low, high] = [v.put(span.low), v.put(span.high)];
  const rows = await reader.rows<
    Partial<CandidateRow> & { readonly blocks: string; readonly edge: string | null }
  >(
    account,
    `
    with block as materialized (
        select n, false as found from unnest(${v.put(unindexed)}::bigint[]) n
        union all select n, true from search_blocks($2, ${v.put(ranges.map(({ condition }) => condition))}, ${v.put(ranges.map(({ first }) => first))}, ${v.put(ranges.map(({ last }) => last))}, ${v.put(maxBlocks)}, ${isNewestFirst ? -1 : 1}) n),
      message as materialized (
        select ${columns}, ${bytesBefore(order)} from block b
        cross join lateral (select ${columns} from journal j where j.account_id = $1 and ${isInBlock("j.position", "b.n")} and j.position >= ${low} and j.position < ${high}
          and j.seq is not null and j.author_kind <> 'system' and j.chat_id <> all(${v.put(excludedChats)}::bigint[]) ${timeConditions("j.at", filter, v)} and ${mayContain("j.body", filter, v)} offset 0) j)
    select j.*, e.blocks, e.edge from (select count(*) as blocks, ${isNewestFirst ? "min" : "max"}(n) as edge from block where found) e
    left join message j on j.bytes_before < ${maxScanBytes} order by j.position ${order}`,
    v.list,
    "kept",
  );
  const { blocks, edge } = rows[0] ?? { blocks: "0", edge: null };
  const page = toPage(rows.filter((row): row is typeof row & CandidateRow => row.body != null));
  if (page.isCut) return { ...page, rest: direction.beyond(span, page.last) };
  const isIndexOver = edge === null || toInteger(blocks) < maxBlocks;
  const edgeStart = toInteger(edge ?? 0) * searchBlockSize;
  const rest = !isIndexOver
    ? direction.beyond(span, isNewestFirst ? edgeStart : edgeStart + searchBlockSize - 1)
    : isNewestFirst || isPastIndex
      ? null
      : { low: split, high: span.high };
  return { ...page, rest };
}

/** Number of slices that a search reads one by one. */
const maxSlices = 4;
const blocksPerScope = blocksPerSlice * slicesPerScope;

/** Blocks `first` to `last` of one scope, with a condition for the query of the index. */
interface BlockRange {
  readonly first: number;
  readonly last: number;
  readonly condition: string;
}

/**
 * Returns the ranges to search in the blocks `low` (inclusive) to `high` (exclusive), in search
 * order. The first ones are slices, so that a word of many blocks does not cost a whole scope. A
 * word that is rare there is rare in a scope too.
 */
function listRanges(low: number, high: number, isNewestFirst: boolean): readonly BlockRange[] {
  const ranges: BlockRange[] = [];
  for (let left = { low, high }; left.low < left.high;) {
    const isSlice = ranges.length < maxSlices;
    const size = isSlice ? blocksPerSlice : blocksPerScope;
    const start = Math.floor((isNewestFirst ? left.high - 1 : left.low) / size) * size;
    const first = Math.max(left.low, start);
    const last = Math.min(left.high, start + size) - 1;
    ranges.push({ first, last, condition: isSlice ? ` & '~${toSliceMark(first)}'` : "" });
    left = isNewestFirst ? { low: left.low, high: first } : { low: last + 1, high: left.high };
  }
  return ranges;
}

/** Reads messages of the chats of the filter's visitors. `chats`: SQL for their ids. */
async function readMessagesOfVisitors(
  reader: Reader,
  account: number,
  { filter, direction, span, excludedChats }: CandidateScan,
  { chats, v }: { readonly chats: string; readonly v: QueryParameters },
): Promise<CandidatePage> {
  const { order } = direction;
  const rows = await reader.rows<CandidateRow>(
    account,
    `
    select * from (
      select ${columns}, ${bytesBefore(order)} from (
        select ${columns} from (${chats}) q
        ${lookupJoin("journal", "j", `j.account_id = $1 and j.chat_id = q.id and j.seq is not null and j.author_kind <> 'system' and j.position >= ${v.put(span.low)} and j.position < ${v.put(span.high)}`)}
        where j.chat_id <> all(${v.put(excludedChats)}::bigint[]) ${timeConditions("j.at", filter, v)}
        order by j.position ${order} limit ${maxMessagesOfVisitors}) j) j
    where bytes_before < ${maxScanBytes} order by position ${order}`,
    v.list,
  );
  const page = toPage(rows);
  const hasMore = page.isCut || rows.length === maxMessagesOfVisitors;
  return { ...page, rest: hasMore ? direction.beyond(span, page.last) : null };
}

const bytesBefore = (order: SearchDirection["order"]): string =>
  `sum(octet_length(j.body)) over (order by j.position ${order}) - octet_length(j.body) as bytes_before`;

/** `isCut`: further rows may have been left out because of their size. */
function toPage(rows: readonly CandidateRow[]) {
  const last = rows.at(-1);
  return {
    candidates: rows.map(({ position, chat_id, seq, body }): Candidate => ({
      chat: toInteger(chat_id),
      position: toInteger(position),
      seq,
      body,
    })),
    last: toInteger(last?.position ?? 0),
    isCut:
      last !== undefined &&
      toInteger(last.bytes_before) + Buffer.byteLength(last.body) >= maxScanBytes,
  };
}

/**
 * Returns an SQL condition that is false only for bodies that cannot match: all letters are ASCII
 * and one of the words is missing. Other bodies are read, because their letters may be normalized.
 */
export function mayContain(body: string, { messages }: SearchFilter, v: QueryParameters): string {
  const words = messages === null ? [] : listPlainWords(messages);
  return words.length === 0
    ? "true"
    : `(lower(${body} collate "C") like all(${v.put(words.map((word) => `%${word}%`))}::text[])
        or octet_length(${body}) <> length(${body}) or strpos(${body}, '"nodes":') > 0)`;
}

/** Returns SQL for the times of the filter. */
export function timeConditions(
  column: string,
  { after, before }: SearchFilter,
  v: QueryParameters,
): string {
  return [
    after === undefined ? "" : `and ${column} >= ${toTimestamp(v, after)}`,
    before === undefined ? "" : `and ${column} < ${toTimestamp(v, before)}`,
  ].join(" ");
}
