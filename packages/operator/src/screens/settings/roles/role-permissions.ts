import type { Operator, Role } from "@parlour/protocol";
import type { CustomRole } from "@parlour/protocol/api";
import { rolePermissions } from "@parlour/protocol/permissions";
import { can } from "../../../state/session.tsx";
import { useRoles } from "../../../state/api/queries.ts";
import { t } from "../text.ts";
import {
  permissionGroupNames,
  permissionGroups,
  type AddablePermission,
} from "./permission-groups.ts";
import { describeNames } from "../../../ui/loading/ListFailure.tsx";

/** A role as operators have it: a custom one with its base, or a built-in one (ROLE-006). */
export interface AssignedRole {
  readonly role: Role;
  readonly custom_role_id: number | null;
}

const addablePermissions: readonly AddablePermission[] = permissionGroupNames.flatMap(
  (group) => permissionGroups[group],
);

/** Returns the permissions of a role that some built-in role lacks. */
export const listPermissions = ({
  base,
  permissions,
}: {
  readonly base: Role;
  readonly permissions: readonly string[];
}): readonly AddablePermission[] =>
  addablePermissions.filter(
    (permission) => rolePermissions[base].has(permission) || permissions.includes(permission),
  );

/** Returns whether the operator lacks a permission of the role, and so cannot change it. */
export const isAbove = (role: CustomRole, me: Operator): boolean =>
  listPermissions(role).some((permission) => !can(me, permission));

/** Returns a function that names roles. An unknown custom one does not get the name of its base. */
export function useRoleName(): (assigned: AssignedRole) => string {
  const list = useRoles();
  return ({ role, custom_role_id }) =>
    custom_role_id === null ? t(`people.role.${role}`) : describeNames(list, [custom_role_id]);
}

/** Returns a function that says whether operators with a role answer chats. */
export function useAnswersChats(): (assigned: AssignedRole) => boolean {
  const findCustomRole = useCustomRole();
  return (assigned) => {
    const { permissions = [] } = findCustomRole(assigned) ?? {};
    return listPermissions({ base: assigned.role, permissions }).includes("chats.answer");
  };
}

function useCustomRole(): (assigned: AssignedRole) => CustomRole | undefined {
  const { data = [] } = useRoles();
  return (assigned) => data.find(({ id }) => id === assigned.custom_role_id);
}
