import { defaultGraceDays } from "@parlour/protocol/api/people/session";
import {
  setSecondFactorPolicy,
  type SecondFactorPolicyRecord,
} from "../../store/sign-in/factors.ts";
import { mergeAccountSettings } from "../../store/settings/account/account.ts";
import type { SingleResourceFile } from "../single-resource.ts";

/**
 * Whether the file requires a second factor of every operator. `from`: ms since 1970, or null:
 * after the default grace period.
 */
export interface SecurityEntry {
  readonly required: boolean;
  readonly from: number | null;
}

const dayMs = 86_400_000;

/**
 * The security settings of the account in the file (CFG-036, CORE-203). A grace period that has
 * started does not restart.
 */
export const securityFile: SingleResourceFile<
  Pick<SecondFactorPolicyRecord, "from" | "managed">,
  SecurityEntry
> = {
  part: "security",
  subject: "security",
  read({ security }, { reportError }) {
    if (security === undefined) return null;
    const { second_factor: requirement, required_from: from } = security;
    const path = ["security", "required_from"] as const;
    if (from !== undefined && requirement === "optional")
      reportError(path, "cannot be combined with second_factor: optional", "CFG-036");
    if (from !== undefined && Number.isNaN(Date.parse(from)))
      reportError(path, "is not a valid time; use the form 2027-01-31T12:00:00Z", "CFG-036");
    return {
      required: requirement === "required",
      from: from === undefined ? null : Date.parse(from),
    };
  },
  write: ({ from, managed }) =>
    from !== null || managed ? format({ required: from !== null, from }) : undefined,
  isManaged: ({ managed }) => managed,
  toEntry: ({ from }) => ({ required: from !== null, from }),
  compared: format,
  async save({ tx, account, now }, entry, before) {
    const from = entry?.required
      ? (entry.from ?? before.from ?? now + defaultGraceDays * dayMs)
      : null;
    await setSecondFactorPolicy(tx, account, from);
    await mergeAccountSettings(tx, account, { security_managed: entry && true });
  },
};

function format({ required, from }: SecurityEntry) {
  return {
    second_factor: required ? "required" : "optional",
    ...(from === null ? {} : { required_from: new Date(from).toISOString() }),
  };
}
