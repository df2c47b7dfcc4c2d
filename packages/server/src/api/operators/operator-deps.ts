import type { OperatorEntry } from "@parlour/protocol/api";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import type { MailPort } from "../kit/mail-port.ts";
import type { PresenceDeps } from "../kit/realtime-port.ts";

export interface OperatorDeps extends RouteDeps, PresenceDeps {
  readonly urls: BaseUrls;
  readonly mail: MailPort;
}

export function rejectDuplicateEmail(): never {
  refuse("name_taken", "An operator with this e-mail already exists.", { field: "email" });
}

/** Serializes an operator with their current presence. */
export function serializeWithPresence(
  deps: PresenceDeps,
  principal: Principal,
  row: OperatorRecord,
): OperatorEntry {
  return serializeOperator(row, deps.realtime.presence.of(principal.accountId, row.id));
}

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
