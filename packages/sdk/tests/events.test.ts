import { createHash } from "node:crypto";
import {
  startCuttingProxy,
  startTestParlour,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { ParlourError, type EventName, type ParlourEvent, type Schemas } from "../src/index.ts";
import { systemTiming } from "../src/http/time.ts";
import { openParlour } from "../src/service/parlour.ts";
import { followThroughCuts } from "./event-cuts.ts";

/** The events of a complete Parlour over each transport. */

const transports = ["socket", "stream", "poll"] as const;
let parlour: TestParlour;
let channel: TestChannel;
beforeAll(async () => {
  parlour = await startTestParlour({ clock: "system" });
  channel = await parlour.channel("http://127.0.0.1:65000/in");
});
afterAll(() => parlour.close());

const openClient = (key = parlour.owner.key) =>
  openParlour({ url: parlour.url, apiKey: key }, systemTiming);

describe.each(transports)("over the transport %s", (transport) => {
  test(`[API-102] [API-387] [API-390] the chosen events come with their data, and the cursor continues after them`, async () => {
    const client = openClient();
    const { cursor } = await client.listEvents();
    const customer = `${transport}-1`;
    await parlour.sendCustomerMessage(channel, customer, "one");
    await parlour.sendCustomerMessage(channel, customer, "two");
    const feed = client.events({ after: cursor, types: ["message_created"], transport });
    const first = (await feed.next()).value as ParlourEvent<"message_created">;
    expect(first).toMatchObject({ name: "message_created", data: { message: { text: "one" } } });
    expect(feed.cursor).toBe(first.cursor);
    await feed.return();
    for await (const event of client.events({ after: first.cursor, transport })) {
      if (event.name !== "message_created") continue;
      expect(event.data.message.text).toBe("two");
      break;
    }
  });

  test(`[API-101] [API-387] without a cursor only new events come, and the signal ends the loop`, async () => {
    const stop = new AbortController();
    const feed = openClient().events({
      types: ["message_created"],
      transport,
      signal: stop.signal,
    });
    const texts: string[] = [];
    const loop = (async () => {
      for await (const event of feed) {
        texts.push(event.data.message.text);
        stop.abort();
      }
    })();
    await expect.poll(() => feed.cursor, { interval: 5 }).not.toBeNull();
    await parlour.sendCustomerMessage(channel, `${transport}-2`, "new");
    await loop;
    expect(texts).toEqual(["new"]);
    const waiting = openClient().events({ transport, signal: AbortSignal.timeout(50) });
    expect(await waiting.next()).toEqual({ done: true, value: undefined });
  });

  test(`[API-103] [API-388] a cursor of another epoch is an error with the new start, or continues there after onReset`, async () => {
    const client = openClient();
    const { cursor } = await client.listEvents();
    const lost = client.events({ after: "another.epoch:3", transport });
    const error = await lost.next().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "cursor_gone", status: 410, body: { start: cursor } });
    const starts: string[] = [];
    const feed = client.events({
      after: "another.epoch:3",
      types: ["message_created"],
      transport,
      onReset: async (start) => {
        await parlour.sendCustomerMessage(channel, `${transport}-3`, "after the reset");
        starts.push(start);
      },
    });
    const { value } = await feed.next();
    expect(starts).toEqual([cursor]);
    expect((value as ParlourEvent<"message_created">).data.message.text).toBe("after the reset");
    await feed.return();
  });

  test(`[API-100] [API-041] a wrong key ends with 401, a key without the right with 403`, async () => {
    const wrong = openClient("pk_wrong").events({ transport });
    await expect(wrong.next()).rejects.toMatchObject({ name: "ParlourError", status: 401 });
    const key = `pk_test_without_chats_${transport}`;
    await parlour.sql(
      "insert into api_key (account_id, key_hash, hint, name, operator_id, scopes) select account_id, $2, 'hats', 'narrow', id, '{tags.read}' from operator where id = $1",
      [parlour.owner.id, createHash("sha256").update(key).digest()],
    );
    await expect(openClient(key).events({ transport }).next()).rejects.toMatchObject({
      status: 403,
    });
  });

  test(`[API-101] [API-387] [API-390] through 15 cuts at random bytes, every event arrives exactly once`, async () => {
    const { received, expected } = await followThroughCuts({ parlour, channel }, transport, 15);
    expect(received).toEqual(expected);
  });
});

test("[API-490] a poll whose long responses are all cut asks for fewer events, and gets all of them without a delay", async () => {
  const client = openClient();
  const { cursor } = await client.listEvents();
  const texts = Array.from({ length: 60 }, (_, n) => `text ${n} ${"long ".repeat(100)}`);
  for (const text of texts) await parlour.sendCustomerMessage(channel, "poll-cut", text);
  // Each connection is cut after about a dozen events.
  const proxy = await startCuttingProxy(parlour.port, () => 16_000);
  onTestFinished(() => proxy.close());
  const delays: number[] = [];
  const { timers } = systemTiming;
  const counting = {
    ...systemTiming,
    timers: {
      ...timers,
      set(run: () => void, ms: number) {
        delays.push(ms);
        return timers.set(run, ms);
      },
    },
  };
  const feed = openParlour({ url: proxy.url, apiKey: parlour.owner.key }, counting).events({
    after: cursor,
    types: ["message_created"],
    transport: "poll",
  });
  const received: string[] = [];
  for await (const event of feed)
    if (received.push(event.data.message.text) === texts.length) break;
  expect(received).toEqual(texts);
  expect(proxy.cuts()).toBeGreaterThan(2);
  // The other timer is the time limit of a request.
  expect(delays.filter((ms) => ms < 45_000)).toEqual([]);
});

test("[API-104] signals of the socket are reported", async () => {
  const names: string[] = [];
  const stop = new AbortController();
  const feed = openClient().events({
    transport: "socket",
    signal: stop.signal,
    onSignal: (signal) => names.push(signal.type),
  });
  const end = feed.next();
  await expect.poll(() => feed.cursor, { interval: 5 }).not.toBeNull();
  await parlour.sendCustomerMessage(channel, "typing-1", "Hello");
  const chat = await parlour.findChat("typing-1");
  await parlour.call("POST", `/channel/${channel.randomString}/${channel.publicId}`, {
    sender: { id: "typing-1" },
    message: { type: "typein" },
  });
  await expect.poll(() => names, { interval: 5 }).toContain("typing");
  expect(chat.id).toBeGreaterThan(0);
  stop.abort();
  await end;
});

test("[API-387] a text that is no cursor is refused before a request", () => {
  expect(() => openClient().events({ after: "17" })).toThrow(TypeError);
});

test("[API-107] the type of an event follows from its name", () => {
  expectTypeOf<
    ParlourEvent<"message_created">["data"]["message"]["text"]
  >().toEqualTypeOf<string>();
  expectTypeOf<ParlourEvent<"settings_changed">["data"]["kind"]>().toEqualTypeOf<string>();
  expectTypeOf<"chat_closed">().toExtend<EventName>();
  expectTypeOf<ParlourEvent<"message_created">["data"]["message"]>().toExtend<Schemas["Message"]>();
  expect(new ParlourError("x", { status: 1, code: "c" }).name).toBe("ParlourError");
});
