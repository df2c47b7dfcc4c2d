import type { Routing } from "./routing.ts";

/** Default routing settings (CORE-032, CORE-033, CORE-035). */
export const defaultRouting: Readonly<Omit<Routing, "managed">> = {
  mode: "all",
  offer_s: 30,
  next_s: 30,
  department_s: 60,
  channel_s: 120,
  push_s: 180,
  mail_s: 300,
  visitor_s: 300,
  remind_s: 1800,
  notify_outside_hours: false,
  grace_s: 300,
  reassign_s: 0,
  inactivity_s: 86_400,
  mail_inactivity_s: 0,
  messenger_inactivity_s: 0,
  queue: false,
  warn_s: 30,
  overdue_s: 120,
  ring_order: "longest",
  after_close: "stay",
};
