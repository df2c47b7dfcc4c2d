import { listKind } from "../../kind.ts";

/** Statuses of the account, which operators choose instead of online or away (STATUS-001). */
export const operatorStatus = listKind({
  kind: "status",
  path: "statuses",
  label: "status",
  table: "operator_status",
  part: "statuses",
  key: "name",
  max: 50,
  fields: {
    name: { type: "text", min: 1, max: 40, rule: "STATUS-001" },
    /** One emoji, which has up to ten code points. */
    emoji: { type: "text", min: 1, max: 10, default: null, rule: "STATUS-001" },
    /** The presence of operators with the status. */
    counts_as: { type: "choice", values: ["online", "away"], default: "away", exported: "always" },
    /** How long the status lasts. null: see `ends_at`. */
    ends_after_s: {
      type: "integer",
      min: 60,
      max: 7 * 86_400,
      unit: "s",
      default: null,
      rule: "STATUS-001",
    },
    /** Time of day in the time zone of the account. null with null above: until it is changed. */
    ends_at: {
      type: "text",
      pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      default: null,
      rule: "STATUS-001",
    },
  },
});
