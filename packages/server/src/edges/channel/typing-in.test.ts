import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { openTypingIn, type CustomerTyping } from "./typing-in.ts";

function bed() {
  const clock = new ManualClock();
  const told: boolean[] = [];
  const typing = openTypingIn({ clock, tell: (signal) => void told.push(signal.typing), capacity: 100 });
  const say = (on: boolean, customer = "7"): void =>
    typing.notice({ account: 1, channelId: 1, customer, typing: on } satisfies CustomerTyping);
  return { clock, told, typing, say };
}

test("[CH-056] 300 notices within a second are told once, then at most once a second", async () => {
  const { clock, told, say } = bed();
  for (let i = 0; i < 300; i++) say(true);
  expect(told).toEqual([true]);
  await clock.advance(999);
  say(true);
  expect(told).toEqual([true]);
  await clock.advance(1);
  expect(told).toEqual([true]);
  say(true);
  expect(told).toEqual([true, true]);
});

test("[CH-056] a stop right after the start is told when the second is over", async () => {
  const { clock, told, say } = bed();
  say(true);
  say(false);
  await clock.advance(999);
  expect(told).toEqual([true]);
  await clock.advance(1);
  expect(told).toEqual([true, false]);
});

test("[CH-056] flicker within a second is told once at most", async () => {
  const { clock, told, say } = bed();
  for (let i = 0; i < 50; i++) say(i % 2 === 0);
  say(true);
  await clock.advance(5_000);
  expect(told).toEqual([true]);
});

test("[CH-056] a message ends typing, told once and within the pace; without typing it tells nothing", async () => {
  const { clock, told, say, typing } = bed();
  typing.ended(1, 1, "7");
  expect(told).toEqual([]);
  say(true);
  typing.ended(1, 1, "7");
  expect(told).toEqual([true]);
  await clock.advance(1_000);
  expect(told).toEqual([true, false]);
  typing.ended(1, 1, "7");
  await clock.advance(5_000);
  say(true);
  await clock.advance(5_000);
  typing.ended(1, 1, "7");
  expect(told).toEqual([true, false, true, false]);
});

test("[CH-056] a stop without a start is told, it may have begun on another node", () => {
  const { told, say } = bed();
  for (let i = 0; i < 300; i++) say(false);
  expect(told).toEqual([false]);
});

test("[CH-056] customers are told apart and memory is bounded", () => {
  const { told, say, typing } = bed();
  for (let i = 0; i < 1000; i++) say(true, `c${i}`);
  expect(told).toHaveLength(1000);
  typing.close();
});
