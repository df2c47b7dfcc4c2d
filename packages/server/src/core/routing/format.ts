import type { RoutingConfig } from "../command.ts";
import { routingDefaults } from "./defaults.ts";

/**
 * Routing settings in the format of the API and the configuration file. All times are whole seconds
 * (API-295, CFG-021).
 */
export interface RoutingFields {
  readonly mode: RoutingConfig["mode"];
  readonly offer_s: number;
  readonly next_s: number;
  readonly department_s: number;
  readonly channel_s: number;
  readonly push_s: number;
  readonly mail_s: number;
  readonly visitor_s: number;
  readonly remind_s: number;
  readonly notify_outside_hours: boolean;
  readonly grace_s: number;
  readonly reassign_s: number;
  readonly inactivity_s: number;
  readonly mail_inactivity_s: number;
  readonly messenger_inactivity_s: number;
  readonly queue: boolean;
  readonly warn_s: number;
  readonly overdue_s: number;
  readonly ring_order: RoutingConfig["ringOrder"];
  readonly after_close: RoutingConfig["afterClose"];
}
/** Escalation steps in order. Each step reaches more recipients than the one before (CORE-035). */
const escalationSteps = [
  "next_s",
  "department_s",
  "channel_s",
  "push_s",
  "mail_s",
  "visitor_s",
] as const;

/**
 * Merges `input` into `base`, or returns the first invalid field. The time of a step may not be
 * before that of an earlier step. The time for red may not be before that for amber.
 */
export function parseRoutingFields(
  input: Partial<RoutingFields>,
  base: RoutingConfig = routingDefaults,
): { readonly routing: RoutingConfig } | { readonly fault: string; readonly part: string } {
  const fields = { ...formatRoutingFields(base), ...input };
  let previousStep: (typeof escalationSteps)[number] | null = null;
  for (const step of escalationSteps) {
    if (fields[step] === 0) continue;
    if (previousStep !== null && fields[step] < fields[previousStep])
      return {
        fault: `${step} is earlier than ${previousStep}, which comes before it; 0 leaves a step out`,
        part: step,
      };
    previousStep = step;
  }
  if (fields.overdue_s !== 0 && fields.overdue_s < fields.warn_s)
    return { fault: "overdue_s is earlier than warn_s; 0 leaves a colour out", part: "overdue_s" };
  if (fields.reassign_s !== 0 && fields.reassign_s < 60)
    return { fault: "reassign_s is shorter than 60 s; 0 never reassigns", part: "reassign_s" };
  const toMs = (seconds: number): number => seconds * 1000;
  return {
    routing: {
      mode: fields.mode,
      offerMs: toMs(fields.offer_s),
      nextMs: toMs(fields.next_s),
      departmentMs: toMs(fields.department_s),
      channelMs: toMs(fields.channel_s),
      pushMs: toMs(fields.push_s),
      mailMs: toMs(fields.mail_s),
      visitorMs: toMs(fields.visitor_s),
      remindMs: toMs(fields.remind_s),
      notifyOutsideHours: fields.notify_outside_hours,
      graceMs: toMs(fields.grace_s),
      reassignMs: toMs(fields.reassign_s),
      inactivityMs: toMs(fields.inactivity_s),
      mailInactivityMs: toMs(fields.mail_inactivity_s),
      messengerInactivityMs: toMs(fields.messenger_inactivity_s),
      showsQueue: fields.queue,
      warnMs: toMs(fields.warn_s),
      overdueMs: toMs(fields.overdue_s),
      ringOrder: fields.ring_order,
      afterClose: fields.after_close,
    },
  };
}

export function formatRoutingFields(routing: RoutingConfig): RoutingFields {
  const toSeconds = (ms: number): number => Math.round(ms / 1000);
  return {
    mode: routing.mode,
    offer_s: toSeconds(routing.offerMs),
    next_s: toSeconds(routing.nextMs),
    department_s: toSeconds(routing.departmentMs),
    channel_s: toSeconds(routing.channelMs),
    push_s: toSeconds(routing.pushMs),
    mail_s: toSeconds(routing.mailMs),
    visitor_s: toSeconds(routing.visitorMs),
    remind_s: toSeconds(routing.remindMs),
    notify_outside_hours: routing.notifyOutsideHours,
    grace_s: toSeconds(routing.graceMs),
    reassign_s: toSeconds(routing.reassignMs),
    inactivity_s: toSeconds(routing.inactivityMs),
    mail_inactivity_s: toSeconds(routing.mailInactivityMs),
    messenger_inactivity_s: toSeconds(routing.messengerInactivityMs),
    queue: routing.showsQueue,
    warn_s: toSeconds(routing.warnMs),
    overdue_s: toSeconds(routing.overdueMs),
    ring_order: routing.ringOrder,
    after_close: routing.afterClose,
  };
}

/**
 * Returns the settings that differ from the defaults. Only these are stored, so that a new default
 * takes effect.
 */
export function getRoutingOverrides(routing: RoutingConfig): Partial<RoutingConfig> {
  const names = Object.keys(routingDefaults) as (keyof RoutingConfig)[];
  return Object.fromEntries(
    names
      .filter((name) => routing[name] !== routingDefaults[name])
      .map((name) => [name, routing[name]]),
  );
}
