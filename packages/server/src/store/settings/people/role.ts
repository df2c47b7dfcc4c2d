import { role } from "@parlour/protocol/settings/kinds/people/role";
import type { Role } from "../../../core/entity.ts";
import type { Sql } from "../../database/sql.ts";
import type { KindStore } from "../kind-store.ts";
import { createTableStore } from "../table-store.ts";

const store = createTableStore(role);
/** Custom roles (ROLE-001). A changed base is also the new role of their operators. */
export const roleStore: KindStore<(typeof role)["fields"]> = {
  ...store,
  async update(tx, key, change, context) {
    // As after a change of their role, the operators of the role sign in again (CORE-003).
    if (change.base !== undefined)
      await tx.query(
        `delete from session s using operator o where s.account_id = $1 and o.account_id = s.account_id and o.id = s.operator_id
           and o.custom_role_id = $2 and o.role <> $3`,
        [key.account, key.id, change.base],
      );
    return store.update(tx, key, change, context);
  },
};

/** A custom role as the operators who have it need it. */
export interface AssignedRole {
  readonly role: Role;
  readonly customRoleId: number | null;
  readonly addedPermissions: readonly string[];
}
/** Returns a custom role of the account, or null. */
export async function findCustomRole(
  tx: Sql,
  account: number,
  id: number,
): Promise<AssignedRole | null> {
  const rows = await tx.query<AssignedRole>(
    `select base as role, id::float8 as "customRoleId", permissions as "addedPermissions"
     from custom_role where account_id = $1 and id = $2`,
    [account, id],
  );
  return rows[0] ?? null;
}

/** Lists the names of the operators who have a custom role, deactivated ones too. */
export async function listOperatorsOfRole(
  tx: Sql,
  account: number,
  id: number,
): Promise<readonly string[]> {
  const rows = await tx.query<{ name: string }>(
    "select name from operator where account_id = $1 and custom_role_id = $2 order by id",
    [account, id],
  );
  return rows.map(({ name }) => name);
}
