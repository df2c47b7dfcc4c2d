import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import { Refusal } from "../../../core/failure.ts";
import type { TelegramApi } from "../service/client.ts";
import type { ApiResult } from "../service/reply.ts";
import type { TelegramStates } from "./channel-state.ts";
import { getNotice } from "../notices.ts";
import { toJsonObject } from "../../../http/body/json.ts";
import { readUpdateId } from "../format/parse-update.ts";
import { getToken } from "../settings.ts";
import type { HandleUpdate } from "./handle-update.ts";
import type { WorkLoop } from "../../../connectors/inbound/work-loop.ts";

export interface PollDeps extends Pick<ServicePort, "clock" | "log" | "onFault" | "record"> {
  readonly api: TelegramApi;
  readonly states: TelegramStates;
  readonly handleUpdate: HandleUpdate;
}

/** The kinds of updates that Parlour uses. */
export const allowedUpdates = [
  "message",
  "edited_message",
  "message_reaction",
  "callback_query",
  "my_chat_member",
];

/** Seconds that Telegram waits for an update, and the timeout of such a request. */
const waitS = 25;
const timeoutMs = 35_000;
const maxUpdates = 100;
/**
 * Least time in ms from the start of a poll without new updates to the next poll (CON-093). A proxy
 * that does not wait for updates would otherwise be asked without a pause.
 */
const minEmptyPollMs = 1_000;
/** Customers whose updates are stored at the same time. */
const maxConcurrentCustomers = 8;
/** Pauses after failures in a row. The last one repeats. */
const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Attempts after which an update that causes an unexpected error is skipped. */
const maxFaults = 10;

/**
 * Receives updates by long polling until the loop is stopped (TG-015). The number of the next
 * update is stored only after all updates before it are flushed to disk. Never rejects.
 */
export async function pollUpdates(
  deps: PollDeps,
  channel: ConnectorChannel,
  loop: WorkLoop,
): Promise<void> {
  const { api, clock, states } = deps;
  let failures = 0;
  let isWorking = false;
  const faults = new Map<number, number>();
  while (!loop.isStopped) {
    try {
      const { offset = 0 } = await states.load(channel);
      const startedAt = clock.monotonic();
      const mayWait = isWorking;
      const result = await api.call(
        getToken(channel),
        "getUpdates",
        {
          offset,
          limit: maxUpdates,
          // The first request, and the first after a failure, shows immediately whether it works.
          timeout: mayWait ? waitS : 0,
          allowed_updates: allowedUpdates,
        },
        timeoutMs,
      );
      if (loop.isStopped) return;
      const isFailed = result.kind !== "ok";
      failures = isFailed ? failures + 1 : 0;
      isWorking = !isFailed;
      // One conflict is normal when another node takes over.
      if (failures !== 1 || !isFailed)
        await states.update(channel, {
          receives: "polling",
          problem: isFailed ? explainPollFailure(result) : null,
        });
      if (isFailed) {
        await loop.sleep(getPauseMs(result, failures));
        continue;
      }
      const next = await storeUpdates(deps, channel, result.result, faults);
      if (next.offset !== null) await states.update(channel, { offset: next.offset });
      if (next.retryAfterMs !== null) await loop.sleep(next.retryAfterMs);
      else if (mayWait && (next.offset === null || next.offset === offset))
        await loop.sleep(Math.max(0, startedAt + minEmptyPollMs - clock.monotonic()));
    } catch (error) {
      // The database is unavailable. Nothing was confirmed to Telegram.
      deps.log.warn({ err: error, channel: channel.id }, "telegram.poll_failed");
      failures += 1;
      await loop.sleep(pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0);
    }
  }
}

const getPauseMs = (result: ApiResult, failures: number): number =>
  Math.max(
    pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0,
    result.kind === "refused" ? (result.retryAfterMs ?? 0) : 0,
  );

/** Explains why no updates arrive. */
export function explainPollFailure(
  result: Exclude<ApiResult, { readonly kind: "ok" }>,
): ConnectionNotice {
  if (result.kind === "unavailable") return getNotice("unreachable", { reason: result.message });
  if (result.status === 401 || result.status === 404) return getNotice("token_refused");
  if (result.status !== 409) return getNotice("refused", { reason: result.description });
  return getNotice(/webhook/i.test(result.description) ? "other_webhook" : "other_program");
}

/** Result of a batch: the offset to store, or null, and the pause before the failed update. */
interface StoredBatch {
  readonly offset: number | null;
  readonly retryAfterMs: number | null;
}

/**
 * Handles a batch of updates: those of one customer in the order of their numbers, those of
 * different customers concurrently. The offset is the first update that failed.
 */
async function storeUpdates(
  deps: PollDeps,
  channel: ConnectorChannel,
  list: unknown,
  faults: Map<number, number>,
): Promise<StoredBatch> {
  const updates = (Array.isArray(list) ? (list as readonly unknown[]) : [])
    .map((update) => ({ update, id: readUpdateId(update) }))
    .filter((entry): entry is NumberedUpdate => entry.id !== null)
    .toSorted((a, b) => a.id - b.id);
  const failed: { readonly id: number; readonly retryAfterMs: number }[] = [];
  const groups = [...Map.groupBy(updates, ({ update }) => findSenderId(update)).values()];
  const workers = Array.from({ length: maxConcurrentCustomers }, async () => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      for (const { update, id } of group) {
        const retryAfterMs = await storeUpdate(deps, channel, { update, id }, faults);
        if (retryAfterMs === null) continue;
        failed.push({ id, retryAfterMs });
        break;
      }
  });
  await Promise.all(workers);
  if (failed.length > 0)
    return {
      offset: Math.min(...failed.map(({ id }) => id)),
      retryAfterMs: Math.max(...failed.map(({ retryAfterMs }) => retryAfterMs)),
    };
  const last = updates.at(-1);
  return { offset: last === undefined ? null : last.id + 1, retryAfterMs: null };
}
interface NumberedUpdate {
  readonly update: unknown;
  readonly id: number;
}

/** Returns the id of the person an update is from, so that their updates keep their order. */
function findSenderId(update: unknown): unknown {
  for (const content of Object.values(toJsonObject(update))) {
    const { id } = toJsonObject(toJsonObject(content)["from"]);
    if (id !== undefined) return id;
  }
  return null;
}

/** Stores one update. Resolves with the pause in ms after which it must be repeated, or null. */
async function storeUpdate(
  { handleUpdate, clock, record, onFault }: PollDeps,
  channel: ConnectorChannel,
  { update, id }: NumberedUpdate,
  faults: Map<number, number>,
): Promise<number | null> {
  const startedAt = clock.monotonic();
  const show = (status: number, fault: Parameters<typeof record>[1]["fault"]): void =>
    record(channel, {
      method: "GET",
      url: "getUpdates",
      headers: {},
      body: Buffer.from(JSON.stringify(update)),
      status,
      durationMs: Math.round(clock.monotonic() - startedAt),
      fault,
      requestId: `update ${id}`,
    });
  try {
    const result = await handleUpdate(channel, update);
    show(
      200,
      result.kind === "ignored"
        ? { code: "ignored", message: result.reason, rule: "TG-011" }
        : null,
    );
    faults.delete(id);
    return null;
  } catch (error) {
    if (error instanceof Refusal) {
      const { failure, message, retryAfterMs } = error.failure;
      show(503, { code: failure, message, rule: "TG-014" });
      return retryAfterMs ?? pausesMs[2] ?? 0;
    }
    onFault(error);
    show(500, { code: "internal_error", message: "The update was not stored.", rule: "TG-014" });
    const count = (faults.get(id) ?? 0) + 1;
    faults.set(id, count);
    if (count < maxFaults) return pausesMs[2] ?? 0;
    // An update that always fails would stop all later ones. It stays in the inspector and the log.
    faults.delete(id);
    return null;
  }
}
