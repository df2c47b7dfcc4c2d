import { createParameters, toInteger } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import { mayContain, timeConditions, type Candidate } from "./candidates.ts";
import type { SearchFilter } from "./search-record.ts";

/** Numbers of messages of one chat, `low` and `high` inclusive. */
export interface ChatSpan {
  readonly chat: number;
  readonly low: number;
  readonly high: number;
}
/** Size of the bodies of one chat in bytes that one read returns. Its last one may exceed it. */
const maxChatBytes = 1 << 20;
/** Highest number of a message. */
export const maxSeq = 2 ** 31 - 1;

/**
 * Reads the messages that may match among the first `limit` of each chat, from one end of its span.
 */
export async function readChatMessages(
  reader: Reader,
  account: number,
  spans: readonly ChatSpan[],
  {
    filter,
    order,
    limit,
  }: {
    readonly filter: SearchFilter;
    readonly order: "" | "desc";
    readonly limit: number;
  },
): Promise<readonly Candidate[]> {
  const v = createParameters(
    account,
    spans.map(({ chat }) => chat),
    spans.map(({ low }) => low),
    spans.map(({ high }) => high),
  );
  const rows = await reader.rows<{ chat_id: string; position: string; seq: number; body: string }>(
    account,
    `
    select j.chat_id, j.position, j.seq, j.body from unnest($2::bigint[], $3::int[], $4::int[]) q(chat, low, high)
    cross join lateral (
      select m.*, sum(octet_length(m.body)) over (order by m.seq ${order}) - octet_length(m.body) as bytes_before from (
        select x.chat_id, x.position, x.seq, x.at, x.body from journal x
        where x.account_id = $1 and x.chat_id = q.chat and x.seq is not null and x.seq >= q.low and x.seq <= q.high and x.author_kind <> 'system'
        order by x.seq ${order} limit ${v.put(limit)}) m
      where ${mayContain("m.body", filter, v)} ${timeConditions("m.at", filter, v)}) j
    where j.bytes_before < ${maxChatBytes} order by j.chat_id, j.seq ${order}`,
    v.list,
    "kept",
  );
  return rows.map(({ chat_id, position, seq, body }) => ({
    chat: toInteger(chat_id),
    position: toInteger(position),
    seq,
    body,
  }));
}

/** Returns whether further messages of the span of one chat were left out because of their size. */
export const isCutBySize = (messages: readonly Candidate[]): boolean =>
  messages.reduce((bytes, { body }) => bytes + Buffer.byteLength(body), 0) >= maxChatBytes;
