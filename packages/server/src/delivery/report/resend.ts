import { hasUnsentRecipients, beginResend } from "../../core/delivery/failed-recipients.ts";
import type { Delivery } from "../../core/entity.ts";
import { Refusal, refuse } from "../../core/failure.ts";
import type { FailedDeliveriesFilter } from "../../store/deliveries/delivery-record.ts";
import {
  deliveryColumns,
  toDeliveryRow,
  type DeliveryColumns,
  type DeliveryRow,
} from "../../store/deliveries/delivery-row.ts";
import { withoutAttempt, maxDeliveriesPerStep, type DeliveryWriter } from "./change-deliveries.ts";
import { findEndpointOwner } from "./serialize-delivery.ts";

/** Time during which dead letters can be resent (WH-066), in milliseconds. */
const deadLetterTtlMs = 30 * 24 * 3_600_000;

/**
 * Resends one delivery (CH-086, WH-072). If only some recipients of an email failed, it is sent to
 * them only (MAIL-142). Rejects with Refusal `not_found` or `not_deliverable`.
 */
export async function resendDelivery(
  writer: DeliveryWriter,
  account: number,
  deliveryId: number,
): Promise<Delivery> {
  for (let n = 0; n < 3; n++) {
    const [record] = await writer.query<DeliveryColumns & { readonly is_superseded: boolean }>(
      `select ${deliveryColumns}, ${isSuperseded} as is_superseded from delivery d where d.account_id = $1 and d.id = $2`,
      [account, deliveryId],
    );
    if (!record) refuse("not_found", "There is no such delivery.");
    const row = toDeliveryRow(record);
    const isDelivered = row.state !== "failed" && row.state !== "dead";
    if (isDelivered && (row.state !== "delivered" || !hasUnsentRecipients(row.failedRecipients)))
      refuse("not_deliverable", "This delivery did not fail, so it is not sent again.");
    if (row.outcome === "withdrawn")
      refuse(
        "not_deliverable",
        "This delivery was no longer needed, or its content was erased, so it is not sent again.",
      );
    if (record.is_superseded)
      refuse(
        "not_deliverable",
        "The message was changed again since, so only its latest change can be sent again.",
      );
    if (row.state === "dead" && row.updatedAt < writer.clock.now() - deadLetterTtlMs)
      refuse(
        "not_deliverable",
        "This delivery failed more than 30 days ago. Its content is no longer stored.",
      );
    await assertEndpointEnabled(writer, account, row.endpointId);
    const [entity] = await startNewSeries(writer, [row]);
    if (entity) return entity;
  }
  refuse("temporarily_unavailable", "This delivery changes too often. Try again.", {
    retryAfterMs: 100,
  });
}

/** Counts the deliveries that `replayDeliveries` would resend. */
export async function countResendable(
  { clock, query }: DeliveryWriter,
  selection: FailedDeliveriesFilter,
): Promise<number> {
  const rows = await query<{ n: number }>(
    `select count(*)::int as n from delivery d where ${resendableWhere}`,
    toResendableValues(selection, clock.now()),
  );
  return rows[0]?.n ?? 0;
}

/** Resends failed deliveries of a period, oldest first. Resolves with their number. */
export async function replayDeliveries(
  writer: DeliveryWriter,
  selection: FailedDeliveriesFilter,
  maxCount = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const { account, endpointId } = selection;
  await assertEndpointEnabled(writer, account, endpointId);
  for (let sent = 0, after = 0; ;) {
    const records = await writer.query<DeliveryColumns>(
      `select ${deliveryColumns} from delivery d where ${resendableWhere} and d.position > $7 order by d.position limit $8`,
      [
        ...toResendableValues(selection, writer.clock.now()),
        after,
        Math.min(maxDeliveriesPerStep, maxCount - sent),
      ],
    );
    after = records.at(-1)?.position ?? after;
    // Deliveries that changed after they were read are skipped.
    const results = await startNewSeries(writer, records.map(toDeliveryRow));
    sent += results.filter((result) => result !== null).length;
    if (records.length < maxDeliveriesPerStep || sent >= maxCount) return sent;
    // The endpoint may have been switched off since the deliveries were read.
    await assertEndpointEnabled(writer, account, endpointId).catch((error: unknown) => {
      if (!(error instanceof Refusal) || sent === 0) throw error;
      after = Number.MAX_SAFE_INTEGER;
    });
  }
}

/** Starts the attempts again with the same ids, in this order at the end of the lanes. */
async function startNewSeries(
  { clock, submit }: DeliveryWriter,
  rows: readonly DeliveryRow[],
): Promise<readonly (Delivery | null)[]> {
  const now = clock.now();
  const changes = rows.map((row) => ({
    row,
    transition: {
      ...withoutAttempt,
      mode: "again" as const,
      state: "pending",
      totalAttempts: row.totalAttempts,
      failedRecipients: beginResend(row.failedRecipients),
      next: now,
      now,
    },
  }));
  const results = await submit(changes);
  return results.map(({ entity }) => entity);
}

/** Throws Refusal `not_deliverable` if the endpoint must not receive requests. */
async function assertEndpointEnabled(
  writer: DeliveryWriter,
  account: number,
  endpointId: number,
): Promise<void> {
  const config = await writer.config(account);
  const owner = findEndpointOwner(config, endpointId);
  const kind = owner?.kind ?? (await writer.findEndpointLabel(config, endpointId)).kind;
  if (kind === "push")
    refuse("not_deliverable", "A notice is useful for only two minutes, so it is not sent again.");
  if (kind === "model")
    refuse("not_deliverable", "A request to the model is not sent again. Ask it anew.");
  if (!owner && kind === "mail")
    refuse("not_deliverable", "Mail is no longer set up, so nothing can be sent.");
  if (!owner || owner.deleted) refuse("not_deliverable", `The ${kind} was deleted.`);
  if (!owner.enabled) refuse("not_deliverable", `The ${kind} is off. Switch it on first.`);
}

/**
 * SQL for whether a delivery is a change of a message that was changed again later (CORE-431). Sent
 * again, it would replace the later one at the service.
 */
const isSuperseded = `(d.event in ('edit', 'deletion', 'reaction') and exists (
  select from journal o
  join delivery n on n.account_id = o.account_id and n.chat_id = o.chat_id and n.position > o.position and n.event in (d.event, 'deletion')
  join journal c on c.account_id = n.account_id and c.position = n.position
  where o.account_id = d.account_id and o.position = d.position
    and c.body::jsonb #> '{message,seq}' = o.body::jsonb #> '{message,seq}'))`;

const resendableWhere = `d.account_id = $1 and d.endpoint_id = $2 and d.state in ('failed', 'dead') and d.created_at >= $3 and d.created_at < $4
  and (d.state = 'failed' or d.updated_at >= $5) and d.outcome is distinct from 'withdrawn' and ($6::bigint[] is null or d.id = any($6)) and not ${isSuperseded}`;
function toResendableValues(
  { account, endpointId, since, until, ids }: FailedDeliveriesFilter,
  now: number,
): readonly unknown[] {
  return [
    account,
    endpointId,
    new Date(since),
    new Date(until),
    new Date(now - deadLetterTtlMs),
    ids ?? null,
  ];
}
