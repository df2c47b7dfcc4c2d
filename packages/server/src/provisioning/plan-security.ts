import type { ConfigFile } from "@parlour/protocol/config";
import { defaultGraceDays } from "@parlour/protocol/api-session";
import { setPolicy } from "../store/factors.ts";
import { mergeAccountSettings } from "../store/settings/account-settings.ts";
import type { Present } from "../store/settings/provision.ts";
import { changes, type Difference } from "./difference.ts";
import type { Reading } from "./read-integrations.ts";

/**
 * Whether the account requires a second factor of every operator (CFG-036, CORE-013). `from`: ms
 * since 1970, or null: after the default grace period.
 */
export interface WantedSecurity {
  readonly required: boolean;
  readonly from: number | null;
}

const dayMs = 86_400_000;
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const word = (required: boolean) => (required ? ("required" as const) : ("optional" as const));

export function readSecurity(part: ConfigFile["security"], { fault }: Pick<Reading, "fault">): WantedSecurity | null {
  if (part === undefined) return null;
  const { second_factor: wanted, required_from: from } = part;
  const at = ["security", "required_from"] as const;
  if (from !== undefined && wanted === "optional") fault(at, "has no place beside second_factor: optional", "CFG-036");
  if (from !== undefined && Number.isNaN(Date.parse(from))) fault(at, "is no time, such as 2027-01-31T12:00:00Z", "CFG-036");
  return { required: wanted === "required", from: from === undefined ? null : Date.parse(from) };
}

/**
 * Plans the security settings. null: the file does not contain them. A grace period that has
 * started does not restart.
 */
export function planSecurity(wanted: WantedSecurity | null, { account }: Present): { differences: Difference[]; gone: Difference[] } {
  const before = account?.secondFactorFrom ?? null;
  const isManaged = (account?.settings as { security_managed?: boolean } | undefined)?.security_managed ?? false;
  const of = (sign: Difference["sign"], detail: string, to: WantedSecurity | null): Difference => ({
    sign,
    subject: "security",
    detail,
    kind: "account",
    async run({ tx, account: id, now }) {
      const from = to?.required === true ? (to.from ?? before ?? now + defaultGraceDays * dayMs) : null;
      await setPolicy(tx, id, from);
      await mergeAccountSettings(tx, id, { security_managed: to === null ? null : true });
      return id;
    },
  });
  if (wanted === null) return { differences: [], gone: isManaged ? [of("-", "", null)] : [] };
  const detail = changes(
    { second_factor: word(before !== null), required_from: iso(before) },
    { second_factor: word(wanted.required), ...(wanted.from !== null && { required_from: iso(wanted.from) }) },
  );
  if (detail === "" && isManaged) return { differences: [], gone: [] };
  return { differences: [of("~", detail || "managed by the file", wanted)], gone: [] };
}

/** Exports the security settings. Empty if a second factor is optional and no file managed it. */
export function exportSecurity({ account }: Present): Pick<ConfigFile, "security"> {
  const from = iso(account?.secondFactorFrom ?? null);
  if (from !== null) return { security: { second_factor: "required", required_from: from } };
  return (account?.settings as { security_managed?: boolean } | undefined)?.security_managed === true
    ? { security: { second_factor: "optional" } }
    : {};
}
