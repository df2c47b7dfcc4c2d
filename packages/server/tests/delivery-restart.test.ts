import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sendTestMessage } from "../src/edges/channel/outbound.ts";
import { createSender } from "../src/delivery/index.ts";
import { openChatFixture, type DeliveryFixture, type DeliveryNode } from "./delivery-fixture.ts";
import type { TestAccount } from "./journal-fixture.ts";

let fixture: DeliveryFixture;
let node: DeliveryNode;
let testAccount: TestAccount;
let chat: number;
beforeEach(async () => {
  ({ bed: fixture, node, place: testAccount, chat } = await openChatFixture());
});
afterEach(() => fixture.close());

const readState = async (id: number): Promise<unknown> => (await fixture.readDelivery(id))["state"];

describe("restart", () => {
  it(
    "[CH-087] killed 4 s after the first attempt: the third attempt and the failure still come",
    { meta: { pin: "the kill in a delivery of each run" } },
    async () => {
      fixture.integrator.respondWith("hang");
      const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
      await fixture.waitUntil(() => fixture.integrator.messages().length === 1);
      await fixture.advanceClock(4_000);
      await node.kill();
      await fixture.clock.advance(1_000);
      const next = await fixture.openNode();
      expect(await next.queue.releaseDeadLeases()).toBe(1);
      next.worker.wake();
      await fixture.advanceClock(1_000);
      await fixture.waitUntil(() => fixture.integrator.messages().length === 3);
      expect(fixture.messageTimes()).toEqual([0, 3_000, 6_000]);
      await fixture.advanceClock(2_900);
      expect(await readState(message.delivery.id)).toBe("pending");
      await fixture.advanceClock(200);
      expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
        state: "failed",
        attempts: 3,
      });
      expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
        { outcome: "timeout" },
        { outcome: "interrupted" },
        { outcome: "timeout" },
      ]);
    },
  );

  it.each(["claimed", "dialled", "answered"] as const)(
    "[CH-087] [CORE-051] [F17] killed at the step %s: the message arrives, with the same ids",
    async (step) => {
      await node.kill();
      const reached = Promise.withResolvers<void>();
      const dying = await fixture.openNode({
        probe: (at) => {
          if (at !== step) return;
          reached.resolve();
          throw new Error("killed");
        },
        report: () => new Promise<never>(() => undefined),
      });
      const message = await fixture.sendOperatorMessage(dying, testAccount, chat, "Yes");
      await reached.promise;
      await dying.kill();
      const next = await fixture.openNode();
      await next.queue.releaseDeadLeases();
      next.worker.wake();
      await fixture.advanceClock(3_100);
      await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
      expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
        { n: 1, outcome: "interrupted" },
        { n: 2, outcome: "delivered" },
      ]);
      expect(
        new Set(fixture.integrator.messages().map((one) => one.headers["webhook-id"])),
      ).toEqual(new Set([`msg_${message.id}`]));
    },
  );

  it("[CH-087] killed right after the report: nothing is sent twice", async () => {
    await node.kill();
    const reached = Promise.withResolvers<void>();
    const dying = await fixture.openNode({
      probe: (at) => {
        if (at === "reported") reached.resolve();
      },
    });
    const message = await fixture.sendOperatorMessage(dying, testAccount, chat, "Yes");
    await reached.promise;
    await dying.kill();
    const next = await fixture.openNode();
    expect(await next.queue.releaseDeadLeases()).toBe(0);
    next.worker.wake();
    await fixture.advanceClock(6_000, 500);
    expect(await readState(message.delivery.id)).toBe("delivered");
    expect(fixture.integrator.messages()).toHaveLength(1);
  });

  it("[F12] a worker that stands still for 5 s keeps its lane: nobody else takes it, and its report is written", async () => {
    await node.kill();
    const blockedReport = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const still: DeliveryNode = await fixture.openNode({
      report: async (result) => {
        blockedReport.resolve();
        await resume.promise;
        return await still.journal.report(result);
      },
    });
    const message = await fixture.sendOperatorMessage(still, testAccount, chat, "Yes");
    await blockedReport.promise;
    const other = await fixture.openNode();
    await fixture.advanceClock(5_000, 500);
    expect(other.worker.stats()).toMatchObject({ underWay: 0, attempted: 0 });
    resume.resolve();
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
      { n: 1, outcome: "delivered" },
    ]);
    expect(fixture.integrator.messages()).toHaveLength(1);
  });

  it("[F13] a worker paused past its lease reports under an old token: nothing is written", async () => {
    await node.kill();
    const blockedReport = Promise.withResolvers<void>();
    const released = Promise.withResolvers<boolean>();
    const paused: DeliveryNode = await fixture.openNode({
      report: async (result) => {
        blockedReport.resolve();
        await resume.promise;
        const written = await paused.journal.report(result);
        released.resolve(written.isWritten);
        return written;
      },
    });
    const resume = Promise.withResolvers<void>();
    const message = await fixture.sendOperatorMessage(paused, testAccount, chat, "Yes");
    await blockedReport.promise;
    // The paused node stops claiming, because otherwise it would take over its own delivery.
    const closing = paused.worker.close();
    const takenOver = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const other: DeliveryNode = await fixture.openNode({
      report: async (result) => {
        takenOver.resolve();
        await go.promise;
        return await other.journal.report(result);
      },
    });
    await fixture.clock.advance(30_000);
    other.worker.wake();
    // The other node has claimed the lane and has written nothing yet. Only the token distinguishes
    // the two claims.
    await takenOver.promise;
    resume.resolve();
    expect(await released.promise).toBe(false);
    expect(await fixture.readAttempts(message.delivery.id)).toEqual([]);
    go.resolve();
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    await closing;
    expect(await fixture.readAttempts(message.delivery.id)).toMatchObject([
      { outcome: "interrupted" },
      { outcome: "delivered" },
    ]);
  });
});

describe("life of the channel", () => {
  it("[CH-111] what is pending for a deleted channel fails without a request", async () => {
    await fixture.journalFixture.pools.writer.query(
      "update channel set deleted_at = now() where id = $1",
      [testAccount.channelId],
    );
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "failed");
    expect(await fixture.readDelivery(message.delivery.id)).toMatchObject({
      outcome: "channel_deleted",
      error_code: "channel_deleted",
    });
    expect(fixture.integrator.received).toEqual([]);
  });

  it('[CH-113] a test message is one attempt to the recipient "test" and shows status, duration and reply', async () => {
    fixture.integrator.respondWith({ status: 500, body: "<b>down</b>" });
    const target = await node.queue.findChannelTarget(testAccount.id, testAccount.channelId);
    const send = createSender({
      egress: node.egress,
      unseal: (sealed) => sealed.toString("utf8"),
      clock: fixture.clock,
    });
    const result = await sendTestMessage(
      { send, version: "test" },
      target!,
      { name: "Ines", photo: "" },
      "1",
    );
    expect(result).toMatchObject({
      outcome: "http_error",
      status: 500,
      reply: { body: "<b>down</b>" },
      error: { code: "http_error" },
    });
    expect(fixture.integrator.received).toHaveLength(1);
    expect(fixture.integrator.received[0]?.body).toContain('"recipient":{"id":"test"}');
  });
});

describe("operator's typing", () => {
  const types = (): readonly string[] =>
    fixture.integrator.received.map((one) => /"type":"(\w+)"/.exec(one.body)?.[1] ?? "");
  const signal = (typing: boolean): void =>
    node.typing.signal({
      isRemote: false,
      account: testAccount.id,
      chatId: chat,
      operatorId: testAccount.operatorIds[0] ?? 0,
      typing,
    });

  it("[CH-077] typein once at the start, typeout 5 s after the last sign", async () => {
    signal(true);
    await fixture.waitUntil(() => types().length === 1);
    await fixture.clock.advance(4_000);
    signal(true);
    await fixture.clock.advance(4_000);
    expect(types()).toEqual(["typein"]);
    await fixture.clock.advance(1_000);
    await fixture.waitUntil(() => types().length === 2);
    expect(types()).toEqual(["typein", "typeout"]);
    expect(fixture.integrator.received[0]?.body).toBe(
      '{"sender":{"name":"o0","photo":""},"recipient":{"id":12345678901234567890},"message":{"type":"typein"}}',
    );
  });
  it("[CH-077] a cleared text ends it; a message implies it, typeout first", async () => {
    signal(true);
    await fixture.waitUntil(() => types().length === 1);
    signal(false);
    await fixture.waitUntil(() => types().length === 2);
    signal(true);
    await fixture.waitUntil(() => types().length === 3);
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    expect(types()).toEqual(["typein", "typeout", "typein", "typeout", "text"]);
  });
  it("[CH-077] a message waits at most 300 ms for its typeout", async () => {
    fixture.integrator.respondWith((request) => (request.body.includes("typeout") ? "hang" : "ok"));
    signal(true);
    await fixture.waitUntil(() => types().length === 1);
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(() => types().length === 2);
    expect(fixture.integrator.messages()).toEqual([]);
    await fixture.advanceClock(300);
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    expect(fixture.messageTimes()).toEqual([300]);
  });
  it("[CH-077] nothing is sent beside a message that is being retried, and nothing to a channel that is off", async () => {
    fixture.integrator.respondWith("reset");
    const message = await fixture.sendOperatorMessage(node, testAccount, chat, "Yes");
    await fixture.waitUntil(
      async () => (await fixture.readDelivery(message.delivery.id))["attempts"] === 1,
    );
    signal(true);
    await fixture.advanceClock(100);
    fixture.integrator.respondWith("ok");
    await fixture.advanceClock(3_000);
    await fixture.waitUntil(async () => (await readState(message.delivery.id)) === "delivered");
    await fixture.journalFixture.pools.writer.query(
      "update channel set enabled = false where id = $1",
      [testAccount.channelId],
    );
    signal(false);
    signal(true);
    await fixture.advanceClock(6_000);
    expect(types()).toEqual(["text", "text"]);
  });
});
