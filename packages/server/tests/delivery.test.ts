import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEgress } from "../src/egress/index.ts";
import { openChatBed, secretText, type Bed, type Node } from "./delivery-bed.ts";
import type { Place } from "./journal-kit.ts";

let bed: Bed;
let node: Node;
let place: Place;
let chat: number;
beforeEach(async () => {
  ({ bed, node, place, chat } = await openChatBed());
});
afterEach(() => bed.close());

const stateOf = async (id: number): Promise<unknown> => (await bed.delivery(id))["state"];

describe("a good answer", () => {
  it("[CH-070] [CH-071] [CH-072] [CH-043] the request is what the rules say, and is signed", async () => {
    const said = await bed.say(node, place, chat, "Yes, three pairs left.");
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    const [request] = bed.integrator.messages();
    const channel = (
      await bed.ground.pools.writer.query<{ public_id: string }>("select public_id from channel where id = $1", [place.channel])
    ).rows[0]?.public_id;
    expect(request).toMatchObject({ method: "POST", path: `/hook/${channel}` });
    expect(request?.body).toBe(
      `{"sender":{"name":"o0","photo":""},"recipient":{"id":12345678901234567890},"message":{"type":"text","id":"${said.id}","text":"Yes, three pairs left."}}`,
    );
    expect(request?.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      accept: "application/json",
      "user-agent": "Parlour/test",
      "webhook-id": `msg_${said.id}`,
      "content-length": String(Buffer.byteLength(request?.body ?? "")),
      "webhook-timestamp": String(Math.floor(bed.clock.now() / 1000)),
    });
    const timestamp = new Date(bed.clock.now());
    expect(request?.headers["webhook-signature"]).toBe(
      new Webhook(secretText).sign(`msg_${said.id}`, new Date(Math.floor(timestamp.getTime() / 1000) * 1000), request?.body ?? ""),
    );
    expect(await bed.delivery(said.delivery.id)).toMatchObject({
      state: "delivered",
      attempts: 1,
      outcome: "delivered",
      error_code: null,
      unconfirmed: false,
    });
    expect(await bed.attempts(said.delivery.id)).toMatchObject([
      { n: 1, outcome: "delivered", status: 200, request: { body: request?.body }, reply: { body: '{"result":"ok"}' } },
    ]);
  });

  it("[CH-073] [CORE-124] the chunked switch and a rotated secret hold from the next request on", async () => {
    const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    await bed.ground.pools.writer.query("update channel set chunked = true where id = $1", [place.channel]);
    await bed.ground.pools.writer.query(
      "update endpoint set secret = $2, previous_secret = $3, previous_secret_until = to_timestamp($4::float8 / 1000) where id = $1",
      [place.endpoint, Buffer.from(other), Buffer.from(secretText), bed.clock.now() + 86_400_000],
    );
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    const [request] = bed.integrator.messages();
    expect(request?.headers["transfer-encoding"]).toBe("chunked");
    expect(request?.headers["content-length"]).toBeUndefined();
    expect(request?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  });

  it("[CH-080] [CH-074] an unclear answer is unconfirmed; a text that was cut leaves a warning in the ledger", async () => {
    bed.integrator.respondWith({ body: "" });
    const said = await bed.say(node, place, chat, "x".repeat(1_001));
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ unconfirmed: true, error_code: null });
    expect(await bed.attempts(said.delivery.id)).toMatchObject([{ outcome: "delivered", error_code: "text_cut" }]);
    expect(bed.integrator.messages()[0]?.body).toContain(`"text":"${"x".repeat(1_000)}"`);
  });
});

it("[CH-088] every attempt is in the ledger with time, duration, outcome, status and the reply cut at 8 KiB; the failure carries the outcome as its code", async () => {
  bed.integrator.respondWith({ status: 503, headers: { "x-reason": "busy" }, body: "é".repeat(10_000) });
  const said = await bed.say(node, place, chat, "Yes");
  await bed.until(() => bed.integrator.messages().length === 1);
  await bed.pass(6_000);
  const attempts = await bed.attempts(said.delivery.id);
  expect(attempts).toHaveLength(3);
  attempts.forEach((one, index) =>
    expect(one).toMatchObject({
      n: index + 1,
      started_at: new Date(bed.startAt + 3_000 * index),
      duration_ms: 0,
      outcome: "http_error",
      status: 503,
      error_code: "http_error",
      request: { url: bed.integrator.url + (bed.integrator.received[index]?.path ?? ""), headers: { "webhook-id": `msg_${said.id}` } },
      reply: { headers: { "x-reason": "busy" }, body: "é".repeat(4_096) },
    }),
  );
  const { rows } = await bed.ground.pools.writer.query<{ body: string }>(
    "select body from journal where name = 'delivery_updated' order by position desc limit 1",
  );
  expect(JSON.parse(rows[0]?.body ?? "")).toMatchObject({
    delivery: { state: "failed", chat_id: chat, error: { code: "http_error", message: "The server answered 503." } },
  });
});

describe("a server that is not there", () => {
  it.each(["reset", "hang"] as const)(
    "[CH-081] [CH-084] [F15] [P9] %s: attempts at 0, 3 and 6 s, without any error; failed at 9.0 s, not before",
    async (reply) => {
      bed.integrator.respondWith(reply);
      const said = await bed.say(node, place, chat, "Yes");
      await bed.until(() => bed.integrator.messages().length === 1);
      await bed.pass(8_900);
      expect(bed.starts()).toEqual([0, 3_000, 6_000]);
      expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "pending", error_code: null, error_message: null });
      await bed.pass(200);
      expect(await bed.delivery(said.delivery.id)).toMatchObject({
        state: "failed",
        attempts: 3,
        outcome: reply === "hang" ? "timeout" : "connect_failed",
        error_code: reply === "hang" ? "timeout" : "connect_failed",
        updated_at: new Date(bed.startAt + 9_000),
      });
      await bed.pass(6_000);
      expect(bed.starts()).toHaveLength(3);
      expect(await bed.attempts(said.delivery.id)).toHaveLength(3);
    },
  );

  it("[CH-110] what was accepted before its channel was switched off still goes out", async () => {
    bed.integrator.respondWith("reset");
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(() => bed.integrator.messages().length === 1);
    await bed.ground.pools.writer.query("update channel set enabled = false where id = $1", [place.channel]);
    bed.integrator.respondWith("ok");
    await bed.pass(3_100);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "delivered", attempts: 2, error_code: null });
  });

  it("[CH-081] a server that is back within 6 s gets the message without any error, with the same ids", async () => {
    bed.integrator.respondWith("reset");
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(() => bed.integrator.messages().length === 1);
    await bed.pass(4_000);
    bed.integrator.respondWith("ok");
    await bed.pass(2_100);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "delivered", attempts: 3, error_code: null });
    const requests = bed.integrator.messages();
    expect(new Set(requests.map((one) => one.headers["webhook-id"]))).toEqual(new Set([`msg_${said.id}`]));
    expect(new Set(requests.map((one) => one.body)).size).toBe(1);
    const { rows } = await bed.ground.pools.writer.query<{ body: string }>(
      "select body from journal where name = 'delivery_updated' order by position",
    );
    expect(rows.map((row) => JSON.parse(row.body) as { delivery: { state: string; attempts: number } })).toMatchObject([
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
      clock: bed.clock,
      allowed: () => [],
      resolve: () => Promise.resolve(["93.184.215.14", "10.0.0.5"]),
      dial: (to) => {
        dialled.push(...to.addresses);
        return Promise.reject(new Error("no"));
      },
    });
    await bed.ground.pools.writer.query("update endpoint set url = 'http://turns.example/' where id = $1", [place.endpoint]);
    const guarded = await bed.node({ egress });
    const said = await bed.say(guarded, place, chat, "Yes");
    await bed.until(async () => (await bed.delivery(said.delivery.id))["attempts"] === 1);
    await bed.pass(9_100);
    expect(dialled).toEqual([]);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({
      state: "failed",
      attempts: 3,
      outcome: "dns_failed",
      error_message: "Could not connect to the server.",
    });
    expect(JSON.stringify(await bed.attempts(said.delivery.id))).not.toContain("10.0.0.5");
  });

  it("[F26] that nobody answers for is a timeout of 3 s", async () => {
    await node.kill();
    const egress = createEgress({ clock: bed.clock, allowed: () => [], resolve: () => new Promise(() => undefined) });
    await bed.ground.pools.writer.query("update endpoint set url = 'http://slow.example/' where id = $1", [place.endpoint]);
    const waiting = await bed.node({ egress });
    const said = await bed.say(waiting, place, chat, "Yes");
    await bed.until(() => waiting.worker.stats().underWay === 1);
    await bed.pass(9_100);
    expect(await bed.attempts(said.delivery.id)).toMatchObject([
      { outcome: "timeout", duration_ms: 3_000 },
      { outcome: "timeout" },
      { outcome: "timeout" },
    ]);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "failed", updated_at: new Date(bed.startAt + 9_000) });
  });
});

describe("an error reply", () => {
  it("[CH-083] [CH-084] is shown while attempts go on, and fails right after the third", async () => {
    bed.integrator.respondWith({ body: '{"error":{"code":"x","message":"no stock"}}' });
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(async () => (await bed.delivery(said.delivery.id))["attempts"] === 1);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "pending", error_code: "x", error_message: "no stock" });
    await bed.pass(6_000);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({
      state: "failed",
      error_code: "x",
      updated_at: new Date(bed.startAt + 6_000),
    });
  });
  it("[CH-083] temporary codes are hidden until the last attempt", async () => {
    bed.integrator.respondWith({ body: '{"error":{"code":"temporary","message":"later"}}' });
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(async () => (await bed.delivery(said.delivery.id))["attempts"] === 1);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "pending", error_code: null });
    await bed.pass(6_000);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "failed", error_code: "temporary", error_message: "later" });
  });
  it("[CH-082] a final code ends the series at once; silent hides its text", async () => {
    bed.integrator.respondWith({ body: '{"error":{"code":"silent","message":"\\u0000secret"}}' });
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(async () => (await stateOf(said.delivery.id)) === "failed");
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ attempts: 1, error_code: "silent", error_message: "" });
    expect(await bed.attempts(said.delivery.id)).toMatchObject([{ outcome: "refused", error_message: "\uFFFDsecret", status: 200 }]);
  });
});

describe("order", () => {
  it("[CH-085] one customer's messages go one at a time, the next when the one before is settled; others do not wait", async () => {
    const other = await bed.chat(node, place, "other");
    bed.integrator.respondWith((request) => (request.body.includes('"id":"other"') ? "ok" : { body: '{"error":{}}' }));
    const first = await bed.say(node, place, chat, "one");
    const second = await bed.say(node, place, chat, "two");
    const third = await bed.say(node, place, other, "three");
    await bed.until(async () => (await stateOf(third.delivery.id)) === "delivered");
    expect(await bed.delivery(second.delivery.id)).toMatchObject({ state: "pending", attempts: 0 });
    await bed.pass(6_000);
    expect(await stateOf(first.delivery.id)).toBe("failed");
    bed.integrator.respondWith("ok");
    await bed.pass(3_100);
    expect(await stateOf(second.delivery.id)).toBe("delivered");
    const order = bed.integrator
      .messages()
      .map((one) => /"text":"(\w+)"/.exec(one.body)?.[1])
      .filter((text) => text !== "three");
    expect(order).toEqual(["one", "one", "one", "two", "two"]);
  });

  it("[CH-086] Send again: a new series with the same ids, behind what waits", async () => {
    bed.integrator.respondWith({ body: '{"error":{"code":"recipient_blocked"}}' });
    const first = await bed.say(node, place, chat, "one");
    await bed.until(async () => (await stateOf(first.delivery.id)) === "failed");
    bed.integrator.respondWith("hang");
    const second = await bed.say(node, place, chat, "two");
    await bed.until(() => bed.integrator.messages().length === 2);
    await node.journal.resend(place.account, first.delivery.id);
    bed.integrator.respondWith("ok");
    await bed.pass(3_100);
    await bed.until(async () => (await stateOf(first.delivery.id)) === "delivered");
    expect(bed.integrator.messages().map((one) => one.headers["webhook-id"])).toEqual([
      `msg_${first.id}`,
      `msg_${second.id}`,
      `msg_${second.id}`,
      `msg_${first.id}`,
    ]);
    expect(await bed.attempts(first.delivery.id)).toMatchObject([
      { n: 1, outcome: "refused" },
      { n: 2, outcome: "delivered" },
    ]);
  });

  it.each([1, 2, 3])("[CH-085] [F16] whatever is answered, each customer's messages stay in order and all end (seed %s)", async (seed) => {
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
    bed.integrator.respondWith(() => replies[draw(replies.length)] ?? "ok");
    const said: { customer: string; id: number; delivery: { id: number } }[] = [];
    for (const customer of ["a", "b", "c"]) {
      const one = await bed.chat(node, place, customer);
      for (let n = 0; n < 3; n += 1) said.push({ customer, ...(await bed.say(node, place, one, `${n}`)) });
    }
    await bed.pass(30_000, 500);
    for (const one of said) expect(await stateOf(one.delivery.id)).toMatch(/^(delivered|failed)$/);
    for (const customer of ["a", "b", "c"]) {
      const texts = bed.integrator
        .messages()
        .filter((one) => one.body.includes(`"id":"${customer}"`))
        .map((one) => /"text":"(\d)"/.exec(one.body)?.[1] ?? "");
      expect(texts).toEqual(texts.toSorted((a, b) => Number(a) - Number(b)));
      expect(new Set(texts).size).toBe(3);
      for (const n of ["0", "1", "2"]) expect(texts.filter((text) => text === n).length).toBeLessThanOrEqual(3);
    }
  });

  it("[CORE-122] an endpoint's lanes above its places wait; another endpoint does not", async () => {
    await node.kill();
    const small = await bed.node({ atOnce: 2 });
    const elsewhere = await bed.place();
    await bed.ground.pools.writer.query("update endpoint set url = $2 where id = $1", [elsewhere.endpoint, `${bed.integrator.url}/other`]);
    bed.integrator.respondWith((request) => (request.path.startsWith("/other") ? "ok" : "hang"));
    const chats = [chat];
    for (const customer of ["a", "b", "c"]) chats.push(await bed.chat(small, place, customer));
    for (const one of chats) await bed.say(small, place, one, "hang");
    const free = await bed.say(small, elsewhere, await bed.chat(small, elsewhere), "go");
    await bed.until(async () => (await stateOf(free.delivery.id)) === "delivered");
    expect(bed.integrator.messages().filter((one) => one.path.startsWith("/hook"))).toHaveLength(2);
    const stats = await small.queue.stats();
    expect(stats.endpoints).toMatchObject([{ endpointId: place.endpoint, waiting: 2, underWay: 2 }]);
    bed.integrator.respondWith("ok");
    await bed.pass(3_100);
    await bed.until(() => bed.integrator.messages().filter((one) => one.path.startsWith("/hook")).length >= 4);
  });
});

it("[CORE-122] [P13] [F21] twenty dead endpoints with several customers each do not keep a good one waiting", async () => {
  bed.integrator.respondWith((request) => (request.path.startsWith("/good") ? "ok" : "hang"));
  for (let n = 0; n < 20; n += 1) {
    const dead = await bed.place();
    for (const customer of ["a", "b"]) await bed.say(node, dead, await bed.chat(node, dead, customer), "hang");
  }
  const good = await bed.place();
  await bed.ground.pools.writer.query("update endpoint set url = $2 where id = $1", [good.endpoint, `${bed.integrator.url}/good`]);
  const said = await bed.say(node, good, await bed.chat(node, good), "go");
  await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
  // The clock has not moved, so nothing waited for a timeout of another endpoint.
  expect(bed.clock.now()).toBe(bed.startAt);
  await bed.until(() => node.worker.stats().underWay === 40);
});

it("[CORE-122] [P13] an endpoint that hangs with all its places taken and lanes waiting does not slow a healthy one", async () => {
  const dead = await bed.place();
  const good = await bed.place();
  for (const [one, path] of [
    [dead, "dead"],
    [good, "good"],
  ] as const) {
    await bed.ground.pools.writer.query("update endpoint set url = $2 where id = $1", [one.endpoint, `${bed.integrator.url}/${path}`]);
  }
  bed.integrator.respondWith((request) => (request.path.startsWith("/dead") ? "hang" : "ok"));
  const asked = (path: string): number => bed.integrator.messages().filter((one) => one.path.startsWith(path)).length;
  const goodChat = await bed.chat(node, good);
  /** More rounds in the long run. */
  const rounds = process.env["LONG"] === undefined ? 30 : 100;
  /** Returns the milliseconds from an operator's message to its arrival, sorted. */
  const times = async (): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const before = asked("/good");
      const startedAt = performance.now();
      await bed.say(node, good, goodChat, "go");
      await bed.until(() => asked("/good") > before);
      all.push(performance.now() - startedAt);
      // The next message of a lane waits for the report of this one.
      await bed.until(() => node.worker.stats().underWay === asked("/dead"));
    }
    return all.toSorted((a, b) => a - b);
  };
  await times();
  const alone = await times();
  await Promise.all(Array.from({ length: 100 }, async (_, n) => bed.say(node, dead, await bed.chat(node, dead, `c${n}`), "hang")));
  await bed.until(() => asked("/dead") === 64);
  const beside = await times();
  expect(asked("/dead")).toBe(64);
  // A delayed message would wait for a timeout of 3 s. The scenario dead-endpoints measures smaller
  // delays. Compares the fastest tenth, because other load of the machine only adds time.
  expect(beside[rounds / 10]).toBeLessThan(4 * (alone[rounds / 10] ?? 0) + 50);
  expect((await node.queue.stats()).endpoints).toMatchObject([{ endpointId: dead.endpoint, waiting: 36, underWay: 64 }]);

  // Slots become free. The waiting deliveries have been due for longer than the second attempts of
  // the others.
  await bed.pass(3_000);
  await bed.until(() => asked("/dead") >= 128);
  const ids = bed.integrator
    .messages()
    .filter((one) => one.path.startsWith("/dead"))
    .map((one) => one.headers["webhook-id"]);
  // Concurrent requests arrive in any order. Two batches of 64 contain each of the 100 deliveries.
  expect(new Set(ids.slice(0, 128)).size).toBe(100);
}, 120_000);
