import { singleKind } from "../kind.ts";

/** Whether the account requires a second factor of every operator (CORE-203, CFG-036). */
export const security = singleKind({
  kind: "security",
  path: "security",
  label: "security",
  part: "security",
  fields: {
    second_factor: { type: "choice", values: ["optional", "required"] },
    /** Days from now until operators without a second factor must have one. Answers round them. */
    grace_days: { type: "integer", min: 0, max: 90, completed: true, only: "api" },
    /** Time from which it is required. null: a period that runs, or else 14 days from now. */
    required_from: { type: "time", default: null, completed: true, only: "file", rule: "CFG-036" },
  },
});
