import type { Outcome } from "../../../core/entity.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTimeOrNull, createParameters } from "../../database/parameters.ts";

/** The last failed attempt. `status` is null if there was no response. */
export interface LastFailure {
  readonly at: string;
  readonly outcome: Outcome;
  readonly status: number | null;
}
/** Address of a bot's or webhook's endpoint, the age of its secret and its latest results. */
export interface EndpointSummary {
  readonly endpointId: number;
  readonly url: string;
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
}
/** An endpoint of an integrator with its owner, health and pending deliveries (API-051). */
export interface EndpointRecord {
  readonly id: number;
  readonly kind: "channel" | "bot" | "webhook";
  /** Name of the owner, or null for a webhook without a name. */
  readonly name: string | null;
  /** Id of the channel, bot or webhook that owns the endpoint. */
  readonly ownerId: number;
  /** Whether the owner of the endpoint is enabled in the settings. */
  readonly enabled: boolean;
  readonly url: string;
  readonly pausedAt: string | null;
  readonly offAt: string | null;
  readonly offReason: "gone" | "failing" | null;
  readonly pending: number;
  readonly oldestPendingAt: string | null;
  /** Time of the next retry, or null if there is none. */
  readonly nextAttemptAt: string | null;
  readonly waiting: number;
  readonly oldestWaitingAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
  readonly failingSince: string | null;
  /** Results of the newest attempts, at most 25 (API-173). */
  readonly recent: { readonly attempts: number; readonly failed: number };
  readonly secretHint: string;
  readonly secretCreatedAt: string | null;
  readonly previousSecretUntil: string | null;
}

export interface EndpointFilter {
  readonly kind?: "channel" | "bot" | "webhook" | undefined;
  /** Now, in ms since 1970. Due lanes without a lease count as waiting. */
  readonly now: number;
}

/** Lists endpoints whose channel, bot or webhook is not deleted, by ascending id. */
export async function listEndpoints(
  reader: Reader,
  account: number,
  filter: EndpointFilter,
): Promise<readonly EndpointRecord[]> {
  const v = createParameters(account, new Date(filter.now));
  const where = filter.kind === undefined ? "" : `and e.kind = ${v.put(filter.kind)}`;
  return (await reader.rows<EndpointRow>(account, select(where), v.list)).map(toRecord);
}
export async function findEndpoint(
  reader: Reader,
  account: number,
  id: number,
  now: number,
): Promise<EndpointRecord | null> {
  const row = await reader.one<EndpointRow>(account, select("and e.id = $3"), [
    account,
    new Date(now),
    id,
  ]);
  return row === null ? null : toRecord(row);
}

const owners = `(
    select endpoint_id, id, name, enabled from channel where account_id = $1 and deleted_at is null
    union all select endpoint_id, id, name, enabled from bot where account_id = $1 and deleted_at is null
    union all select endpoint_id, id, null, enabled from webhook where account_id = $1 and deleted_at is null)`;

const select = (
  where: string,
): string => `select e.id, e.kind, e.url, e.secret_hint, e.secret_created_at, e.paused_at, e.off_at, e.off_reason, o.id as owner_id, coalesce(o.name, e.name) as name,
    o.enabled, case when e.previous_secret_until > $2::timestamptz then e.previous_secret_until end as previous_secret_until,
    h.last_success_at, h.last_failure_at, h.last_failure_outcome, h.last_failure_status, h.failing_since, h.recent, p.pending, p.oldest_pending_at, p.next_attempt_at,
    w.waiting, w.oldest_waiting_at
  from endpoint e join ${owners} o on o.endpoint_id = e.id
  left join endpoint_health h on h.account_id = e.account_id and h.endpoint_id = e.id
  left join (select d.endpoint_id, count(*) as pending, min(d.created_at) as oldest_pending_at,
      min(d.next_at) filter (where d.attempts > 0) as next_attempt_at from delivery d
    where d.account_id = $1 and d.state = 'pending' group by d.endpoint_id) p on p.endpoint_id = e.id
  left join lateral (select count(*) as waiting, min(l.due_at) as oldest_waiting_at from lane l
    where l.account_id = e.account_id and l.endpoint_id = e.id and l.due_at <= $2::timestamptz
      and (l.lease_until is null or l.lease_until <= $2::timestamptz)) w on e.paused_at is null and e.off_at is null
  where e.account_id = $1 ${where} order by e.id`;

interface EndpointRow {
  readonly id: string;
  readonly kind: "channel" | "bot" | "webhook";
  readonly url: string;
  readonly secret_hint: string;
  readonly secret_created_at: Date | null;
  readonly paused_at: Date | null;
  readonly off_at: Date | null;
  readonly off_reason: "gone" | "failing" | null;
  readonly owner_id: string;
  readonly name: string | null;
  readonly enabled: boolean;
  readonly previous_secret_until: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_failure_outcome: Outcome | null;
  readonly last_failure_status: number | null;
  readonly failing_since: Date | null;
  /** Newest attempts, oldest first: `1` delivered, `0` failed. null: none yet. */
  readonly recent: string | null;
  readonly pending: string | null;
  readonly oldest_pending_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly waiting: string | null;
  readonly oldest_waiting_at: Date | null;
}

function toRecord(row: EndpointRow): EndpointRecord {
  const failedAt = toIsoTimeOrNull(row.last_failure_at);
  return {
    id: toInteger(row.id),
    kind: row.kind,
    name: row.name,
    ownerId: toInteger(row.owner_id),
    enabled: row.enabled,
    url: row.url,
    pausedAt: toIsoTimeOrNull(row.paused_at),
    offAt: toIsoTimeOrNull(row.off_at),
    offReason: row.off_reason,
    pending: toInteger(row.pending ?? 0),
    oldestPendingAt: toIsoTimeOrNull(row.oldest_pending_at),
    nextAttemptAt: toIsoTimeOrNull(row.next_attempt_at),
    waiting: toInteger(row.waiting ?? 0),
    oldestWaitingAt: toIsoTimeOrNull(row.oldest_waiting_at),
    lastSuccessAt: toIsoTimeOrNull(row.last_success_at),
    lastFailure:
      failedAt === null || row.last_failure_outcome === null
        ? null
        : { at: failedAt, outcome: row.last_failure_outcome, status: row.last_failure_status },
    failingSince: toIsoTimeOrNull(row.failing_since),
    recent: {
      attempts: row.recent?.length ?? 0,
      failed: row.recent?.replaceAll("1", "").length ?? 0,
    },
    secretHint: row.secret_hint,
    secretCreatedAt: toIsoTimeOrNull(row.secret_created_at),
    previousSecretUntil: toIsoTimeOrNull(row.previous_secret_until),
  };
}

export const activeEndpointCondition = `e.account_id = $1 and e.id = $2 and exists (
    select from channel c where c.account_id = $1 and c.endpoint_id = $2 and c.deleted_at is null
    union all select from bot b where b.account_id = $1 and b.endpoint_id = $2 and b.deleted_at is null
    union all select from webhook w where w.account_id = $1 and w.endpoint_id = $2 and w.deleted_at is null)`;
