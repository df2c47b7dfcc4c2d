import type { OperatorEntry } from "@parlour/protocol/api";
import type { OperatorRecord } from "../../core/record/operator.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Deps } from "./deps.ts";
import { operatorWire } from "./operator-wire.ts";
import type { SettingsDeps } from "./settings.ts";

export type OperatorDeps = SettingsDeps &
  Pick<Deps, "auth" | "rights" | "operators" | "chats" | "write" | "realtime" | "publicUrl" | "accounts" | "mail">;

export function emailTaken(): never {
  refuse("name_taken", "An operator with this e-mail exists already.", { field: "email" });
}

/** Serializes an operator with the current presence. */
export function wire(deps: Pick<OperatorDeps, "realtime">, principal: Principal, row: OperatorRecord): OperatorEntry {
  return operatorWire(row, deps.realtime.presence.of(principal.accountId, row.id));
}
