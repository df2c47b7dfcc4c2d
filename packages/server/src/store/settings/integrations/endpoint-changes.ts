import type { Sql } from "../../database/sql.ts";
import type { RowKey } from "../rows.ts";

export type Seal = (text: string) => Buffer;
/** Time in milliseconds for which an old secret is also used for signing (CORE-124). */
const rotationOverlapMs = 24 * 3_600_000;

/**
 * Data of a new endpoint of an integrator. `secret` is in plain text: `whsec_` and base64 of 32
 * bytes (CORE-124). It is stored sealed (CORE-125). "": the requests are not signed.
 */
export interface EndpointRow {
  readonly kind: "bot" | "webhook" | "push" | "call" | "channel" | "model" | "old_system";
  readonly url: string;
  readonly secret: string;
  readonly now: number;
  /** Name that operators see if the endpoint has no owner with a name. "" or absent means none. */
  readonly name?: string;
}
/** Inserts an endpoint and returns its id. */
export async function createEndpoint(
  tx: Sql,
  account: number,
  row: EndpointRow,
  seal: Seal,
): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `insert into endpoint (account_id, kind, url, secret, secret_hint, secret_created_at, name)
     values ($1, $2, $3, $4, $5, $6, nullif($7::text, '')) returning id::float8 as id`,
    [
      account,
      row.kind,
      row.url,
      seal(row.secret),
      row.secret.slice(-4),
      row.secret === "" ? null : new Date(row.now),
      row.name ?? "",
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert into endpoint returned no row");
  return id;
}

export async function setEndpointUrl(
  tx: Sql,
  account: number,
  id: number,
  url: string,
): Promise<void> {
  await tx.query("update endpoint set url = $3 where account_id = $1 and id = $2", [
    account,
    id,
    url,
  ]);
}

export async function renameEndpoint(
  tx: Sql,
  account: number,
  id: number,
  name: string,
): Promise<void> {
  await tx.query(
    "update endpoint set name = nullif($3::text, '') where account_id = $1 and id = $2",
    [account, id, name],
  );
}

/** Switches an endpoint on that Parlour switched off, and resets its failures (WH-062). */
export async function switchEndpointOn(tx: Sql, account: number, id: number): Promise<void> {
  const rows = await tx.query(
    "update endpoint set off_at = null, off_reason = null where account_id = $1 and id = $2 and off_at is not null returning id",
    [account, id],
  );
  if (rows.length > 0)
    await tx.query(
      "update endpoint_health set failing_since = null, given_up_at = null where account_id = $1 and endpoint_id = $2",
      [account, id],
    );
}

/** Sets a new signing secret. The previous one is also used for signing for 24 h (CORE-124). */
export async function rotateEndpointSecret(
  tx: Sql,
  { account, id }: RowKey,
  secret: string,
  { seal, now }: { readonly seal: Seal; readonly now: number },
): Promise<void> {
  await tx.query(
    `update endpoint set previous_secret = secret, previous_secret_until = $3, secret = $4, secret_hint = $5, secret_created_at = $6
     where account_id = $1 and id = $2`,
    [account, id, new Date(now + rotationOverlapMs), seal(secret), secret.slice(-4), new Date(now)],
  );
}

/** Tables of the channels and departments that a bot or webhook is limited to. */
const selectionColumns = {
  bot_channel: { owner: "bot_id", selected: "channel_id" },
  webhook_channel: { owner: "webhook_id", selected: "channel_id" },
  webhook_department: { owner: "webhook_id", selected: "department_id" },
} as const;

/** Sets the channels or departments of a bot or webhook. null means all. */
export async function setSelection(
  tx: Sql,
  table: keyof typeof selectionColumns,
  { account, id }: RowKey,
  ids: readonly number[] | null,
): Promise<void> {
  const { owner, selected } = selectionColumns[table];
  await tx.query(`delete from ${table} where account_id = $1 and ${owner} = $2`, [account, id]);
  if (ids === null) return;
  await tx.query(
    `insert into ${table} (account_id, ${owner}, ${selected}) select $1, $2, unnest($3::bigint[])`,
    [account, id, ids],
  );
}

/** Returns those of the given ids that belong to channels of the account that are not deleted. */
export async function findExistingChannels(
  tx: Sql,
  account: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    "select id::float8 as id from channel where account_id = $1 and deleted_at is null and id = any($2::bigint[])",
    [account, ids],
  );
  return new Set(rows.map((row) => row.id));
}
