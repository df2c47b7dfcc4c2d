import type { CancelPending } from "../../store/deliveries/delivery-row.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

export interface WebhookDisabledDeps extends ConsumerDeps {
  readonly cancelPending: CancelPending;
}

/**
 * Turns pending events of disabled and deleted webhooks into dead letters (WH-062, WH-066), and
 * messages to an old system whose forwarding has ended (MV-086). A provisioning file ends it as a
 * change of the account.
 */
export function startWebhookDisabledSubscriber(
  deps: WebhookDisabledDeps,
): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "endpoint_off",
    minIntervalMs: 0,
    isRelevant: (entry) =>
      entry.name === "settings_changed" && /"kind":"(account|endpoint|webhook)"/.test(entry.frame),
    async handle(entries) {
      // The change itself does not matter: every disabled webhook that still has pending deliveries
      // is handled.
      for (const account of new Set(entries.map((entry) => entry.account))) {
        const { rows } = await deps.pool.query<{ id: number }>(
          `select e.id from endpoint e left join webhook w on w.account_id = e.account_id and w.endpoint_id = e.id
             left join old_system s on s.account_id = e.account_id and s.endpoint_id = e.id
           where e.account_id = $1 and (w.id is not null and (e.off_at is not null or not w.enabled or w.deleted_at is not null)
             or e.kind = 'old_system' and s.account_id is null)
             and exists (select from delivery d where d.account_id = e.account_id and d.endpoint_id = e.id and d.state = 'pending')`,
          [account],
        );
        for (const { id } of rows)
          await deps.cancelPending(account, id, { state: "dead", outcome: "endpoint_off" });
      }
    },
  });
}
