import type pg from "pg";
import { runBriefTransaction } from "../brief-transaction.ts";
import { mayTakeRole, roleKinds, type RoleKind, type RoleNames } from "../database/roles/names.ts";

/** A role with rights in this database that another role takes over. */
export interface RoleReplacement {
  readonly from: string;
  readonly kind: RoleKind;
}

/**
 * What is changed. `replace`: the roles of the installation get the rights of others, which lose
 * them. `add`: the others keep them, because nodes of an earlier release use them. `remove`: the
 * same as `replace`, after `add`, while nodes of this release run.
 */
type ReplaceMode = "replace" | "add" | "remove";

interface RightsChange {
  readonly object: string;
  readonly add: string;
  readonly remove: string;
}

/**
 * Gives all rights of other roles in this database to the roles of the installation (CFG-174):
 * privileges, default privileges, policies and functions. `replace` is one transaction. The other
 * modes change each object in a transaction of its own, which gives way to those that use the
 * object. The last one is `account`, whose policies name the roles that connections take (useRole),
 * so that after a kill another run continues.
 */
export async function replaceRoles(
  client: pg.Client,
  { names, replacements, mode }: RoleChange,
  signal?: AbortSignal,
): Promise<void> {
  const pairs = replacements.map(({ from, kind }) => ({ from, to: names[kind] }));
  const { rows } = await client.query<RightsChange>(listChanges, [JSON.stringify(pairs), mode]);
  const changeObjects = (isIncluded: (object: string) => boolean) =>
    [...Map.groupBy(rows, ({ object }) => object)]
      .filter(([object]) => isIncluded(object))
      .map(([, changes]) => async (): Promise<void> => {
        const statements = changes.flatMap(({ add, remove }) =>
          mode === "add" || remove === "" ? [add] : [add, remove],
        );
        await client.query(statements.join(";\n"));
      });
  const changes = [
    ...changeObjects((object) => object !== lastObject),
    ...(await listOwnedFunctions(client, pairs)).map(
      ({ oid }) =>
        () =>
          recreateFunction(client, oid, pairs, mode),
    ),
    ...changeObjects((object) => object === lastObject),
  ];
  const runAll = async (): Promise<void> => {
    for (const change of changes) await change();
  };
  if (mode === "replace") return runBriefTransaction(client, runAll, signal);
  for (const change of changes) await runBriefTransaction(client, change, signal);
}
const lastObject = "account";

export interface RoleChange {
  readonly names: RoleNames;
  readonly replacements: readonly RoleReplacement[];
  readonly mode: ReplaceMode;
}

interface RolePair {
  readonly from: string;
  readonly to: string;
}

/** Privileges of an access control list, as the part of a query. `acl` may be null. */
const privileges = (acl: string): string =>
  `cross join lateral (select string_agg(a.privilege_type, ', ') as list, a.is_grantable, p.from_role, p.to_role
     from aclexplode(${acl}) a join pair p on p.from_oid = a.grantee group by p.from_role, p.to_role, a.is_grantable) g`;
/** Statements that grant and revoke privileges. `rights` and `target`: SQL expressions of text. */
const grantAndRevoke = (rights: string, target: string): string =>
  `'grant ' || ${rights} || ' on ' || ${target} || format(' to %I', g.to_role) || case when g.is_grantable then ' with grant option' else '' end as add,
   'revoke ' || ${rights} || ' on ' || ${target} || format(' from %I', g.from_role) as remove`;

/** SQL for whether the user may change the rights of an object. Others remain as they are. */
const ownsIt = (owner: string): string => `pg_has_role(current_user, ${owner}, 'usage')`;

/**
 * Lists all changes. Only the owner of a function can revoke what it granted. The policies `keeper`
 * are for the owner of the tables, which the copy of a database may have changed. Parameters: the
 * pairs of roles as JSON, and the mode.
 */
const listChanges = `with pair as (
    select j."from" as from_role, j."to" as to_role, f.oid as from_oid, t.oid as to_oid
    from jsonb_to_recordset($1::jsonb) j("from" text, "to" text) join pg_roles f on f.rolname = j."from" join pg_roles t on t.rolname = j."to")
  select c.relname::text as object, ${grantAndRevoke("g.list", "case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass")}
  from pg_class c ${privileges("c.relacl")} where ${ownsIt("c.relowner")}
  union all
  select c.relname::text, ${grantAndRevoke("(select string_agg(item || format(' (%I)', t.attname), ', ') from unnest(string_to_array(g.list, ', ')) item)", "'table ' || c.oid::regclass")}
  from pg_attribute t join pg_class c on c.oid = t.attrelid ${privileges("t.attacl")} where ${ownsIt("c.relowner")}
  union all
  select 'routines', f.take || f.add || f.leave, f.take || f.remove || f.leave
  from (select ${grantAndRevoke("g.list", "'routine ' || f.oid::regprocedure")},
      case when ${mayTakeRole("f.proowner")} then format('set local role %I; ', pg_get_userbyid(f.proowner)) else '' end as take, '; set local role none' as leave
    from pg_proc f ${privileges("f.proacl")} where f.proowner not in (select from_oid from pair)
      and (${ownsIt("f.proowner")} or ${mayTakeRole("f.proowner")})) f
  union all
  select 'schemas', ${grantAndRevoke("g.list", "format('schema %I', s.nspname)")}
  from pg_namespace s ${privileges("s.nspacl")} where has_schema_privilege(s.oid, 'usage with grant option')
  union all
  select 'database', ${grantAndRevoke("g.list", "format('database %I', d.datname)")}
  from pg_database d ${privileges("d.datacl")} where d.datname = current_database() and ${ownsIt("d.datdba")}
  union all
  select 'defaults', format('alter default privileges for role %I %sgrant %s on %s to %I', pg_get_userbyid(x.defaclrole), x.place, g.list, x.objects, g.to_role) || case when g.is_grantable then ' with grant option' else '' end,
    format('alter default privileges for role %I %srevoke %s on %s from %I', pg_get_userbyid(x.defaclrole), x.place, g.list, x.objects, g.from_role)
  from (select d.*, case when d.defaclnamespace = 0 then '' else format('in schema %s ', d.defaclnamespace::regnamespace) end as place,
      case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'routines' when 'T' then 'types' else 'schemas' end as objects
    from pg_default_acl d where ${ownsIt("d.defaclrole")}) x ${privileges("x.defaclacl")}
  union all
  select c.relname::text, format('alter policy %I on %s to %s', o.polname, c.oid::regclass,
      (select string_agg(r.name, ', ') from (
        select quote_ident(pg_get_userbyid(id)) as name from unnest(o.polroles) id where $2 = 'add' or id not in (select from_oid from pair)
        union select quote_ident(to_role) from pair where from_oid = any (o.polroles)) r)), ''
  from pg_policy o join pg_class c on c.oid = o.polrelid where o.polroles && array(select from_oid from pair) and ${ownsIt("c.relowner")}
  union all
  select c.relname::text, format('alter policy %I on %s to %I', o.polname, c.oid::regclass, pg_get_userbyid(c.relowner)), ''
  from pg_policy o join pg_class c on c.oid = o.polrelid where o.polname = 'keeper' and c.relowner <> all (o.polroles) and ${ownsIt("c.relowner")}`;

async function listOwnedFunctions(
  client: pg.ClientBase,
  pairs: readonly RolePair[],
): Promise<readonly { readonly oid: string }[]> {
  const { rows } = await client.query<{ oid: string }>(
    "select f.oid::text as oid from pg_proc f join pg_roles r on r.oid = f.proowner where r.rolname = any ($1) order by f.proname",
    [pairs.map(({ from }) => from)],
  );
  return rows;
}

interface OwnedFunction {
  readonly signature: string;
  readonly definition: string;
  readonly owner: string;
  readonly grantees: readonly string[];
  readonly isPublic: boolean;
  /** Whether the user may take the role of the owner. The owner of the schema need not. */
  readonly maySwitch: boolean;
  readonly isRecorded: boolean;
}

/**
 * Gives a function to the role of the installation. Only a role with both of the others could
 * change the owner, so the function is dropped and created with its text. The same start applies
 * its file again, because members of the other role may have changed its settings.
 */
async function recreateFunction(
  client: pg.ClientBase,
  oid: string,
  pairs: readonly RolePair[],
  mode: ReplaceMode,
): Promise<void> {
  const { rows } = await client.query<OwnedFunction>(
    `select f.oid::regprocedure::text as signature, pg_get_functiondef(f.oid) as definition, pg_get_userbyid(f.proowner)::text as owner,
       array(select pg_get_userbyid(a.grantee)::text from aclexplode(f.proacl) a where a.grantee not in (0, f.proowner)) as grantees,
       f.proacl is null or exists (select from aclexplode(f.proacl) a where a.grantee = 0) as "isPublic",
       ${mayTakeRole("f.proowner")} as "maySwitch",
       to_regclass('public.schema_function') is not null as "isRecorded"
     from pg_proc f where f.oid = $1::oid`,
    [oid],
  );
  const [found] = rows;
  if (found === undefined) return;
  const { signature, definition, owner, grantees, isPublic, maySwitch, isRecorded } = found;
  const newName = (role: string): string | undefined => pairs.find(({ from }) => from === role)?.to;
  const newOwner = quoteRole(newName(owner) ?? owner);
  const newGrantees = grantees.flatMap((role) => {
    const name = newName(role);
    return name === undefined || mode === "add" ? [role, ...(name ? [name] : [])] : [name];
  });
  const drop = `drop function ${signature}`;
  await client.query(
    [
      ...(maySwitch ? [`set local role ${quoteRole(owner)}`, drop, "set local role none"] : [drop]),
      `grant create on schema public to ${newOwner}`,
      `set local role ${newOwner}`,
      definition,
      ...(isPublic ? [] : [`revoke all on function ${signature} from public`]),
      ...newGrantees.map((role) => `grant execute on function ${signature} to ${quoteRole(role)}`),
      "set local role none",
      `revoke create on schema public from ${newOwner}`,
    ].join(";\n"),
  );
  if (isRecorded)
    await client.query("update schema_function set checksum = '' where signature = $1", [
      signature,
    ]);
}

const quoteRole = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the kind of role that a name of Parlour's pattern has. */
export const kindOfRole = (name: string): RoleKind =>
  roleKinds.find((kind) => name.endsWith(`_${kind}`)) ?? "reader";
