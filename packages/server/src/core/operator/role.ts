import { rolePermissions, type Action } from "@parlour/protocol/permissions";
import type { Role } from "../entity.ts";

/** What decides which permissions an operator has. */
export interface OperatorRole {
  /** The built-in role. It also decides which chats the operator sees (CORE-001). */
  readonly role: Role;
  /** Permissions that a custom role adds (ROLE-002). Absent means none. */
  readonly addedPermissions?: readonly string[];
}

/** Returns whether a role may perform an action in the account (CORE-001, ROLE-002). */
export const isActionOfRole = ({ role, addedPermissions }: OperatorRole, action: Action): boolean =>
  rolePermissions[role].has(action) || addedPermissions?.includes(action) === true;

/** Returns whether a role sees every chat of the account (CORE-001). */
export const canSeeAllChats = ({ role }: OperatorRole): boolean => role !== "operator";

/**
 * Returns whether a role reads the texts of visitors. Developers test channels without reading
 * messages (CORE-001), unless a custom role lets them answer chats (ROLE-004).
 */
export const isReaderOfTexts = (role: OperatorRole): boolean =>
  role.role !== "developer" || isActionOfRole(role, "chats.answer");
