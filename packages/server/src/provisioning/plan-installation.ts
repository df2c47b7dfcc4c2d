import type { ProvisionedInstallation } from "../store/provisioning/present.ts";
import { setProvisionedInstallation } from "../store/provisioning/writers.ts";
import type { PlannedChange, ApplyContext } from "./planned-change.ts";
import type { DesiredSettings } from "./read.ts";

/** Plans allow list, limits and retention of the installation. */
export function planInstallation(desired: DesiredSettings, current: ProvisionedInstallation): PlannedChange[] {
  const next: ProvisionedInstallation = {
    ...(desired.egressAllow === null ? {} : { egress_allow: desired.egressAllow }),
    ...(desired.limits === null ? {} : { limits: desired.limits as Record<string, number> }),
    ...(desired.retention ? { retention: desired.retention as Record<string, number> } : {}),
  };
  const parts = (["egress_allow", "limits", "retention"] as const).filter((part) => formatValue(next[part]) !== formatValue(current[part]));
  if (parts.length === 0) return [];
  const detail = parts.map((part) => `${part} ${formatValue(current[part])} → ${formatValue(next[part])}`).join("; ");
  const run = async ({ tx }: ApplyContext): Promise<null> => {
    await setProvisionedInstallation(tx, next);
    return null;
  };
  return [{ sign: "~", subject: "instance", detail, kind: "instance", run }];
}
/** Sorts keys, because the database does not keep their order. */
function formatValue(value: unknown): string {
  if (value === undefined) return "default";
  if (Array.isArray(value)) return value.join(", ");
  return Object.entries(value as Record<string, unknown>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${k}=${String(v)}`)
    .join(" ");
}
