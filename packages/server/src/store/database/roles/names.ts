/**
 * Roles of an installation (CFG-173). They belong to the whole PostgreSQL server, so each
 * installation has its own ones.
 */
export const roleKinds = ["writer", "reader", "search"] as const;
export type RoleKind = (typeof roleKinds)[number];

/** Names of the roles of one installation. They need no quotes in SQL. */
export type RoleNames = Readonly<Record<RoleKind, string>>;

/** The names in SQL files. Earlier builds used them for all databases of a server. */
export const sharedRoles: RoleNames = {
  writer: "parlour_writer",
  reader: "parlour_reader",
  search: "parlour_search",
};

/** Replaces the names in the text of an SQL file by those of the installation. */
export const nameRoles = (sql: string, names: RoleNames): string =>
  sql.replaceAll(/\bparlour_(writer|reader|search)\b/g, (_, kind: RoleKind) => names[kind]);

/** POSIX pattern of the names that Parlour gives, shared or not. Administrators may rename them. */
export const parlourRolePattern = "^parlour_([0-9a-f]{10}_)?(writer|reader|search)$";
/** Pattern of names that need no quotes, also in the text of an SQL file. */
const plainNamePattern = "^[a-z_][a-z0-9_]*$";

/** SQL for the oid of the current database. */
export const currentDatabase = "(select oid from pg_database where datname = current_database())";

/** The policies that exist for each kind of role since the first step of the schema. */
const policies: Readonly<Record<RoleKind, { readonly table: string; readonly policy: string }>> = {
  writer: { table: "account", policy: "writer" },
  reader: { table: "account", policy: "reader" },
  search: { table: "search_visitor", policy: "search" },
};

/** SQL for the names of the roles of a policy. While a shared role is replaced, there are two. */
export const policyRoles = (kind: RoleKind): string =>
  `(select pg_get_userbyid(o)::text as name from pg_policy p, unnest(p.polroles) o
    where p.polrelid = to_regclass('public.${policies[kind].table}') and p.polname = '${policies[kind].policy}')`;

/**
 * SQL for the part of the names that Parlour gives. It depends on server and database, so that the
 * copy of a database gets other roles, and stays the same when a database is renamed.
 */
const givenPart = `left(encode(sha256(convert_to((select system_identifier from pg_control_system()) || '.' || ${currentDatabase}, 'UTF8')), 'hex'), 10)`;
/** SQL for the name that an administrator gave to a role: the only role of its policy. */
const renamed = (kind: RoleKind): string =>
  `(select min(name) from ${policyRoles(kind)} r having count(*) = 1 and min(name) !~ '${parlourRolePattern}' and min(name) ~ '${plainNamePattern}')`;

/**
 * SQL for the columns `kind` and `name` of the roles that this database has or will have, as a
 * subselect. It is computed once, because it reads a file of the server.
 */
export const ownRoles = `(select k.kind, coalesce(k.renamed, 'parlour_' || g.part || '_' || k.kind) as name
  from (values ${roleKinds.map((kind) => `('${kind}', ${renamed(kind)})`).join(", ")}) k (kind, renamed),
    (select ${givenPart} as part offset 0) g)`;

/** SQL for one name of {@link ownRoles}. */
export const ownName = (kind: RoleKind): string =>
  `(select o.name from ${ownRoles} o where o.kind = '${kind}')`;

/**
 * Returns the statement with which a connection takes a role of its installation. The database says
 * which role that is, so the statement also fits a database before its upgrade, a restored or
 * renamed one, and a standby. It fails in a database without the tables of Parlour.
 */
export const useRole = (kind: RoleKind, scope: "session" | "transaction"): string =>
  `select set_config('role', coalesce((select name from ${policyRoles(kind)} r order by name = '${sharedRoles[kind]}' limit 1), 'parlour_without_tables'), ${scope === "transaction"})`;

/**
 * SQL for whether the user may take a role with SET ROLE. Since PostgreSQL 16, the creator of a
 * role is a member of it, but may not take it.
 */
export const mayTakeRole = (role: string): string =>
  `pg_has_role(current_user, ${role}, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)`;
