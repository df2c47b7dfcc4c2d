import type { Operator, Presence } from "@parlour/protocol";
import { actions } from "../../auth/index.ts";
import { isActionOfRole } from "../../core/operator/role.ts";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";

/** Serializes the signed-in operator, with the permissions of their role (ROLE-003). */
export const serializeProfile = (row: OperatorRecord, presence: Presence): Operator => ({
  ...serializeOperator(row, presence),
  permissions: actions.filter((action) => isActionOfRole(row, action)),
});

/** Serializes an operator with their presence. Departments are added where the API shows them. */
export const serializeOperator = (row: OperatorRecord, presence: Presence): Operator => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  photo: row.photo,
  role: row.role,
  custom_role_id: row.customRole?.id ?? null,
  instance_owner: row.instanceOwner,
  presence,
  active: row.active,
  chat_limit: row.chatLimit,
  created_at: row.createdAt,
  managed: row.managed,
  answers_chats: isActionOfRole(row, "chats.answer"),
});
