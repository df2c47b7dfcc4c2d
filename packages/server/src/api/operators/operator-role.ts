import { assertRolesNotAbovePrincipal, type Principal } from "../../auth/index.ts";
import type { Role } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../../store/database/sql.ts";
import { findCustomRole, type AssignedRole } from "../../store/settings/people/role.ts";

interface RoleBody {
  readonly role?: Role | undefined;
  readonly custom_role_id?: number | null | undefined;
}

/**
 * Returns the role that an operator gets by a body, or null if the body has none (ROLE-006). A
 * custom role brings its base. A built-in role alone replaces the custom one. Throws if the role
 * has a permission that the principal lacks (ROLE-005).
 */
export async function findAssignedRole(
  tx: Sql,
  principal: Principal,
  body: RoleBody,
  before: { readonly role: Role } | null,
): Promise<AssignedRole | null> {
  const { role } = body;
  const id = body.custom_role_id;
  const builtIn = role ?? (id === null ? before?.role : undefined);
  const assigned =
    typeof id === "number"
      ? await findRoleOfBase(tx, principal.accountId, { id, base: role })
      : builtIn && { role: builtIn, customRoleId: null, addedPermissions: [] };
  assertRolesNotAbovePrincipal(principal, assigned ?? null);
  return assigned ?? null;
}

async function findRoleOfBase(
  tx: Sql,
  account: number,
  { id, base }: { readonly id: number; readonly base: Role | undefined },
): Promise<AssignedRole> {
  const found = await findCustomRole(tx, account, id);
  if (found === null)
    refuse("invalid_request", `${id} is not a role of this account.`, { field: "custom_role_id" });
  if (base !== undefined && base !== found.role)
    refuse("invalid_request", `This custom role is based on ${found.role}, not on ${base}.`, {
      field: "role",
    });
  return found;
}
