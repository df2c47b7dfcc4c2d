import type { Operator } from "@parlour/protocol";
import type { OperatorRecord } from "./stores/operators.ts";

/** An operator as the API shows him. */
export function operatorWire(row: OperatorRecord, presence: Operator["presence"]): Operator {
  return {
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
  };
}
