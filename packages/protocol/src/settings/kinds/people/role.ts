import { addablePermissions, baseRoles } from "../../../permissions.ts";
import { listKind } from "../../kind.ts";

/** Custom roles: a built-in role with added permissions (ROLE-001). */
export const role = listKind({
  kind: "role",
  path: "roles",
  label: "role",
  table: "custom_role",
  part: "roles",
  key: "name",
  max: 100,
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "ROLE-001" },
    /** The built-in role. It decides which chats operators with the role see. */
    base: { type: "choice", values: baseRoles, default: "operator", exported: "always" },
    /** Permissions that the role has besides those of its base. */
    permissions: { type: "choices", values: addablePermissions, default: [], rule: "ROLE-002" },
  },
});
