import type { WorkingHours } from "@parlour/protocol/api";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { serializeWorkingHours } from "../../../core/hours/format.ts";
import type { Role } from "../../../core/entity.ts";
import type { OperatorRole } from "../../../core/operator/role.ts";
import type { OperatorChannels } from "../channels/channel-operators.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";

/** A stored operator, without presence. The caller adds the current presence. */
export interface OperatorRecord extends OperatorRole {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly customRole: { readonly id: number; readonly name: string } | null;
  readonly instanceOwner: boolean;
  readonly active: boolean;
  readonly chatLimit: number;
  readonly hours: Required<WorkingHours> | null;
  readonly languages: readonly string[];
  readonly skills: readonly string[];
  /** Ids of the operator's departments (CORE-023). */
  readonly departments: readonly number[];
  /** The channels whose chats the operator answers (CORE-322). */
  readonly channels: OperatorChannels;
  readonly createdAt: string;
  readonly managed: boolean;
  /** When the invitation ends or ended. null once it is accepted. */
  readonly inviteExpiresAt: string | null;
}
/** Data of a new operator. Absent fields are null or empty. */
export interface OperatorRow {
  readonly name: string;
  readonly email: string;
  readonly phone?: string | null | undefined;
  readonly photo?: string | null | undefined;
  readonly role: Role;
  readonly customRoleId?: number | null | undefined;
  readonly chatLimit: number;
  readonly hours?: Required<WorkingHours> | null | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly passwordHash: string | null;
  readonly managed: boolean;
  readonly now: number;
}
/** Changes of an operator. Absent fields stay unchanged. */
export interface OperatorChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly photo?: string | null | undefined;
  readonly role?: Role | undefined;
  /** null removes the custom role. */
  readonly customRoleId?: number | null | undefined;
  readonly chatLimit?: number | undefined;
  readonly hours?: Required<WorkingHours> | null | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}
/** What a change of an operator reads of them before. */
export interface OperatorPermissions extends OperatorRole {
  readonly customRoleId: number | null;
  readonly instanceOwner: boolean;
  readonly active: boolean;
  readonly managed: boolean;
  readonly hours: OpeningHours | null;
}

/** Lists operators, including deactivated ones, oldest first. */
export async function listOperators(
  reader: Reader,
  account: number,
): Promise<readonly OperatorRecord[]> {
  const rows = await reader.rows<OperatorColumns>(account, `${select} order by o.id`, [account]);
  return rows.map(toRecord);
}

export async function findOperator(
  reader: Reader,
  account: number,
  id: number,
): Promise<OperatorRecord | null> {
  const row = await reader.one<OperatorColumns>(account, `${select} and o.id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

/** Finds the operator with a valid link of this hash. `now`: in ms since 1970. */
export async function findOperatorByLink(
  reader: Reader,
  account: number,
  hash: Uint8Array,
  now: number,
): Promise<OperatorRecord | null> {
  const row = await reader.one<OperatorColumns>(
    account,
    `${select} and o.active and ((o.reset_token_hash = $2 and o.reset_token_expires_at > $3) or (o.invite_token_hash = $2 and o.invite_token_expires_at > $3))`,
    [account, Buffer.from(hash), new Date(now)],
  );
  return row === null ? null : toRecord(row);
}

/** SQL condition: operator `o` accepted the invitation, or was not invited (CORE-395). */
export const hasAccepted = "(o.password_hash is not null or o.invite_token_hash is null)";

/** SQL: the permissions that the custom role of operator `o` adds (ROLE-002). */
export const addedPermissions =
  "array(select unnest(r.permissions) from custom_role r where r.account_id = o.account_id and r.id = o.custom_role_id)";

const columns = `o.id, o.name, o.email, o.phone, o.photo, o.role, ${addedPermissions} as added_permissions, o.instance_owner,
  (select json_build_object('id', r.id, 'name', r.name) from custom_role r where r.account_id = o.account_id and r.id = o.custom_role_id) as custom_role, o.active, o.chat_limit, o.hours, o.languages, o.skills, o.created_at, o.managed,
  case when not ${hasAccepted} then o.invite_token_expires_at end as invite_expires_at,
  o.all_channels, array(select m.channel_id from channel_operator m join channel c on c.account_id = m.account_id and c.id = m.channel_id
    where m.account_id = o.account_id and m.operator_id = o.id and c.deleted_at is null order by 1) as channels,
  array(select m.department_id from department_operator m where m.account_id = o.account_id and m.operator_id = o.id order by 1) as departments`;
const select = `select ${columns} from operator o where o.account_id = $1`;

interface OperatorColumns {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly role: Role;
  readonly added_permissions: readonly string[];
  readonly custom_role: OperatorRecord["customRole"];
  readonly instance_owner: boolean;
  readonly active: boolean;
  readonly chat_limit: number;
  readonly hours: OpeningHours | null;
  readonly languages: readonly string[];
  readonly skills: readonly string[];
  readonly departments: readonly (string | number)[];
  readonly all_channels: boolean;
  readonly channels: readonly (string | number)[];
  readonly created_at: Date;
  readonly managed: boolean;
  readonly invite_expires_at: Date | null;
}

function toRecord(row: OperatorColumns): OperatorRecord {
  return {
    id: toInteger(row.id),
    name: row.name,
    email: row.email,
    phone: row.phone,
    photo: row.photo,
    role: row.role,
    addedPermissions: row.added_permissions,
    customRole: row.custom_role,
    instanceOwner: row.instance_owner,
    active: row.active,
    chatLimit: row.chat_limit,
    hours: row.hours && serializeWorkingHours(row.hours),
    languages: row.languages,
    skills: row.skills,
    departments: row.departments.map(toInteger),
    channels: row.all_channels ? "all" : row.channels.map(toInteger),
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
    inviteExpiresAt: row.invite_expires_at === null ? null : toIsoTime(row.invite_expires_at),
  };
}
