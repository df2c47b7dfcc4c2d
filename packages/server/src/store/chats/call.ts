import type { Call, ChatEntity, Visitor, Outcome } from "../../core/entity.ts";
import type { ChatData, VisitorData } from "../../core/event.ts";
import type { ChatVisibility } from "./chat-record.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";
import { chatVisibilityCondition } from "./visibility.ts";
import {
  lookupJoin,
  fromMicroseconds,
  toInteger,
  toMicroseconds,
  createParameters,
} from "../database/parameters.ts";

export interface CallRecord {
  readonly call: Call;
  readonly visitor: Visitor;
  readonly channel: ChatEntity["channel"];
}
export interface CallCursor {
  /** Creation time in microseconds since 1970. */
  readonly key: number;
  readonly id: number;
}
export interface CallFilter {
  readonly state?: "waiting" | "running" | "done" | undefined;
  readonly chatId?: number | undefined;
  /** Numbers of visitors, such as those of a person. */
  readonly visitorNumbers?: readonly number[];
  readonly limit: number;
  readonly after?: CallCursor | undefined;
}
/** The telephony server of an account with the driver `http` (CORE-104). */
export interface TelephonyServerRecord {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  /** Secret part of the report URL, sealed. */
  readonly reportSecret: Buffer;
}

/**
 * Conditions on the row `k` of `record` by call state. They contain literals instead of parameters,
 * so that the index of running calls matches.
 */
const conditions = {
  waiting: "k.state <> 'end' and k.state <> 'error' and k.body::jsonb -> 'operator' = 'null'",
  running: "k.state <> 'end' and k.state <> 'error' and k.body::jsonb -> 'operator' <> 'null'",
  done: "(k.state = 'end' or k.state = 'error')",
} as const;
const joins = `${lookupJoin("chat", "c", "c.account_id = k.account_id and c.id = k.chat_id")} ${lookupJoin("visitor", "v", "v.account_id = k.account_id and v.id = k.visitor_id")}`;
const columns = `k.id, k.body, c.body as chat_body, v.number, v.body as visitor_body, ${toMicroseconds("k.created_at")} as key`;

/** Returns a page of calls, newest first (API-060). */
export async function listCalls(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: CallFilter,
): Promise<{ readonly items: readonly CallRecord[]; readonly next: CallCursor | null }> {
  const v = createParameters(account);
  const { state, chatId, visitorNumbers, after } = filter;
  const rows = await reader.rows<CallRow>(
    account,
    `select ${columns} from record k ${joins}
    where k.account_id = $1 and k.kind = 'call' and ${chatVisibilityCondition(sight, v)} ${state === undefined ? "" : `and ${conditions[state]}`}
      ${chatId === undefined ? "" : `and k.chat_id = ${v.put(chatId)}`}
      ${visitorNumbers === undefined ? "" : `and k.visitor_id = any(array(select id from visitor where account_id = $1 and number = any(${v.put(visitorNumbers)}::bigint[])))`}
      ${after === undefined ? "" : `and (k.created_at, k.id) < (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`}
    order by k.created_at desc, k.id desc limit ${v.put(filter.limit + 1)}`,
    v.list,
  );
  const items = rows.slice(0, filter.limit);
  const last = items.at(-1);
  return {
    items: items.map(toRecord),
    next:
      rows.length > filter.limit && last !== undefined
        ? { key: toInteger(last.key), id: toInteger(last.id) }
        : null,
  };
}

export async function findCall(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  id: number,
): Promise<CallRecord | null> {
  const v = createParameters(account, id);
  const row = await reader.one<CallRow>(
    account,
    `select ${columns} from record k ${joins} where k.account_id = $1 and k.id = $2 and k.kind = 'call' and ${chatVisibilityCondition(sight, v)}`,
    v.list,
  );
  return row === null ? null : toRecord(row);
}

/** Counts the calls that wait for an operator now, without postponed calls (API-029). */
export async function countWaitingCalls(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
): Promise<number> {
  const v = createParameters(account);
  const row = await reader.one<{ n: string }>(
    account,
    `select count(*) as n from record k ${lookupJoin("chat", "c", "c.account_id = k.account_id and c.id = k.chat_id")}
    where k.account_id = $1 and k.kind = 'call' and ${conditions.waiting} and k.body::jsonb -> 'due_at' is null and ${chatVisibilityCondition(sight, v)}`,
    v.list,
  );
  return toInteger(row?.n ?? 0);
}

/** Returns the visitor's running call (CORE-103), or else that with `callId`, or null. */
export async function findVisitorCall(
  sql: Sql,
  account: number,
  visitorId: number,
  callId: number | null,
): Promise<Call | null> {
  const [row] = await sql.query<{ body: string }>(
    `select body from record where account_id = $1 and visitor_id = $2 and kind = 'call' and (state not in ('end', 'error') or id = $3)
    order by state in ('end', 'error'), created_at, id limit 1`,
    [account, visitorId, callId],
  );
  return row === undefined ? null : (JSON.parse(row.body) as Call);
}

export async function findCallById(sql: Sql, account: number, id: number): Promise<Call | null> {
  const [row] = await sql.query<{ body: string }>(
    "select body from record where account_id = $1 and id = $2 and kind = 'call'",
    [account, id],
  );
  return row === undefined ? null : (JSON.parse(row.body) as Call);
}

/**
 * Returns whether a call request was sent, or may have been sent, to this telephony server. After
 * an interrupted attempt this is unknown, so the request counts as sent.
 */
export async function wasCallRequestSent(
  sql: Sql,
  account: number,
  endpointId: number,
  call: Call,
): Promise<boolean> {
  const rows = await sql.query(
    `select from delivery d join attempt a on a.account_id = d.account_id and a.delivery_id = d.id
    where d.account_id = $1 and d.chat_id = $2 and d.endpoint_id = $3 and d.order_key = $4 and d.event = 'call_request' and a.outcome <> all ($5) limit 1`,
    [account, call.chat_id, endpointId, call.id, unsentOutcomes],
  );
  return rows.length > 0;
}
/** Outcomes of attempts in which the endpoint received no request. */
const unsentOutcomes: readonly Outcome[] = [
  "withdrawn",
  "endpoint_off",
  "private_address",
  "dns_failed",
  "tls_failed",
];

interface CallRow {
  readonly id: string;
  readonly body: string;
  readonly chat_body: string;
  readonly number: string;
  readonly visitor_body: string;
  readonly key: string;
}
function toRecord(row: CallRow): CallRecord {
  return {
    call: JSON.parse(row.body) as Call,
    visitor: { ...(JSON.parse(row.visitor_body) as VisitorData), number: toInteger(row.number) },
    channel: (JSON.parse(row.chat_body) as ChatData).channel,
  };
}
