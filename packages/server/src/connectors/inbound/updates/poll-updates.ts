import { Refusal } from "../../../core/failure.ts";
import type { ConnectorChannel } from "../../connector-channel.ts";
import { handleRecorded } from "../handle-recorded.ts";
import { runLimited } from "../run-limited.ts";
import type { NumberedUpdate, ReceiverDeps } from "./update-source.ts";
import type { WorkLoop } from "../work-loop.ts";

/**
 * Least time in ms from the start of a poll without new updates to the next poll (CON-093). A proxy
 * that does not wait for updates would otherwise be asked without a pause.
 */
const minEmptyPollMs = 1_000;
/** Customers whose updates are stored at the same time. */
const maxConcurrentCustomers = 8;
/** Pauses after failures in a row. The last one repeats. */
const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000];
const getPauseMs = (failures: number): number =>
  pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
const repeatAfterMs = 5_000;
/** Attempts after which an update that causes an unexpected error is skipped. */
const maxFaults = 10;

/**
 * Removes the webhook and receives updates by polls until the loop is stopped. The number of the
 * next update is stored only after all updates before it are flushed to disk. Never rejects.
 */
export async function pollUpdates(
  deps: ReceiverDeps,
  channel: ConnectorChannel,
  loop: WorkLoop,
): Promise<void> {
  const { source, clock, receiving, log } = deps;
  let failures = 0;
  let isWorking = false;
  let isWebhookRemoved = false;
  const faults = new Map<number, number>();
  while (!loop.isStopped) {
    try {
      // The service refuses polls while it has a webhook.
      isWebhookRemoved ||= await source.removeWebhook(channel);
      if (loop.isStopped) return;
      const { offset = 0 } = await receiving.load(channel);
      const startedAt = clock.monotonic();
      // The first request, and the first after a failure, shows immediately whether it works.
      const mayWait = isWorking;
      const result = await source.poll(channel, { offset, mayWait });
      if (loop.isStopped) return;
      const isFailed = result.kind === "failed";
      failures = isFailed ? failures + 1 : 0;
      isWorking = !isFailed;
      // One conflict is normal when another node takes over.
      if (failures !== 1)
        await receiving.update(channel, {
          receives: "polling",
          problem: isFailed ? result.problem : null,
        });
      if (isFailed) {
        await loop.sleep(Math.max(getPauseMs(failures), result.retryAfterMs));
        continue;
      }
      const next = await storeUpdates(deps, channel, result.updates, faults);
      if (next.offset !== null) await receiving.update(channel, { offset: next.offset });
      if (next.retryAfterMs !== null) await loop.sleep(next.retryAfterMs);
      else if (mayWait && (next.offset === null || next.offset === offset))
        await loop.sleep(Math.max(0, startedAt + minEmptyPollMs - clock.monotonic()));
    } catch (error) {
      // The database is unavailable. Nothing was confirmed to the service.
      log.warn({ err: error, channel: channel.id }, `${channel.kind}.poll_failed`);
      failures += 1;
      await loop.sleep(getPauseMs(failures));
    }
  }
}

interface StoredBatch {
  readonly offset: number | null;
  readonly retryAfterMs: number | null;
}

/**
 * Handles a batch of updates: those of one customer in the order of their numbers, those of
 * different customers concurrently. The offset is the first update that failed.
 */
async function storeUpdates(
  deps: ReceiverDeps,
  channel: ConnectorChannel,
  list: readonly NumberedUpdate[],
  faults: Map<number, number>,
): Promise<StoredBatch> {
  const updates = list.toSorted((a, b) => a.id - b.id);
  const failed: { readonly id: number; readonly retryAfterMs: number }[] = [];
  const groups = Map.groupBy(updates, ({ sender }) => sender);
  const storeAll = [...groups.values()].map((group) => async (): Promise<void> => {
    for (const update of group) {
      const retryAfterMs = await storeUpdate(deps, channel, update, faults);
      if (retryAfterMs === null) continue;
      failed.push({ id: update.id, retryAfterMs });
      break;
    }
  });
  await runLimited(storeAll, maxConcurrentCustomers);
  if (failed.length > 0)
    return {
      offset: Math.min(...failed.map(({ id }) => id)),
      retryAfterMs: Math.max(...failed.map(({ retryAfterMs }) => retryAfterMs)),
    };
  const last = updates.at(-1);
  return { offset: last === undefined ? null : last.id + 1, retryAfterMs: null };
}

/** Stores one update. Resolves with the pause in ms after which it must be repeated, or null. */
async function storeUpdate(
  deps: ReceiverDeps,
  channel: ConnectorChannel,
  { id, update }: NumberedUpdate,
  faults: Map<number, number>,
): Promise<number | null> {
  const { source, handleUpdate } = deps;
  const request = {
    method: "GET",
    url: source.pollName,
    headers: {},
    body: Buffer.from(JSON.stringify(update)),
    requestId: `update ${id}`,
    rules: source.rules,
  };
  const error = await handleRecorded(deps, channel, request, () => handleUpdate(channel, update));
  if (error instanceof Refusal) return error.failure.retryAfterMs ?? repeatAfterMs;
  const count = (faults.get(id) ?? 0) + 1;
  // An update that always fails would stop all later ones. It stays in the inspector and the log.
  if (error === null || count >= maxFaults) {
    faults.delete(id);
    return null;
  }
  faults.set(id, count);
  return repeatAfterMs;
}
