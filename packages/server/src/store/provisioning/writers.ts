import { lastPosition } from "../last-entry.ts";
import type { AuditAction } from "@parlour/protocol/api";
import type { SettingsKind } from "../../core/event.ts";
import type { Sql } from "../database/sql.ts";
import type { ProvisionedInstallation } from "./present.ts";

/** Inserts an account with its head row. The caller inserts its operators afterwards. */
export async function insertAccount(tx: Sql, name: string): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    "with a as (insert into account (name, managed) values ($1, true) returning id), h as (insert into account_head (account_id) select id from a) select id::float8 as id from a",
    [name],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("insert into account returned no row");
  return id;
}

/** Makes the first owner of an account also the owner of the installation (CORE-001). */
export async function grantInstallationOwner(
  tx: Sql,
  account: number,
  operator: number,
): Promise<void> {
  await tx.query(
    "update operator set instance_owner = true where account_id = $1 and id = $2 and not exists (select from operator where instance_owner)",
    [account, operator],
  );
}

export async function setPasswordHash(
  tx: Sql,
  account: number,
  operator: number,
  hash: string,
): Promise<void> {
  await tx.query(
    "update operator set password_hash = $3, reset_token_hash = null, reset_token_expires_at = null, invite_token_hash = null, invite_token_expires_at = null where account_id = $1 and id = $2",
    [account, operator, hash],
  );
}

export async function setProvisionedInstallation(
  tx: Sql,
  instance: ProvisionedInstallation,
): Promise<void> {
  await tx.query("update instance set provisioned = $1", [JSON.stringify(instance)]);
}

/**
 * Records changed settings of an account that this transaction has locked. Raises `config_version`
 * and adds one `settings_changed` entry per change to the journal. Returns the position of the last
 * one. The caller must notify running nodes.
 */
export async function recordSettingsChanges(
  tx: Sql,
  account: number,
  changed: readonly { kind: SettingsKind; id: number | null }[],
  now: number,
): Promise<number> {
  const bodies = changed.map(({ kind, id }) => JSON.stringify({ kind, id }));
  const rows = await tx.query<{ position: number }>(
    `with h as (update account_head set config_version = config_version + 1 where account_id = $1 returning account_id)
     insert into journal (account_id, position, at, name, body)
     select h.account_id, ${lastPosition("$1::bigint")} + b.n, to_timestamp($3::float8 / 1000), 'settings_changed', b.body
     from h, unnest($2::text[]) with ordinality b (body, n)
     returning position::float8 as position`,
    [account, bodies, now],
  );
  return Math.max(...rows.map(({ position }) => position));
}

/** Records a change by the file in the audit log (reliability.md 6). No secrets. */
export async function insertFileAudit(
  tx: Sql,
  entry: { account: number; at: number; action: AuditAction; target: string },
): Promise<void> {
  await tx.query(
    "insert into audit (account_id, at, actor_kind, actor_id, action, target, address, request_id, result) values (nullif($1, 0), to_timestamp($2::float8 / 1000), 'file', null, $3, $4, null, null, 'ok')",
    [entry.account, entry.at, entry.action, entry.target],
  );
}
