import { defaultRouting } from "../default-routing.ts";
import { singleKind } from "../kind.ts";
import type { Values } from "../values.ts";

const defaults = defaultRouting;
const day = 86_400;
/** A time of an escalation step, counted from the start of the wait. 0 leaves the step out. */
const time = { type: "integer", min: 0, max: day, unit: "s", rule: "CORE-035" } as const;
const inactivity = { ...time, max: 365 * day } as const;

/** How chats reach operators, and how long visitors wait (CORE-031 to CORE-035, API-295). */
export const routing = singleKind({
  kind: "routing",
  path: "routing",
  label: "routing",
  part: "routing",
  fields: {
    /** To which operators a new chat is offered first (CORE-033). */
    mode: {
      type: "choice",
      values: ["all", "round_robin", "least_busy", "last_operator"],
      default: defaults.mode,
    },
    /** How long an offer to one operator lasts. */
    offer_s: { ...time, min: 5, max: 600, default: defaults.offer_s, stored: "offerMs" },
    next_s: { ...time, default: defaults.next_s, stored: "nextMs" },
    department_s: { ...time, default: defaults.department_s, stored: "departmentMs" },
    channel_s: { ...time, default: defaults.channel_s, stored: "channelMs" },
    push_s: { ...time, default: defaults.push_s, stored: "pushMs" },
    mail_s: { ...time, default: defaults.mail_s, stored: "mailMs" },
    visitor_s: { ...time, default: defaults.visitor_s, stored: "visitorMs" },
    /** Interval at which administrators are reminded of a waiting chat. */
    remind_s: { ...time, min: 60, default: defaults.remind_s, stored: "remindMs" },
    notify_outside_hours: {
      type: "flag",
      default: defaults.notify_outside_hours,
      stored: "notifyOutsideHours",
    },
    /** Time after which a chat waits again if all its operators are offline (CORE-031). */
    grace_s: { ...time, default: defaults.grace_s, stored: "graceMs" },
    /** Time without an answer after which a chat is offered to others (CORE-153). */
    reassign_s: {
      ...time,
      min: 60,
      orZero: true,
      default: defaults.reassign_s,
      stored: "reassignMs",
    },
    /** Time without messages after which an answered chat is closed (CORE-032). 0: never. */
    inactivity_s: { ...inactivity, default: defaults.inactivity_s, stored: "inactivityMs" },
    mail_inactivity_s: {
      ...inactivity,
      default: defaults.mail_inactivity_s,
      stored: "mailInactivityMs",
    },
    messenger_inactivity_s: {
      ...inactivity,
      default: defaults.messenger_inactivity_s,
      stored: "messengerInactivityMs",
    },
    queue: { type: "flag", default: defaults.queue, stored: "showsQueue" },
    /** Times after which the timer of a waiting chat turns amber and red. 0: never. */
    warn_s: { ...time, default: defaults.warn_s, stored: "warnMs" },
    overdue_s: { ...time, default: defaults.overdue_s, stored: "overdueMs" },
    ring_order: {
      type: "choice",
      values: ["longest", "newest"],
      default: defaults.ring_order,
      stored: "ringOrder",
    },
    /** Which chat opens after an operator closes one (CORE-154). */
    after_close: {
      type: "choice",
      values: ["waiting", "mine", "stay"],
      default: defaults.after_close,
      stored: "afterClose",
    },
    /** Whether a chat is reserved for the operator who writes in it (API-524). */
    reserve: { type: "flag", default: defaults.reserve, stored: "reservesChats" },
  },
});

export type RoutingValues = Readonly<Values<(typeof routing)["fields"]>>;

/** Escalation steps in order. Each step reaches more recipients than the one before (CORE-035). */
const steps = ["next_s", "department_s", "channel_s", "push_s", "mail_s", "visitor_s"] as const;
type TimeName = (typeof steps)[number] | "warn_s" | "overdue_s";

/**
 * Returns the times that are before one that must come first. Red comes after amber. A step of 0
 * does not count, and neither does a time that is not a number.
 */
export function listEarlyTimes(
  values: RoutingValues,
): readonly { readonly field: TimeName; readonly before: TimeName }[] {
  const findEarly = (names: readonly TimeName[]) => {
    const given = names.filter((name) => values[name] > 0);
    return given.flatMap((field, n) => {
      const before = given.slice(0, n).findLast((name) => values[name] > values[field]);
      return before === undefined ? [] : [{ field, before }];
    });
  };
  return [...findEarly(steps), ...findEarly(["warn_s", "overdue_s"])];
}
