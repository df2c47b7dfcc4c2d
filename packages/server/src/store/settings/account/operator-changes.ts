import { parseStoredHours, type HoursFields } from "../../../core/hours/format.ts";
import type { RowKey } from "../rows.ts";
import {
  addedPermissions,
  type OperatorPermissions,
  type OperatorChange,
  type OperatorRow,
} from "./operator.ts";
import { removePhoto } from "../../chats/file.ts";
import type { Sql } from "../../database/sql.ts";

/** Inserts an operator. Returns null if the installation has the email, ignoring case. */
export async function createOperator(
  tx: Sql,
  account: number,
  operator: OperatorRow,
): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into operator (account_id, name, email, phone, photo, role, custom_role_id, chat_limit, hours, languages, skills, password_hash, managed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (email_key) do nothing returning id::float8 as id`,
    [
      account,
      operator.name,
      operator.email,
      operator.phone ?? null,
      operator.photo ?? null,
      operator.role,
      operator.customRoleId ?? null,
      operator.chatLimit,
      toHoursColumn(operator.hours),
      operator.languages ?? [],
      operator.skills ?? [],
      operator.passwordHash,
      operator.managed,
      new Date(operator.now),
    ],
  );
  return rows[0]?.id ?? null;
}

const toHoursColumn = (hours: OperatorChange["hours"]): string | null =>
  hours ? JSON.stringify(parseStoredHours(hours as HoursFields)) : null;

/**
 * Updates the given fields. null removes phone, photo or hours. With the results `email_taken` and
 * `not_found` nothing has changed. Password links were sent to the current email, so a new email or
 * a deactivation ends them. The version of the row rises, so that commands decided with the earlier
 * row are decided again (journal.md 1). An uploaded photo is deleted when it is replaced or when
 * the operator is deactivated (CORE-157).
 */
export async function updateOperator(
  tx: Sql,
  account: number,
  id: number,
  change: OperatorChange & { readonly managed?: boolean | undefined },
): Promise<"done" | "email_taken" | "not_found"> {
  if (change.email !== undefined) {
    const conflicts = await tx.query(
      "select from operator where email_key = lower($1) and not (account_id = $2 and id = $3)",
      [change.email, account, id],
    );
    if (conflicts.length > 0) return "email_taken";
  }
  const isDeactivated = change.active === false;
  const isPhotoRemoved =
    (change.photo !== undefined || isDeactivated) &&
    (await removePhoto(tx, account, id, isDeactivated ? null : (change.photo ?? null)));
  const photo = isDeactivated && isPhotoRemoved ? null : change.photo;
  const rows = await tx.query(
    `update operator set name = coalesce($3, name), email = coalesce($4, email), phone = case when $5 then $6 else phone end,
       photo = case when $7 then $8 else photo end, role = coalesce($9, role), chat_limit = coalesce($10, chat_limit),
       active = coalesce($11, active), managed = coalesce($12, managed), hours = case when $13 then $14 else hours end,
       languages = coalesce($15, languages), skills = coalesce($16, skills),
       custom_role_id = case when $17 then $18 else custom_role_id end, version = version + 1,
       reset_token_hash = case when lower($4) <> email_key or not $11 then null else reset_token_hash end,
       invite_token_hash = case when lower($4) <> email_key or not $11 then null else invite_token_hash end
     where account_id = $1 and id = $2 returning id`,
    [
      account,
      id,
      change.name ?? null,
      change.email ?? null,
      ...toRemovable(change.phone),
      ...toRemovable(photo),
      change.role ?? null,
      change.chatLimit ?? null,
      change.active ?? null,
      change.managed ?? null,
      change.hours !== undefined,
      toHoursColumn(change.hours),
      change.languages ?? null,
      change.skills ?? null,
      ...toRemovable(change.customRoleId),
    ],
  );
  return rows.length > 0 ? "done" : "not_found";
}

/** Returns the parameters of a value that null removes: whether it changes, and the value. */
const toRemovable = (
  value: string | number | null | undefined,
): readonly [boolean, string | number | null] => [value !== undefined, value ?? null];

/**
 * Returns role, state and hours of an operator, and locks the row until the transaction ends.
 * Returns null if the operator does not exist.
 */
export async function lockOperator(
  tx: Sql,
  account: number,
  id: number,
): Promise<OperatorPermissions | null> {
  const rows = await tx.query<OperatorPermissions>(
    `select o.role, ${addedPermissions} as "addedPermissions", o.custom_role_id::float8 as "customRoleId", o.instance_owner as "instanceOwner", o.active, o.managed, o.hours
     from operator o where o.account_id = $1 and o.id = $2 for update`,
    [account, id],
  );
  return rows[0] ?? null;
}

/** Counts the other active owners of the account. The last one must remain (CORE-001). */
export async function countOtherOwners(tx: Sql, account: number, id: number): Promise<number> {
  const rows = await tx.query<{ n: number }>(
    "select count(*)::int as n from operator where account_id = $1 and id <> $2 and active and role = 'owner'",
    [account, id],
  );
  return rows[0]?.n ?? 0;
}

type PasswordLinkKind = "invite" | "reset";
interface PasswordLink {
  readonly kind: PasswordLinkKind;
  readonly hash: Uint8Array;
  readonly expiresAt: number;
}

/**
 * Stores hash and expiry of a one-time link that sets a password. An earlier link of the same kind
 * stops working. A link of the other kind keeps working.
 */
export async function createPasswordLink(
  tx: Sql,
  { account, id }: RowKey,
  { kind, hash, expiresAt }: PasswordLink,
): Promise<void> {
  await tx.query(
    `update operator set ${kind}_token_hash = $3, ${kind}_token_expires_at = $4 where account_id = $1 and id = $2`,
    [account, id, Buffer.from(hash), new Date(expiresAt)],
  );
}

/** Sets the password through a valid link, and ends both links. Returns null without one. */
export async function consumePasswordLink(
  tx: Sql,
  account: number,
  hash: Uint8Array,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: number },
): Promise<{ readonly id: number; readonly email: string } | null> {
  const rows = await tx.query<{ id: number; email: string }>(
    `update operator set password_hash = $3, reset_token_hash = null, reset_token_expires_at = null, invite_token_hash = null, invite_token_expires_at = null
     where account_id = $1 and active and ((reset_token_hash = $2 and reset_token_expires_at > $4) or (invite_token_hash = $2 and invite_token_expires_at > $4))
     returning id::float8 as id, email`,
    [account, Buffer.from(hash), passwordHash, new Date(now)],
  );
  return rows[0] ?? null;
}

/** Ends every session of an operator (CORE-003). The realtime part closes their sockets. */
export async function endSessions(tx: Sql, account: number, operatorId: number): Promise<void> {
  await tx.query("delete from session where account_id = $1 and operator_id = $2", [
    account,
    operatorId,
  ]);
}
