import { expect, it } from "vitest";
import { ManualClock } from "../../../clock.ts";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import { pollUpdates } from "../../../connectors/inbound/updates/poll-updates.ts";
import type { ReceivingState } from "../../../connectors/inbound/updates/receiving-state.ts";
import type { ReceiverDeps } from "../../../connectors/inbound/updates/update-source.ts";
import { createWorkLoop } from "../../../connectors/inbound/work-loop.ts";
import type { TelegramApi } from "../service/client.ts";
import type { ApiResult } from "../service/reply.ts";
import { createUpdateSource } from "./update-source.ts";

/** Polls a service that returns at once for a minute. Returns the number of polls. */
async function countPolls(getUpdates: (offset: number) => readonly object[]): Promise<number> {
  let polls = 0;
  await pollForMinute((method, values, stop) => {
    if (method === "deleteWebhook") return { kind: "ok", result: true };
    polls++;
    // Ends the test if nothing else limits the polls.
    if (polls >= 1_000) stop();
    return { kind: "ok", result: getUpdates(Number(values?.["offset"])) };
  });
  return polls;
}

/** Polls for a minute. `reply`: the response of the service, which may stop the polls. */
async function pollForMinute(
  reply: (
    method: string,
    values: Readonly<Record<string, unknown>> | undefined,
    stop: () => void,
  ) => ApiResult,
): Promise<void> {
  const clock = new ManualClock(1_700_000_000_000);
  const loop = createWorkLoop(clock);
  let state: ReceivingState = {};
  const api: Pick<TelegramApi, "call"> = {
    call: (_token, method, values) => Promise.resolve(reply(method, values, () => loop.stop())),
  };
  const installation = { publicUrl: () => "", derive: () => Buffer.alloc(0) };
  const deps: Pick<ReceiverDeps, "clock" | "receiving" | "handleUpdate" | "record" | "source"> = {
    clock,
    receiving: {
      load: () => Promise.resolve(state),
      update: (_channel, change) => Promise.resolve(void (state = { ...state, ...change })),
    },
    source: createUpdateSource(api as TelegramApi, installation),
    handleUpdate: () => Promise.resolve({ kind: "ignored", reason: "A test." }),
    record: () => undefined,
  };
  const ended = pollUpdates(deps as ReceiverDeps, { id: 1, secrets: {} } as ConnectorChannel, loop);
  for (let second = 0; second < 60; second++) await clock.advance(1_000);
  loop.stop();
  await ended;
}

it("[CON-093] a service that does not wait, or repeats an update, is asked once a second", async () => {
  expect(await countPolls(() => [])).toBeLessThan(70);
  expect(await countPolls(() => [{ update_id: 7 }])).toBeLessThan(70);
});
it("[CON-093] waiting updates are fetched without a pause", async () => {
  expect(await countPolls((offset) => [{ update_id: offset }])).toBe(1_000);
});
it("[TG-002] a webhook that Telegram could not remove is removed before the next poll", async () => {
  const calls: string[] = [];
  let hasWebhook = true;
  await pollForMinute((method) => {
    calls.push(method);
    if (method === "deleteWebhook" && calls.length > 1) hasWebhook = false;
    if (!hasWebhook) return { kind: "ok", result: method === "deleteWebhook" ? true : [] };
    const status = method === "deleteWebhook" ? 502 : 409;
    return { kind: "refused", status, description: "A test.", retryAfterMs: null };
  });
  expect(calls.slice(0, 4)).toEqual(["deleteWebhook", "getUpdates", "deleteWebhook", "getUpdates"]);
  expect(calls.slice(4)).not.toContain("deleteWebhook");
  expect(calls.length).toBeGreaterThan(20);
});
