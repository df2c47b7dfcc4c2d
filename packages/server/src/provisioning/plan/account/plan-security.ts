import type { ConfigFile } from "@parlour/protocol/config";
import { defaultGraceDays } from "@parlour/protocol/api/people/session";
import { setSecondFactorPolicy } from "../../../store/sign-in/factors.ts";
import { mergeAccountSettings } from "../../../store/settings/account/account.ts";
import type { CurrentSettings } from "../../../store/provisioning/present.ts";
import { describeChanges, type PlannedChange } from "../planned-change.ts";
import type { FileHelpers } from "../../../settings/resource.ts";

/**
 * Whether the account requires a second factor of every operator (CFG-036, CORE-203). `from`: ms
 * since 1970, or null: after the default grace period.
 */
export interface DesiredSecurity {
  readonly required: boolean;
  readonly from: number | null;
}

const dayMs = 86_400_000;
const toIsoTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
const toRequirement = (required: boolean) =>
  required ? ("required" as const) : ("optional" as const);

export function parseSecurity(
  part: ConfigFile["security"],
  { reportError }: Pick<FileHelpers, "reportError">,
): DesiredSecurity | null {
  if (part === undefined) return null;
  const { second_factor: desired, required_from: from } = part;
  const path = ["security", "required_from"] as const;
  if (from !== undefined && desired === "optional")
    reportError(path, "cannot be combined with second_factor: optional", "CFG-036");
  if (from !== undefined && Number.isNaN(Date.parse(from)))
    reportError(path, "is not a valid time; use the form 2027-01-31T12:00:00Z", "CFG-036");
  return { required: desired === "required", from: from === undefined ? null : Date.parse(from) };
}

/**
 * Plans the security settings. null: the file does not contain them. A grace period that has
 * started does not restart.
 */
export function planSecurity(
  desired: DesiredSecurity | null,
  { account }: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const before = account?.secondFactorFrom ?? null;
  const isManaged =
    (account?.settings as { security_managed?: boolean } | undefined)?.security_managed ?? false;
  const createChange = (
    sign: PlannedChange["sign"],
    detail: string,
    security: DesiredSecurity | null,
  ): PlannedChange => ({
    sign,
    subject: "security",
    detail,
    kind: "account",
    async run({ tx, account: id, now }) {
      const from =
        security?.required === true
          ? (security.from ?? before ?? now + defaultGraceDays * dayMs)
          : null;
      await setSecondFactorPolicy(tx, id, from);
      await mergeAccountSettings(tx, id, { security_managed: security === null ? null : true });
      return id;
    },
  });
  if (desired === null)
    return { differences: [], removals: isManaged ? [createChange("-", "", null)] : [] };
  const detail = describeChanges(
    { second_factor: toRequirement(before !== null), required_from: toIsoTime(before) },
    {
      second_factor: toRequirement(desired.required),
      ...(desired.from !== null && { required_from: toIsoTime(desired.from) }),
    },
  );
  if (detail === "" && isManaged) return { differences: [], removals: [] };
  return {
    differences: [createChange("~", detail || "managed by the file", desired)],
    removals: [],
  };
}

/** Exports the security settings. Empty if a second factor is optional and no file managed it. */
export function exportSecurity({ account }: CurrentSettings): Pick<ConfigFile, "security"> {
  const from = toIsoTime(account?.secondFactorFrom ?? null);
  if (from !== null) return { security: { second_factor: "required", required_from: from } };
  return (account?.settings as { security_managed?: boolean } | undefined)?.security_managed ===
    true
    ? { security: { second_factor: "optional" } }
    : {};
}
