import { expect, test } from "vitest";
import fc from "fast-check";
import { SendBuffer } from "./buffered-stream.ts";

test("[API-105] the count and the age of unsent events follow what the network took", () => {
  const buffer = new SendBuffer();
  buffer.add(100, 2, 100, 1);
  buffer.add(50, 1, 150, 5);
  expect([buffer.events, buffer.oldestAt]).toEqual([3, 1]);
  buffer.settle(60);
  expect([buffer.events, buffer.oldestAt]).toEqual([3, 1]);
  buffer.settle(50);
  expect([buffer.events, buffer.oldestAt]).toEqual([1, 5]);
  buffer.settle(0);
  expect([buffer.events, buffer.oldestAt]).toEqual([0, null]);
});

test("[API-105] for any frames and any pace it equals a list of what is not wholly out", () => {
  const step = fc.record({
    bytes: fc.integer({ min: 1, max: 500 }),
    events: fc.integer({ min: 0, max: 5 }),
    taken: fc.integer({ min: 0, max: 700 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const buffer = new SendBuffer();
      let list: { bytes: number; events: number; at: number }[] = [];
      let unsent = 0;
      steps.forEach(({ bytes, events, taken: sent }, at) => {
        unsent += bytes;
        list.push({ bytes, events, at });
        buffer.add(bytes, events, unsent, at);
        unsent = Math.max(0, unsent - sent);
        buffer.settle(unsent);
        let remaining = unsent;
        list = list
          .toReversed()
          .filter((frame) => {
            const isSent = remaining <= 0;
            remaining -= frame.bytes;
            return !isSent;
          })
          .toReversed();
        expect(buffer.events).toBe(list.reduce((sum, frame) => sum + frame.events, 0));
        expect(buffer.oldestAt).toBe(list[0]?.at ?? null);
      });
    }),
    { numRuns: 50 },
  );
});
