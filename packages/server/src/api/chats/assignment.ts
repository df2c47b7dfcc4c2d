import type { Assignment } from "../../core/entity.ts";
import { type OperatorStatus, type ChatRoutingTarget } from "../../core/operator/eligibility.ts";
import type { AccountConfig } from "../../core/command.ts";
import { recipientsForStep, getAssignmentReasons } from "../../core/routing/recipients.ts";
import type { PresenceDeps } from "../kit/realtime-port.ts";
import { countOpenChats } from "../../store/chats/list/chat-counts.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface OperatorStatusDeps extends PresenceDeps, Pick<RouteDeps, "reader" | "clock"> {}

/** Loads the presence, and the open chats if any operator has a chat limit (CORE-037). */
export async function loadOperatorStatus(
  { reader, clock, realtime }: OperatorStatusDeps,
  account: number,
  config: AccountConfig,
): Promise<OperatorStatus> {
  const hasLimits = [...config.operators.values()].some(
    (operator) => operator.active && operator.chatLimit > 0,
  );
  return {
    now: clock.now(),
    presence: (operatorId) => realtime.presence.of(account, operatorId),
    openChats: hasLimits ? await countOpenChats(reader, account) : new Map(),
  };
}

/** Computes who could accept a chat now, and why others could not (CORE-037). */
export function computeAssignment(
  status: OperatorStatus,
  config: AccountConfig,
  chat: ChatRoutingTarget,
): Assignment {
  return getAssignmentReasons(
    config.routing,
    "offer",
    recipientsForStep(config, chat, status, "offer"),
  );
}
