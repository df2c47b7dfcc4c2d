import type { ProvisionedInstance } from "../store/settings/provision.ts";
import { setProvisionedInstance } from "../store/settings/provision-writers.ts";
import type { Difference, Target } from "./difference.ts";
import type { Wanted } from "./read.ts";

/** Plans allow list, limits and retention of the installation. */
export function planInstance(wanted: Wanted, present: ProvisionedInstance): Difference[] {
  const next: ProvisionedInstance = {
    ...(wanted.egressAllow === null ? {} : { egress_allow: wanted.egressAllow }),
    ...(wanted.limits === null ? {} : { limits: wanted.limits as Record<string, number> }),
    ...(wanted.retention ? { retention: wanted.retention as Record<string, number> } : {}),
  };
  const parts = (["egress_allow", "limits", "retention"] as const).filter((part) => text(next[part]) !== text(present[part]));
  if (parts.length === 0) return [];
  const detail = parts.map((part) => `${part} ${text(present[part])} → ${text(next[part])}`).join("; ");
  const run = async ({ tx }: Target): Promise<null> => {
    await setProvisionedInstance(tx, next);
    return null;
  };
  return [{ sign: "~", subject: "instance", detail, kind: "instance", run }];
}
/** Sorts keys, because the database does not keep their order. */
function text(value: unknown): string {
  if (value === undefined) return "default";
  if (Array.isArray(value)) return value.join(", ");
  return Object.entries(value as Record<string, unknown>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${k}=${String(v)}`)
    .join(" ");
}
