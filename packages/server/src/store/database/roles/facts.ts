import { currentDatabase, ownRoles, parlourRolePattern, roleKinds } from "./names.ts";

/** What the roles of this installation, and its database user, may do (CFG-177). */
export interface RoleFacts {
  /** Whether the database user may create roles. */
  readonly mayCreate: boolean;
  /** Whether the roles of the installation exist. */
  readonly exist: boolean;
  /** Other roles of Parlour with rights in this database: those that all installations share. */
  readonly foreign: readonly string[];
  /** Databases of other installations whose rows the database user can read. */
  readonly readable: readonly string[];
  /** Whether every user of the server may connect, and another installation is there. */
  readonly isOpen: boolean;
}

const isParlourRole = `r.rolname ~ '${parlourRolePattern}'`;
const dependsOn = (role: string, database: string): string =>
  `s.refclassid = 'pg_authid'::regclass and s.refobjid = ${role} and s.dbid = ${database}`;
/** Databases of the server in which a role of Parlour has rights, apart from the current one. */
const otherInstallations = `(select d.oid, d.datname::text as name, d.datacl, d.datdba from pg_database d where d.oid <> ${currentDatabase}
  and exists (select from pg_shdepend s join pg_roles r on ${dependsOn("r.oid", "d.oid")} where ${isParlourRole}))`;
/**
 * The user may read as an owner or member, as a superuser, and before PostgreSQL 16 as one who may
 * create roles, because that lets the user join them.
 */
const canRead = `has_database_privilege(session_user, o.oid, 'connect') and (
  (select rolsuper or (rolcreaterole and current_setting('server_version_num')::int < 160000) from pg_roles where rolname = session_user)
  or exists (select from pg_shdepend s join pg_roles r on ${dependsOn("r.oid", "o.oid")} where pg_has_role(session_user, r.oid, 'member')))`;

/** The column `roles` of a query, for the user of the connection. */
export const roleFacts = `(with own as materialized (select * from ${ownRoles} o) select json_build_object(
    'mayCreate', (select rolcreaterole or rolsuper from pg_roles where rolname = session_user),
    'exist', (select count(*) = ${roleKinds.length} from own join pg_roles r on r.rolname = own.name),
    'foreign', array(select distinct r.rolname::text from pg_shdepend s join pg_roles r on ${dependsOn("r.oid", currentDatabase)}
      where ${isParlourRole} and r.rolname not in (select name from own) order by 1),
    'readable', array(select o.name from ${otherInstallations} o where ${canRead} order by 1),
    'isOpen', exists (select from ${otherInstallations} o) and exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
      where d.oid = ${currentDatabase} and a.grantee = 0 and a.privilege_type = 'CONNECT'))) as roles`;
