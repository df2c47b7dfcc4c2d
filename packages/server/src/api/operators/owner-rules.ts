import type { OperatorPermissions } from "../../store/settings/account/operator.ts";
import { type Principal, can, findMissingPermission } from "../../auth/index.ts";
import type { Role } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { countOtherOwners } from "../../store/settings/account/operator-changes.ts";
import type { Sql } from "../../store/database/sql.ts";

/**
 * Throws if one of the roles is owner and the principal is not an owner. Only owners may appoint,
 * change or remove owners (CORE-001).
 */
export function assertCanManageOwners(
  principal: Principal,
  ...roles: readonly (Role | undefined)[]
): void {
  if (roles.includes("owner") && !can(principal, "operators.owners"))
    refuse("forbidden", "Only an owner can add, change or remove owners.");
}

/**
 * Throws if a role has more permissions than the principal, who must not create or take over such
 * access (API-140). The scopes of an API key limit its permissions further.
 */
export function assertRolesNotAbovePrincipal(
  principal: Principal,
  ...roles: readonly (Role | undefined)[]
): void {
  for (const role of new Set(roles)) {
    const missingPermission = role === undefined ? null : findMissingPermission(principal, role);
    if (missingPermission === null) continue;
    const subject = principal.credential.kind === "key" ? "This API key" : "Your role";
    refuse(
      "forbidden",
      `${subject} lacks ${missingPermission}, which the role ${role} includes. You cannot grant a permission that you do not have.`,
    );
  }
}

/**
 * Throws if the operator owns the installation and the principal does not. Changing how the
 * installation owner signs in would give control of the whole installation (CORE-001).
 */
export function assertNotInstallationOwner(
  principal: Principal,
  before: OperatorPermissions,
): void {
  if (before.instanceOwner && !can(principal, "instance.manage"))
    refuse(
      "forbidden",
      "This person owns the installation. Only an installation owner can change their sign-in or role, or deactivate them.",
    );
}

/** Throws if the change would leave the account without an active owner. */
export async function assertOwnerRemains(tx: Sql, account: number, id: number): Promise<void> {
  if ((await countOtherOwners(tx, account, id)) === 0)
    refuse(
      "last_owner",
      "This is the last owner of the account. Make someone else an owner first.",
    );
}
