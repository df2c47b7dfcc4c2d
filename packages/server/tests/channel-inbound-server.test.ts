import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { RealtimeClient } from "./realtime-client.ts";

/**
 * Tests the channel edge in a complete Parlour: presence and typing on sockets, settings through
 * the API, a restart.
 */
let parlour: TestParlour;
let integrator: FakeIntegrator;
let channel: TestChannel;
const logLines: string[] = [];
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour({ logTo: (line) => void logLines.push(line) });
});
beforeEach(async () => {
  await parlour.clock.advance(120_000);
  channel = await parlour.channel(integrator.url);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

const readPresence = async (): Promise<string> =>
  (await parlour.call("GET", `${new URL(channel.inboundUrl).pathname}/status`)).text;
const postMessage = (body: unknown, headers?: Record<string, string>) =>
  parlour.call("POST", new URL(channel.inboundUrl).pathname, body, headers);
async function openSocket(): Promise<RealtimeClient> {
  const client = new RealtimeClient(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${parlour.owner.key}` },
  });
  await client.opened;
  client.send({ type: "hello", after: null });
  await client.next((frame) => frame["type"] === "ready");
  return client;
}

test("[CH-011] [CH-012] [CORE-010] the status follows the presence of a chosen operator", async () => {
  expect(await readPresence()).toBe("0");
  const client = await openSocket();
  await parlour.owner.call("PUT", "me/presence", { status: "online" });
  expect(await readPresence()).toBe("1");
  await parlour.owner.call("PUT", "me/presence", { status: "away" });
  expect(await readPresence()).toBe("0");
  await parlour.owner.call("PUT", "me/presence", { status: "online" });
  client.ws.close();
  await client.closed;
  await parlour.clock.advance(21_000);
  expect(await readPresence()).toBe("0");
});

test("[CH-056] typing reaches operators only while a chat runs, ends with the message or after 15 s", async () => {
  const client = await openSocket();
  const typing = () => client.framesOfType("typing").map((frame) => frame["typing"]);
  await postMessage({ sender: { id: "t" }, message: { type: "typein" } });
  await parlour.sendCustomerMessage(channel, "t", "hello");
  await client.next((frame) => frame["name"] === "message_created");
  expect(typing()).not.toContain(true);
  expect(await parlour.sql("select from visitor where customer = 't'")).toHaveLength(1);

  await parlour.clock.advance(2_000);
  await postMessage({ sender: { id: "t" }, message: { type: "typein" } });
  const shown = await client.next(
    (frame) => frame["type"] === "typing" && frame["typing"] === true,
  );
  expect(shown).toMatchObject({
    chat_id: (await parlour.findChat("t")).id,
    typing: true,
    author: { kind: "visitor", name: "Visitor" },
  });
  await parlour.clock.advance(1_000);
  await parlour.sendCustomerMessage(channel, "t", "there it is");
  await client.next(
    (frame) => frame["type"] === "typing" && frame["typing"] === false,
    client.frames.indexOf(shown),
  );

  const before = client.frames.length;
  await parlour.clock.advance(2_000);
  await postMessage({ sender: { id: "t" }, message: { type: "typein" } });
  await client.next((frame) => frame["type"] === "typing" && frame["typing"] === true, before);
  await parlour.clock.advance(16_000);
  await client.next((frame) => frame["type"] === "typing" && frame["typing"] === false, before);
  client.ws.close();
});

test("[CH-003] the base address is shown with the channel and is where it answers", async () => {
  expect(new URL(channel.entity.inbound_url ?? "").pathname).toBe(
    `/channel/${channel.randomString}/${channel.publicId}`,
  );
  const restarted = await startTestParlour({
    databaseUrl: parlour.databaseUrl,
    env: { WEBHOOK_BASE_URL: "https://hooks.example/in" },
  });
  try {
    const channelResponse = (await restarted.owner.call("GET", `channels/${channel.id}`)).body as {
      inbound_url: string;
    };
    expect(channelResponse.inbound_url).toBe(
      `https://hooks.example/in/${channel.randomString}/${channel.publicId}`,
    );
    const ask = (base: string) =>
      restarted.call("GET", `${base}/${channel.randomString}/${channel.publicId}/status`);
    expect([(await ask("/in")).text, (await ask("/channel")).status]).toEqual(["0", 404]);
  } finally {
    await restarted.close();
  }
});

test("[CH-043] recipient.id repeats the latest literal exactly", async () => {
  for (const literal of ["12345678901234567890", '"../../x\\r\\nX-Injected: 1"', "-0", '"null"']) {
    const customer = literal.startsWith('"') ? (JSON.parse(literal) as string) : literal;
    await postMessage(`{"sender":{"id":${literal}},"message":{"type":"text","text":"x"}}`);
    const chat = await parlour.findChat(customer);
    const count = integrator.messages().length;
    expect(
      (
        await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
          kind: "text",
          text: "y",
          client_id: "c",
        })
      ).status,
    ).toBe(201);
    await parlour.settle();
    expect(
      integrator
        .messages()
        .slice(count)
        .map((m) => m.body),
    ).toEqual([expect.stringContaining(`"recipient":{"id":${literal}}`)]);
  }
});

test("[CH-057] [CH-058] [P14] [F04] keys are remembered over a restart for 24 h", async () => {
  const body = { sender: { id: "k" }, message: { type: "text", text: "once" } };
  const key = { "idempotency-key": "over-a-restart" };
  expect((await postMessage(body, key)).status).toBe(200);
  await parlour.restart();
  const again = await postMessage(body, key);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect((await postMessage({ ...body, more: 1 }, key)).status).toBe(422);
  expect(await parlour.messages((await parlour.findChat("k")).id)).toHaveLength(1);
});

test("[CH-004] after a new random string the old address works for 24 h more", async () => {
  const created = await parlour.owner.call("POST", `channels/${channel.id}/rotate`, {
    what: "address",
  });
  expect(created.status).toBe(200);
  const next = new URL((created.body as { inbound_url: string }).inbound_url).pathname;
  const sendTo = async (path: string) =>
    (await parlour.call("POST", path, { sender: { id: 1 }, message: { type: "text", text: "x" } }))
      .status;
  expect([await sendTo(new URL(channel.inboundUrl).pathname), await sendTo(next)]).toEqual([
    200, 200,
  ]);
  await parlour.clock.advance(24 * 3_600_000);
  expect([await sendTo(new URL(channel.inboundUrl).pathname), await sendTo(next)]).toEqual([
    404, 200,
  ]);
});

test("[CH-110] [CH-111] switching off and deleting act with the next request", async () => {
  expect((await parlour.sendCustomerMessage(channel, 1, "x")).status).toBe(200);
  await parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled: false });
  expect([
    (await parlour.sendCustomerMessage(channel, 1, "x")).body.error.code,
    await readPresence(),
  ]).toEqual(["channel_disabled", "0"]);
  await parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled: true });
  expect((await parlour.sendCustomerMessage(channel, 1, "x")).status).toBe(200);
  expect((await parlour.owner.call("DELETE", `channels/${channel.id}`)).status).toBe(204);
  const notFound = await parlour.sendCustomerMessage(channel, 1, "x");
  expect([notFound.status, notFound.text]).toEqual([
    404,
    '{"error":{"code":"not_found","message":"Not found"}}',
  ]);
  expect(await readPresence()).toBe('{"error":{"code":"not_found","message":"Not found"}}');
});

test("[CH-113] the channel shows when it was last used", async () => {
  expect(
    (await parlour.owner.call("GET", `channels/${channel.id}`)).body.last_inbound_at,
  ).toBeNull();
  await parlour.sendCustomerMessage(channel, 1, "x");
  expect((await parlour.owner.call("GET", `channels/${channel.id}`)).body.last_inbound_at).toBe(
    new Date(parlour.clock.now()).toISOString(),
  );
});

test("[CH-035] [CH-038] limits and the support contact of the instance act at once", async () => {
  await parlour.owner.call("PATCH", "instance", {
    limits: { customer_per_second: 1, customer_burst: 1, body_kib: 1 },
    support_contact: "help@chat.example",
  });
  expect((await parlour.sendCustomerMessage(channel, "l", "x")).status).toBe(200);
  const refused = await parlour.sendCustomerMessage(channel, "l", "x");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await parlour.sendCustomerMessage(channel, "m", "y".repeat(2_000))).status).toBe(413);
  await parlour.owner.call("PATCH", "instance", {
    limits: { customer_per_second: null, customer_burst: null, body_kib: null },
  });
  expect((await parlour.sendCustomerMessage(channel, "l", "y".repeat(2_000))).status).toBe(200);
});

test("[CH-112] random strings are in no log line, wrong addresses are in one each", async () => {
  const before = logLines.length;
  await parlour.call("GET", `/channel/${channel.randomString}x/${channel.publicId}/status`);
  await parlour.call("POST", `/channel/${channel.randomString}/nope`, "{");
  await parlour.sendCustomerMessage(channel, 1, "x");
  const mine = logLines.slice(before);
  expect(mine.filter((line) => line.includes("channel.wrong_address"))).toHaveLength(2);
  expect(logLines.join("")).not.toContain(channel.randomString);
  expect((await parlour.call("GET", "/metrics")).text).toMatch(
    /parlour_channel_wrong_addresses_total\{answer="404"\} [1-9]/,
  );
});
