import { expect, it } from "vitest";
import { ManualClock } from "../../../clock.ts";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import { pollUpdates } from "../../../connectors/inbound/updates/poll-updates.ts";
import type { ReceivingState } from "../../../connectors/inbound/updates/receiving-state.ts";
import type { ReceiverDeps } from "../../../connectors/inbound/updates/update-source.ts";
import { createWorkLoop } from "../../../connectors/inbound/work-loop.ts";
import type { TelegramApi } from "../service/client.ts";
import { createUpdateSource } from "./update-source.ts";

/** Polls a service that returns at once for a minute. Returns the number of polls. */
async function countPolls(getUpdates: (offset: number) => readonly object[]): Promise<number> {
  const clock = new ManualClock(1_700_000_000_000);
  const loop = createWorkLoop(clock);
  let polls = 0;
  let state: ReceivingState = {};
  const api: Pick<TelegramApi, "call"> = {
    call: (_token, _method, values) => {
      polls++;
      // Ends the test if nothing else limits the polls.
      if (polls >= 1_000) loop.stop();
      return Promise.resolve({ kind: "ok", result: getUpdates(Number(values?.["offset"])) });
    },
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
  return polls;
}

it("[CON-093] a service that does not wait, or repeats an update, is asked once a second", async () => {
  expect(await countPolls(() => [])).toBeLessThan(70);
  expect(await countPolls(() => [{ update_id: 7 }])).toBeLessThan(70);
});
it("[CON-093] waiting updates are fetched without a pause", async () => {
  expect(await countPolls((offset) => [{ update_id: offset }])).toBe(1_000);
});
