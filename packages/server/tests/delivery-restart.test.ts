import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sendTestMessage } from "../src/edges/channel/outbound.ts";
import { createSender } from "../src/delivery/index.ts";
import { openChatBed, type Bed, type Node } from "./delivery-bed.ts";
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

describe("restart", () => {
  it("[CH-087] killed 4 s after the first attempt: the third attempt and the failure still come", async () => {
    bed.integrator.respondWith("hang");
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(() => bed.integrator.messages().length === 1);
    await bed.pass(4_000);
    await node.kill();
    await bed.clock.advance(1_000);
    const next = await bed.node();
    expect(await next.queue.releaseDeadLeases()).toBe(1);
    next.worker.wake();
    await bed.pass(1_000);
    await bed.until(() => bed.integrator.messages().length === 3);
    expect(bed.starts()).toEqual([0, 3_000, 6_000]);
    await bed.pass(2_900);
    expect(await stateOf(said.delivery.id)).toBe("pending");
    await bed.pass(200);
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ state: "failed", attempts: 3 });
    expect(await bed.attempts(said.delivery.id)).toMatchObject([
      { outcome: "timeout" },
      { outcome: "interrupted" },
      { outcome: "timeout" },
    ]);
  });

  it.each(["claimed", "dialled", "answered"] as const)(
    "[CH-087] [CORE-051] [F17] killed at the step %s: the message arrives, with the same ids",
    async (step) => {
      await node.kill();
      const reached = Promise.withResolvers<void>();
      const dying = await bed.node({
        probe: (at) => {
          if (at !== step) return;
          reached.resolve();
          throw new Error("killed");
        },
        report: () => new Promise<never>(() => undefined),
      });
      const said = await bed.say(dying, place, chat, "Yes");
      await reached.promise;
      await dying.kill();
      const next = await bed.node();
      await next.queue.releaseDeadLeases();
      next.worker.wake();
      await bed.pass(3_100);
      await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
      expect(await bed.attempts(said.delivery.id)).toMatchObject([
        { n: 1, outcome: "interrupted" },
        { n: 2, outcome: "delivered" },
      ]);
      expect(new Set(bed.integrator.messages().map((one) => one.headers["webhook-id"]))).toEqual(new Set([`msg_${said.id}`]));
    },
  );

  it("[CH-087] killed right after the report: nothing is sent twice", async () => {
    await node.kill();
    const reached = Promise.withResolvers<void>();
    const dying = await bed.node({
      probe: (at) => {
        if (at === "reported") reached.resolve();
      },
    });
    const said = await bed.say(dying, place, chat, "Yes");
    await reached.promise;
    await dying.kill();
    const next = await bed.node();
    expect(await next.queue.releaseDeadLeases()).toBe(0);
    next.worker.wake();
    await bed.pass(6_000, 500);
    expect(await stateOf(said.delivery.id)).toBe("delivered");
    expect(bed.integrator.messages()).toHaveLength(1);
  });

  it("[F12] a worker that stands still for 5 s keeps its lane: nobody else takes it, and its report is written", async () => {
    await node.kill();
    const held = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const still: Node = await bed.node({
      report: async (result) => {
        held.resolve();
        await resume.promise;
        return await still.journal.report(result);
      },
    });
    const said = await bed.say(still, place, chat, "Yes");
    await held.promise;
    const other = await bed.node();
    await bed.pass(5_000, 500);
    expect(other.worker.stats()).toMatchObject({ underWay: 0, attempted: 0 });
    resume.resolve();
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    expect(await bed.attempts(said.delivery.id)).toMatchObject([{ n: 1, outcome: "delivered" }]);
    expect(bed.integrator.messages()).toHaveLength(1);
  });

  it("[F13] a worker paused past its lease reports under an old token: nothing is written", async () => {
    await node.kill();
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<boolean>();
    const paused: Node = await bed.node({
      report: async (result) => {
        held.resolve();
        await resume.promise;
        const isWritten = await paused.journal.report(result);
        released.resolve(isWritten);
        return isWritten;
      },
    });
    const resume = Promise.withResolvers<void>();
    const said = await bed.say(paused, place, chat, "Yes");
    await held.promise;
    // Stops claiming, or the node would take over from itself.
    const closing = paused.worker.close();
    const taken = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const other: Node = await bed.node({
      report: async (result) => {
        taken.resolve();
        await go.promise;
        return await other.journal.report(result);
      },
    });
    await bed.clock.advance(30_000);
    other.worker.wake();
    // The other node has the lane and has written nothing yet. Only the token distinguishes the
    // two.
    await taken.promise;
    resume.resolve();
    expect(await released.promise).toBe(false);
    expect(await bed.attempts(said.delivery.id)).toEqual([]);
    go.resolve();
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    await closing;
    expect(await bed.attempts(said.delivery.id)).toMatchObject([{ outcome: "interrupted" }, { outcome: "delivered" }]);
  });
});

describe("life of the channel", () => {
  it("[CH-111] what is pending for a deleted channel fails without a request", async () => {
    await bed.ground.pools.writer.query("update channel set deleted_at = now() where id = $1", [place.channel]);
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(async () => (await stateOf(said.delivery.id)) === "failed");
    expect(await bed.delivery(said.delivery.id)).toMatchObject({ outcome: "channel_deleted", error_code: "channel_deleted" });
    expect(bed.integrator.received).toEqual([]);
  });

  it('[CH-113] a test message is one attempt to the recipient "test" and shows status, duration and reply', async () => {
    bed.integrator.respondWith({ status: 500, body: "<b>down</b>" });
    const target = await node.queue.findChannelTarget(place.account, place.channel);
    const send = createSender({ egress: node.egress, unseal: (sealed) => sealed.toString("utf8"), clock: bed.clock });
    const result = await sendTestMessage({ send, version: "test" }, target!, { name: "Ines", photo: "" }, "1");
    expect(result).toMatchObject({ outcome: "http_error", status: 500, reply: { body: "<b>down</b>" }, error: { code: "http_error" } });
    expect(bed.integrator.received).toHaveLength(1);
    expect(bed.integrator.received[0]?.body).toContain('"recipient":{"id":"test"}');
  });
});

describe("operator's typing", () => {
  const types = (): readonly string[] => bed.integrator.received.map((one) => /"type":"(\w+)"/.exec(one.body)?.[1] ?? "");
  const signal = (typing: boolean): void =>
    node.typing.signal({ account: place.account, chatId: chat, operatorId: place.operators[0] ?? 0, typing });

  it("[CH-077] typein once at the start, typeout 5 s after the last sign", async () => {
    signal(true);
    await bed.until(() => types().length === 1);
    await bed.clock.advance(4_000);
    signal(true);
    await bed.clock.advance(4_000);
    expect(types()).toEqual(["typein"]);
    await bed.clock.advance(1_000);
    await bed.until(() => types().length === 2);
    expect(types()).toEqual(["typein", "typeout"]);
    expect(bed.integrator.received[0]?.body).toBe(
      '{"sender":{"name":"o0","photo":""},"recipient":{"id":12345678901234567890},"message":{"type":"typein"}}',
    );
  });
  it("[CH-077] a cleared text ends it; a message implies it, typeout first", async () => {
    signal(true);
    await bed.until(() => types().length === 1);
    signal(false);
    await bed.until(() => types().length === 2);
    signal(true);
    await bed.until(() => types().length === 3);
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    expect(types()).toEqual(["typein", "typeout", "typein", "typeout", "text"]);
  });
  it("[CH-077] a message waits at most 300 ms for its typeout", async () => {
    bed.integrator.respondWith((request) => (request.body.includes("typeout") ? "hang" : "ok"));
    signal(true);
    await bed.until(() => types().length === 1);
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(() => types().length === 2);
    expect(bed.integrator.messages()).toEqual([]);
    await bed.pass(300);
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    expect(bed.starts()).toEqual([300]);
  });
  it("[CH-077] nothing is sent beside a message that is being retried, and nothing to a channel that is off", async () => {
    bed.integrator.respondWith("reset");
    const said = await bed.say(node, place, chat, "Yes");
    await bed.until(async () => (await bed.delivery(said.delivery.id))["attempts"] === 1);
    signal(true);
    await bed.pass(100);
    bed.integrator.respondWith("ok");
    await bed.pass(3_000);
    await bed.until(async () => (await stateOf(said.delivery.id)) === "delivered");
    await bed.ground.pools.writer.query("update channel set enabled = false where id = $1", [place.channel]);
    signal(false);
    signal(true);
    await bed.pass(6_000);
    expect(types()).toEqual(["text", "text"]);
  });
});
