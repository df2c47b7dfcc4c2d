import { expect, it } from "vitest";
import { createChannelJobs, type ChannelJob } from "./channel-jobs.ts";

it("[CON-095] a channel has one job, which starts again with other settings", async () => {
  const log: string[] = [];
  const faults: unknown[] = [];
  const ended = Promise.withResolvers<void>();
  const jobs = createChannelJobs((error) => faults.push(error));
  const job = (
    channelId: number,
    key: string,
    close: () => Promise<void> = () => Promise.resolve(),
  ): ChannelJob => ({
    channelId,
    key,
    start() {
      log.push(`start ${key}`);
      return {
        close() {
          log.push(`close ${key}`);
          return close();
        },
      };
    },
  });
  jobs.synchronize([job(1, "1a", () => ended.promise), job(2, "2a")]);
  jobs.synchronize([job(1, "1a"), job(2, "2a")]);
  expect(log).toEqual(["start 1a", "start 2a"]);
  // The next job of a channel does not wait for the end of the earlier one.
  jobs.synchronize([job(1, "1b", () => Promise.reject(new Error("broken")))]);
  expect(log.slice(2)).toEqual(["close 1a", "close 2a", "start 1b"]);
  let isClosed = false;
  const closed = jobs.close().then(() => (isClosed = true));
  expect(log.slice(5)).toEqual(["close 1b"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  ended.resolve();
  await closed;
  expect(faults).toEqual([new Error("broken")]);
});
