import { createManualTimers } from "@parlour/client/manual-timers";
import type { OutboxItem } from "@parlour/client";
import { expect, test, vi } from "vitest";
import { limitTime } from "./outbox-storage.ts";

test("[CORE-044] [CORE-335] other tabs learn of a message that the database stores later than the page waits", async () => {
  const stored = Promise.withResolvers<void>();
  const timers = createManualTimers();
  const onChange = vi.fn();
  const store = limitTime(
    { list: () => Promise.resolve([]), put: () => stored.promise, remove: () => stored.promise },
    timers,
    onChange,
  );
  const put = store.put({} as OutboxItem);
  const rejected = expect(put).rejects.toThrow("did not respond in time");
  await timers.advance(1_500);
  await rejected;
  expect(onChange).not.toHaveBeenCalled();
  stored.resolve();
  await timers.settle();
  expect(onChange).toHaveBeenCalledTimes(1);
});
