import { isFailure } from "../../core/failure.ts";
import type { VisitorData } from "../../core/event.ts";
import {
  decideCustomerKeyChange,
  movedKeyPrefix,
  type CustomerKeyChange,
  type CustomerRecord,
} from "../../core/visitor/change-customer.ts";
import { decideMerge } from "../../core/visitor/person.ts";
import { toMilliseconds, type Sql } from "../database/sql.ts";
import { addPersonLink, listPersonVisitors, readMergeSides } from "./person.ts";

interface ChannelKey {
  readonly account: number;
  readonly id: number;
}

/** Returns the visitors of a channel who have one of the keys. */
export function listCustomers(
  sql: Sql,
  { account, id }: ChannelKey,
  keys: readonly string[],
): Promise<readonly CustomerRecord[]> {
  return sql.query(
    `select v.id::float8 as id, v.number::float8 as number, v.customer as key,
       ${toMilliseconds("(v.body::json->>'created_at')::timestamptz")} as "createdAt"
     from visitor v where v.account_id = $1 and v.source = $2 and v.customer = any($3::text[])`,
    [account, id, keys],
  );
}

/** Result of a change. `persons`: numbers of the visitors whose person changed. */
export interface CustomerKeyChangeResult {
  /** Whether the visitor has the new key now, and not another visitor. */
  readonly isRenamed: boolean;
  readonly persons: readonly number[];
}

/** Applies a changed key to answers (CORE-379). The caller has the account's lock. */
export async function changeCustomerKey(
  tx: Sql,
  channel: ChannelKey,
  change: CustomerKeyChange,
  now: number,
): Promise<CustomerKeyChangeResult> {
  const known = await listCustomers(tx, channel, [...change.from, ...change.to]);
  const decided = decideCustomerKeyChange(known, change);
  const [key = ""] = change.to;
  if (decided === null) return { isRenamed: false, persons: [] };
  if (decided.kind === "rename") {
    await writeKey(tx, channel, decided.visitor.id, { key, recipient: key });
    return { isRenamed: true, persons: [] };
  }
  const { visitor, other } = decided;
  const movedKey = `${movedKeyPrefix}${visitor.id}`;
  await writeKey(tx, channel, visitor.id, { key: movedKey, recipient: other.key });
  return { isRenamed: false, persons: await merge(tx, channel.account, [visitor, other], now) };
}

/** Merges both to one person. Returns the visitors of the person, or none if nothing changed. */
async function merge(
  tx: Sql,
  account: number,
  [visitor, other]: readonly [CustomerRecord, CustomerRecord],
  now: number,
): Promise<readonly number[]> {
  const pair = [visitor.id, other.id] as const;
  const decided = decideMerge(...(await readMergeSides(tx, account, pair)));
  if (isFailure(decided) || decided === "already") return [];
  if (!(await addPersonLink(tx, account, "same", { pair, by: null, now }))) return [];
  const person = await listPersonVisitors(tx, account, visitor.id);
  return person.map(({ number }) => number);
}

async function writeKey(
  tx: Sql,
  { account }: ChannelKey,
  visitor: number,
  { key, recipient }: { readonly key: string; readonly recipient: string },
): Promise<void> {
  const [row] = await tx.query<{ body: string }>(
    "select body from visitor where account_id = $1 and id = $2 for update",
    [account, visitor],
  );
  const body: VisitorData = { ...(JSON.parse(row?.body ?? "{}") as VisitorData), customer: key };
  await tx.query(
    `update visitor set customer = $3, recipient = $4, body = $5, version = version + 1
     where account_id = $1 and id = $2`,
    [account, visitor, key, JSON.stringify(recipient), JSON.stringify(body)],
  );
}
