import { type PushDeviceRow, readPushKeys } from "./push.ts";
import type { Sql } from "../../database/sql.ts";
import { createEndpoint, type Seal } from "../integrations/endpoint-changes.ts";

/** Maximum number of push devices per operator. A further device replaces the oldest. */
const maxPushDevices = 10;

/** Registers a push device, instead of earlier ones of the session or the address. */
export async function savePushDevice(
  tx: Sql,
  account: number,
  row: PushDeviceRow,
  seal: Seal,
): Promise<number> {
  const secret = JSON.stringify(row.keys);
  const [existing] = await tx.query<{ id: number }>(
    "select id::float8 as id from endpoint where account_id = $1 and kind = 'push' and url = $2 limit 1 for update",
    [account, row.url],
  );
  const endpoint =
    existing?.id ??
    (await createEndpoint(tx, account, { kind: "push", url: row.url, secret, now: row.now }, seal));
  await tx.query(
    "update endpoint set name = $3, secret = $4, secret_hint = '' where account_id = $1 and id = $2",
    [account, endpoint, `${row.operatorName} · ${row.name}`, seal(secret)],
  );
  await tx.query(
    "delete from push_subscription where account_id = $1 and (session_id = $2 or endpoint_id = $3)",
    [account, row.sessionId, endpoint],
  );
  await tx.query(
    `delete from push_subscription where account_id = $1 and operator_id = $2 and id in (
       select id from push_subscription where account_id = $1 and operator_id = $2 order by id desc offset $3)`,
    [account, row.operatorId, maxPushDevices - 1],
  );
  const [created] = await tx.query<{ id: number }>(
    `insert into push_subscription (account_id, operator_id, session_id, endpoint_id, name, language, show_text, quiet, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id::float8 as id`,
    [
      account,
      row.operatorId,
      row.sessionId,
      endpoint,
      row.name,
      row.language,
      row.showText,
      row.quiet === null ? null : JSON.stringify(row.quiet),
      new Date(row.now),
    ],
  );
  if (created === undefined) throw new Error("insert into push_subscription returned no row");
  return created.id;
}

/** Removes a device of an operator. Returns false if the operator has no such device. */
export async function removePushDevice(
  tx: Sql,
  account: number,
  operator: number,
  id: number,
): Promise<boolean> {
  const rows = await tx.query(
    "delete from push_subscription where account_id = $1 and operator_id = $2 and id = $3 returning id",
    [account, operator, id],
  );
  return rows.length > 0;
}

/** Removes a rejected or signed-out device. Returns false if it was removed before. */
export async function expirePushDevice(
  tx: Sql,
  account: number,
  endpoint: number,
): Promise<boolean> {
  const rows = await tx.query(
    "delete from push_subscription where account_id = $1 and endpoint_id = $2 returning id",
    [account, endpoint],
  );
  return rows.length > 0;
}

/** Stores the result of an operator's latest self-test. */
export async function saveSelfTest(
  sql: Sql,
  account: number,
  operator: number,
  { broken, now }: { readonly broken: readonly string[]; readonly now: number },
): Promise<void> {
  await sql.query(
    `insert into self_test (account_id, operator_id, at, broken) values ($1, $2, $3, $4)
     on conflict (account_id, operator_id) do update set at = excluded.at, broken = excluded.broken`,
    [account, operator, new Date(now), broken],
  );
}

/** Stores the push keys unless another node has stored some. Returns the stored ones. */
export async function savePushKeys(
  sql: Sql,
  publicKey: string,
  sealed: Buffer,
): Promise<{ readonly publicKey: string; readonly sealed: Buffer }> {
  await sql.query(
    "update instance set push_public = $1, push_private = $2 where push_public is null",
    [publicKey, sealed],
  );
  return (await readPushKeys(sql)) ?? { publicKey, sealed };
}
