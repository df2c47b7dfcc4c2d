import { Check } from "typebox/value";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChannelTest, Deliveries, DeliveryWithAttempts } from "@parlour/protocol/api";
import { Channel } from "@parlour/protocol";

/** Tests the service API of a complete server, with a real endpoint for the channel. */
let parlour: TestParlour;
let integrator: FakeIntegrator;
beforeAll(async () => {
  [parlour, integrator] = await Promise.all([startTestParlour(), startIntegrator()]);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

describe("a channel through the API", () => {
  it("[CH-113] the test message makes one attempt and shows request, status and reply", async () => {
    const channel = await parlour.channel(`${integrator.url}/chat`);
    integrator.respondWith({
      status: 200,
      headers: { "content-type": "application/json" },
      body: '{"result":"ok"}',
    });
    const before = integrator.received.length;
    const good = await parlour.owner.call("POST", `channels/${channel.id}/test`, {});
    expect(Check(ChannelTest, good.body)).toBe(true);
    expect(good.body.outbound).toMatchObject({
      outcome: "delivered",
      status: 200,
      error: null,
      request: { url: `${integrator.url}/chat/${channel.publicId}` },
      reply: { body: '{"result":"ok"}' },
    });
    expect(integrator.received).toHaveLength(before + 1);
    expect(JSON.parse(integrator.received.at(-1)?.body ?? "")).toMatchObject({
      recipient: { id: "test" },
    });
    integrator.respondWith({ status: 503, body: "down" });
    expect(
      (await parlour.owner.call("POST", `channels/${channel.id}/test`, {})).body.outbound,
    ).toMatchObject({
      outcome: "http_error",
      status: 503,
      reply: { body: "down" },
    });
    integrator.respondWith("ok");
  });

  it("[CH-086] [CH-088] [CH-113] [API-021] a failed message shows its attempts and can be sent again", async () => {
    const channel = await parlour.channel(`${integrator.url}/chat`);
    await parlour.sendCustomerMessage(channel, "customer", "Hello");
    const { id } = await parlour.findChat("customer");
    integrator.respondWith({ status: 500, body: "broken" });
    const sent = await parlour.owner.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "Hi",
      client_id: "c1",
    });
    expect(sent.status).toBe(201);
    for (let n = 0; n < 4; n++) {
      await parlour.settle();
      await parlour.clock.advance(3_000);
    }
    await parlour.settle();
    const failed = (await parlour.messages(id)).find((one) => one.text === "Hi");
    expect(failed?.delivery).toMatchObject({
      state: "failed",
      attempts: 3,
      error: { code: "http_error" },
    });
    // The row of the list contains the delivery once, whichever of two a parser would take.
    const rows = await parlour.owner.call("GET", "chats");
    expect(rows.text.match(/"delivery":/g)).toHaveLength(1);
    expect(rows.body.items[0].last_message.delivery).toEqual(failed?.delivery);
    const list = await parlour.owner.call("GET", `deliveries?chat=${id}&state=failed`);
    expect(Check(Deliveries, list.body)).toBe(true);
    const delivery = list.body.items[0] as { id: number };
    const detail = await parlour.owner.call("GET", `deliveries/${delivery.id}`);
    expect(Check(DeliveryWithAttempts, detail.body)).toBe(true);
    expect(detail.body.attempts_made).toMatchObject([
      { n: 1, outcome: "http_error", status: 500, reply: { body: "broken" } },
      { n: 2 },
      { n: 3 },
    ]);

    integrator.respondWith("ok");
    expect((await parlour.owner.call("POST", `deliveries/${delivery.id}/retry`, {})).status).toBe(
      200,
    );
    await parlour.settle();
    expect((await parlour.messages(id)).find((one) => one.text === "Hi")?.delivery).toMatchObject({
      id: delivery.id,
      state: "delivered",
      error: null,
    });
    const shown = await parlour.owner.call("GET", `channels/${channel.id}`);
    expect(Check(Channel, shown.body)).toBe(true);
    expect(shown.body.last_inbound_at).not.toBeNull();
    expect(shown.body.last_success_at).not.toBeNull();
    expect(shown.body.last_failure).toMatchObject({ outcome: "http_error", status: 500 });
  });

  it("[API-130] [CH-086] an operator sends a failed message of a chat in sight again; other roles and other chats are refused", async () => {
    const ivan = await parlour.operator("operator", "Ivan");
    const channel = await parlour.channel(`${integrator.url}/chat`, { operators: [ivan.id] });
    const other = await parlour.operator("operator", "Olga");
    const [viewer, developer] = [
      await parlour.operator("viewer"),
      await parlour.operator("developer"),
    ];
    await parlour.sendCustomerMessage(channel, "again", "Hello");
    const { id } = await parlour.findChat("again");
    integrator.respondWith({
      body: JSON.stringify({ error: { code: "recipient_blocked", message: "Blocked" } }),
    });
    const sent = await ivan.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "Once more",
      client_id: "again",
    });
    await parlour.settle();
    const { seq } = sent.body as { seq: number };
    const retry = (operator: { call: typeof ivan.call }, messageSeq = seq) =>
      operator.call("POST", `chats/${id}/messages/${messageSeq}/retry`, {});
    const stateNow = async () =>
      (await parlour.messages(id)).find((one) => one.seq === seq)?.delivery?.state;
    expect(await stateNow()).toBe("failed");
    expect((await retry(viewer)).status).toBe(403);
    expect((await retry(developer)).status).toBe(403);
    expect((await retry(other)).status).toBe(404);
    expect((await retry(ivan, 999)).status).toBe(404);
    expect((await retry(ivan, 1)).body.error.code).toBe("not_deliverable");
    expect((await ivan.call("POST", `chats/${id}/messages/first/retry`, {})).status).toBe(400);
    expect(await stateNow()).toBe("failed");

    const answer = Promise.withResolvers<"ok">();
    integrator.respondWith(() => answer.promise);
    const before = integrator.received.length;
    const again = await retry(ivan);
    expect([again.status, again.body.seq, again.body.text, again.body.delivery.state]).toEqual([
      200,
      seq,
      "Once more",
      "pending",
    ]);
    answer.resolve("ok");
    await parlour.settle();
    expect(await stateNow()).toBe("delivered");
    expect(
      integrator.received
        .slice(before)
        .map(({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text),
    ).toEqual(["Once more"]);
    expect((await retry(ivan)).body.error.code).toBe("not_deliverable");
  });

  it("[CH-004] [CH-110] [CH-111] changes hold for the very next request", async () => {
    const channel = await parlour.channel(`${integrator.url}/chat`);
    expect((await parlour.sendCustomerMessage(channel, "next", "one")).status).toBe(200);
    await parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled: false });
    expect((await parlour.sendCustomerMessage(channel, "next", "two")).status).toBe(403);
    await parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled: true });
    expect((await parlour.sendCustomerMessage(channel, "next", "three")).status).toBe(200);
    const rotated = await parlour.owner.call("POST", `channels/${channel.id}/rotate`, {
      what: "address",
    });
    const post = (url: string) =>
      parlour.call("POST", new URL(url).pathname, {
        sender: { id: "next" },
        message: { type: "text", text: "four" },
      });
    expect((await post(rotated.body.inbound_url as string)).status).toBe(200);
    expect((await post(channel.inboundUrl)).status).toBe(200);
    expect((await parlour.owner.call("DELETE", `channels/${channel.id}`)).status).toBe(204);
    expect((await post(rotated.body.inbound_url as string)).status).toBe(404);
    await parlour.settle();
    expect(await parlour.findChat("next")).toMatchObject({
      state: "closed",
      close_reason: "channel_deleted",
    });
  });

  it("[CORE-123] an endpoint just allowed can be saved at once, and no longer when taken away", async () => {
    const save = () =>
      parlour.owner.call("POST", "channels", {
        name: "Lab",
        endpoint_url: "http://127.0.0.1:18080/",
        operators: [parlour.owner.id],
      });
    const allow = (change: object) => parlour.owner.call("POST", "instance/egress-allow", change);
    expect((await save()).body.error.code).toBe("private_address");
    expect((await allow({ add: ["127.0.0.1:18080"] })).status).toBe(200);
    expect((await save()).status).toBe(201);
    expect((await allow({ remove: ["127.0.0.1:18080"] })).status).toBe(200);
    expect((await save()).body.error.code).toBe("private_address");
  });
});
