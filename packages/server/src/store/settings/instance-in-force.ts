import type { Sql } from "../sql.ts";
import type { ProvisionedInstance } from "./provision.ts";

/**
 * What is in force of the instance's settings: the file's and the owner's allow lists together (CFG-010); of limits the file's
 * value, else the owner's (CFG-030). EGRESS_ALLOW comes on top.
 */
export async function readInstanceInForce(
  sql: Sql,
): Promise<{ egressAllow: readonly string[]; limits: Readonly<Record<string, number>>; retention: Readonly<Record<string, number>> }> {
  const [row] = await sql.query<{ provisioned: ProvisionedInstance; egress_allow: string[]; limits: Record<string, number> }>(
    "select provisioned, egress_allow, limits from instance",
  );
  const provisioned = row?.provisioned ?? {};
  return {
    egressAllow: [...new Set([...(row?.egress_allow ?? []), ...(provisioned.egress_allow ?? [])])],
    limits: { ...row?.limits, ...provisioned.limits },
    retention: provisioned.retention ?? {},
  };
}
