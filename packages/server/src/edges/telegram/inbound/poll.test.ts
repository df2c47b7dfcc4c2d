import { expect, it } from "vitest";
import { ManualClock } from "../../../clock.ts";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { TelegramState } from "./channel-state.ts";
import { pollUpdates, type PollDeps } from "./poll.ts";
import { createWorkLoop } from "../../../connectors/inbound/work-loop.ts";

/** Polls a service that returns at once for a minute. Returns the number of polls. */
async function countPolls(getUpdates: (offset: number) => readonly object[]): Promise<number> {
  const clock = new ManualClock(1_700_000_000_000);
  const loop = createWorkLoop(clock);
  let polls = 0;
  let state: TelegramState = {};
  const deps: Pick<PollDeps, "clock" | "states" | "handleUpdate" | "record"> & {
    readonly api: Pick<PollDeps["api"], "call">;
  } = {
    clock,
    states: {
      load: () => Promise.resolve(state),
      update: (_channel, change) => Promise.resolve(void (state = { ...state, ...change })),
    },
    api: {
      call: (_token, _method, values) => {
        polls++;
        // Ends the test if nothing else limits the polls.
        if (polls >= 1_000) loop.stop();
        return Promise.resolve({ kind: "ok", result: getUpdates(Number(values?.["offset"])) });
      },
    },
    handleUpdate: () => Promise.resolve({ kind: "ignored", reason: "A test." }),
    record: () => undefined,
  };
  const ended = pollUpdates(deps as PollDeps, { id: 1, secrets: {} } as ConnectorChannel, loop);
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
