import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { InstallationPort } from "../../../connectors/ports.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { ApiResult } from "../service/reply.ts";
import { getNotice } from "../notices.ts";
import { toJsonObject } from "../../../http/body/json.ts";
import { toInteger, toText } from "../format/values.ts";
import { getToken } from "../settings.ts";
import { allowedUpdates, explainPollFailure, pollUpdates, type PollDeps } from "./poll.ts";
import { buildWebhookUrl, deriveWebhookSecret } from "./webhook-address.ts";
import { createWorkLoop, type WorkLoop } from "../../../connectors/inbound/work-loop.ts";

export interface ReceiverDeps extends PollDeps, Pick<InstallationPort, "derive" | "publicUrl"> {}

/** Pause between two checks of the webhook, and before the next attempt to set it. */
const checkIntervalMs = 60_000;
const retryIntervalMs = 30_000;
/** Checks in a row in which Telegram could not send, after which polling takes over. */
const maxFailedChecks = 2;

/**
 * Makes the updates of a channel arrive: by webhook if the installation has a public address, else
 * by long polling (TG-002). If Telegram cannot reach the webhook, polling takes its place.
 */
export function startReceiver(
  deps: ReceiverDeps,
  channel: ConnectorChannel,
): Pick<WorkLoop, "stop"> {
  const loop = createWorkLoop(deps.clock);
  const run = async (): Promise<void> => {
    while (!loop.isStopped)
      try {
        await receive(deps, channel, loop);
      } catch (error) {
        // The state cannot be stored, because the database is unavailable.
        deps.log.warn({ err: error, channel: channel.id }, "telegram.receiver_failed");
        await loop.sleep(retryIntervalMs);
      }
  };
  run().catch(deps.onFault);
  return loop;
}

async function receive(
  deps: ReceiverDeps,
  channel: ConnectorChannel,
  loop: WorkLoop,
): Promise<void> {
  const url = buildWebhookUrl(deps.publicUrl(), channel);
  if (url !== null) await watchWebhook(deps, channel, url, loop);
  if (loop.isStopped) return;
  await deps.api.call(getToken(channel), "deleteWebhook");
  await pollUpdates(deps, channel, loop);
}

/**
 * Sets the webhook and checks it every minute. Resolves when the loop is stopped, or if Telegram
 * cannot reach the address.
 */
async function watchWebhook(
  deps: ReceiverDeps,
  channel: ConnectorChannel,
  url: string,
  loop: WorkLoop,
): Promise<void> {
  const { api, clock, states } = deps;
  const token = getToken(channel);
  while (!loop.isStopped) {
    const result = await api.call(token, "setWebhook", {
      url,
      secret_token: deriveWebhookSecret(deps.derive, channel),
      allowed_updates: allowedUpdates,
    });
    if (loop.isStopped || (result.kind === "refused" && result.status === 400)) return;
    const problem = result.kind === "ok" ? null : explainPollFailure(result);
    await states.update(channel, { receives: "webhook", problem });
    if (result.kind === "ok") break;
    await loop.sleep(retryIntervalMs);
  }
  let failedChecks = 0;
  while (!loop.isStopped && failedChecks < maxFailedChecks) {
    const checkedAtS = Math.floor(clock.now() / 1_000);
    await loop.sleep(checkIntervalMs);
    if (loop.isStopped) return;
    const info = await api.call(token, "getWebhookInfo");
    const { problem, isUnreachable } = inspectWebhook(info, url, checkedAtS);
    failedChecks = isUnreachable ? failedChecks + 1 : 0;
    await states.update(channel, { problem });
  }
}

/**
 * Returns why no updates arrive by webhook, or null. `isUnreachable`: updates are
 * waiting, and Telegram has failed to send one since `sinceS`, in seconds since 1970.
 */
function inspectWebhook(
  info: ApiResult,
  url: string,
  sinceS: number,
): { readonly problem: ConnectionNotice | null; readonly isUnreachable: boolean } {
  if (info.kind !== "ok") return { problem: explainPollFailure(info), isUnreachable: false };
  const fields = toJsonObject(info.result);
  if (fields["url"] !== url) return { problem: getNotice("changed_webhook"), isUnreachable: false };
  const failedAtS = toInteger(fields["last_error_date"]) ?? 0;
  const pending = toInteger(fields["pending_update_count"]) ?? 0;
  if (pending === 0 || failedAtS < sinceS) return { problem: null, isUnreachable: false };
  const reason = toText(fields["last_error_message"], maxReasonLength);
  return { problem: getNotice("webhook_failing", { reason }), isUnreachable: true };
}
const maxReasonLength = 200;
