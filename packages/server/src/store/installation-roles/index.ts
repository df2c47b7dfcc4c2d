import type pg from "pg";
import { advisoryLocks } from "../database/locks.ts";
import { holdsLock, lockSessions } from "../database/nodes.ts";
import type { Queryable } from "../database/sql.ts";
import {
  currentDatabase,
  parlourRolePattern,
  policyRoles,
  roleKinds,
  type RoleKind,
  type RoleNames,
} from "../database/roles/names.ts";
import {
  createRoles,
  findMissingRights,
  hasRoles,
  readRights,
  type RightsMissingError,
} from "./rights.ts";
import { kindOfRole, replaceRoles, type RoleReplacement } from "./replace.ts";

/** The roles that have rights in a database. */
interface RoleState {
  /** Whether the database has the tables of Parlour. */
  readonly hasTables: boolean;
  /** Roles of the policies of each kind. */
  readonly policies: Readonly<Record<RoleKind, readonly string[]>>;
  /** Roles with rights here whose names Parlour gave: shared ones, and those of other databases. */
  readonly parlourRoles: readonly string[];
  /** Whether a node runs that uses the shared roles, of a release before CFG-173. */
  readonly hasOlderNodes: boolean;
}

const olderNodes = `exists (select from ${lockSessions(holdsLock(advisoryLocks.installation))}
  and l.pid not in (select l.pid from ${lockSessions(holdsLock(advisoryLocks.ownRoles))}))`;

async function readRoleState(client: Queryable): Promise<RoleState> {
  const { rows } = await client.query<RoleState>(
    `select to_regclass('public.account') is not null as "hasTables",
       json_build_object(${roleKinds.map((kind) => `'${kind}', array(select name from ${policyRoles(kind)} r)`).join(", ")}) as policies,
       array(select r.rolname::text from pg_roles r where r.rolname ~ '${parlourRolePattern}' and exists (select from pg_shdepend d
         where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.dbid = ${currentDatabase})) as "parlourRoles",
       ${olderNodes} as "hasOlderNodes"`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the database answered no row");
  return row;
}

/** Returns the roles whose rights the roles of the installation take over, with what remains. */
function findReplacements(
  { hasTables, policies, parlourRoles }: RoleState,
  names: RoleNames,
): { readonly replacements: readonly RoleReplacement[]; readonly isAdded: boolean } {
  const own = new Set<string>(Object.values(names));
  const named = roleKinds.flatMap((kind) =>
    policies[kind].filter((from) => !own.has(from)).map((from) => ({ from, kind })),
  );
  const other = parlourRoles
    .filter((from) => !own.has(from) && !named.some((role) => role.from === from))
    .map((from) => ({ from, kind: kindOfRole(from) }));
  return {
    replacements: hasTables ? [...named, ...other] : [],
    isAdded: !hasTables || roleKinds.every((kind) => policies[kind].includes(names[kind])),
  };
}

/**
 * Returns whether a start must create roles, let the user of the connection take them, or replace
 * other ones. A database without tables needs roles only for its first step.
 */
export async function needsRoleChanges(client: Queryable): Promise<boolean> {
  const state = await readRoleState(client);
  if (!state.hasTables) return false;
  const rights = await readRights(client);
  const { replacements, isAdded } = findReplacements(state, rights.names);
  return !hasRoles(rights) || !isAdded || (replacements.length > 0 && !state.hasOlderNodes);
}

/** Returns the refusal with which a start would end, or null. Changes nothing (CLI-004). */
export async function planRoles(client: Queryable): Promise<RightsMissingError | null> {
  const state = await readRoleState(client);
  const rights = await readRights(client);
  const { isAdded } = findReplacements(state, rights.names);
  return findMissingRights(rights, !state.hasTables || !isAdded);
}

/**
 * Creates the roles of the installation, and replaces those with which an earlier release, or the
 * database of which this one is a copy, was used (CFG-173, CFG-174). While a node of an earlier
 * release runs, the replaced roles keep their rights until a later start. Returns the names. Throws
 * RightsMissingError before it changes anything. The caller has the migration lock.
 */
export async function prepareRoles(client: pg.Client, signal?: AbortSignal): Promise<RoleNames> {
  const state = await readRoleState(client);
  const rights = await readRights(client);
  const { names } = rights;
  const { replacements, isAdded } = findReplacements(state, names);
  await createRoles(client, rights, { changesSchema: !state.hasTables || !isAdded });
  if (replacements.length > 0 && !(isAdded && state.hasOlderNodes)) {
    const mode = state.hasOlderNodes ? "add" : isAdded ? "remove" : "replace";
    await replaceRoles(client, { names, replacements, mode }, signal);
  }
  if (rights.ownsDatabase && (!state.hasTables || !isAdded))
    await restrictConnections(client, state.hasTables);
  return names;
}

const serverDatabases = "('postgres', 'template0', 'template1')";

/**
 * Takes the right to connect from other users of the server (CFG-176). With `keepsOthers`, those
 * who have it keep it, apart from users of other installations that own nothing here and are away.
 */
async function restrictConnections(client: pg.Client, keepsOthers: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string; database: string }>(
    `select quote_ident(r.rolname) as name, quote_ident(d.datname) as database
     from pg_database d join pg_roles r on has_database_privilege(r.oid, d.oid, 'connect')
     where d.datname = current_database() and d.datname not in ${serverDatabases}
       and exists (select from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a where a.grantee = 0 and a.privilege_type = 'CONNECT')
       and (r.rolname = current_user or $1 and r.rolcanlogin and not r.rolsuper and (
         not exists (select from pg_roles p where p.rolname ~ '${parlourRolePattern}' and pg_has_role(r.oid, p.oid, 'member'))
         or exists (select from pg_shdepend s where s.dbid = d.oid and s.refobjid = r.oid)
         or exists (select from pg_stat_activity a where a.datid = d.oid and a.usesysid = r.oid)))`,
    [keepsOthers],
  );
  const [first] = rows;
  if (first === undefined) return;
  await client.query(
    `begin; grant connect on database ${first.database} to ${rows.map(({ name }) => name).join(", ")};
     revoke connect on database ${first.database} from public; commit`,
  );
}
