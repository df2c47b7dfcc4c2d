import type { Presence, Role } from "../../core/entity.ts";
import { toMilliseconds, type Sql } from "../database/sql.ts";

/** Profile for `GET /me`. The caller adds `presence`, because presence is a signal (CORE-010). */
export interface ProfileRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly role: Role;
  readonly instanceOwner: boolean;
  readonly active: boolean;
  readonly chatLimit: number;
  readonly createdAt: number;
  readonly managed: boolean;
}

/** Returns the profile of an operator (API-012). */
export async function readProfile(
  sql: Sql,
  account: number,
  operatorId: number,
): Promise<ProfileRow | null> {
  const rows = await sql.query<ProfileRow>(
    `select id::float8 as id, name, email, phone, photo, role, instance_owner as "instanceOwner", active, chat_limit as "chatLimit",
     ${toMilliseconds("created_at")} as "createdAt", managed from operator where account_id = $1 and id = $2`,
    [account, operatorId],
  );
  return rows[0] ?? null;
}

/**
 * Stores the presence that an operator chose last. It applies while a socket of the operator is
 * open (CORE-010). Command handlers do not read it, so no account lock is needed.
 */
export async function writeChosenPresence(
  sql: Sql,
  account: number,
  operatorId: number,
  status: Presence,
): Promise<void> {
  await sql.query("update operator set chosen_presence = $3 where account_id = $1 and id = $2", [
    account,
    operatorId,
    status,
  ]);
}
