import type { RoutingConfig } from "../ports.ts";
import { routingDefaults } from "./defaults.ts";

/** Routing settings in API and configuration file: whole seconds (API-041, CFG-021). */
export interface RoutingForm {
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
  readonly queue: boolean;
  readonly warn_s: number;
  readonly overdue_s: number;
  readonly ring_order: RoutingConfig["ringOrder"];
  readonly after_close: RoutingConfig["afterClose"];
}
/** Steps in the order in which they widen the recipients (CORE-035). */
const ladder = ["next_s", "department_s", "channel_s", "push_s", "mail_s", "visitor_s"] as const;

/**
 * Merges `input` into `base`, or returns the first invalid field. A step may not precede an earlier
 * step, nor red precede amber.
 */
export function readRouting(
  given: Partial<RoutingForm>,
  base: RoutingConfig = routingDefaults,
): { readonly routing: RoutingConfig } | { readonly fault: string; readonly part: string } {
  const form = { ...writeRouting(base), ...given };
  let before: (typeof ladder)[number] | null = null;
  for (const step of ladder) {
    if (form[step] === 0) continue;
    if (before !== null && form[step] < form[before])
      return { fault: `${step} is earlier than ${before}, which comes before it; 0 leaves a step out`, part: step };
    before = step;
  }
  if (form.overdue_s !== 0 && form.overdue_s < form.warn_s)
    return { fault: "overdue_s is earlier than warn_s; 0 leaves a colour out", part: "overdue_s" };
  if (form.reassign_s !== 0 && form.reassign_s < 60)
    return { fault: "reassign_s is shorter than 60 s; 0 never reassigns", part: "reassign_s" };
  const ms = (seconds: number): number => seconds * 1000;
  return {
    routing: {
      mode: form.mode,
      offerMs: ms(form.offer_s),
      nextMs: ms(form.next_s),
      departmentMs: ms(form.department_s),
      channelMs: ms(form.channel_s),
      pushMs: ms(form.push_s),
      mailMs: ms(form.mail_s),
      visitorMs: ms(form.visitor_s),
      remindMs: ms(form.remind_s),
      notifyOutsideHours: form.notify_outside_hours,
      graceMs: ms(form.grace_s),
      reassignMs: ms(form.reassign_s),
      inactivityMs: ms(form.inactivity_s),
      showsQueue: form.queue,
      warnMs: ms(form.warn_s),
      overdueMs: ms(form.overdue_s),
      ringOrder: form.ring_order,
      afterClose: form.after_close,
    },
  };
}

export function writeRouting(routing: RoutingConfig): RoutingForm {
  const s = (ms: number): number => Math.round(ms / 1000);
  return {
    mode: routing.mode,
    offer_s: s(routing.offerMs),
    next_s: s(routing.nextMs),
    department_s: s(routing.departmentMs),
    channel_s: s(routing.channelMs),
    push_s: s(routing.pushMs),
    mail_s: s(routing.mailMs),
    visitor_s: s(routing.visitorMs),
    remind_s: s(routing.remindMs),
    notify_outside_hours: routing.notifyOutsideHours,
    grace_s: s(routing.graceMs),
    reassign_s: s(routing.reassignMs),
    inactivity_s: s(routing.inactivityMs),
    queue: routing.showsQueue,
    warn_s: s(routing.warnMs),
    overdue_s: s(routing.overdueMs),
    ring_order: routing.ringOrder,
    after_close: routing.afterClose,
  };
}

/**
 * Returns the settings that differ from the defaults. Only these are stored, so that a default may
 * change.
 */
export function ownRouting(routing: RoutingConfig): Partial<RoutingConfig> {
  const names = Object.keys(routingDefaults) as (keyof RoutingConfig)[];
  return Object.fromEntries(names.filter((name) => routing[name] !== routingDefaults[name]).map((name) => [name, routing[name]]));
}
