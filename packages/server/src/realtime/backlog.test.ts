import { expect, test } from "vitest";
import fc from "fast-check";
import { Backlog } from "./backlog.ts";

test("[API-105] the count and the age of unsent events follow what the network took", () => {
  const backlog = new Backlog();
  backlog.add(100, 2, 100, 1);
  backlog.add(50, 1, 150, 5);
  expect([backlog.events, backlog.oldestAt]).toEqual([3, 1]);
  backlog.settle(60);
  expect([backlog.events, backlog.oldestAt]).toEqual([3, 1]);
  backlog.settle(50);
  expect([backlog.events, backlog.oldestAt]).toEqual([1, 5]);
  backlog.settle(0);
  expect([backlog.events, backlog.oldestAt]).toEqual([0, null]);
});

test("[API-105] for any frames and any pace it equals a list of what is not wholly out", () => {
  const step = fc.record({
    bytes: fc.integer({ min: 1, max: 500 }),
    events: fc.integer({ min: 0, max: 5 }),
    taken: fc.integer({ min: 0, max: 700 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const backlog = new Backlog();
      let list: { bytes: number; events: number; at: number }[] = [];
      let unsent = 0;
      steps.forEach(({ bytes, events, taken }, at) => {
        unsent += bytes;
        list.push({ bytes, events, at });
        backlog.add(bytes, events, unsent, at);
        unsent = Math.max(0, unsent - taken);
        backlog.settle(unsent);
        let left = unsent;
        list = list
          .toReversed()
          .filter((frame) => {
            const isOut = left <= 0;
            left -= frame.bytes;
            return !isOut;
          })
          .toReversed();
        expect(backlog.events).toBe(list.reduce((sum, frame) => sum + frame.events, 0));
        expect(backlog.oldestAt).toBe(list[0]?.at ?? null);
      });
    }),
    { numRuns: 50 },
  );
});
