import { expect, test } from "vitest";
import { toReplyMinutes } from "./reply-time.ts";

test("[WG-114] the usual time to an answer is rounded up to 1, 2, 3, 5, 10, 15, 30 or 60 minutes; few chats or more than an hour name none", () => {
  const minutesFor = (seconds: number, chats = 20) =>
    toReplyMinutes({ chats, medianMs: seconds * 1_000 });
  expect(
    [0, 20, 60, 61, 121, 200, 301, 601, 901, 1_801, 3_600].map((seconds) => minutesFor(seconds)),
  ).toEqual([1, 1, 1, 2, 3, 5, 10, 15, 30, 60, 60]);
  expect(minutesFor(3_601)).toBeNull();
  expect(minutesFor(60, 19)).toBeNull();
  expect(toReplyMinutes({ chats: 0, medianMs: null })).toBeNull();
});
