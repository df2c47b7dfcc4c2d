import { describe, expect, it } from "vitest";
import { hourMs, minuteMs, useWebhookFixture } from "./delivery-retry-fixture.ts";
import { findInconsistencies } from "./journal-fixture.ts";

const webhooks = useWebhookFixture();
const {
  answers,
  startNode,
  requestsTo,
  parseText,
  addWebhook,
  readDeliveries,
  readOnlyDelivery,
  setPaused,
  runNextAttempt,
  waitForAttempts,
} = webhooks;

describe("the series of a webhook", () => {
  it("[WH-061] [WH-063] [CORE-050] [P11] ten attempts over three days, the same id and body in each, then a dead letter", async () => {
    const endpoint = await addWebhook("/down");
    answers.set("/down", { status: 500 });
    const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
    const from = webhooks.fixture.clock.now();
    await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "one");
    await waitForAttempts(endpoint, 1);
    const pauses: number[] = [];
    for (let n = 2; n <= 10; n++) {
      const before = webhooks.fixture.clock.now();
      await runNextAttempt(endpoint);
      pauses.push(webhooks.fixture.clock.now() - before);
    }
    const expectedDelays = [
      5_000,
      5 * minuteMs,
      30 * minuteMs,
      2 * hourMs,
      5 * hourMs,
      10 * hourMs,
      14 * hourMs,
      20 * hourMs,
      24 * hourMs,
    ];
    pauses.forEach((pause, n) =>
      expect(
        Math.abs(pause / (expectedDelays[n] ?? 1) - 1),
        `pause ${n + 1}: ${pause}`,
      ).toBeLessThanOrEqual(0.201),
    );
    expect(webhooks.fixture.clock.now() - from).toBeGreaterThan(60 * hourMs);
    const row = await readOnlyDelivery(endpoint);
    expect(row).toMatchObject({ state: "dead", outcome: "http_error", attempts: 10, tries: 10 });
    await webhooks.fixture.jumpTo(webhooks.fixture.clock.now() + 48 * hourMs);
    const received = requestsTo("/down");
    expect(received).toHaveLength(10);
    expect(new Set(received.map((request) => request.headers["webhook-id"]))).toEqual(
      new Set([`evt_${row.id}`]),
    );
    expect(new Set(received.map((request) => request.body)).size).toBe(1);
    expect(
      (await webhooks.fixture.readAttempts(row.id)).map((one) => [
        one["n"],
        one["outcome"],
        one["status"],
      ]),
    ).toEqual(Array.from({ length: 10 }, (_, n) => [n + 1, "http_error", 500]));
  });

  it("[WH-061] [F20] Retry-After of a 429 postpones the next attempt", async () => {
    const endpoint = await addWebhook("/busy");
    answers.set("/busy", { status: 429, headers: { "retry-after": "7200" } });
    const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
    await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "one");
    await waitForAttempts(endpoint, 1);
    expect((await readOnlyDelivery(endpoint)).due - webhooks.fixture.clock.now()).toBe(2 * hourMs);
    answers.delete("/busy");
    await runNextAttempt(endpoint);
    expect(await readOnlyDelivery(endpoint)).toMatchObject({ state: "delivered", tries: 2 });
  });

  it("[WH-066] [CORE-051] events that wait survive the end of their process, and keep their times", async () => {
    const endpoint = await addWebhook("/later");
    answers.set("/later", { status: 503 });
    const first = await startNode();
    await webhooks.node.worker.close();
    const chat = await webhooks.fixture.startChat(first, webhooks.testAccount);
    await webhooks.fixture.sendOperatorMessage(first, webhooks.testAccount, chat, "one");
    await waitForAttempts(endpoint, 1);
    const { due } = await readOnlyDelivery(endpoint);
    await first.kill();
    webhooks.node = await startNode();
    await webhooks.fixture.jumpTo(due - 1_000);
    expect(await readOnlyDelivery(endpoint)).toMatchObject({ tries: 1, state: "pending", due });
    answers.delete("/later");
    await webhooks.fixture.jumpTo(due);
    await webhooks.fixture.waitUntil(
      async () => (await readOnlyDelivery(endpoint)).state === "delivered",
    );
    expect(requestsTo("/later").map((request) => request.headers["webhook-id"])).toEqual([
      `evt_${(await readOnlyDelivery(endpoint)).id}`,
      `evt_${(await readOnlyDelivery(endpoint)).id}`,
    ]);
  });
});

describe("order and places", () => {
  it("[WH-064] events of a chat go one at a time in order; one that fails for more than 6 minutes holds back nothing any longer", async () => {
    const endpoint = await addWebhook("/picky");
    const chat = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount);
    const other = await webhooks.fixture.startChat(webhooks.node, webhooks.testAccount, "8");
    webhooks.fixture.integrator.respondWith((request) =>
      ["first", "elsewhere"].includes(parseText(request)) ? { status: 500 } : "ok",
    );
    for (const text of ["first", "second", "third"])
      await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, text);
    await waitForAttempts(endpoint, 1);
    await webhooks.fixture.sendOperatorMessage(
      webhooks.node,
      webhooks.testAccount,
      other,
      "elsewhere",
    );
    await webhooks.fixture.waitUntil(
      async () => (await readDeliveries(endpoint)).filter((row) => row.tries === 1).length === 2,
      "the other chat's first attempt",
    );
    // Attempts are made at 0 s, 5 s and usually after 5 minutes. Delays vary. The next attempt
    // would come after more than 6 minutes.
    const isAlone = async () => (await readOnlyDelivery(endpoint)).order_key < 0;
    while (!(await isAlone())) {
      expect(requestsTo("/picky").map(parseText)).not.toContain("second");
      await runNextAttempt(endpoint);
    }
    await webhooks.fixture.waitUntil(
      async () =>
        (await readDeliveries(endpoint)).filter((row) => row.state === "delivered").length === 2,
      "the later events",
    );
    expect(
      requestsTo("/picky")
        .map(parseText)
        .filter((text) => text !== "elsewhere" && text !== "first"),
    ).toEqual(["second", "third"]);
    const [failing] = await readDeliveries(endpoint);
    expect(failing).toMatchObject({ state: "pending", order_key: -(failing?.id ?? 0) });
    expect(failing?.tries).toBeGreaterThanOrEqual(2);
    // New events of the chat are sent first. The failed event is attempted until the end of its
    // schedule.
    await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "fourth");
    await webhooks.fixture.waitUntil(
      async () =>
        (await readDeliveries(endpoint)).filter((row) => row.state === "delivered").length === 3,
      "the fourth",
    );
    webhooks.fixture.integrator.respondWith((request) => answers.get(request.path) ?? "ok");
    while ((await readDeliveries(endpoint)).some((row) => row.state === "pending"))
      await runNextAttempt(endpoint);
    expect((await readDeliveries(endpoint)).map((row) => row.state)).toEqual(
      Array.from({ length: 5 }, () => "delivered"),
    );
    const { rows } = await webhooks.fixture.journalFixture.pools.writer.query(
      "select from lane where account_id = $1 and due_at is not null",
      [webhooks.testAccount.id],
    );
    expect(rows).toEqual([]);
    expect(await findInconsistencies(webhooks.fixture.journalFixture.pools)).toEqual([]);
  });

  it("[WH-065] [CORE-122] at most 4 requests of a webhook are under way; another endpoint of the account does not wait", async () => {
    const [slow, good] = [await addWebhook("/hang"), await addWebhook("/good")];
    answers.set("/hang", "hang");
    const chats = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        webhooks.fixture.startChat(webhooks.node, webhooks.testAccount, `w${n}`),
      ),
    );
    for (const chat of chats)
      await webhooks.fixture.sendOperatorMessage(
        webhooks.node,
        webhooks.testAccount,
        chat,
        `to ${chat}`,
      );
    await webhooks.fixture.waitUntil(
      async () => (await readDeliveries(good)).every((row) => row.state === "delivered"),
      "the good endpoint",
    );
    expect(requestsTo("/hang")).toHaveLength(4);
    expect(
      (await webhooks.node.queue.stats()).endpoints.find((one) => one.endpointId === slow),
    ).toMatchObject({ waiting: 5, underWay: 4 });
    // These requests end after 15 s. The oldest waiting deliveries then get the slots.
    answers.delete("/hang");
    await webhooks.fixture.advanceClock(15_000, 5_000);
    await webhooks.fixture.waitUntil(
      async () =>
        // Those that timed out can come earlier than their schedule says, too (WH-065).
        (await readDeliveries(slow)).filter((row) => row.state === "delivered").length >= 5,
      "those that waited",
    );
  });
});

it("[CORE-122] the backlog of an endpoint that fails at once does not run through at full speed; one that answers again is not slowed", async () => {
  const endpoint = await addWebhook("/reset");
  await setPaused(endpoint, true);
  const chats = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      webhooks.fixture.startChat(webhooks.node, webhooks.testAccount, `r${n}`),
    ),
  );
  for (const chat of chats)
    await webhooks.fixture.sendOperatorMessage(webhooks.node, webhooks.testAccount, chat, "hello");
  answers.set("/reset", "reset");
  await setPaused(endpoint, false);
  await webhooks.fixture.waitUntil(() => requestsTo("/reset").length >= 8, "eight failures");
  await webhooks.fixture.advanceClock(20, 10);
  const atOnceTried = requestsTo("/reset").length;
  // The requests that are open at the eighth failure, and those in the 4 slots.
  expect(atOnceTried).toBeLessThanOrEqual(8 + 3 + 4);
  await webhooks.fixture.advanceClock(4_000, 500);
  expect(requestsTo("/reset").length).toBeGreaterThan(atOnceTried);
  expect(requestsTo("/reset").length).toBeLessThanOrEqual(atOnceTried + 8);
  answers.delete("/reset");
  await webhooks.fixture.advanceClock(4_500, 500);
  await webhooks.fixture.waitUntil(
    async () => (await readDeliveries(endpoint)).every((row) => row.tries > 0),
    "all others",
  );
});
