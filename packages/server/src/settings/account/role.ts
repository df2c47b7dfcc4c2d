import { CustomRole, NewRole, RolePatch, Roles } from "@parlour/protocol/api";
import { role } from "@parlour/protocol/settings/kinds/people/role";
import { assertRolesNotAbovePrincipal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { listOperatorsOfRole, roleStore } from "../../store/settings/people/role.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";

/** Custom roles (ROLE-001). */
export const roleResource = createResource(role, {
  rights: { read: "operators.read", manage: "operators.manage" },
  fresh: ["create", "change", "remove"],
  summaries: summarizeRequests("a custom role", "roles"),
  schemas: { entity: CustomRole, page: Roles, create: NewRole, patch: RolePatch },
  store: roleStore,
  check({ base, permissions }, before, { principal }) {
    const after = { role: base, addedPermissions: permissions };
    assertRolesNotAbovePrincipal(
      principal,
      after,
      before && { role: before.values.base, addedPermissions: before.values.permissions },
    );
  },
  async checkRemoval({ id, values }, { tx, account, principal }) {
    assertRolesNotAbovePrincipal(principal, {
      role: values.base,
      addedPermissions: values.permissions,
    });
    const names = await listOperatorsOfRole(tx, account, id);
    if (names.length > 0)
      refuse("in_use", `${names.join(", ")} have this role. Give them another one first.`);
  },
});
