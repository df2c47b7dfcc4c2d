import type { Reader } from "../database/reader.ts";
import { parseAccountSettings } from "../settings/account/account-settings.ts";
import { toMilliseconds, fromMilliseconds, type Sql } from "../database/sql.ts";
import { type PasskeyRow, passkeyColumns } from "./passkeys.ts";

/**
 * Time from which a second factor is required of all operators, and the active operators who have
 * none (CORE-203). The time is in milliseconds since 1970. null means never.
 */
export interface SecondFactorPolicyRecord {
  readonly from: number | null;
  /** True if the provisioning file manages the requirement (CFG-025). */
  readonly managed: boolean;
  readonly without: readonly { readonly id: number; readonly name: string }[];
}

/*
 * Second factors of an operator (CORE-013): authenticator codes, recovery codes, passkeys. The rows
 * contain sealed secrets, which the caller seals and unseals.
 */

export interface FactorsRow {
  readonly hasPassword: boolean;
  readonly totpSecret: Buffer | null;
  readonly totpPending: Buffer | null;
  /** Time step of the last accepted code, or null. */
  readonly totpStep: number | null;
  readonly recoveryCodes: number;
  readonly passkeyUser: Buffer;
  readonly passkeys: readonly PasskeyRow[];
}

/** Returns all factors of an operator, or null if the operator does not exist. */
export async function readFactors(
  sql: Sql,
  account: number,
  operatorId: number,
): Promise<FactorsRow | null> {
  const [row] = await sql.query<Omit<FactorsRow, "passkeys">>(
    `select password_hash is not null as "hasPassword", totp_secret as "totpSecret", totp_pending as "totpPending", totp_step::float8 as "totpStep",
       passkey_user as "passkeyUser",
       (select count(*)::int from recovery_code r where r.account_id = o.account_id and r.operator_id = o.id) as "recoveryCodes"
     from operator o where account_id = $1 and id = $2`,
    [account, operatorId],
  );
  if (row === undefined) return null;
  const passkeys = await sql.query<PasskeyRow>(
    `select ${passkeyColumns} from passkey p where p.account_id = $1 and p.operator_id = $2 order by p.id`,
    [account, operatorId],
  );
  return { ...row, passkeys };
}

export async function setTotpPending(
  sql: Sql,
  account: number,
  operatorId: number,
  sealed: Buffer,
): Promise<void> {
  await sql.query("update operator set totp_pending = $3 where account_id = $1 and id = $2", [
    account,
    operatorId,
    sealed,
  ]);
}
/** Makes the pending secret the current one. `step`: time step of the proving code. */
export async function activatePendingTotp(
  sql: Sql,
  account: number,
  operatorId: number,
  step: number,
): Promise<void> {
  await sql.query(
    "update operator set totp_secret = totp_pending, totp_pending = null, totp_step = $3 where account_id = $1 and id = $2 and totp_pending is not null",
    [account, operatorId, step],
  );
}
export async function removeTotp(sql: Sql, account: number, operatorId: number): Promise<void> {
  await sql.query(
    "update operator set totp_secret = null, totp_pending = null, totp_step = null where account_id = $1 and id = $2",
    [account, operatorId],
  );
}
/** Marks a time step as used. Returns false if it or a later one was used before. */
export async function consumeTotpStep(
  sql: Sql,
  account: number,
  operatorId: number,
  step: number,
): Promise<boolean> {
  const rows = await sql.query(
    "update operator set totp_step = $3 where account_id = $1 and id = $2 and coalesce(totp_step, -1) < $3 returning id",
    [account, operatorId, step],
  );
  return rows.length > 0;
}

/** Replaces all recovery codes. The earlier codes no longer work. */
export async function replaceRecoveryCodes(
  sql: Sql,
  account: number,
  operatorId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql.query("delete from recovery_code where account_id = $1 and operator_id = $2", [
    account,
    operatorId,
  ]);
  await sql.query(
    "insert into recovery_code (account_id, operator_id, hash) select $1, $2, unnest($3::bytea[])",
    [account, operatorId, hashes],
  );
}
/** Marks a recovery code as used. Returns false if the code does not exist. */
export async function consumeRecoveryCode(
  sql: Sql,
  account: number,
  operatorId: number,
  hash: Buffer,
): Promise<boolean> {
  const rows = await sql.query(
    "delete from recovery_code where account_id = $1 and operator_id = $2 and hash = $3 returning hash",
    [account, operatorId, hash],
  );
  return rows.length > 0;
}

/** Removes every second factor of an operator who lost their device. */
export async function clearFactors(sql: Sql, account: number, operatorId: number): Promise<void> {
  await removeTotp(sql, account, operatorId);
  await sql.query("delete from passkey where account_id = $1 and operator_id = $2", [
    account,
    operatorId,
  ]);
  await sql.query("delete from recovery_code where account_id = $1 and operator_id = $2", [
    account,
    operatorId,
  ]);
}

/** Returns active operators without a second factor, and their deadline (CORE-013). */
export async function findSecondFactorPolicy(
  reader: Reader,
  account: number,
): Promise<SecondFactorPolicyRecord> {
  const row = await reader.one<{ from: number | null; settings: unknown }>(
    account,
    `select ${toMilliseconds("second_factor_from")} as from, settings from account where id = $1`,
    [account],
  );
  const without = await reader.rows<{ id: number; name: string }>(
    account,
    `select o.id::float8 as id, o.name from operator o where o.account_id = $1 and o.active and o.totp_secret is null
       and not exists (select from passkey p where p.account_id = o.account_id and p.operator_id = o.id) order by o.name, o.id`,
    [account],
  );
  return {
    from: row?.from ?? null,
    managed: parseAccountSettings(row?.settings).securityManaged,
    without,
  };
}
export async function setSecondFactorPolicy(
  sql: Sql,
  account: number,
  from: number | null,
): Promise<void> {
  await sql.query(
    `update account set second_factor_from = ${fromMilliseconds("$2")} where id = $1`,
    [account, from],
  );
}
