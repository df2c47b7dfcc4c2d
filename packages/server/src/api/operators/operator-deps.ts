import type { OperatorEntry } from "@parlour/protocol/api";
import type { OperatorRecord } from "../../store/settings/account/operator-record.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Deps } from "../deps.ts";
import { serializeOperator } from "./operator-serializer.ts";
import type { ChangeSettingsDeps } from "../kit/change-settings.ts";

export type OperatorDeps = ChangeSettingsDeps &
  Pick<Deps, "auth" | "operators" | "chats" | "write" | "realtime" | "publicUrl" | "accounts" | "mail">;

export function emailConflict(): never {
  refuse("name_taken", "An operator with this e-mail already exists.", { field: "email" });
}

/** Serializes an operator with the current presence. */
export function serializeWithPresence(deps: Pick<OperatorDeps, "realtime">, principal: Principal, row: OperatorRecord): OperatorEntry {
  return serializeOperator(row, deps.realtime.presence.of(principal.accountId, row.id));
}
