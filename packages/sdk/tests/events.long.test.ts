import {
  startCuttingProxy,
  startTestParlour,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemTiming } from "../src/http/time.ts";
import { openParlour } from "../src/service/parlour.ts";
import { followThroughCuts } from "./event-cuts.ts";

/** The events of a complete Parlour through many cuts, and while a node of two stops. */

let parlour: TestParlour;
let channel: TestChannel;
beforeAll(async () => {
  parlour = await startTestParlour({ clock: "system" });
  channel = await parlour.channel("http://127.0.0.1:65000/in");
});
afterAll(() => parlour.close());

test.each(["socket", "stream", "poll"] as const)(
  "[API-101] [API-387] [API-390] over %s, every event arrives exactly once through 1,000 cuts at random bytes",
  async (transport) => {
    const { received, expected } = await followThroughCuts({ parlour, channel }, transport, 1_000);
    expect(received).toEqual(expected);
  },
  900_000,
);

test("[API-375] [CORE-265] a client of a node that stops moves to another one: its second socket is open before the first is closed, and every event arrives once", async () => {
  const stopping = await startTestParlour({
    clock: "system",
    databaseUrl: parlour.databaseUrl,
    env: { SHUTDOWN_DELAY: "1", SHUTDOWN_MOVE: "10" },
  });
  const proxy = await startCuttingProxy(stopping.port, () => Number.POSITIVE_INFINITY);
  const client = openParlour({ url: proxy.url, apiKey: parlour.owner.key }, systemTiming);
  const feed = client.events({ types: ["message_created"], transport: "socket" });
  const texts: string[] = [];
  let isStopped = false;
  const read = async (): Promise<void> => {
    for await (const event of feed) {
      texts.push(event.data.message.text);
      if (event.data.message.text === "the last one") return;
    }
  };
  const reading = read();
  await expect.poll(() => feed.cursor, { interval: 5 }).not.toBeNull();
  proxy.setTarget(parlour.port);
  // As the process does after SIGTERM.
  const stop = stopping.server
    .drain()
    .then(() => stopping.close())
    .then(() => (isStopped = true));
  const sent: string[] = [];
  for (let index = 0; !isStopped; index += 1) {
    sent.push(`moving ${index}`);
    await parlour.sendCustomerMessage(channel, `m${index % 100}`, `moving ${index}`);
    await expect.poll(() => texts.length, { interval: 2 }).toBeGreaterThan(index);
  }
  await stop;
  await parlour.sendCustomerMessage(channel, "m0", "the last one");
  await reading;
  await proxy.close();
  expect(texts).toEqual([...sent, "the last one"]);
  expect(sent.length).toBeGreaterThan(10);
  expect(proxy.maxConnections()).toBe(2);
});
