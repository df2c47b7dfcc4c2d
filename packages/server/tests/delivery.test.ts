import { isLongRun } from "@parlour/testkit";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEgress } from "../src/egress/index.ts";
import {
  openChatFixture,
  signingSecret,
  type DeliveryFixture,
  type DeliveryNode,
} from "./delivery-fixture.ts";
import type { TestAccount } from "./journal-fixture.ts";
import { markEndpointHealthy } from "./planned-delivery-fixture.ts";

let fixture: DeliveryFixture;
let node: DeliveryNode;
let testAccount: TestAccount;
let chat: number;
beforeEach(async () => {
  ({ bed: fixture, node, place: testAccount, chat } = await openChatFixture());
});
afterEach(() => fixture.close());

const readState = async (id: number): Promise<unknown> => (await fixture.readDelivery(id))["state"];

describe("a good answer", () => {
  it("[CH-070] [CH-071] [CH-072] [CH-043] the request is what the rules say, and is signed", async () => {
    const message = await fixture.sendOperatorMessage(
      node,
      testAccount,
      chat,
      "Yes, three pairs left.",
    );
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    const [request] = fixture.integrator.messages();
    const channel = (
      await fixture.journalFixture.pools.writer.query<{ public_id: string }>(
        "select public_id from channel where id = $1",
        [testAccount.channelId],
      )
    ).rows[0]?.public_id;
    expect(request).toMatchObject({ method: "POST", path: `/hook/${channel}` });
    expect(request?.body).toBe(
      `{"sender":{"name":"o0","photo":""},"recipient":{"id":12345678901234567890},"message":{"type":"text","id":"${message.id}","text":"Yes, three pairs left."}}`,
    );
    expect(request?.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      accept: "application/json",
      "user-agent": "Parlour/test",
      "webhook-id": `msg_${message.id}`,
      "content-length": String(Buffer.byteLength(request?.body ?? "")),
      "webhook-timestamp": String(Math.floor(fixture.clock.now() / 1000)),
    });
    const timestamp = new Date(fixture.clock.now());
    expect(request?.headers["webhook-signature"]).toBe(
      new Webhook(signingSecret).sign(
        `msg_${message.id}`,
        new Date(Math.floor(timestamp.getTime() / 1000) * 1000),
        request?.body ?? "",
      ),
    );
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "delivered",
      attempts: 1,
      outcome: "delivered",
      error_code: null,
      unconfirmed: false,
    });
    expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
      {
        n: 1,
        outcome: "delivered",
        status: 200,
        request: { body: request?.body },
        reply: { body: '{"result":"ok"}' },
      },
    ]);
  });

  it("[CH-073] [CORE-124] the chunked switch and a rotated secret hold from the next request on", async () => {
    const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    await fixture.journalFixture.pools.writer.query(
      "update channel set chunked = true where id = $1",
      [testAccount.channelId],
    );
    await fixture.journalFixture.pools.writer.query(
      "update endpoint set secret = $2, previous_secret = $3, previous_secret_until = to_timestamp($4::float8 / 1000) where id = $1",
      [
        testAccount.endpointId,
        Buffer.from(other),
        Buffer.from(signingSecret),
        fixture.clock.now() + 86_400_000,
      ],
    );
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    const [request] = fixture.integrator.messages();
    expect(request?.headers["transfer-encoding"]).toBe("chunked");
    expect(request?.headers["content-length"]).toBeUndefined();
    expect(request?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  });

  it("[CH-080] [CH-074] an unclear answer is unconfirmed; a text that was cut leaves a warning in the delivery log", async () => {
    fixture.integrator.respondWith({ body: "" });
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "x".repeat(1_001));
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      unconfirmed: true,
      error_code: null,
    });
    expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
      { outcome: "delivered", error_code: "text_cut" },
    ]);
    expect(fixture.integrator.messages()[0]?.body).toContain(`"text":"${"x".repeat(1_000)}"`);
  });
});

it("[CH-088] every attempt is in the delivery log with time, duration, outcome, status and the reply cut at 8 KiB; the failure carries the outcome as its code", async () => {
  fixture.integrator.respondWith({
    status: 503,
    headers: { "x-reason": "busy" },
    body: "é".repeat(10_000),
  });
  const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
  await fixture.waitUntil(() => fixture.integrator.messages().length === 1);
  await fixture.advanceClock(6_000);
  const attempts = await fixture.readAttempts(message.delivery.id);
  expect(attempts).toHaveLength(3);
  attempts.forEach((one, index) =>
    expect(one).toMatchObject({
      n: index + 1,
      started_at: new Date(fixture.startMs + 3_000 * index),
      duration_ms: 0,
      outcome: "http_error",
      status: 503,
      error_code: "http_error",
      request: {
        url: fixture.integrator.url + (fixture.integrator.received[index]?.path ?? ""),
        headers: { "webhook-id": `msg_${message.id}` },
      },
      reply: { headers: { "x-reason": "busy" }, body: "é".repeat(4_096) },
    }),
  );
  const { rows } = await fixture.journalFixture.pools.writer.query<{ body: string }>(
    "select body from journal where name = 'delivery_updated' order by position desc limit 1",
  );
  expect(JSON.parse(rows[0]?.body ?? "")).toMatchObject({
    delivery: {
      state: "failed",
      chat_id: chat,
      error: { code: "http_error", message: "The server answered 503." },
    },
  });
});

describe("a server that is not there", () => {
  it.each(["reset", "hang"] as const)(
    "[CH-081] [CH-084] [F15] [P9] %s: attempts at 0, 3 and 6 s, without any error; failed at 9.0 s, not before",
    async (reply) => {
      fixture.integrator.respondWith(reply);
      const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
      await fixture.waitUntil(() => fixture.integrator.messages().length === 1);
      await fixture.advanceClock(8_900);
      expect(fixture.messageTimes()).toEqual([0, 3_000, 6_000]);
      expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
        state: "pending",
        error_code: null,
        error_message: null,
      });
      await fixture.advanceClock(200);
      expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
        state: "failed",
        attempts: 3,
        outcome: reply === "hang" ? "timeout" : "connect_failed",
        error_code: reply === "hang" ? "timeout" : "connect_failed",
        updated_at: new Date(fixture.startMs + 9_000),
      });
      await fixture.advanceClock(6_000);
      expect(fixture.messageTimes()).toHaveLength(3);
      expect(await fixture.readAttempts(message.delivery.id)).toHaveLength(3);
    },
  );

  it("[CH-110] what was accepted before its channel was switched off still goes out", async () => {
    fixture.integrator.respondWith("reset");
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(() => fixture.integrator.messages().length === 1);
    await fixture.journalFixture.pools.writer.query(
      "update channel set enabled = false where id = $1",
      [testAccount.channelId],
    );
    fixture.integrator.respondWith("ok");
    await fixture.advanceClock(3_100);
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "delivered",
      attempts: 2,
      error_code: null,
    });
  });

  it("[CH-081] a server that is back within 6 s gets the message without any error, with the same ids", async () => {
    fixture.integrator.respondWith("reset");
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(() => fixture.integrator.messages().length === 1);
    await fixture.advanceClock(4_000);
    fixture.integrator.respondWith("ok");
    await fixture.advanceClock(2_100);
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "delivered",
      attempts: 3,
      error_code: null,
    });
    const requests = fixture.integrator.messages();
    expect(new Set(requests.map((one) => one.headers["webhook-id"]))).toEqual(
      new Set([`msg_${message.id}`]),
    );
    expect(new Set(requests.map((one) => one.body)).size).toBe(1);
    const { rows } = await fixture.journalFixture.pools.writer.query<{ body: string }>(
      "select body from journal where name = 'delivery_updated' order by position",
    );
    expect(
      rows.map((row) => JSON.parse(row.body) as { delivery: { state: string; attempts: number } }),
    ).toMatchObject([
      { delivery: { state: "pending", attempts: 1, error: null } },
      { delivery: { state: "pending", attempts: 2, error: null } },
      { delivery: { state: "delivered", attempts: 3, error: null } },
    ]);
  });
});

describe("a name", () => {
  it("[F26] [CORE-123] that turns private is never dialled, the schedule goes on, nobody reads the address", async () => {
    await node.kill();
    const dialled: string[] = [];
    const egress = createEgress({
      clock: fixture.clock,
      allowed: () => [],
      resolve: () => Promise.resolve(["93.184.215.14", "10.0.0.5"]),
      dial: (to) => {
        dialled.push(...to.addresses);
        return Promise.reject(new Error("no"));
      },
    });
    await fixture.journalFixture.pools.writer.query(
      "update endpoint set url = 'http://turns.example/' where id = $1",
      [testAccount.endpointId],
    );
    const guarded = await fixture.openNode({ egress });
    const message = await fixture.sendOperatorMessage(guarded, testAccount, chat, "Yes");
    await fixture.waitUntil(
      async () => (await fixture.readDelivery(message.delivery.id))["attempts"] === 1,
    );
    await fixture.advanceClock(9_100);
    expect(dialled).toEqual([]);
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "failed",
      attempts: 3,
      outcome: "dns_failed",
      error_message: "Could not connect to the server.",
    });
    expect(JSON.stringify(await fixture.readAttempts(message.delivery.id))).not.toContain(
      "10.0.0.5",
    );
  });

  it("[F26] that nobody answers for is a timeout of 3 s", async () => {
    await node.kill();
    const egress = createEgress({
      clock: fixture.clock,
      allowed: () => [],
      resolve: () => new Promise(() => undefined),
    });
    await fixture.journalFixture.pools.writer.query(
      "update endpoint set url = 'http://slow.example/' where id = $1",
      [testAccount.endpointId],
    );
    const waiting = await fixture.openNode({ egress });
    const message = await fixture.sendOperatorMessage(waiting, testAccount, chat, "Yes");
    await fixture.waitUntil(() => waiting.worker.stats().underWay === 1);
    await fixture.advanceClock(9_100);
    expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
      { outcome: "timeout", duration_ms: 3_000 },
      { outcome: "timeout" },
      { outcome: "timeout" },
    ]);
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "failed",
      updated_at: new Date(fixture.startMs + 9_000),
    });
  });
});

describe("an error reply", () => {
  it("[CH-083] [CH-084] is shown while attempts go on, and fails right after the third", async () => {
    fixture.integrator.respondWith({ body: '{"error":{"code":"x","message":"no stock"}}' });
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(
      async () => (await fixture.readDelivery(message.delivery.id))["attempts"] === 1,
    );
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "pending",
      error_code: "x",
      error_message: "no stock",
    });
    await fixture.advanceClock(6_000);
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "failed",
      error_code: "x",
      updated_at: new Date(fixture.startMs + 6_000),
    });
  });
  it("[CH-083] temporary codes are hidden until the last attempt", async () => {
    fixture.integrator.respondWith({ body: '{"error":{"code":"temporary","message":"later"}}' });
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(
      async () => (await fixture.readDelivery(message.delivery.id))["attempts"] === 1,
    );
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "pending",
      error_code: null,
    });
    await fixture.advanceClock(6_000);
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      state: "failed",
      error_code: "temporary",
      error_message: "later",
    });
  });
  it("[CH-082] a final code ends the series at once; silent hides its text", async () => {
    fixture.integrator.respondWith({
      body: '{"error":{"code":"silent","message":"\\u0000secret"}}',
    });
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "failed");
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      attempts: 1,
      error_code: "silent",
      error_message: "",
    });
    expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
      { outcome: "refused", error_message: "\uFFFDsecret", status: 200 },
    ]);
  });
});

describe("order", () => {
  it("[CH-085] one customer's messages go one at a time, the next when the one before is settled; others do not wait", async () => {
    const other = await fixture.startChat(node, testAccount, "other");
    fixture.integrator.respondWith((request) =>
      request.body.includes('"id":"other"') ? "ok" : { body: '{"error":{}}' },
    );
    const first = await fixture.sendOperatorMessage(node, testAccount, chat, "one");
    const second = await fixture.sendOperatorMessage(node, testAccount, chat, "two");
    const third = await fixture.sendOperatorMessage(node, testAccount, other, "three");
    await fixture.waitUntil(async () => (await readState(third.delivery.id)) === "delivered");
    expect(await fixture.readDelivery(second.delivery.id)).toMatchObject({
      state: "pending",
      attempts: 0,
    });
    await fixture.advanceClock(6_000);
    expect(await readState(first.delivery.id)).toBe("failed");
    fixture.integrator.respondWith("ok");
    await fixture.advanceClock(3_100);
    expect(await readState(second.delivery.id)).toBe("delivered");
    const order = fixture.integrator
      .messages()
      .map((one) => /"text":"(\w+)"/.exec(one.body)?.[1])
      .filter((text) => text !== "three");
    expect(order).toEqual(["one", "one", "one", "two", "two"]);
  });

  it("[CH-086] Send again: a new series with the same ids, behind what waits", async () => {
    fixture.integrator.respondWith({ body: '{"error":{"code":"recipient_blocked"}}' });
    const first = await fixture.sendOperatorMessage(node, testAccount, chat, "one");
    await fixture.waitUntil(async () => (await readState(first.delivery.id)) === "failed");
    fixture.integrator.respondWith("hang");
    const second = await fixture.sendOperatorMessage(node, testAccount, chat, "two");
    await fixture.waitUntil(() => fixture.integrator.messages().length === 2);
    await node.journal.resend(testAccount.id, first.delivery.id);
    fixture.integrator.respondWith("ok");
    await fixture.advanceClock(3_100);
    await fixture.waitUntil(async () => (await readState(first.delivery.id)) === "delivered");
    expect(fixture.integrator.messages().map((one) => one.headers["webhook-id"])).toEqual([
      `msg_${first.id}`,
      `msg_${second.id}`,
      `msg_${second.id}`,
      `msg_${first.id}`,
    ]);
    expect(await fixture.readAttempts(first.delivery.id)).toMatchObject([
      { n: 1, outcome: "refused" },
      { n: 2, outcome: "delivered" },
    ]);
  });

  it.each(isLongRun ? [1, 2, 3] : [1])(
    "[CH-085] [F16] whatever is answered, each customer's messages stay in order and all end (seed %s)",
    async (seed) => {
      let state = seed * 2_654_435_761;
      const draw = (max: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return (state >>> 16) % max;
      };
      const replies = [
        "ok",
        "ok",
        "reset",
        { status: 500 },
        { body: '{"error":{"code":"message_rejected"}}' },
        { body: '{"error":{"code":"temporary"}}' },
        { body: "" },
      ] as const;
      fixture.integrator.respondWith(() => replies[draw(replies.length)] ?? "ok");
      const message: { customer: string; id: number; delivery: { id: number } }[] = [];
      for (const customer of ["a", "b", "c"]) {
        const one = await fixture.startChat(node, testAccount, customer);
        for (let n = 0; n < 3; n += 1)
          message.push({
            customer,
            ...(await fixture.sendOperatorMessage(node, testAccount, one, `${n}`)),
          });
      }
      await fixture.advanceClock(30_000, 500);
      for (const one of message)
        expect(await readState(one.delivery.id)).toMatch(/^(delivered|failed)$/);
      for (const customer of ["a", "b", "c"]) {
        const texts = fixture.integrator
          .messages()
          .filter((one) => one.body.includes(`"id":"${customer}"`))
          .map((one) => /"text":"(\d)"/.exec(one.body)?.[1] ?? "");
        expect(texts).toEqual(texts.toSorted((a, b) => Number(a) - Number(b)));
        expect(new Set(texts).size).toBe(3);
        for (const n of ["0", "1", "2"])
          expect(texts.filter((text) => text === n).length).toBeLessThanOrEqual(3);
      }
    },
  );

  it("[CORE-122] an endpoint's lanes above its places wait; another endpoint does not", async () => {
    await node.kill();
    const small = await fixture.openNode({ atOnce: 2 });
    const elsewhere = await fixture.createAccount();
    await fixture.journalFixture.pools.writer.query("update endpoint set url = $2 where id = $1", [
      elsewhere.endpointId,
      `${fixture.integrator.url}/other`,
    ]);
    fixture.integrator.respondWith((request) =>
      request.path.startsWith("/other") ? "ok" : "hang",
    );
    const chats = [chat];
    for (const customer of ["a", "b", "c"])
      chats.push(await fixture.startChat(small, testAccount, customer));
    for (const one of chats) await fixture.sendOperatorMessage(small, testAccount, one, "hang");
    const free = await fixture.sendOperatorMessage(
      small,
      elsewhere,
      await fixture.startChat(small, elsewhere),
      "go",
    );
    await fixture.waitUntil(async () => (await readState(free.delivery.id)) === "delivered");
    expect(
      fixture.integrator.messages().filter((one) => one.path.startsWith("/hook")),
    ).toHaveLength(2);
    const stats = await small.queue.stats();
    expect(stats.endpoints).toMatchObject([
      { endpointId: testAccount.endpointId, waiting: 2, underWay: 2 },
    ]);
    fixture.integrator.respondWith("ok");
    await fixture.advanceClock(3_100);
    await fixture.waitUntil(
      () => fixture.integrator.messages().filter((one) => one.path.startsWith("/hook")).length >= 4,
    );
  });

  it("[CORE-122] a slot is free when the response arrives if lanes wait for it", async () => {
    await node.worker.close();
    await markEndpointHealthy(fixture.journalFixture.pools, testAccount);
    const chats = [chat];
    for (const customer of ["a", "b"])
      chats.push(await fixture.startChat(node, testAccount, customer));
    for (const one of chats) await fixture.sendOperatorMessage(node, testAccount, one, "Yes");
    const written = Promise.withResolvers<void>();
    const small: DeliveryNode = await fixture.openNode({
      atOnce: 2,
      report: async (result) => {
        await written.promise;
        return small.journal.report(result);
      },
    });
    // Three requests with two slots, although no report is written yet.
    await fixture.waitUntil(() => fixture.integrator.messages().length === 3);
    written.resolve();
  });

  it("[CORE-051] [CORE-122] deliveries of one lane follow each other without a claim if no lane waits", async () => {
    await node.worker.close();
    await markEndpointHealthy(fixture.journalFixture.pools, testAccount);
    for (const text of ["1", "2", "3"])
      await fixture.sendOperatorMessage(node, testAccount, chat, text);
    const next: (number | null)[] = [];
    const other: DeliveryNode = await fixture.openNode({
      report: async (result) => {
        const reported = await other.journal.report(result);
        next.push(reported.nextClaim?.delivery.seq ?? null);
        return reported;
      },
    });
    await fixture.waitUntil(() => next.length === 2);
    expect(next).toEqual([4, null]);
    expect(
      fixture.integrator.messages().map(({ body }) => /"text":"(\d)"/.exec(body)?.[1]),
    ).toEqual(["1", "2", "3"]);
  });
});

it("[CORE-122] [P13] [F21] twenty dead endpoints with several customers each do not keep a good one waiting", async () => {
  fixture.integrator.respondWith((request) => (request.path.startsWith("/good") ? "ok" : "hang"));
  for (let n = 0; n < 20; n += 1) {
    const dead = await fixture.createAccount();
    for (const customer of ["a", "b"])
      await fixture.sendOperatorMessage(
        node,
        dead,
        await fixture.startChat(node, dead, customer),
        "hang",
      );
  }
  const good = await fixture.createAccount();
  await fixture.journalFixture.pools.writer.query("update endpoint set url = $2 where id = $1", [
    good.endpointId,
    `${fixture.integrator.url}/good`,
  ]);
  const message = await fixture.sendOperatorMessage(
    node,
    good,
    await fixture.startChat(node, good),
    "go",
  );
  await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
  // The clock did not advance, so no delivery waited for a timeout of another endpoint.
  expect(fixture.clock.now()).toBe(fixture.startMs);
  await fixture.waitUntil(() => node.worker.stats().underWay === 40);
});

it("[CORE-122] [P13] an endpoint that hangs with all its places taken and lanes waiting does not slow a healthy one", async () => {
  const dead = await fixture.createAccount();
  const good = await fixture.createAccount();
  for (const [one, path] of [
    [dead, "dead"],
    [good, "good"],
  ] as const) {
    await fixture.journalFixture.pools.writer.query("update endpoint set url = $2 where id = $1", [
      one.endpointId,
      `${fixture.integrator.url}/${path}`,
    ]);
  }
  fixture.integrator.respondWith((request) => (request.path.startsWith("/dead") ? "hang" : "ok"));
  const countRequests = (path: string): number =>
    fixture.integrator.messages().filter((one) => one.path.startsWith(path)).length;
  const goodChat = await fixture.startChat(node, good);
  /** More rounds in the long run. */
  const rounds = process.env["LONG"] === undefined ? 30 : 100;
  /** Returns the times from an operator's message to its arrival in ms, sorted. */
  const times = async (): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const before = countRequests("/good");
      const startedAt = performance.now();
      await fixture.sendOperatorMessage(node, good, goodChat, "go");
      await fixture.waitUntil(() => countRequests("/good") > before);
      all.push(performance.now() - startedAt);
      // The next message of a lane waits for the report of this one.
      await fixture.waitUntil(() => node.worker.stats().underWay === countRequests("/dead"));
    }
    return all.toSorted((a, b) => a - b);
  };
  await times();
  const alone = await times();
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) =>
      fixture.sendOperatorMessage(node, dead, await fixture.startChat(node, dead, `c${n}`), "hang"),
    ),
  );
  await fixture.waitUntil(() => countRequests("/dead") === 64);
  const beside = await times();
  expect(countRequests("/dead")).toBe(64);
  // A delayed message would wait for a timeout of 3 s. The scenario dead-endpoints measures smaller
  // delays. The fastest tenth is compared, because other load of the machine only adds time.
  expect(beside[rounds / 10]).toBeLessThan(4 * (alone[rounds / 10] ?? 0) + 50);
  expect((await node.queue.stats()).endpoints).toMatchObject([
    { endpointId: dead.endpointId, waiting: 36, underWay: 64 },
  ]);

  // Slots become free. The waiting deliveries were scheduled earlier than the second attempts of
  // the others.
  await fixture.advanceClock(3_000);
  await fixture.waitUntil(() => countRequests("/dead") >= 128);
  const ids = fixture.integrator
    .messages()
    .filter((one) => one.path.startsWith("/dead"))
    .map((one) => one.headers["webhook-id"]);
  // Concurrent requests arrive in any order. Two batches of 64 contain each of the 100 deliveries.
  expect(new Set(ids.slice(0, 128)).size).toBe(100);
});
