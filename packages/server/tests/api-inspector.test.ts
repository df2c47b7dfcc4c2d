import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { InspectedSignal, type ServerFrame } from "@parlour/protocol";
import { InspectedRequests, type InspectedRequest } from "@parlour/protocol/api";

/**
 * Tests the request inspector on a complete server: requests of integrators, requests to
 * integrators, and who can watch them live.
 */
let parlour: TestParlour;
let integrator: FakeIntegrator;
let channel: TestChannel;
let developer: TestOperator;
beforeAll(async () => {
  [parlour, integrator] = await Promise.all([startTestParlour(), startIntegrator()]);
  channel = await parlour.channel(`${integrator.url}/chat`);
  developer = await parlour.operator("developer");
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

const listRequests = async (query = "", operator = parlour.owner): Promise<InspectedRequest[]> => {
  const answer = await operator.call("GET", `inspector?${query}`);
  expect(answer.status).toBe(200);
  expect(Check(InspectedRequests, answer.body)).toBe(true);
  return answer.body.items as InspectedRequest[];
};
const readLatestRequest = async (query = ""): Promise<InspectedRequest | undefined> =>
  (await listRequests(query)).at(-1);
const postToChannel = (body: unknown, headers: Record<string, string> = {}) =>
  parlour.call("POST", `/channel/${channel.randomString}/${channel.publicId}`, body, headers);

interface RequestFollower {
  readonly frames: ServerFrame[];
  send(frame: object): void;
  /** Resolves to the first matching frame, whether it has already been received or not. */
  next(type: string, fits?: (frame: any) => boolean): Promise<any>;
  /**
   * Resolves when the server has handled all earlier frames and the client has received all
   * responses. Pings are answered in order.
   */
  settled(): Promise<void>;
  close(): void;
}
async function followRequests(operator: TestOperator): Promise<RequestFollower> {
  const ws = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${operator.key}` },
  });
  const frames: ServerFrame[] = [];
  const waiting = new Set<() => void>();
  ws.on("message", (data: Buffer) => {
    frames.push(JSON.parse(data.toString("utf8")) as ServerFrame);
    for (const look of waiting) look();
  });
  await new Promise((resolve, reject) => ws.once("open", resolve).once("error", reject));
  const follower: RequestFollower = {
    frames,
    send: (frame) => ws.send(JSON.stringify(frame)),
    next: (type, fits = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = frames.find((frame) => frame.type === type && fits(frame));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    settled: () =>
      new Promise((resolve) => {
        ws.once("pong", () => resolve());
        ws.ping();
      }),
    close: () => ws.terminate(),
  };
  follower.send({ type: "hello", after: null });
  await follower.next("live");
  return follower;
}

describe("what integrators send", () => {
  it("[API-052] [API-006] [API-333] shows a message as it came, its secret and credentials cut", async () => {
    const answer = await postToChannel(
      { sender: { id: 7, name: "Nadia" }, message: { type: "text", text: "Hello" } },
      { authorization: "Bearer 0123456789abcdef", "x-trace": "t-1" },
    );
    const item = await readLatestRequest("kind=channel&direction=in");
    expect(item).toMatchObject({
      direction: "in",
      kind: "channel",
      owner_id: channel.id,
      method: "POST",
      url: `/channel/…${channel.randomString.slice(-4)}/${channel.publicId}`,
      request: { headers: { authorization: "Bearer …cdef", "x-trace": "t-1" }, cut: false },
      status: 200,
      fault: null,
      request_id: answer.headers.get("x-request-id"),
    });
    expect(JSON.parse(item?.request.body ?? "")).toEqual({
      sender: { id: 7, name: "Nadia" },
      message: { type: "text", text: "Hello" },
    });
    expect(JSON.stringify(item)).not.toContain(channel.randomString);
  });
  it.each([
    [
      { sender: { id: "" }, message: { type: "text", text: "x" } },
      400,
      { code: "sender_id_required", field: "sender.id", rule: "CH-040" },
    ],
    [
      { sender: { id: "7" }, message: { type: "photo" } },
      400,
      { code: "file_required", field: "message.file", rule: "CH-062" },
    ],
    [
      { sender: { id: "7" }, message: { type: "dance" } },
      400,
      { code: "unsupported_type", field: "message.type", rule: "CH-055" },
    ],
    ["{", 400, { code: "invalid_json", rule: "CH-033" }],
    [`"${"x".repeat(300_000)}"`, 413, { code: "payload_too_large", rule: "CH-034" }],
  ])("[API-052] a refused request names code, field and rule (%#)", async (body, status, fault) => {
    expect((await postToChannel(body)).status).toBe(status);
    const item = await readLatestRequest("fault=true");
    expect(item).toMatchObject({ status, fault });
    expect(item?.fault?.message).not.toBe("");
  });
  it.each([
    [
      { type: "text", text: "x".repeat(1_001) },
      { code: "text_cut", field: "message.text", rule: "CH-051" },
    ],
    [{ type: "stop" }, { code: "no_effect", field: "message.type", rule: "CH-055" }],
    [
      { type: "seen", id: 5 },
      { code: "no_effect", field: "message.id", rule: "CH-124" },
    ],
    [{ type: "text", text: "x".repeat(1_000) }, null],
  ])(
    "[API-052] an accepted request says what became of it besides (%#)",
    async (message, fault) => {
      expect((await postToChannel({ sender: { id: "noted" }, message })).status).toBe(200);
      const item = await readLatestRequest();
      expect(item?.status).toBe(200);
      if (fault === null) expect(item?.fault).toBeNull();
      else expect(item?.fault).toMatchObject(fault);
    },
  );
  it("[API-052] shows status queries and wrong methods too; a wrong address belongs to nobody", async () => {
    const before = (await listRequests()).length;
    const path = `/channel/${channel.randomString}/${channel.publicId}/status`;
    await parlour.call("GET", path);
    await parlour.call("PUT", path, {});
    await parlour.call("GET", `/channel/${"x".repeat(24)}/${channel.publicId}/status`);
    const requests = (await listRequests()).slice(before);
    expect(requests.map((one) => [one.method, one.status, one.fault?.rule ?? null])).toEqual([
      ["GET", 200, null],
      ["PUT", 405, "CH-013"],
    ]);
    expect(requests[0]?.url).toBe(
      `/channel/…${channel.randomString.slice(-4)}/${channel.publicId}/status`,
    );
  });
});

describe("what they get", () => {
  it("[API-052] shows every attempt with its answer, and the delivery it belongs to", async () => {
    await parlour.sendCustomerMessage(channel, "customer", "Hello");
    const { id } = await parlour.findChat("customer");
    const from = (await readLatestRequest())?.id ?? 0;
    integrator.respondWith({ status: 503, body: "down" });
    const sent = await parlour.owner.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "Hi Nadia",
      client_id: "c1",
    });
    await parlour.settle();
    integrator.respondWith("ok");
    await parlour.clock.advance(3_000);
    await parlour.settle();
    const requests = await listRequests(`direction=out&after=${from}`);
    expect(requests).toMatchObject([
      {
        kind: "channel",
        delivery_id: sent.body.delivery.id,
        chat_id: id,
        event: "text",
        status: 503,
        outcome: "http_error",
        reply: { body: "down" },
        fault: { code: "http_error", rule: "CH-080" },
      },
      {
        delivery_id: sent.body.delivery.id,
        status: 200,
        outcome: "delivered",
        fault: null,
        reply: { body: '{"result":"ok"}' },
      },
    ]);
    expect(JSON.parse(requests[0]?.request.body ?? "")).toMatchObject({
      message: { text: "Hi Nadia" },
    });
    const masked = await listRequests(`direction=out&after=${from}`, developer);
    expect(JSON.parse(masked[0]?.request.body ?? "")).toMatchObject({
      sender: { name: "Ann" },
      message: { type: "text", text: "•••" },
    });
  });
});

describe("what no delivery stands for", () => {
  it("[API-052] [CH-077] [CH-113] shows typing notices and test messages too", async () => {
    await parlour.sendCustomerMessage(channel, "typed-at", "Hello");
    const { id } = await parlour.findChat("typed-at");
    await parlour.owner.call("POST", `chats/${id}/accept`, {});
    await parlour.settle();
    const from = (await readLatestRequest())?.id ?? 0;
    integrator.respondWith({ status: 500, body: "no" });
    await parlour.owner.call("POST", `channels/${channel.id}/test`, {});
    const [test] = await listRequests(`direction=out&after=${from}`);
    expect(test).toMatchObject({
      delivery_id: null,
      status: 500,
      outcome: "http_error",
      fault: { code: "http_error" },
      reply: { body: "no" },
    });
    integrator.respondWith("ok");
    const requests = integrator.received.length;
    await parlour.owner.call("POST", `chats/${id}/typing`, { typing: true });
    await integrator.waitForRequests(requests + 1);
    await expect
      .poll(async () => (await listRequests(`direction=out&after=${test?.id}`)).length)
      .toBe(1);
    const [typing] = await listRequests(`direction=out&after=${test?.id}`);
    expect(typing).toMatchObject({
      kind: "channel",
      delivery_id: null,
      outcome: "delivered",
      fault: null,
    });
    expect(JSON.parse(typing?.request.body ?? "")).toMatchObject({ message: { type: "typein" } });
  });
});

describe("live", () => {
  it("[API-052] [API-335] tells who asked, masked to developers, until they asked no more", async () => {
    const [owner, dev, quiet] = await Promise.all([
      followRequests(parlour.owner),
      followRequests(developer),
      followRequests(parlour.owner),
    ]);
    owner.send({ type: "inspect", on: true });
    dev.send({ type: "inspect", on: true });
    await Promise.all([owner.settled(), dev.settled()]);
    await parlour.sendCustomerMessage(channel, "live-1", "Anybody there?");
    const [plain, masked] = await Promise.all([owner, dev].map((one) => one.next("inspected")));
    expect(Check(InspectedSignal, plain)).toBe(true);
    expect(plain).toMatchObject({
      skipped: 0,
      item: { kind: "channel", owner_id: channel.id, status: 200 },
    });
    expect(JSON.parse(plain.item.request.body as string)).toMatchObject({
      message: { text: "Anybody there?" },
    });
    expect(JSON.parse(masked.item.request.body as string)).toMatchObject({
      message: { text: "•••" },
    });
    expect(plain.item.id).toBe(((await readLatestRequest()) as InspectedRequest).id);
    dev.send({ type: "inspect", on: false });
    await dev.settled();
    await parlour.sendCustomerMessage(channel, "live-2", "Still there?");
    await owner.next(
      "inspected",
      (frame) => (frame.item as InspectedRequest).id > (plain.item as InspectedRequest).id,
    );
    await Promise.all([dev.settled(), quiet.settled()]);
    expect(dev.frames.filter((frame) => frame.type === "inspected")).toHaveLength(1);
    expect(quiet.frames.filter((frame) => frame.type === "inspected")).toHaveLength(0);
    for (const one of [owner, dev, quiet]) one.close();
  });
  it("[API-052] [CORE-001] [API-335] operators and viewers are told nothing, by HTTP or socket", async () => {
    for (const role of ["operator", "viewer"] as const) {
      const who = await parlour.operator(role);
      expect((await who.call("GET", "inspector")).status).toBe(403);
      const socket = await followRequests(who);
      socket.send({ type: "inspect", on: true });
      await socket.settled();
      await parlour.sendCustomerMessage(channel, "live-3", "Hello?");
      await socket.settled();
      expect(socket.frames.filter((frame) => frame.type === "inspected")).toEqual([]);
      socket.close();
    }
  });
  it("[API-106] a frame of another form closes the socket", async () => {
    const socket = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
      headers: { authorization: `Bearer ${parlour.owner.key}` },
    });
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    await new Promise((resolve) => socket.once("open", resolve));
    socket.send(JSON.stringify({ type: "hello", after: null }));
    socket.send(JSON.stringify({ type: "inspect", on: "yes" }));
    expect(await closed).toBe(4003);
  });
});

it.each([["kind=mail"], ["fault=maybe"], ["after=x"], ["limit=0"], ["account=2"]])(
  "[API-002] `%s` is refused by name",
  async (query) => {
    const answer = await parlour.owner.call("GET", `inspector?${query}`);
    expect([answer.status, answer.body.error.field]).toEqual([400, query.split("=")[0]]);
  },
);
