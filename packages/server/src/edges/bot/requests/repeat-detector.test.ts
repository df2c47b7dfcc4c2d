import { expect, test } from "vitest";
import { createMemoryBus } from "../../../bus/index.ts";
import { ManualClock } from "../../../clock.ts";
import { startCluster } from "../../../cluster/index.ts";
import { createRepeatDetector, type RepeatDetector } from "./repeat-detector.ts";

const clock = new ManualClock();
const body = Buffer.from('{"event":"BOT_MESSAGE","id":"1"}');
const botId = 7;

/** Creates the detectors of three nodes. */
function createDetectors(): readonly [RepeatDetector, RepeatDetector, RepeatDetector] {
  const join = createMemoryBus();
  const create = (node: number): RepeatDetector => {
    const cluster = startCluster({
      bus: join(),
      clock,
      node,
      onFault: (error) => expect.fail(String(error)),
    });
    cluster.setOtherNodes([1, 2, 3].filter((id) => id !== node));
    return createRepeatDetector(clock, cluster);
  };
  return [create(1), create(2), create(3)];
}
/** Waits until sent messages have arrived. */
async function passMessages(): Promise<void> {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => void setImmediate(resolve));
}

test("[BOT-085] [CORE-132] a repeat at another node has the key of the first request, and only one request is its repeat", async () => {
  for (const isAnswered of [true, false]) {
    const [a, b, c] = createDetectors();
    const first = a.register(botId, body);
    await passMessages();
    expect(b.find(botId, body)).toBeNull();
    if (isAnswered) first.onAnswered(503);
    else first.onLost();
    await passMessages();
    expect(b.find(botId + 1, body)).toBeNull();
    expect(b.find(botId, Buffer.from("{}"))).toBeNull();
    const repeat = b.find(botId, body);
    expect(repeat?.key).toBe(first.key);
    await passMessages();
    for (const node of [a, b, c]) expect(node.find(botId, body)).toBeNull();
    // The repeat has failed too, so a third request is a repeat, now at the first node.
    repeat?.onAnswered(500);
    await passMessages();
    const third = a.find(botId, body);
    expect(third?.key).toBe(first.key);
    third?.onAnswered(200);
    await passMessages();
    for (const node of [a, b, c]) expect(node.find(botId, body)).toBeNull();
  }
});

test("[BOT-085] [CORE-132] 30 s after the first request, another node takes the same body as new", async () => {
  const [a, b] = createDetectors();
  const first = a.register(botId, body);
  await clock.advance(20_000);
  first.onLost();
  await passMessages();
  await clock.advance(10_000);
  expect(b.find(botId, body)?.key).toBe(first.key);
  const second = a.register(botId, body);
  await clock.advance(20_000);
  second.onLost();
  await passMessages();
  await clock.advance(10_001);
  expect(b.find(botId, body)).toBeNull();
});
