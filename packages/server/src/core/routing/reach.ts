import type { Assignment } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import { eligibility, mayTake, type Eligibility, type Known, type Reason, type Spot } from "../operator/eligible.ts";
import type { AccountConfig, RoutingConfig } from "../ports.ts";

/**
 * Escalation steps that offer the chat in the application, each wider than the one before
 * (CORE-035).
 */
export type OfferStep = "offer" | "next" | "department" | "channel";

/**
 * Reasons that a step ignores. An operator at their chat limit could not take the chat, so that
 * reason always counts.
 */
const forgiven: Readonly<Record<OfferStep, ReadonlySet<Reason>>> = {
  offer: new Set(),
  next: new Set(),
  department: new Set<Reason>(["away"]),
  channel: new Set<Reason>(["away", "not_in_department"]),
};

/**
 * Returns the operators that a step reaches, and the reasons against the others (CORE-033,
 * CORE-037). A suspended account reaches none (CORE-005).
 */
export function reachOf(config: AccountConfig, chat: Spot, known: Known, step: OfferStep): Eligibility {
  const { eligible, others } = eligibility(config, chat, known);
  if (config.suspended) return { eligible: [], others: [...eligible.map((id) => ({ id, reasons: [] })), ...others] };
  const isReached = ({ id, reasons }: Eligibility["others"][number]): boolean =>
    reasons.every(
      (reason) => forgiven[step].has(reason) || (reason === "not_on_channel" && step === "channel" && seesAll(config, chat, id)),
    );
  return {
    eligible: [...eligible, ...others.filter(isReached).map(({ id }) => id)].toSorted((a, b) => a - b),
    others: others.filter((one) => !isReached(one)),
  };
}

/**
 * Returns the operators of the channel who have a push device and may take the chat. If its
 * department has members, only those.
 */
export function devicesOf(config: AccountConfig, chat: Pick<ChatDraft, "channel" | "department">): readonly number[] {
  const members = chat.department === null ? undefined : config.departments.get(chat.department.id)?.operators;
  const chosen = config.channels.get(chat.channel.id)?.operators;
  const reached = (config.push ?? []).map((device) => device.operatorId);
  return [...new Set(reached)].filter((id) => {
    const operator = config.operators.get(id);
    if (operator === undefined || config.suspended || chosen?.has(id) !== true) return false;
    return mayTake(config, chat.channel.id, operator) && (members === undefined || members.size === 0 || members.has(id));
  });
}

/**
 * Returns the operators who want mail about missed chats and may take this one. If its department
 * has members, only those.
 */
export function mailReadersOf(config: AccountConfig, chat: Pick<ChatDraft, "channel" | "department">): readonly number[] {
  return config.mail === undefined ? [] : chosenOf(config, chat, config.mail.missed);
}

/**
 * Returns the operators who want mail about offline messages of a channel and department. If there
 * are none: the owners and administrators who want them.
 */
export function offlineReadersOf(config: AccountConfig, place: Spot): readonly number[] {
  const { mail } = config;
  if (mail === undefined) return [];
  const chosen = chosenOf(config, place, mail.offline);
  return chosen.length > 0 ? chosen : administrators(config).filter((id) => mail.offline.has(id));
}

function chosenOf(config: AccountConfig, place: Spot, wanted: ReadonlySet<number>): readonly number[] {
  const members = place.department === null ? undefined : config.departments.get(place.department.id)?.operators;
  const chosen = config.channels.get(place.channel.id)?.operators;
  if (chosen === undefined || config.suspended) return [];
  return [...config.operators.values()]
    .filter((one) => wanted.has(one.id) && chosen.has(one.id) && mayTake(config, place.channel.id, one))
    .filter((one) => members === undefined || members.size === 0 || members.has(one.id))
    .map(({ id }) => id);
}

/** Returns the active owners and administrators; none if the account is suspended. */
export function administrators(config: AccountConfig): readonly number[] {
  if (config.suspended) return [];
  return [...config.operators.values()].filter((one) => one.active && (one.role === "owner" || one.role === "admin")).map(({ id }) => id);
}

/** Returns the reasons of an assignment at the time of a step (CORE-037). */
export function why(routing: Pick<RoutingConfig, "mode">, step: OfferStep, { eligible, others }: Eligibility): Assignment {
  return {
    rules: step === "offer" ? [routing.mode] : [routing.mode, step],
    eligible: [...eligible],
    others: others.map(({ id, reasons }) => ({ operator_id: id, reasons: [...reasons] })),
  };
}

function seesAll(config: AccountConfig, chat: Spot, id: number): boolean {
  const operator = config.operators.get(id);
  return operator !== undefined && mayTake(config, chat.channel.id, operator);
}
