import { isOpen } from "@parlour/protocol/hours/open-hours";
import type { Assignment } from "../entity.ts";
import type { ChatData } from "../event.ts";
import {
  getEligibility,
  canAnswerChannel,
  type Eligibility,
  type OperatorStatus,
  type IneligibleReason,
  type ChatRoutingTarget,
} from "../operator/eligibility.ts";
import type { UnmetDemand } from "../operator/demands.ts";
import type { AccountConfig, RoutingConfig } from "../command.ts";

/** Steps that offer the chat in the application, each to more operators (CORE-035). */
export type EscalationStep = "offer" | "next" | "department" | "channel";

/**
 * Reasons for ineligibility that each step ignores. An operator at their chat limit could not take
 * the chat, so that reason always applies.
 */
const ignoredReasons: Readonly<Record<EscalationStep, ReadonlySet<IneligibleReason>>> = {
  offer: new Set(),
  next: new Set(),
  department: new Set<IneligibleReason>(["away"]),
  channel: new Set<IneligibleReason>(["away", "not_in_department"]),
};

export const demandReasons: ReadonlySet<IneligibleReason> = new Set<UnmetDemand>([
  "other_language",
  "missing_skill",
]);

export interface StepRecipients extends Eligibility {
  /** Whether nobody meets the demands of the chat, so that the step reaches others (CORE-399). */
  readonly ignoresDemands: boolean;
}

/**
 * Returns the operators that a step reaches, and the reasons against the others (CORE-033,
 * CORE-037). Each step but the first ignores the demands of the chat if nobody who meets them can
 * take it now. For a suspended account there are no operators (CORE-005).
 */
export function recipientsForStep(
  config: AccountConfig,
  chat: ChatRoutingTarget,
  status: OperatorStatus,
  step: EscalationStep,
): StepRecipients {
  const { eligible, others } = getEligibility(config, chat, status);
  if (config.suspended)
    return {
      eligible: [],
      others: [...eligible.map((id) => ({ id, reasons: [] })), ...others],
      ignoresDemands: false,
    };
  const findReached = (areDemandsIgnored: boolean): Eligibility["others"] =>
    others.filter(({ id, reasons }) =>
      reasons.every(
        (reason) =>
          ignoredReasons[step].has(reason) ||
          (areDemandsIgnored && demandReasons.has(reason)) ||
          (reason === "not_on_channel" && step === "channel" && canTakeChat(config, chat, id)),
      ),
    );
  const suited = findReached(false);
  const isAnySuited =
    eligible.length > 0 || suited.some(({ reasons }) => !reasons.includes("away"));
  const reached = step === "offer" || isAnySuited ? suited : findReached(true);
  return {
    eligible: [...eligible, ...reached.map(({ id }) => id)].toSorted((a, b) => a - b),
    others: others.filter((candidate) => !reached.includes(candidate)),
    ignoresDemands: reached.length > suited.length,
  };
}

/**
 * Returns the operators of the channel who have a push device, may take the chat and are inside
 * their own hours (CORE-396). If the chat's department has members, only they are returned.
 */
export function pushRecipients(
  config: AccountConfig,
  chat: ChatRoutingTarget,
  now: number,
): readonly number[] {
  const members =
    chat.department === null ? undefined : config.departments.get(chat.department.id)?.operators;
  const channelOperators = config.channels.get(chat.channel.id)?.operators;
  const deviceOwners = (config.push ?? []).map((device) => device.operatorId);
  return [...new Set(deviceOwners)].filter((id) => {
    const operator = config.operators.get(id);
    if (operator === undefined || config.suspended || channelOperators?.has(id) !== true)
      return false;
    return (
      canAnswerChannel(config, chat.channel.id, operator) &&
      isOpen(operator.hours, now) &&
      (members === undefined || members.size === 0 || members.has(id))
    );
  });
}

/**
 * Returns the operators who want email about missed chats and may take this one. If the chat's
 * department has members, only they are returned.
 */
export function mailRecipients(config: AccountConfig, chat: ChatData): readonly number[] {
  return config.mail === undefined ? [] : filterRecipients(config, chat, config.mail.missed);
}

/**
 * Returns the operators who want email about offline messages of a channel and department. If there
 * are none, returns the owners and administrators who want them.
 */
export function offlineMessageRecipients(
  config: AccountConfig,
  target: ChatRoutingTarget,
): readonly number[] {
  const { mail } = config;
  if (mail === undefined) return [];
  const recipients = filterRecipients(config, target, mail.offline);
  return recipients.length > 0
    ? recipients
    : getAdministrators(config).filter((id) => mail.offline.has(id));
}

function filterRecipients(
  config: AccountConfig,
  target: ChatRoutingTarget,
  subscribers: ReadonlySet<number>,
): readonly number[] {
  const members =
    target.department === null
      ? undefined
      : config.departments.get(target.department.id)?.operators;
  const channelOperators = config.channels.get(target.channel.id)?.operators;
  if (channelOperators === undefined || config.suspended) return [];
  return [...config.operators.values()]
    .filter(
      (operator) =>
        subscribers.has(operator.id) &&
        channelOperators.has(operator.id) &&
        canAnswerChannel(config, target.channel.id, operator),
    )
    .filter((operator) => members === undefined || members.size === 0 || members.has(operator.id))
    .map(({ id }) => id);
}

/** Returns the active owners and administrators, or none if the account is suspended. */
export function getAdministrators(config: AccountConfig): readonly number[] {
  if (config.suspended) return [];
  return [...config.operators.values()]
    .filter(
      (operator) => operator.active && (operator.role === "owner" || operator.role === "admin"),
    )
    .map(({ id }) => id);
}

/** Returns the reasons of an assignment at the time of a step (CORE-037). */
export function getAssignmentReasons(
  routing: RoutingConfig,
  step: EscalationStep,
  { eligible, others, ignoresDemands }: StepRecipients,
): Assignment {
  return {
    rules: [
      routing.mode,
      ...(step === "offer" ? [] : [step]),
      ...(ignoresDemands ? ["demands_ignored"] : []),
    ],
    eligible: [...eligible],
    others: others.map(({ id, reasons }) => ({ operator_id: id, reasons: [...reasons] })),
  };
}

function canTakeChat(config: AccountConfig, chat: ChatRoutingTarget, id: number): boolean {
  const operator = config.operators.get(id);
  return operator !== undefined && canAnswerChannel(config, chat.channel.id, operator);
}
