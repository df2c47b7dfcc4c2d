import { expect, test } from "vitest";
import { ManualClock } from "../../../clock.ts";
import { startQueuePositions, type QueuePositionsDeps } from "./queue-positions.ts";

/**
 * Creates an account with one waiting connection and a database that responds only when `answer` is
 * called.
 */
function createFixture() {
  const clock = new ManualClock();
  const pendingReads: (() => void)[] = [];
  const seat = {
    account: 1,
    widget: { channelId: 5 },
    customer: "w",
    chat: { id: 3, state: "waiting", queue: null },
    queuedEntries: null,
  };
  const sentFrames: unknown[] = [];
  const queues = startQueuePositions({
    clock,
    sockets: {
      registry: { ofAccount: () => new Set([{ connection: seat }]) },
      send: (_: unknown, frames: readonly unknown[]) => sentFrames.push(...frames),
    },
    config: () => Promise.resolve({ routing: { showsQueue: true } }),
    store: {
      findVisitor: () =>
        new Promise((resolve) => pendingReads.push(() => resolve({ chat: { id: 3, entity: {} } }))),
      findQueuePosition: () => Promise.resolve({ place: 2, expected_s: null }),
    },
    log: { error: (fields: object) => expect.fail(JSON.stringify(fields)) },
  } as unknown as QueuePositionsDeps);
  const nextTick = () => new Promise((resolve) => setImmediate(resolve));
  return {
    queues,
    sentFrames,
    asked: () => pendingReads.length,
    answer: async () => {
      for (const go of pendingReads.splice(0)) go();
      await nextTick();
    },
    second: async () => {
      await clock.advance(1_000);
      await nextTick();
    },
  };
}

test("[API-041] while those who wait are being told, the next change waits, and is told after it", async () => {
  const { queues, sentFrames, asked, answer, second } = createFixture();
  queues.onChange(1);
  await second();
  expect(asked()).toBe(1);
  for (let n = 0; n < 3; n++) {
    queues.onChange(1);
    await second();
  }
  expect(asked()).toBe(1);
  await answer();
  expect(sentFrames).toMatchObject([{ type: "chat", chat: { queue: { place: 2 } } }]);
  await second();
  expect(asked()).toBe(1);
  await answer();
  await second();
  expect(asked()).toBe(0);
  queues.close();
});
