import type { OperatorPermissions } from "../../store/settings/account/operator.ts";
import { assertRolesNotAbovePrincipal, type Principal, can } from "../../auth/index.ts";
import type { Role } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { countOtherOwners } from "../../store/settings/account/operator-changes.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Throws unless an owner appoints, changes or removes an owner (CORE-001). */
export function assertCanManageOwners(
  principal: Principal,
  ...roles: readonly (Role | undefined)[]
): void {
  if (roles.includes("owner") && !can(principal, "operators.owners"))
    refuse("forbidden", "Only an owner can add, change or remove owners.");
}

/** Fields that an identity provider may change of an owner, because they open nothing (SSO-025). */
const providerFields: ReadonlySet<string> = new Set(["name", "departments"]);

/** Throws unless an owner changes an owner. An identity provider may change some fields. */
export function assertCanChangeOwner(
  principal: Principal,
  before: OperatorPermissions,
  body: { readonly role?: Role | undefined },
): void {
  const isAllowed =
    principal.caller === "scim" && Object.keys(body).every((field) => providerFields.has(field));
  assertCanManageOwners(principal, isAllowed ? undefined : before.role, body.role);
}

/** Throws, because how the owner signs in opens the whole installation (CORE-001). */
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

/** Throws for an installation owner, or an operator with more permissions (API-140). */
export function assertCanChangeAccess(principal: Principal, before: OperatorPermissions): void {
  assertNotInstallationOwner(principal, before);
  assertRolesNotAbovePrincipal(principal, before);
}

/** Throws if the change would leave the account without an active owner. */
export async function assertOwnerRemains(tx: Sql, account: number, id: number): Promise<void> {
  if ((await countOtherOwners(tx, account, id)) === 0)
    refuse(
      "last_owner",
      "This is the last owner of the account. Make someone else an owner first.",
    );
}
