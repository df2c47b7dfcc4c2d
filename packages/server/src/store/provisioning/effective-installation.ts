import type { Sql } from "../database/sql.ts";
import type { ProvisionedInstallation } from "./present.ts";

/**
 * Returns the settings of the installation that apply. Allow lists of the provisioning file and of
 * the owner are merged (CFG-010). For limits, the value of the file takes precedence over that of
 * the owner (CFG-030). EGRESS_ALLOW is added by other code.
 */
export async function readEffectiveInstallation(sql: Sql): Promise<{
  egressAllow: readonly string[];
  limits: Readonly<Record<string, number>>;
  retention: Readonly<Record<string, number>>;
}> {
  const [row] = await sql.query<{
    provisioned: ProvisionedInstallation;
    egress_allow: string[];
    limits: Record<string, number>;
  }>("select provisioned, egress_allow, limits from instance");
  const provisioned = row?.provisioned ?? {};
  return {
    egressAllow: [...new Set([...(row?.egress_allow ?? []), ...(provisioned.egress_allow ?? [])])],
    limits: { ...row?.limits, ...provisioned.limits },
    retention: provisioned.retention ?? {},
  };
}
