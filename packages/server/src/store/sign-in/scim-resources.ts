import type { Sql } from "../database/sql.ts";

/** What identity providers store with operators and departments (SSO-021). */
interface ScimResourceRow {
  readonly id: number;
  readonly externalId: string | null;
  readonly isDeleted: boolean;
}
/** Names the row of an operator or a department. */
interface ScimResourceKey {
  readonly account: number;
  readonly kind: "user" | "group";
  readonly id: number;
}

export function listScimResources(
  sql: Sql,
  account: number,
  kind: ScimResourceKey["kind"],
): Promise<readonly ScimResourceRow[]> {
  return sql.query<ScimResourceRow>(
    `select resource_id::float8 as id, external_id as "externalId", deleted as "isDeleted"
     from scim_resource where account_id = $1 and kind = $2`,
    [account, kind],
  );
}

export async function writeScimResource(
  sql: Sql,
  { account, kind, id }: ScimResourceKey,
  { externalId, isDeleted }: Omit<ScimResourceRow, "id">,
): Promise<void> {
  await sql.query(
    `insert into scim_resource (account_id, kind, resource_id, external_id, deleted) values ($1, $2, $3, $4, $5)
     on conflict (account_id, kind, resource_id) do update set external_id = excluded.external_id, deleted = excluded.deleted`,
    [account, kind, id, externalId, isDeleted],
  );
}
