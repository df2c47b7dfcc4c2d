import type { WorkingHours } from "../../../entity/hours.ts";
import { valueOf } from "../../field.ts";
import { singleKind } from "../../kind.ts";

type Hours = Required<WorkingHours>;
const rule = "CORE-090";

/** Working hours of the account (CORE-090, API-294). */
export const workingHours = singleKind({
  kind: "working_hours",
  path: "working-hours",
  label: "working hours",
  part: "working_hours",
  fields: {
    /** IANA name. null: always open, and the other fields are empty. */
    timezone: { type: "text", min: 1, max: 64, exact: true, default: null, rule },
    week: { type: "custom", value: valueOf<Hours["week"]>(), rule },
    exceptions: { type: "custom", value: valueOf<Hours["exceptions"]>(), default: {}, rule },
    /** Names and last days of exceptions (CORE-385). */
    exception_details: {
      type: "custom",
      value: valueOf<Hours["exception_details"]>(),
      default: {},
      stored: "exceptionDetails",
      rule,
    },
  },
});
