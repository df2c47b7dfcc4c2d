import { listKind } from "../../kind.ts";

/** What an entry of the block list compares. */
export const blockKinds = [
  "visitor",
  "ip",
  "range",
  "country",
  "email",
  "phone",
  "user_token",
  "customer",
] as const;

/**
 * Entries of the block list (CORE-070). The API calls it `blacklist`. The file writes kind and
 * value as one key: `email: eve@example.com` (CFG-035).
 */
export const blockListEntry = listKind({
  kind: "blacklist",
  path: "blacklist",
  label: "entry",
  table: "blacklist_entry",
  part: "blacklist",
  key: "value",
  fields: {
    kind: { type: "choice", values: blockKinds, set: "create" },
    /** As entered. `visitor`: the number. `customer`: the id of the integrator. */
    value: { type: "text", exact: true, min: 1, max: 1100, set: "create", rule: "CFG-035" },
    /** The channel in which the id of a customer is valid. Only for `customer`. */
    channel_id: {
      type: "reference",
      to: "channel",
      set: "create",
      elsewhere: true,
      default: null,
    },
    /** null: the entry has no end. */
    until: { type: "time", default: null, rule: "CFG-035" },
    reason: { type: "text", max: 300, default: null, rule: "CFG-035" },
  },
});
