import { expect, test } from "vitest";
import { ManualClock } from "../../../clock.ts";
import { startInboundTyping, type CustomerTyping } from "./inbound-typing.ts";

function createFixture() {
  const clock = new ManualClock();
  const published: boolean[] = [];
  const typing = startInboundTyping({
    clock,
    publish: (signal) => void published.push(signal.typing),
    capacity: 100,
  });
  const signalTyping = (on: boolean, customer = "7"): void =>
    typing.handleSignal({
      account: 1,
      channelId: 1,
      customer,
      typing: on,
    } satisfies CustomerTyping);
  return { clock, told: published, typing, say: signalTyping };
}

test("[CH-056] 300 notices within a second are told once, then at most once a second", async () => {
  const { clock, told: published, say: signalTyping } = createFixture();
  for (let i = 0; i < 300; i++) signalTyping(true);
  expect(published).toEqual([true]);
  await clock.advance(999);
  signalTyping(true);
  expect(published).toEqual([true]);
  await clock.advance(1);
  expect(published).toEqual([true]);
  signalTyping(true);
  expect(published).toEqual([true, true]);
});

test("[CH-056] a stop right after the start is told when the second is over", async () => {
  const { clock, told: published, say: signalTyping } = createFixture();
  signalTyping(true);
  signalTyping(false);
  await clock.advance(999);
  expect(published).toEqual([true]);
  await clock.advance(1);
  expect(published).toEqual([true, false]);
});

test("[CH-056] flicker within a second is told once at most", async () => {
  const { clock, told: published, say: signalTyping } = createFixture();
  for (let i = 0; i < 50; i++) signalTyping(i % 2 === 0);
  signalTyping(true);
  await clock.advance(5_000);
  expect(published).toEqual([true]);
});

test("[CH-056] a message ends typing, told once and within the pace; without typing it tells nothing", async () => {
  const { clock, told: published, say: signalTyping, typing } = createFixture();
  typing.onMessage(1, 1, "7");
  expect(published).toEqual([]);
  signalTyping(true);
  typing.onMessage(1, 1, "7");
  expect(published).toEqual([true]);
  await clock.advance(1_000);
  expect(published).toEqual([true, false]);
  typing.onMessage(1, 1, "7");
  await clock.advance(5_000);
  signalTyping(true);
  await clock.advance(5_000);
  typing.onMessage(1, 1, "7");
  expect(published).toEqual([true, false, true, false]);
});

test("[CH-056] a stop without a start is told, it may have begun on another node", () => {
  const { told: published, say: signalTyping } = createFixture();
  for (let i = 0; i < 300; i++) signalTyping(false);
  expect(published).toEqual([false]);
});

test("[CH-056] customers are told apart and memory is bounded", () => {
  const { told: published, say: signalTyping, typing } = createFixture();
  for (let i = 0; i < 1000; i++) signalTyping(true, `c${i}`);
  expect(published).toHaveLength(1000);
  typing.close();
});
