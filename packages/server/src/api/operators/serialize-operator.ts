import type { Operator, Presence } from "@parlour/protocol";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";

/** Serializes an operator with their presence. Departments are added where the API shows them. */
export const serializeOperator = (row: OperatorRecord, presence: Presence): Operator => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  photo: row.photo,
  role: row.role,
  instance_owner: row.instanceOwner,
  presence,
  active: row.active,
  chat_limit: row.chatLimit,
  created_at: row.createdAt,
  managed: row.managed,
});
