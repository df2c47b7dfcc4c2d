import type { Outcome } from "../../../core/entity.ts";
import type { EndpointSummary } from "./endpoint.ts";
import { toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";

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
/** Returns a join with the endpoint of the row `alias` as `e`, and the endpoint's health as `h`. */
export const endpointUseJoin = (
  alias: string,
): string => `join endpoint e on e.account_id = ${alias}.account_id and e.id = ${alias}.endpoint_id
  left join endpoint_health h on h.account_id = ${alias}.account_id and h.endpoint_id = ${alias}.endpoint_id`;

export function toEndpointUse(row: EndpointUseRow): EndpointSummary {
  const usedTimes = [row.last_success_at, row.last_failure_at]
    .filter((at) => at !== null)
    .map((at) => at.getTime());
  return {
    endpointId: Number(row.endpoint_id),
    url: row.url,
    secretHint: row.secret_hint,
    secretCreatedAt: toIsoTimeOrNull(row.secret_created_at),
    lastUsedAt: usedTimes.length === 0 ? null : new Date(Math.max(...usedTimes)).toISOString(),
    lastSuccessAt: toIsoTimeOrNull(row.last_success_at),
    lastFailure:
      row.last_failure_at === null || row.last_failure_outcome === null
        ? null
        : {
            at: toIsoTime(row.last_failure_at),
            outcome: row.last_failure_outcome,
            status: row.last_failure_status,
          },
  };
}
