import type { Journal } from "../index.ts";
import { startReader } from "./durable.ts";
import type { DurableReader, ReaderDeps } from "./durable.ts";

export interface EndpointOffDeps extends ReaderDeps {
  readonly journal: ReaderDeps["journal"] & Pick<Journal, "endPending">;
}

/** Turns pending events of a disabled or deleted webhook into dead letters (WH-062, WH-066). */
export function startEndpointOff(deps: EndpointOffDeps): Promise<DurableReader> {
  return startReader(deps, {
    name: "endpoint_off",
    everyMs: 0,
    wants: (entry) => entry.name === "settings_changed" && /"kind":"(endpoint|webhook)"/.test(entry.frame),
    async handle(entries) {
      // Does not depend on the change itself: finds all disabled webhooks that still have pending
      // deliveries.
      for (const account of new Set(entries.map((entry) => entry.account))) {
        const { rows } = await deps.pool.query<{ id: number }>(
          `select e.id from endpoint e join webhook w on w.account_id = e.account_id and w.endpoint_id = e.id
           where e.account_id = $1 and (e.off_at is not null or not w.enabled or w.deleted_at is not null)
             and exists (select from delivery d where d.account_id = e.account_id and d.endpoint_id = e.id and d.state = 'pending')`,
          [account],
        );
        for (const { id } of rows) await deps.journal.endPending(account, id, { state: "dead", outcome: "endpoint_off" });
      }
    },
  });
}
