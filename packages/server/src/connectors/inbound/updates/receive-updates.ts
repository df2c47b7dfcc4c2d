import type { ConnectorChannel } from "../../connector-channel.ts";
import { pollUpdates } from "./poll-updates.ts";
import type { ReceiverDeps } from "./update-source.ts";
import { createWorkLoop, type WorkLoop } from "../work-loop.ts";

/** Pause between two checks of the webhook, and before the next attempt to set it. */
const checkIntervalMs = 60_000;
const retryIntervalMs = 30_000;
/** Checks in a row in which the service could not send, after which polling takes over. */
const maxFailedChecks = 2;

/**
 * Makes the updates of a channel arrive: by webhook if the installation has a public address, else
 * by polls. If the service cannot reach the webhook, polling takes its place.
 */
export function receiveUpdates(deps: ReceiverDeps, channel: ConnectorChannel): WorkLoop {
  const loop = createWorkLoop(deps.clock);
  const run = async (): Promise<void> => {
    while (!loop.isStopped)
      try {
        await receive(deps, channel, loop);
      } catch (error) {
        // The state cannot be stored, because the database is unavailable.
        const fields = { err: error, channel: channel.id };
        deps.log.warn(fields, `${channel.kind}.receiver_failed`);
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
  const url = deps.source.buildWebhookUrl(channel);
  if (url !== null) await watchWebhook(deps, channel, url, loop);
  await pollUpdates(deps, channel, loop);
}

/**
 * Sets the webhook and checks it every minute. Resolves when the loop is stopped, or if the service
 * cannot reach the address.
 */
async function watchWebhook(
  { source, clock, receiving }: ReceiverDeps,
  channel: ConnectorChannel,
  url: string,
  loop: WorkLoop,
): Promise<void> {
  while (!loop.isStopped) {
    const result = await source.setWebhook(channel, url);
    if (loop.isStopped || result === "unusable") return;
    const problem = result === "set" ? null : result;
    await receiving.update(channel, { receives: "webhook", problem });
    if (problem === null) break;
    await loop.sleep(retryIntervalMs);
  }
  let failedChecks = 0;
  while (!loop.isStopped && failedChecks < maxFailedChecks) {
    const checkedAtS = Math.floor(clock.now() / 1_000);
    await loop.sleep(checkIntervalMs);
    if (loop.isStopped) return;
    const { problem, isUnreachable } = await source.checkWebhook(channel, url, checkedAtS);
    failedChecks = isUnreachable ? failedChecks + 1 : 0;
    await receiving.update(channel, { problem });
  }
}
