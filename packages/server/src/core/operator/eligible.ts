import type { Presence, Role } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import { hoursFor, isOpen } from "../hours/open.ts";
import type { AccountConfig, OperatorConfig } from "../ports.ts";

/** Why an operator cannot take a chat (CORE-037). */
export type Reason = "not_on_channel" | "not_in_department" | "offline" | "away" | "at_limit";
/** Fields of a chat that decide which operators may take it. */
export type Spot = { readonly channel: { readonly id: number }; readonly department: { readonly id: number } | null };

export interface Known {
  readonly presence: (operatorId: number) => Presence;
  /** Open chats per operator, if known. Without a number there is no limit. */
  readonly openChats?: ReadonlyMap<number, number>;
}
export interface Eligibility {
  readonly eligible: readonly number[];
  /** All other active operators of the account with all their reasons. */
  readonly others: readonly { readonly id: number; readonly reasons: readonly Reason[] }[];
}

/**
 * Roles that answer chats (CORE-001). Other roles are never eligible, even if they are assigned to
 * the channel.
 */
const answering: ReadonlySet<Role> = new Set<Role>(["owner", "admin", "operator"]);

/** Returns the online operators of the account. */
export function onlineOperators(config: AccountConfig, isOnline: (operatorId: number) => boolean): ReadonlySet<number> {
  return new Set([...config.operators.keys()].filter(isOnline));
}

/**
 * Returns whether an operator may have chats: active and with a role that answers chats (CORE-001,
 * CORE-003).
 */
export function answersChats({ active, role }: Pick<OperatorConfig, "active" | "role">): boolean {
  return active && answering.has(role);
}

/**
 * Returns whether an operator answers chats of the channel: assigned to it, or owner or
 * administrator, who see every chat.
 */
export function mayTake(config: AccountConfig, channelId: number, operator: OperatorConfig): boolean {
  if (!answersChats(operator)) return false;
  return operator.role !== "operator" || config.channels.get(channelId)?.operators.has(operator.id) === true;
}

/**
 * Returns the operators who may take the chat now, and the reasons against the others (CORE-033,
 * CORE-037).
 */
export function eligibility(config: AccountConfig, chat: Spot, known: Known): Eligibility {
  const eligible: number[] = [];
  const others: { id: number; reasons: readonly Reason[] }[] = [];
  for (const operator of config.operators.values()) {
    if (!operator.active) continue;
    const reasons = reasonsAgainst(config, chat, operator, known);
    if (reasons.length === 0) eligible.push(operator.id);
    else others.push({ id: operator.id, reasons });
  }
  return { eligible, others };
}

/**
 * Returns whether the chat can be answered now (CORE-092): inside its hours, with at least one
 * eligible online operator. Never for a suspended account (CORE-005).
 */
export function isAvailable(
  config: AccountConfig,
  chat: Spot | Pick<ChatDraft, "channel" | "department">,
  online: ReadonlySet<number>,
  now: number,
  openChats?: ReadonlyMap<number, number>,
): boolean {
  return isOpen(hoursFor(config, chat.department?.id ?? null, chat.channel.id), now) && isSomebodyThere(config, chat, online, openChats);
}

/** Returns whether an eligible operator is online, at any hour. */
export function isSomebodyThere(
  config: AccountConfig,
  chat: Spot | Pick<ChatDraft, "channel" | "department">,
  online: ReadonlySet<number>,
  openChats?: ReadonlyMap<number, number>,
): boolean {
  return operatorsThere(config, chat, online, openChats).next().done !== true;
}

/** Yields the operators who could take the chat now, at any hour. */
export function* operatorsThere(
  config: AccountConfig,
  chat: Spot | Pick<ChatDraft, "channel" | "department">,
  online: ReadonlySet<number>,
  openChats?: ReadonlyMap<number, number>,
): Generator<OperatorConfig> {
  if (config.suspended) return;
  const known: Known = { presence: (id) => (online.has(id) ? "online" : "offline"), ...(openChats === undefined ? {} : { openChats }) };
  for (const id of online) {
    const operator = config.operators.get(id);
    if (operator?.active === true && reasonsAgainst(config, chat, operator, known).length === 0) yield operator;
  }
}

function reasonsAgainst(config: AccountConfig, chat: Spot, operator: OperatorConfig, known: Known): readonly Reason[] {
  const isChosen = config.channels.get(chat.channel.id)?.operators.has(operator.id) === true && answering.has(operator.role);
  // A deleted department does not restrict: otherwise no operator could take the chat.
  const members = chat.department === null ? undefined : config.departments.get(chat.department.id)?.operators;
  const isInDepartment = members === undefined || members.has(operator.id);
  const presence = known.presence(operator.id);
  const isFull = operator.chatLimit > 0 && (known.openChats?.get(operator.id) ?? 0) >= operator.chatLimit;
  return [
    ...(isChosen ? [] : ["not_on_channel" as const]),
    ...(isInDepartment ? [] : ["not_in_department" as const]),
    ...(presence === "online" ? [] : [presence]),
    ...(isFull ? ["at_limit" as const] : []),
  ];
}
