import type { Sql } from "../../database/sql.ts";

/** Settings of the installation (API-355). */
export interface InstallationRecord {
  readonly egressAllow: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly supportContact: string | null;
  /** Whether accounts may request provider ids (BOT-002). */
  readonly botSelfService: boolean;
}
/** Changes of the settings of the installation. Absent fields stay unchanged. */
export interface InstallationChange {
  readonly egressAllow?: readonly string[] | undefined;
  /** Limits to merge into the stored ones. null resets a limit to its default. */
  readonly limits?: Readonly<Record<string, number | null>> | undefined;
  readonly supportContact?: string | null | undefined;
  readonly botSelfService?: boolean | undefined;
}

/** Updates the given installation settings (API-355). */
export async function updateInstallation(tx: Sql, change: InstallationChange): Promise<void> {
  await tx.query(
    `update instance set egress_allow = coalesce($1, egress_allow), limits = jsonb_strip_nulls(limits || coalesce($2::jsonb, '{}')),
       support_contact = case when $3 then $4 else support_contact end, bot_self_service = coalesce($5, bot_self_service)`,
    [
      change.egressAllow ?? null,
      change.limits === undefined ? null : JSON.stringify(change.limits),
      change.supportContact !== undefined,
      change.supportContact ?? null,
      change.botSelfService ?? null,
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
