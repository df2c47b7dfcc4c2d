import { valueOf } from "../field.ts";
import { singleKind } from "../kind.ts";

/**
 * Settings of the installation (API-355). The file has allowed addresses and limits of its own,
 * which are added to these or replace them (CFG-010, CFG-030).
 */
export const installation = singleKind({
  kind: "instance",
  of: "installation",
  path: "instance",
  label: "instance",
  fields: {
    egress_allow: { type: "custom", value: valueOf<string[]>(), default: [] },
    /** Limits that differ from their defaults (CFG-030). A change to null restores the default. */
    limits: {
      type: "custom",
      value: valueOf<Record<string, number>, Record<string, number | null>>(),
      default: {},
    },
    support_contact: { type: "text", max: 300, default: null },
    bot_self_service: { type: "flag", default: true },
  },
});
