import type { Clock } from "../core/ports.ts";
import type { ChangeSettings } from "./settings.ts";

export interface EndpointDownDeps {
  readonly clock: Clock;
  readonly change: ChangeSettings;
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
  /** An endpoint was switched off: for a notice and the log. */
  readonly onDown: (account: number, endpointId: number, reason: DownReason) => void;
  readonly onFault: (error: unknown) => void;
}
/** `gone`: it answered 410. `failing`: 120 h without a success. */
export type DownReason = "gone" | "failing";

/** WH-062. */
const failingMs = 120 * 3_600_000;
/** How often an endpoint that goes on failing is looked at. */
const lookEveryMs = 60_000;

/**
 * Switches a webhook's endpoint off when it says that it is gone, or after 120 h without a success during which an event was given up
 * (WH-062). A change of settings, so no later event is owed to it; what is pending becomes dead letters by the reader `endpoint-off`.
 * A crash between a 410 and this is made good by the next one.
 */
export function openEndpointDown(deps: EndpointDownDeps): (account: number, endpointId: number, status: number | null) => Promise<void> {
  const { clock } = deps;
  const lookedAt = new Map<number, number>();

  const isFailing = async (account: number, endpointId: number): Promise<boolean> => {
    if (clock.monotonic() - (lookedAt.get(endpointId) ?? Number.NEGATIVE_INFINITY) < lookEveryMs) return false;
    if (lookedAt.size >= mostRemembered) lookedAt.clear();
    lookedAt.set(endpointId, clock.monotonic());
    const rows = await deps.query(
      "select from endpoint_health where account_id = $1 and endpoint_id = $2 and failing_since <= $3 and given_up_at is not null",
      [account, endpointId, new Date(clock.now() - failingMs)],
    );
    return rows.length > 0;
  };
  const switchOff = (account: number, endpointId: number, reason: DownReason): Promise<boolean> =>
    deps.change(account, async (tx) => {
      const rows = await tx.query(
        "update endpoint set off_at = $3, off_reason = $4 where account_id = $1 and id = $2 and off_at is null returning id",
        [account, endpointId, new Date(clock.now()), reason],
      );
      const isNew = rows.length > 0;
      return { result: isNew, changed: isNew ? [{ kind: "endpoint", id: endpointId }] : [] };
    });

  return async (account, endpointId, status) => {
    try {
      const reason = status === 410 ? "gone" : (await isFailing(account, endpointId)) ? "failing" : null;
      if (reason !== null && (await switchOff(account, endpointId, reason))) deps.onDown(account, endpointId, reason);
    } catch (error) {
      deps.onFault(error);
    }
  };
}
const mostRemembered = 10_000;
