import type { RoutingConfig } from "../command.ts";

/** Default routing settings (CORE-032, CORE-033, CORE-035). */
export const routingDefaults: RoutingConfig = {
  mode: "all",
  offerMs: 30_000,
  nextMs: 30_000,
  departmentMs: 60_000,
  channelMs: 120_000,
  pushMs: 180_000,
  mailMs: 300_000,
  visitorMs: 300_000,
  remindMs: 1_800_000,
  notifyOutsideHours: false,
  graceMs: 300_000,
  reassignMs: 0,
  inactivityMs: 86_400_000,
  mailInactivityMs: 0,
  messengerInactivityMs: 0,
  showsQueue: false,
  warnMs: 30_000,
  overdueMs: 120_000,
  ringOrder: "longest",
  afterClose: "stay",
  reservesChats: false,
};
