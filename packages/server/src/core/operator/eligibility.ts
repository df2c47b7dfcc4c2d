import type { Presence } from "../entity.ts";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../hours/effective-hours.ts";
import type { AccountConfig, OperatorConfig } from "../command.ts";
import { findUnmetDemands, type DemandingChat, type UnmetDemand } from "./demands.ts";
import { canSeeAllChats, isActionOfRole, type OperatorRole } from "./role.ts";

/** Why an operator cannot take a chat (CORE-037). */
export type IneligibleReason =
  | "not_on_channel"
  | "not_in_department"
  | "offline"
  | "away"
  | "outside_hours"
  | "at_limit"
  | UnmetDemand;
/** The facts about a chat that decide which operators may take it. */
export interface ChatRoutingTarget extends DemandingChat {
  readonly channel: { readonly id: number };
}

/** What decides which of the online operators may take a chat. */
interface WorkStatus {
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  /** Open chats per operator, if known. An operator without a number has no limit. */
  readonly openChats?: ReadonlyMap<number, number> | undefined;
}
export interface OperatorStatus extends WorkStatus {
  readonly presence: (operatorId: number) => Presence;
}
export interface Eligibility {
  readonly eligible: readonly number[];
  /**
   * All other active operators of the account, with all reasons why each of them is not eligible.
   */
  readonly others: readonly {
    readonly id: number;
    readonly reasons: readonly IneligibleReason[];
  }[];
}

export function getOnlineOperators(
  config: AccountConfig,
  isOnline: (operatorId: number) => boolean,
): ReadonlySet<number> {
  return new Set([...config.operators.keys()].filter(isOnline));
}

/** Returns whether an active operator's role can answer chats (CORE-001, CORE-003). */
export function canAnswerChats(operator: OperatorRole & { readonly active: boolean }): boolean {
  return operator.active && isActionOfRole(operator, "chats.answer");
}

/**
 * Returns whether an operator answers chats of the channel. True for operators assigned to it, and
 * for owners and administrators, who see every chat.
 */
export function canAnswerChannel(
  config: AccountConfig,
  channelId: number,
  operator: OperatorConfig,
): boolean {
  if (!canAnswerChats(operator)) return false;
  return (
    canSeeAllChats(operator) || config.channels.get(channelId)?.operators.has(operator.id) === true
  );
}

/** Returns who may take the chat now, and the reasons against others (CORE-033, CORE-037). */
export function getEligibility(
  config: AccountConfig,
  chat: ChatRoutingTarget,
  status: OperatorStatus,
): Eligibility {
  const eligible: number[] = [];
  const others: { id: number; reasons: readonly IneligibleReason[] }[] = [];
  for (const operator of config.operators.values()) {
    if (!operator.active) continue;
    const reasons = [
      ...findReasonsAgainst(config, chat, operator, status),
      ...findUnmetDemands(config, chat, operator),
    ];
    if (reasons.length === 0) eligible.push(operator.id);
    else others.push({ id: operator.id, reasons });
  }
  return { eligible, others };
}

/**
 * Returns whether the chat can be answered now (CORE-092): inside its hours, with at least one
 * eligible online operator. Returns false for a suspended account (CORE-005).
 */
export function isChatAnswerable(
  config: AccountConfig,
  chat: ChatRoutingTarget,
  online: ReadonlySet<number>,
  status: WorkStatus,
): boolean {
  return (
    isOpen(effectiveHours(config, chat.department?.id ?? null, chat.channel.id), status.now) &&
    isAnyOperatorAvailable(config, chat, online, status)
  );
}

/** Returns whether an eligible operator is online, regardless of the hours of the chat. */
export function isAnyOperatorAvailable(
  config: AccountConfig,
  chat: ChatRoutingTarget,
  online: ReadonlySet<number>,
  status: WorkStatus,
): boolean {
  return findAvailableOperators(config, chat, online, status).next().done !== true;
}

/**
 * Yields the operators who can take the chat now, regardless of its hours, and of its demands,
 * which only prefer some of them (CORE-398).
 */
export function* findAvailableOperators(
  config: AccountConfig,
  chat: ChatRoutingTarget,
  online: ReadonlySet<number>,
  { now, openChats }: WorkStatus,
): Generator<OperatorConfig> {
  if (config.suspended) return;
  const status: OperatorStatus = {
    presence: (id) => (online.has(id) ? "online" : "offline"),
    openChats,
    now,
  };
  for (const id of online) {
    const operator = config.operators.get(id);
    if (
      operator?.active === true &&
      findReasonsAgainst(config, chat, operator, status).length === 0
    )
      yield operator;
  }
}

function findReasonsAgainst(
  config: AccountConfig,
  chat: ChatRoutingTarget,
  operator: OperatorConfig,
  status: OperatorStatus,
): readonly IneligibleReason[] {
  const isAssigned =
    config.channels.get(chat.channel.id)?.operators.has(operator.id) === true &&
    isActionOfRole(operator, "chats.answer");
  // A deleted department restricts nothing. Otherwise no operator could take the chat.
  const members =
    chat.department === null ? undefined : config.departments.get(chat.department.id)?.operators;
  const isInDepartment = members === undefined || members.has(operator.id);
  const presence = status.presence(operator.id);
  const isFull =
    operator.chatLimit > 0 && (status.openChats?.get(operator.id) ?? 0) >= operator.chatLimit;
  return [
    ...(isAssigned ? [] : ["not_on_channel" as const]),
    ...(isInDepartment ? [] : ["not_in_department" as const]),
    ...(presence === "online" ? [] : [presence]),
    ...(isOpen(operator.hours, status.now) ? [] : ["outside_hours" as const]),
    ...(isFull ? ["at_limit" as const] : []),
  ];
}
