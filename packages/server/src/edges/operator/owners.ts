import type { OperatorRights } from "../../core/record/operator.ts";
import type { Principal } from "../../auth/index.ts";
import type { Role } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import type { Deps } from "./deps.ts";
import type { Tx } from "./stores/tx.ts";

/**
 * Throws unless the principal is an owner, if one of the roles is owner. Only owners appoint,
 * change or remove owners (CORE-001).
 */
export function refuseOwners(deps: Pick<Deps, "rights">, principal: Principal, ...roles: readonly (Role | undefined)[]): void {
  if (roles.includes("owner") && !deps.rights.may(principal, "operators.owners"))
    refuse("forbidden", "Only an owner appoints, changes or removes owners.");
}

/**
 * Throws if a role has more permissions than the principal. A principal must not create or take
 * over such access (API-140). A key's permissions are also limited by its scopes.
 */
export function refuseAbove(deps: Pick<Deps, "rights">, principal: Principal, ...roles: readonly (Role | undefined)[]): void {
  for (const role of new Set(roles)) {
    const lacked = role === undefined ? null : deps.rights.lackedRight(principal, role);
    if (lacked === null) continue;
    const who = principal.credential.kind === "key" ? "This API key" : "Your role";
    refuse("forbidden", `${who} lacks ${lacked}, which the role ${role} includes. Nobody gives more rights than they have.`);
  }
}

/**
 * Throws if the operator owns the installation and the principal does not. Changing how the
 * installation owner signs in would give control of the whole installation (CORE-001).
 */
export function refuseInstanceOwner(deps: Pick<Deps, "rights">, principal: Principal, before: Pick<OperatorRights, "instanceOwner">): void {
  if (before.instanceOwner && !deps.rights.may(principal, "instance.manage"))
    refuse("forbidden", "He owns the installation. Only an instance owner changes how he signs in, his role, or deactivates him.");
}

/** Throws if the account would lose its last active owner. */
export async function keepAnOwner(deps: Pick<Deps, "operators">, tx: Tx, account: number, id: number): Promise<void> {
  if ((await deps.operators.otherOwners(tx, account, id)) === 0)
    refuse("last_owner", "This is the last owner of the account. Appoint another one first.");
}
