import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { openQueues, type QueuesDeps } from "./queues.ts";

/** Creates one account with a waiting connection and a database that responds only on `answer`. */
function bed() {
  const clock = new ManualClock();
  const asked: (() => void)[] = [];
  const seat = { account: 1, widget: { channelId: 5 }, customer: "w", chat: { id: 3, state: "waiting", queue: null }, waiting: null };
  const given: unknown[] = [];
  const queues = openQueues({
    clock,
    windows: { seats: { all: () => new Set([{ seat }]) }, give: (_: unknown, frames: readonly unknown[]) => given.push(...frames) },
    config: () => Promise.resolve({ routing: { showsQueue: true } }),
    store: { findVisitor: () => new Promise((resolve) => asked.push(() => resolve({ chat: { id: 3, entity: {} } }))) },
    placeInQueue: () => Promise.resolve({ place: 2, expected_s: null }),
    log: { error: (fields: object) => expect.fail(JSON.stringify(fields)) },
  } as unknown as QueuesDeps);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    queues,
    given,
    asked: () => asked.length,
    answer: async () => {
      for (const go of asked.splice(0)) go();
      await turn();
    },
    second: async () => {
      await clock.advance(1_000);
      await turn();
    },
  };
}

test("[API-041] while those who wait are being told, the next change waits, and is told after it", async () => {
  const { queues, given, asked, answer, second } = bed();
  queues.changed(1);
  await second();
  expect(asked()).toBe(1);
  for (let n = 0; n < 3; n++) {
    queues.changed(1);
    await second();
  }
  expect(asked()).toBe(1);
  await answer();
  expect(given).toMatchObject([{ type: "chat", chat: { queue: { place: 2 } } }]);
  await second();
  expect(asked()).toBe(1);
  await answer();
  await second();
  expect(asked()).toBe(0);
  queues.close();
});
