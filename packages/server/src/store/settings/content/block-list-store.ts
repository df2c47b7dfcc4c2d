import { customerKey, normalizeValue } from "../../../core/blacklist/normalize.ts";
import type { Sql } from "../../database/sql.ts";
import type { Given, KindStore } from "../kind-store.ts";
import { listBlocksOfFile, type BlockListFields, type BlockListRow } from "./block-list.ts";
import { addBlock, unblock, updateBlock } from "./block-list-changes.ts";

/**
 * The block list as a provisioning file changes it (CFG-035): a change puts an expired entry in
 * force again, and a removed entry ends, but its record remains.
 */
export const blockListStore: KindStore<BlockListFields, BlockListRow["facts"]> = {
  list: listBlocksOfFile,
  create: async (tx, account, { managed, ...given }, { now, operatorId }) =>
    addBlock(tx, account, {
      kind: given.kind,
      value: await findCompared(tx, account, given),
      shown: given.value,
      until: toMs(given.until),
      reason: given.reason,
      chatId: null,
      by: operatorId,
      managed,
      now,
    }),
  async update(tx, key, { until, reason, managed }) {
    const end = until === undefined ? undefined : toMs(until);
    const change = { until: end, reason, managed, inForce: true };
    return (await updateBlock(tx, key, change)) ? "done" : "not_found";
  },
  async remove(tx, account, id, { now, operatorId }) {
    await updateBlock(tx, { account, id }, { managed: false });
    return unblock(tx, { account, id }, operatorId, now);
  },
};

const toMs = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** Returns the value that is compared. Values were checked before, so a wrong one is a bug. */
async function findCompared(
  tx: Sql,
  account: number,
  { kind, value, channel_id }: Given<BlockListFields>,
): Promise<string> {
  if (kind === "customer") return customerKey(channel_id ?? 0, value);
  if (kind !== "visitor") return normalizeValue(kind, value) ?? value;
  const id = (await findVisitorsByNumber(tx, account, [Number(value)])).get(Number(value));
  if (id === undefined) throw new Error(`no visitor ${value}`);
  return String(id);
}

/** Returns a map from these visitor numbers to the ids of the account's visitors. */
export async function findVisitorsByNumber(
  sql: Sql,
  account: number | null,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await sql.query<{ number: number; id: number }>(
    "select number::float8 as number, id::float8 as id from visitor where account_id = $1 and number = any($2::bigint[])",
    [account, numbers],
  );
  return new Map(rows.map(({ number, id }) => [number, id]));
}
