import type { Outcome } from "../../core/entity.ts";
import type { EndpointSummary } from "../../core/record/endpoint.ts";
import { iso, isoOrNull } from "./values.ts";

export interface EndpointUseRow {
  readonly endpoint_id: string | number;
  readonly url: string;
  readonly secret_hint: string;
  readonly secret_created_at: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_failure_outcome: Outcome | null;
  readonly last_failure_status: number | null;
}
export const endpointUseColumns =
  "e.url, e.secret_hint, e.secret_created_at, h.last_success_at, h.last_failure_at, h.last_failure_outcome, h.last_failure_status";
/** Joins the endpoint of the row `alias` as `e`, and its health as `h`. */
export const endpointUseJoin = (of: string): string => `join endpoint e on e.account_id = ${of}.account_id and e.id = ${of}.endpoint_id
  left join endpoint_health h on h.account_id = ${of}.account_id and h.endpoint_id = ${of}.endpoint_id`;

export function toEndpointUse(row: EndpointUseRow): EndpointSummary {
  const used = [row.last_success_at, row.last_failure_at].filter((at) => at !== null).map((at) => at.getTime());
  return {
    endpointId: Number(row.endpoint_id),
    url: row.url,
    secretHint: row.secret_hint,
    secretCreatedAt: isoOrNull(row.secret_created_at),
    lastUsedAt: used.length === 0 ? null : new Date(Math.max(...used)).toISOString(),
    lastSuccessAt: isoOrNull(row.last_success_at),
    lastFailure:
      row.last_failure_at === null || row.last_failure_outcome === null
        ? null
        : { at: iso(row.last_failure_at), outcome: row.last_failure_outcome, status: row.last_failure_status },
  };
}
