import type { installation } from "@parlour/protocol/settings/kinds/installation";
import type { PatchBody, Values } from "@parlour/protocol/settings/values";
import type { Sql } from "../../database/sql.ts";

type InstallationFields = (typeof installation)["fields"];
/** Settings of the installation (API-355). */
export type InstallationRecord = Readonly<Values<InstallationFields>>;

/** Returns the settings of the installation, read by the writer: it has no account. */
export async function findInstallation(sql: Sql): Promise<InstallationRecord> {
  const [row] = await sql.query<InstallationRecord>(
    "select egress_allow, limits, support_contact, bot_self_service from instance",
  );
  return row ?? { egress_allow: [], limits: {}, support_contact: null, bot_self_service: true };
}

/** Updates the given settings. Limits are merged into the stored ones. */
export async function updateInstallation(
  tx: Sql,
  change: PatchBody<InstallationFields>,
): Promise<void> {
  await tx.query(
    `update instance set egress_allow = coalesce($1, egress_allow), limits = jsonb_strip_nulls(limits || coalesce($2::jsonb, '{}')),
       support_contact = case when $3 then $4 else support_contact end, bot_self_service = coalesce($5, bot_self_service)`,
    [
      change.egress_allow ?? null,
      change.limits === undefined ? null : JSON.stringify(change.limits),
      change.support_contact !== undefined,
      change.support_contact ?? null,
      change.bot_self_service ?? null,
    ],
  );
}

/**
 * Adds and removes exactly these entries of the allow list (CORE-123), so that concurrent changes
 * of other entries are kept. An existing entry is not added again.
 */
export async function changeEgressAllow(
  tx: Sql,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<void> {
  await tx.query(
    `update instance i set egress_allow = coalesce((
       select array_agg(entry order by place) from (
         select entry, min(place) as place from unnest(i.egress_allow || $1::text[]) with ordinality as t (entry, place)
         where not (entry = any($2::text[])) group by entry) kept), '{}')`,
    [change.add, change.remove],
  );
}
