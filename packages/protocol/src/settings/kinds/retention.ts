import { singleKind } from "../kind.ts";

const days = <const D extends number>(usual: D) =>
  ({ type: "integer", unit: "days", min: 0, max: 36_500, default: usual }) as const;

/** How long the installation keeps data (CFG-031, CORE-115). The file sets single values. */
export const retention = singleKind({
  kind: "retention",
  of: "installation",
  path: "retention",
  label: "retention",
  part: "retention",
  within: "days",
  fields: {
    chats_days: days(0),
    files_days: days(0),
    visits_days: days(0),
    addresses_days: days(90),
    deliveries_days: days(30),
    audit_days: days(400),
    log_days: days(14),
  },
});
