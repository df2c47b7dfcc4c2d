import type { OperatorEntry } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { serializeCustomStatus } from "../../core/operator/custom-status.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import type { MailPort } from "../kit/mail-port.ts";
import type { PresenceDeps } from "../kit/realtime-port.ts";
import { serializeOperator } from "./serialize-operator.ts";

export interface OperatorDeps extends RouteDeps, PresenceDeps {
  readonly urls: BaseUrls;
  readonly mail: MailPort;
}

export function rejectDuplicateEmail(): never {
  refuse("name_taken", "An operator with this email already exists.", { field: "email" });
}

/** Serializes an operator with their current presence and their departments and channels. */
export function serializeWithPresence(
  deps: PresenceDeps,
  principal: Principal,
  row: OperatorRecord,
): OperatorEntry {
  const { presence } = deps.realtime;
  return {
    ...serializeOperator(row, presence.of(principal.accountId, row.id)),
    ...serializeCustomStatus(presence.customStatus(principal.accountId, row.id)),
    hours: row.hours,
    languages: [...row.languages],
    skills: [...row.skills],
    departments: [...row.departments],
    channels: row.channels === "all" ? "all" : [...row.channels],
    ...omitAbsent({ invite_expires_at: row.inviteExpiresAt ?? undefined }),
  };
}
