import type pg from "pg";
import type { Queryable } from "../database/sql.ts";
import {
  mayTakeRole,
  ownRoles,
  roleKinds,
  type RoleKind,
  type RoleNames,
} from "../database/roles/names.ts";

/**
 * The user of DATABASE_URL lacks rights. `sql`: to be run by an administrator of PostgreSQL. It can
 * be run repeatedly (CFG-004).
 */
export class RightsMissingError extends Error {
  readonly sql: string;
  constructor(missing: readonly string[], { user, database }: ServerRights, sql: string) {
    super(
      `DATABASE_URL: in the database ${database}, the user ${user} ${missing.join(", and ")}. Run as an administrator of PostgreSQL, then start Parlour again:\n${sql}`,
    );
    this.name = "RightsMissing";
    this.sql = sql;
  }
}

/** Rights of the user of DATABASE_URL. Names are quoted where SQL requires it. */
interface ServerRights {
  readonly names: RoleNames;
  readonly user: string;
  readonly database: string;
  /** Version of PostgreSQL as in `server_version_num`. */
  readonly version: number;
  readonly createsRoles: boolean;
  /** Kinds of roles that exist. */
  readonly existing: readonly RoleKind[];
  /** Kinds of roles that the user may take with SET ROLE. */
  readonly usable: readonly RoleKind[];
  /** Kinds of roles of which the user may become a member, as the creator of a role may. */
  readonly joinable: readonly RoleKind[];
  readonly ownsDatabase: boolean;
  /** May create tables in the schema `public`, and let the role of the search create functions. */
  readonly createsTables: boolean;
  /** Whether the owner of the database owns the schema `public`, as PostgreSQL sets it up. */
  readonly schemaFollowsOwner: boolean;
}

const kindsOf = (condition: string): string =>
  `array(select kind from own join pg_roles r on r.rolname = own.name where ${condition})`;

/** Reads the rights of the user of a connection, in one query. */
export async function readRights(client: Queryable): Promise<ServerRights> {
  const { rows } = await client.query<ServerRights>(
    `with own as materialized (select * from ${ownRoles} o)
     select (select json_object_agg(kind, name) from own) as names,
       quote_ident(current_user) as user, quote_ident(d.datname) as database,
       current_setting('server_version_num')::int as version,
       (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as "createsRoles",
       ${kindsOf("true")} as existing, ${kindsOf(mayTakeRole("r.oid"))} as usable,
       ${kindsOf("pg_has_role(current_user, r.oid, 'member with admin option')")} as joinable,
       pg_has_role(current_user, d.datdba, 'usage') as "ownsDatabase",
       has_schema_privilege('public', 'create') and (has_schema_privilege('public', 'create with grant option') or has_schema_privilege('public', 'public', 'create')) as "createsTables",
       (select nspowner = 'pg_database_owner'::regrole from pg_namespace where nspname = 'public') as "schemaFollowsOwner"
     from pg_database d where d.datname = current_database()`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the database answered no row");
  return row;
}

/** Returns whether the user may take all roles of the installation. */
export const hasRoles = ({ usable }: ServerRights): boolean => usable.length === roleKinds.length;

/**
 * Creates the missing roles, and lets the user take them. Throws RightsMissingError before it
 * changes anything if the user lacks a right for this, or with `changesSchema` for what follows.
 */
export async function createRoles(
  client: pg.ClientBase,
  rights: ServerRights,
  { changesSchema }: { readonly changesSchema: boolean },
): Promise<void> {
  const refusal = findMissingRights(rights, changesSchema);
  if (refusal !== null) throw refusal;
  const { names, existing, usable, version } = rights;
  for (const kind of roleKinds) {
    if (!existing.includes(kind)) await client.query(`create role ${names[kind]} nologin`);
    if (usable.includes(kind)) continue;
    // A superuser may take every role, also one that is new.
    const may = await client.query<{ may: boolean }>(`select ${mayTakeRole("$1")} as may`, [
      names[kind],
    ]);
    if (may.rows[0]?.may !== true)
      await client.query(`grant ${names[kind]} to current_user${membershipOptions(version)}`);
  }
}

/** Membership gives the right to take the role, and from PostgreSQL 16 on nothing else. */
const membershipOptions = (version: number): string =>
  version < 160_000 ? "" : " with inherit false, set true";

/** Returns the refusal of a start, or null if the user has all rights. */
export function findMissingRights(
  rights: ServerRights,
  changesSchema: boolean,
): RightsMissingError | null {
  const missing: string[] = [];
  const sql: string[] = [];
  if (!roleKinds.every((kind) => canUse(rights, kind))) {
    missing.push("may not create the roles of Parlour or take them");
    sql.push(...formatRoles(rights));
  }
  if (changesSchema && !rights.createsTables) {
    missing.push("may not create tables in the schema public");
    sql.push(formatSchemaGrant(rights));
  }
  return missing.length === 0 ? null : new RightsMissingError(missing, rights, sql.join("\n"));
}

/** Returns whether the user may take a role, perhaps after creating or joining it. */
function canUse(
  { version, createsRoles, existing, usable, joinable }: ServerRights,
  kind: RoleKind,
): boolean {
  if (usable.includes(kind) || joinable.includes(kind)) return true;
  // Before PostgreSQL 16, who may create roles may also join all roles but those of superusers.
  return createsRoles && (version < 160_000 || !existing.includes(kind));
}

function formatRoles({ names, user, database, version, ownsDatabase }: ServerRights): string[] {
  const list = roleKinds.map((kind) => names[kind]);
  return [
    "do $$ begin",
    ...list.map(
      (role) =>
        `  if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;`,
    ),
    "end $$;",
    `grant ${list.join(", ")} to ${user}${membershipOptions(version)};`,
    ...(ownsDatabase
      ? []
      : [
          `grant connect on database ${database} to ${user};`,
          `revoke connect on database ${database} from public; -- other users need: grant connect on database ${database} to NAME;`,
        ]),
  ];
}

/** An owner needs no connection to the database, so the SQL works wherever it is pasted. */
const formatSchemaGrant = ({ user, database, schemaFollowsOwner }: ServerRights): string =>
  schemaFollowsOwner
    ? `alter database ${database} owner to ${user};`
    : `grant usage, create on schema public to ${user} with grant option; -- connected to the database ${database}`;
