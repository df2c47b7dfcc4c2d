import { defaultGraceDays, SecurityPolicy, SecurityPolicyPatch } from "@parlour/protocol/api";
import { security } from "@parlour/protocol/settings/kinds/security";
import {
  findSecondFactorPolicy,
  setSecondFactorPolicy,
  type SecondFactorPolicyRecord,
} from "../../store/sign-in/factors.ts";
import { createSingle } from "../kind/create-single.ts";

const dayMs = 86_400_000;

/**
 * Whether the account requires a second factor of every operator (API-015, CFG-036, CORE-203). A
 * grace period that has started does not restart by itself.
 */
export const securityResource = createSingle(security, {
  action: "account.second_factor",
  rights: { read: "account.manage", manage: "account.manage" },
  fresh: true,
  tag: "account",
  summaries: { one: "Get the security policy", change: "Update the security policy" },
  schemas: { entity: SecurityPolicy, patch: SecurityPolicyPatch },
  find: findSecondFactorPolicy,
  isManaged: ({ managed }: SecondFactorPolicyRecord) => managed,
  isExported: ({ from, managed }) => from !== null || managed,
  toValues: ({ from }) => ({
    second_factor: from === null ? ("optional" as const) : ("required" as const),
    required_from: formatTime(from),
  }),
  describe: ({ from, without }, { now }) => ({
    grace_days:
      from === null
        ? defaultGraceDays
        : Math.min(90, Math.max(0, Math.round((from - now) / dayMs))),
    without: without.map((operator) => ({ ...operator })),
  }),
  findFault: ({ second_factor, required_from }) =>
    second_factor === "optional" && required_from
      ? { field: "required_from", message: "cannot be combined with second_factor: optional" }
      : undefined,
  async toSettings(values, { tx, account, now }, before) {
    const { grace_days, required_from } = values ?? {};
    const given = grace_days === undefined ? parseTime(required_from) : now + grace_days * dayMs;
    const from = given ?? before.from ?? now + defaultGraceDays * dayMs;
    await setSecondFactorPolicy(tx, account, values?.second_factor === "required" ? from : null);
    return {};
  },
});

const formatTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
const parseTime = (text: string | null | undefined): number | null =>
  typeof text === "string" ? Date.parse(text) : null;
