import type { OperatorEntry } from "@parlour/protocol/api";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";

/** Serializes an operator for the API. */
export function serializeOperator(
  row: OperatorRecord,
  presence: OperatorEntry["presence"],
): OperatorEntry {
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
    departments: [...row.departments],
  };
}
