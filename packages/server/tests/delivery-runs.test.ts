import type { ScriptedResponse } from "@parlour/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteOperatorMessage } from "../src/core/chat/message/changes/edit-own-message.ts";
import type { AttemptReport } from "../src/delivery/queue/index.ts";
import { openChatFixture, type DeliveryFixture, type DeliveryNode } from "./delivery-fixture.ts";
import type { TestAccount } from "./journal-fixture.ts";
import { markEndpointHealthy } from "./planned-delivery-fixture.ts";

let fixture: DeliveryFixture;
let node: DeliveryNode;
let testAccount: TestAccount;
let chat: number;
/** Number of reported results in each report, in order. */
let reportSizes: number[];
/** Maximum number of requests that were open at the same time. */
let maxOpen: number;
/** Called with the text of each message. The response waits for it. */
let beforeResponse: (text: string) => Promise<unknown> | undefined;
let failedText: string | null;
let hangingText: string | null;

beforeEach(async () => {
  ({ bed: fixture, node, place: testAccount, chat } = await openChatFixture());
  await node.worker.close();
  await markEndpointHealthy(fixture.journalFixture.pools, testAccount);
  reportSizes = [];
  maxOpen = 0;
  failedText = null;
  hangingText = null;
  beforeResponse = () => undefined;
  let open = 0;
  // Only a response that is not a promise can hang.
  fixture.integrator.respondWith(({ body }) =>
    readText(body) === hangingText ? "hang" : respond(readText(body)),
  );
  const respond = async (text: string): Promise<ScriptedResponse> => {
    maxOpen = Math.max(maxOpen, ++open);
    await beforeResponse(text);
    open--;
    return text === failedText ? { status: 500 } : "ok";
  };
});
afterEach(() => fixture.close());

const readText = (body: string): string => /"text":"(\w+)"/.exec(body)?.[1] ?? "";
const listSent = (): readonly string[] =>
  fixture.integrator.messages().map(({ body }) => readText(body));
const numbersTo = (last: number): readonly string[] =>
  Array.from({ length: last }, (_, n) => String(n + 1));

/** Stores messages 1 to `count` of the chat. Resolves with their deliveries. */
async function addMessages(count: number): Promise<readonly number[]> {
  const deliveries: number[] = [];
  for (const text of numbersTo(count))
    deliveries.push((await fixture.sendOperatorMessage(node, testAccount, chat, text)).delivery.id);
  return deliveries;
}
/** Opens a node that records the sizes of its reports. `beforeReport` can delay or stop them. */
async function openWorker(
  beforeReport: (result: AttemptReport) => Promise<void> | undefined = () => undefined,
  atOnce = 64,
): Promise<DeliveryNode> {
  const worker: DeliveryNode = await fixture.openNode({
    atOnce,
    report: async (result) => {
      reportSizes.push(1 + (result.earlier?.length ?? 0));
      await beforeReport(result);
      return worker.journal.report(result);
    },
  });
  return worker;
}
async function readStates(deliveries: readonly number[]): Promise<readonly unknown[]> {
  const rows = await Promise.all(deliveries.map((id) => fixture.readDelivery(id)));
  return rows.map(({ state }) => state);
}
const waitForStates = (deliveries: readonly number[], state: string): Promise<void> =>
  fixture.waitUntil(async () => (await readStates(deliveries)).every((one) => one === state));
async function readLane(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await fixture.journalFixture.pools.writer.query<Record<string, unknown>>(
    "select lease_node is not null as leased, due_at is not null as due from lane where account_id = $1",
    [testAccount.id],
  );
  return rows[0];
}
/** Stops the response to the message with this text. Resolves when the request has arrived. */
function stopAt(text: string): { readonly arrived: Promise<void>; readonly respond: () => void } {
  const arrival = Promise.withResolvers<void>();
  const response = Promise.withResolvers<void>();
  beforeResponse = (sent) => {
    if (sent !== text) return undefined;
    arrival.resolve();
    return response.promise;
  };
  return { arrived: arrival.promise, respond: response.resolve };
}

describe("a run of deliveries", () => {
  it("[CH-085] [CH-129] messages of a customer are sent in order, one at a time, and reported together", async () => {
    const deliveries = await addMessages(20);
    await openWorker();
    await waitForStates(deliveries, "delivered");
    expect(listSent()).toEqual(numbersTo(20));
    expect(maxOpen).toBe(1);
    expect(reportSizes).toEqual([1, 16, 3]);
    for (const id of deliveries)
      expect(await fixture.readAttempts(id)).toMatchObject([{ n: 1, outcome: "delivered" }]);
    expect(await readLane()).toEqual({ leased: false, due: false });
  });

  it("[CH-085] [CH-129] the first failure ends it: the rest is neither sent nor attempted until that message has ended", async () => {
    const deliveries = await addMessages(6);
    failedText = "4";
    await openWorker();
    await waitForStates(deliveries.slice(0, 3), "delivered");
    await fixture.waitUntil(async () => (await fixture.readAttempts(deliveries[3]!)).length === 1);
    await fixture.advanceClock(100);
    expect(listSent()).toEqual(numbersTo(4));
    expect(await readLane()).toEqual({ leased: false, due: true });
    for (const id of deliveries.slice(4))
      expect(await fixture.readDelivery(id)).toMatchObject({ attempts: 0, tries: 0 });
    failedText = null;
    await fixture.advanceClock(3_000);
    await waitForStates(deliveries, "delivered");
    expect(listSent()).toEqual(["1", "2", "3", "4", "4", "5", "6"]);
  });

  it("[CH-088] [CH-129] a response that takes longer does not delay the results before it by more than 50 ms, and ends the run", async () => {
    const deliveries = await addMessages(5);
    const slow = stopAt("4");
    await openWorker();
    await slow.arrived;
    expect(await readStates(deliveries.slice(1, 3))).toEqual(["pending", "pending"]);
    await fixture.clock.advance(50);
    await waitForStates(deliveries.slice(0, 3), "delivered");
    expect(await readLane()).toEqual({ leased: true, due: true });
    slow.respond();
    await waitForStates(deliveries, "delivered");
    expect(listSent()).toEqual(numbersTo(5));
    expect(reportSizes).toEqual([1, 2, 1, 1]);
  });

  it("[CH-129] an endpoint that takes long gets one message per claim", async () => {
    const deliveries = await addMessages(3);
    beforeResponse = () => fixture.clock.advance(60);
    await openWorker();
    await waitForStates(deliveries, "delivered");
    expect(reportSizes).toEqual([1, 1, 1]);
  });
});

describe("the end of a process during a run", () => {
  it("[CH-087] [CH-129] [F17] killed: what was not reported is sent again with the same ids, nothing else, and nothing is lost", async () => {
    const deliveries = await addMessages(8);
    hangingText = "6";
    const dying = await openWorker();
    await fixture.waitUntil(() => listSent().length === 6);
    await dying.kill();
    hangingText = null;
    const next = await openWorker();
    await next.queue.releaseDeadLeases();
    next.worker.wake();
    await fixture.advanceClock(3_100);
    await waitForStates(deliveries, "delivered");
    expect(listSent()).toEqual([...numbersTo(6), ...numbersTo(8).slice(1)]);
    const ids = fixture.integrator.messages().map(({ headers }) => headers["webhook-id"]);
    expect(ids.slice(1, 6)).toEqual(ids.slice(6, 11));
    expect(await fixture.readAttempts(deliveries[1]!)).toMatchObject([
      { outcome: "interrupted" },
      { outcome: "delivered" },
    ]);
  });

  it("[CORE-131] [CH-129] stopped: what was sent is reported, and the rest is free for another node", async () => {
    const deliveries = await addMessages(6);
    const third = stopAt("3");
    const stopping = await openWorker();
    await third.arrived;
    const closing = stopping.worker.close();
    third.respond();
    await closing;
    // A claim that was in progress when the stop began sends one more.
    const count = listSent().length;
    expect([3, 4]).toContain(count);
    expect(listSent()).toEqual(numbersTo(count));
    expect(await readStates(deliveries)).toEqual([
      ...Array<string>(count).fill("delivered"),
      ...Array<string>(6 - count).fill("pending"),
    ]);
    expect(await readLane()).toEqual({ leased: false, due: true });
  });

  it("[F13] [CORE-051] [CH-129] paused past its lease: it sends and writes nothing more, the other node's results count", async () => {
    const deliveries = await addMessages(5);
    const third = stopAt("3");
    const paused = await openWorker();
    await third.arrived;
    const closing = paused.worker.close();
    await paused.journal.settle();
    // Only the token distinguishes the claims.
    await fixture.journalFixture.pools.writer.query(
      "update lane set token = token + 1, started_at = null where account_id = $1",
      [testAccount.id],
    );
    third.respond();
    await closing;
    expect(paused.worker.stats().stale).toBe(2);
    expect(listSent()).toEqual(numbersTo(3));
    expect(await readStates(deliveries.slice(1))).toEqual(Array(4).fill("pending"));
    for (const id of deliveries.slice(1)) expect(await fixture.readAttempts(id)).toEqual([]);
  });
});

describe("a change during a run", () => {
  it("[CH-004] [CH-129] the next request uses new settings", async () => {
    const deliveries = await addMessages(5);
    const third = stopAt("3");
    const worker = await openWorker();
    await third.arrived;
    await worker.journal.change(testAccount.id, async (tx) => {
      await tx.query("update endpoint set url = $2 where id = $1", [
        testAccount.endpointId,
        `${fixture.integrator.url}/new`,
      ]);
      return { result: null, changed: [{ kind: "channel", id: testAccount.channelId }] };
    });
    third.respond();
    await waitForStates(deliveries, "delivered");
    expect(fixture.integrator.messages().map(({ path }) => path.startsWith("/new"))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(reportSizes).toEqual([1, 2, 2]);
  });

  it("[CH-111] [CH-088] [CH-129] nothing is sent after the end of the endpoint's deliveries, and what was sent is in the delivery log", async () => {
    const deliveries = await addMessages(6);
    const fourth = stopAt("4");
    const worker = await openWorker();
    await fourth.arrived;
    await worker.journal.change(testAccount.id, async (tx) => {
      await tx.query("update channel set deleted_at = now() where id = $1", [
        testAccount.channelId,
      ]);
      return { result: null, changed: [{ kind: "channel", id: testAccount.channelId }] };
    });
    await worker.journal.cancelPending(testAccount.id, testAccount.endpointId, {
      state: "failed",
      outcome: "channel_deleted",
    });
    fourth.respond();
    await fixture.waitUntil(async () => (await fixture.readAttempts(deliveries[3]!)).length === 1);
    expect(await readStates(deliveries)).toEqual(["delivered", ...Array(5).fill("failed")]);
    expect(listSent()).toEqual(numbersTo(4));
    for (const [n, id] of deliveries.entries())
      expect(await fixture.readAttempts(id)).toHaveLength(n < 4 ? 1 : 0);
  });

  it("[CORE-116] [CH-129] nothing that was erased is sent after its entry", async () => {
    const deliveries = await addMessages(5);
    const second = stopAt("2");
    const worker = await openWorker();
    await second.arrived;
    await fixture.journalFixture.pools.writer.query(
      "update delivery set state = 'failed', outcome = 'withdrawn' where id = any($1)",
      [deliveries.slice(2)],
    );
    await worker.journal.change(testAccount.id, () =>
      Promise.resolve({ result: null, changed: [{ kind: "visitor", id: 1 }] }),
    );
    second.respond();
    await waitForStates(deliveries.slice(0, 2), "delivered");
    await fixture.advanceClock(100);
    expect(listSent()).toEqual(numbersTo(2));
  });

  it("[CORE-411] [CH-129] a message that is deleted while it waits is not sent as it was", async () => {
    await fixture.journalFixture.pools.writer.query(
      "update channel set message_changes = true where id = $1",
      [testAccount.channelId],
    );
    await addMessages(3);
    const deleted = await fixture.sendOperatorMessage(node, testAccount, chat, "4");
    const second = stopAt("2");
    const worker = await openWorker();
    await second.arrived;
    const { seq } = await fixture.readDelivery(deleted.delivery.id);
    await worker.journal.write({
      account: testAccount.id,
      subject: { chat, message: Number(seq) },
      handler: deleteOperatorMessage(testAccount.operatorIds[0] ?? 0),
    });
    second.respond();
    await waitForStates([deleted.delivery.id], "delivered");
    expect(listSent().filter((text) => text === "4")).toEqual([]);
  });
});

describe("other lanes", () => {
  it("[CORE-122] [CH-129] a lane that waits for the slot of a run gets it after the request under way", async () => {
    const other = await fixture.startChat(node, testAccount, "other");
    await addMessages(6);
    const third = stopAt("3");
    const worker = await openWorker(undefined, 1);
    await third.arrived;
    await fixture.sendOperatorMessage(worker, testAccount, other, "other");
    await fixture.clock.advance(1);
    third.respond();
    await fixture.waitUntil(() => listSent().length === 7);
    expect(listSent()).toEqual(["1", "2", "3", "other", "4", "5", "6"]);
    expect(maxOpen).toBe(1);
  });
});
