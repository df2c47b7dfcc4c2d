import type { Delivery } from "../src/core/entity.ts";
import { startWebhookDisabledSubscriber } from "../src/journal/subscribers/webhook-disabled.ts";
import { describe, expect, it } from "vitest";
import { hourMs, minuteMs, useWebhookFixture } from "./delivery-retry-fixture.ts";
import { findInconsistencies } from "./journal-fixture.ts";

const webhooks = useWebhookFixture();
const {
  answers,
  requestsTo,
  parseText,
  addWebhook,
  readDeliveries,
  readOnlyDelivery,
  setPaused,
  runNextAttempt,
  advanceUntil,
  waitForAttempts,
} = webhooks;

describe("endpoints that are off", () => {
  const off = async (endpoint: number) =>
    (
      await webhooks.fixture.journalFixture.pools.writer.query<{
        off: boolean;
        off_reason: string | null;
      }>("select off_at is not null as off, off_reason from endpoint where id = $1", [endpoint])
    ).rows[0];
  /** Subscribes to the journal as a server does while `run` runs. */
  const followJournal = async (run: () => Promise<void>): Promise<void> => {
    const reader = await startWebhookDisabledSubscriber({
      journal: webhooks.node.journal,
      cancelPending: webhooks.node.journal.cancelPending,
      pool: webhooks.fixture.journalFixture.pools.writer,
      clock: webhooks.fixture.clock,
      onFault: (error) => {
        throw error;
      },
    });
    try {
      await run();
    } finally {
      await reader.close();
    }
  };
  const updates = (run: () => Promise<void>): Promise<readonly Delivery[]> => {
    const published: Delivery[] = [];
    const stop = webhooks.node.journal.subscribe((_, entries) => {
      for (const { name, frame } of entries)
        if (name === "delivery_updated")
          published.push((JSON.parse(frame) as { data: { delivery: Delivery } }).data.delivery);
    }, webhooks.testAccount.id);
    return run().then(() => {
      stop();
      return published;
    });
  };

  it("[WH-062] [WH-066] [P12] [F20] a 410 switches it off: what is pending becomes dead letters, nothing more is owed or sent", () =>
    followJournal(async () => {
      const endpoint = await addWebhook("/gone");
      answers.set("/gone", { status: 410 });
      const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
      const published = await updates(async () => {
        await setPaused(endpoint, true);
        for (let n = 0; n < 30; n++)
          await webhooks.fixture.sendOperatorMessage(
            webhooks.node,
            webhooks.testAccount,
            chat,
            `n${n}`,
          );
        await setPaused(endpoint, false);
        await webhooks.fixture.waitUntil(
          async () => (await readDeliveries(endpoint)).every((row) => row.state === "dead"),
          "dead letters",
        );
        // The report of an open request may arrive later.
        await webhooks.node.worker.idle();
      });
      expect(await off(endpoint)).toEqual({ off: true, off_reason: "gone" });
      // The lane may have sent some requests before the settings changed.
      const requestCount = requestsTo("/gone").length;
      expect(requestCount).toBeLessThan(30);
      const rows = (await readDeliveries(endpoint)).map((row) => [row.outcome, row.tries]);
      // Switching off the endpoint may have ended an open request before its report arrived. The
      // attempt still counts.
      const reported = rows.filter(([outcome]) => outcome === "http_error").length;
      expect(requestCount - reported).toBeOneOf([0, 1]);
      expect(rows).toEqual(
        rows.map((_, n) => [
          n < reported ? "http_error" : "endpoint_off",
          n < requestCount ? 1 : 0,
        ]),
      );
      expect(published.find((delivery) => delivery.outcome === "endpoint_off")).toMatchObject({
        state: "dead",
        endpoint: {
          id: endpoint,
          kind: "webhook",
          name: `${webhooks.fixture.integrator.url}/gone`,
        },
        error: { code: "endpoint_off" },
      });
      const owed = (await readDeliveries(endpoint)).length;
      await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "late");
      expect(await readDeliveries(endpoint)).toHaveLength(owed);
      const { id } = await readOnlyDelivery(endpoint);
      await expect(webhooks.node.journal.resend(webhooks.testAccount.id, id)).rejects.toThrow(
        "not_deliverable",
      );
      await expect(
        webhooks.node.journal.replay({
          account: webhooks.testAccount.id,
          endpointId: endpoint,
          since: 0,
          until: webhooks.fixture.clock.now(),
        }),
      ).rejects.toThrow("not_deliverable");
    }));

  it("[WH-062] [P12] 120 h without a success during which an event was given up switch it off; a success in between counts anew", () =>
    followJournal(async () => {
      const endpoint = await addWebhook("/failing");
      const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
      const health = (hoursAgo: number, givenUp: boolean) =>
        webhooks.fixture.journalFixture.pools.writer.query(
          "update endpoint_health set failing_since = $2, given_up_at = $3 where endpoint_id = $1",
          [
            endpoint,
            new Date(webhooks.fixture.clock.now() - hoursAgo * hourMs),
            givenUp ? new Date(webhooks.fixture.clock.now() - hourMs) : null,
          ],
        );
      answers.set("/failing", { status: 500 });
      await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "one");
      await waitForAttempts(endpoint, 1);
      const since = async () =>
        (
          await webhooks.fixture.journalFixture.pools.writer.query<{
            since: number | null;
            given: boolean;
          }>(
            "select round(extract(epoch from failing_since) * 1000)::float8 as since, given_up_at is not null as given from endpoint_health where endpoint_id = $1",
            [endpoint],
          )
        ).rows[0];
      expect((await since())?.since).toBe(webhooks.fixture.clock.now());
      // After several days, no delivery has been given up.
      await health(130, false);
      await runNextAttempt(endpoint);
      expect(await off(endpoint)).toMatchObject({ off: false });
      // A delivery was given up, but the outage has not lasted long enough.
      await health(119, true);
      await runNextAttempt(endpoint);
      expect(await off(endpoint)).toMatchObject({ off: false });
      // A successful request resets both conditions.
      await health(130, true);
      answers.delete("/failing");
      await runNextAttempt(endpoint);
      expect(await since()).toEqual({ since: null, given: false });
      answers.set("/failing", { status: 500 });
      for (const text of ["two", "three"])
        await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, text);
      await webhooks.fixture.waitUntil(
        async () => (await readDeliveries(endpoint))[1]?.tries === 1,
      );
      expect(await since()).toEqual({ since: webhooks.fixture.clock.now(), given: false });
      await health(120, true);
      // The condition is checked once a minute.
      await webhooks.fixture.advanceClock(minuteMs, 5_000);
      await runNextAttempt(endpoint);
      await advanceUntil(async () => (await off(endpoint))?.off === true, "the end");
      expect(await off(endpoint)).toEqual({ off: true, off_reason: "failing" });
      await webhooks.fixture.waitUntil(
        async () => (await readDeliveries(endpoint)).every((row) => row.state !== "pending"),
        "dead letters",
      );
      expect((await readDeliveries(endpoint)).map((row) => row.state)).toEqual([
        "delivered",
        "dead",
        "dead",
      ]);
    }));

  it("[WH-062] an event that used up its attempts is noted with the endpoint", async () => {
    const endpoint = await addWebhook("/used");
    answers.set("/used", { status: 500 });
    const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
    await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "one");
    await waitForAttempts(endpoint, 1);
    for (let n = 2; n <= 10; n++) await runNextAttempt(endpoint);
    const { rows } = await webhooks.fixture.journalFixture.pools.writer.query<{ hours: number }>(
      "select extract(epoch from given_up_at - failing_since)::float8 / 3600 as hours from endpoint_health where endpoint_id = $1",
      [endpoint],
    );
    expect(rows[0]?.hours).toBeGreaterThan(60);
    expect(await off(endpoint)).toMatchObject({ off: false });
  });

  it("[WH-066] switched off or deleted by an administrator: dead letters too, even those that go on alone", () =>
    followJournal(async () => {
      const endpoint = await addWebhook("/quiet");
      answers.set("/quiet", { status: 500 });
      const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
      await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "one");
      await waitForAttempts(endpoint, 1);
      for (let n = 2; n <= 3; n++) await runNextAttempt(endpoint);
      for (const text of ["two", "three"])
        await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, text);
      await webhooks.fixture.waitUntil(
        async () => (await readDeliveries(endpoint))[1]?.tries === 1,
      );
      await webhooks.node.journal.change(webhooks.testAccount.id, async (tx) => {
        await tx.query(
          "update webhook set enabled = false where account_id = $1 and endpoint_id = $2",
          [webhooks.testAccount.id, endpoint],
        );
        return { result: null, changed: [{ kind: "webhook", id: 1 }] };
      });
      await webhooks.fixture.waitUntil(
        async () => (await readDeliveries(endpoint)).every((row) => row.state === "dead"),
        "dead letters",
      );
      expect((await readDeliveries(endpoint)).map((row) => row.outcome)).toEqual([
        "endpoint_off",
        "endpoint_off",
        "endpoint_off",
      ]);
    }));

  it("[CH-088] [WH-066] a request that is under way when its endpoint is switched off stays visible: its attempt is in the delivery log", () =>
    followJournal(async () => {
      const endpoint = await addWebhook("/under");
      answers.set("/under", "hang");
      const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
      await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "one");
      await webhooks.fixture.waitUntil(() => requestsTo("/under").length === 1, "the request");
      await webhooks.node.journal.cancelPending(webhooks.testAccount.id, endpoint, {
        state: "dead",
        outcome: "endpoint_off",
      });
      expect(await readOnlyDelivery(endpoint)).toMatchObject({
        state: "dead",
        outcome: "endpoint_off",
        tries: 0,
      });
      await webhooks.fixture.advanceClock(15_000, 5_000);
      await webhooks.fixture.waitUntil(
        async () => (await readOnlyDelivery(endpoint)).tries === 1,
        "its attempt",
      );
      const { rows } = await webhooks.fixture.journalFixture.pools.writer.query(
        "select n, outcome, request is not null as shown from attempt where account_id = $1 and delivery_id = $2",
        [webhooks.testAccount.id, (await readOnlyDelivery(endpoint)).id],
      );
      expect(rows).toEqual([{ n: 1, outcome: "timeout", shown: true }]);
      expect(await readOnlyDelivery(endpoint)).toMatchObject({
        state: "dead",
        outcome: "endpoint_off",
      });
    }));

  it("[CORE-122] a paused endpoint is not claimed; what it is owed waits in order", async () => {
    const endpoint = await addWebhook("/paused");
    await setPaused(endpoint, true);
    const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
    for (const text of ["one", "two"])
      await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, text);
    await webhooks.fixture.advanceClock(20_000, 5_000);
    expect(requestsTo("/paused")).toEqual([]);
    await setPaused(endpoint, false);
    await webhooks.fixture.waitUntil(
      async () => (await readDeliveries(endpoint)).every((row) => row.state === "delivered"),
      "those that waited",
    );
    expect(requestsTo("/paused").map(parseText)).toEqual(["one", "two"]);
  });
});

describe("replay", () => {
  it("[WH-072] [WH-063] what failed in a period is sent again in order, same id and body; other states and other times are left alone", async () => {
    const endpoint = await addWebhook("/again");
    answers.set("/again", { status: 500 });
    const chats = [
      await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount),
      await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount, "8"),
    ] as const;
    const end = (text: string) =>
      webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chats[0], text);
    await end("old");
    await webhooks.fixture.waitUntil(async () => (await readDeliveries(endpoint)).length === 1);
    await webhooks.node.journal.cancelPending(webhooks.testAccount.id, endpoint, {
      state: "dead",
      outcome: "endpoint_off",
    });
    await webhooks.fixture.advanceClock(1_000, 1_000);
    const since = webhooks.fixture.clock.now();
    for (let n = 0; n < 230; n++)
      await webhooks.fixture.sendOperatorMessage(
        webhooks.node,
        webhooks.testAccount,
        chats[n % 2] ?? 0,
        `n${n}`,
      );
    await webhooks.fixture.waitUntil(
      async () => (await readDeliveries(endpoint)).filter((row) => row.tries === 1).length >= 2,
      "first attempts",
    );
    await webhooks.node.journal.cancelPending(webhooks.testAccount.id, endpoint, {
      state: "dead",
      outcome: "endpoint_off",
    });
    answers.delete("/again");
    await end("fine");
    await webhooks.fixture.waitUntil(
      async () => (await readDeliveries(endpoint)).at(-1)?.state === "delivered",
      "one that is delivered",
    );
    const until = webhooks.fixture.clock.now() + 1;
    const first = new Map(
      requestsTo("/again").map((request) => [request.headers["webhook-id"], request.body]),
    );
    const period = { account: webhooks.testAccount.id, endpointId: endpoint, since, until };
    expect(await webhooks.node.journal.countResendable(period)).toBe(230);
    expect(await webhooks.node.journal.countResendable({ ...period, since: 0, until: since })).toBe(
      1,
    );
    // The state immediately after the endpoint was switched on again: the new settings have no
    // result and no address yet.
    await setPaused(endpoint, true);
    await setPaused(endpoint, false);
    const before = webhooks.fixture.integrator.received.length;
    expect(await webhooks.node.journal.replay(period)).toBe(230);
    await webhooks.fixture.waitUntil(
      async () =>
        (await readDeliveries(endpoint)).filter((row) => row.state === "delivered").length === 231,
      "all of them",
    );
    const sent = webhooks.fixture.integrator.received.slice(before);
    for (const half of [0, 1])
      expect(sent.map(parseText).filter((text) => Number(text.slice(1)) % 2 === half)).toEqual(
        Array.from({ length: 115 }, (_, n) => `n${n * 2 + half}`),
      );
    for (const request of sent) {
      const id = request.headers["webhook-id"];
      if (first.has(id)) expect(request.body).toBe(first.get(id));
    }
    expect(await webhooks.node.journal.countResendable(period)).toBe(0);
    expect((await readOnlyDelivery(endpoint)).state).toBe("dead");
    expect(await findInconsistencies(webhooks.fixture.journalFixture.pools)).toEqual([]);
  });

  it("[WH-066] [WH-072] [P12] a dead letter can be sent again for 30 days", async () => {
    const endpoint = await addWebhook("/keep");
    answers.set("/keep", { status: 500 });
    const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
    for (const text of ["one", "two"])
      await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, text);
    await waitForAttempts(endpoint, 1);
    await webhooks.node.journal.cancelPending(webhooks.testAccount.id, endpoint, {
      state: "dead",
      outcome: "endpoint_off",
    });
    const [one, two] = await readDeliveries(endpoint);
    const ended = webhooks.fixture.clock.now();
    answers.delete("/keep");
    await webhooks.fixture.jumpTo(ended + 30 * 24 * hourMs - minuteMs);
    expect(await webhooks.node.journal.resend(webhooks.testAccount.id, one?.id ?? 0)).toMatchObject(
      { state: "pending", attempts: 0 },
    );
    await webhooks.fixture.waitUntil(
      async () => (await readOnlyDelivery(endpoint)).state === "delivered",
    );
    const all = {
      account: webhooks.testAccount.id,
      endpointId: endpoint,
      since: 0,
      until: ended + 1,
    };
    expect(await webhooks.node.journal.countResendable(all)).toBe(1);
    await webhooks.fixture.jumpTo(ended + 30 * 24 * hourMs + minuteMs);
    await expect(
      webhooks.node.journal.resend(webhooks.testAccount.id, two?.id ?? 0),
    ).rejects.toThrow("not_deliverable");
    expect([
      await webhooks.node.journal.countResendable(all),
      await webhooks.node.journal.replay(all),
    ]).toEqual([0, 0]);
  });
});
