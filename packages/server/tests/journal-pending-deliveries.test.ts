import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import {
  createDeliveryQueue,
  type Claim,
  type DeliveryQueue,
  type EndpointGroup,
} from "../src/delivery/queue/index.ts";
import {
  getChatId,
  findInconsistencies,
  openJournalFixture,
  buildVisitorMessage,
  type JournalFixture,
  type TestAccount,
  type TestNode,
} from "./journal-fixture.ts";
import {
  readLanes,
  createDeliveryCommand,
  markEndpointHealthy,
  planFromMessage,
  createSuccessReport,
  type PlannedSpec,
} from "./planned-delivery-fixture.ts";

let fixture: JournalFixture;
let clock: ManualClock;
let node: TestNode;
let queue: DeliveryQueue;
let testAccount: TestAccount;
let chat: number;
beforeAll(async () => {
  fixture = await openJournalFixture();
  clock = new ManualClock();
  node = await fixture.openNode({ clock, plan: planFromMessage });
  queue = createDeliveryQueue({
    pool: fixture.pools.writer,
    nodeId: node.node,
    listOtherNodes: () => [],
    clock,
    slotsPerEndpoint: () => 64,
  });
});
beforeEach(async () => {
  await fixture.pools.writer.query(
    "update lane set due_at = null, lease_node = null, lease_until = null, started_at = null",
  );
  testAccount = await fixture.addAccount();
  await markEndpointHealthy(fixture.pools, testAccount);
  chat = getChatId((await node.write(buildVisitorMessage(testAccount, "ann", "hello"))).answer);
});
afterAll(() => fixture.drop());

const addDeliveries = (...spec: readonly PlannedSpec[]) =>
  node.write(createDeliveryCommand(testAccount, chat, ...spec));
const readLane = async () => (await readLanes(fixture.pools, testAccount)).get(chat);
const claimNext = async (group: EndpointGroup = "healthy"): Promise<Claim> => {
  const { claims } = await queue.claim(10, group);
  const [only] = claims;
  if (!only || claims.length > 1) throw new Error(`${claims.length} claims`);
  queue.release(only);
  return only;
};
const mergedUpdate: PlannedSpec = { event: "chat_updated", delayMs: 2_000, merge: true };

describe("deliveries that wait", () => {
  it("[CORE-050] a delay holds the delivery and its lane; what follows in the lane brings it forward, in order", async () => {
    await addDeliveries(mergedUpdate);
    expect(await readLane()).toMatchObject({ due: clock.now() + 2_000, pending: ["chat_updated"] });
    expect(await queue.claim(10, "healthy")).toMatchObject({
      claims: [],
      nextDue: clock.now() + 2_000,
    });
    await clock.advance(500);
    await addDeliveries({ event: "chat_finished" });
    expect(await readLane()).toMatchObject({
      due: clock.now(),
      pending: ["chat_updated", "chat_finished"],
    });
    const first = await claimNext();
    expect(first.delivery.event).toBe("chat_updated");
    expect(await node.report(createSuccessReport(first, clock.now()))).toMatchObject({
      isWritten: true,
    });
    expect((await claimNext()).delivery.event).toBe("chat_finished");
  });

  it("[CORE-050] a delivery belongs to the chat of its event, or to the one that its planner names", async () => {
    await addDeliveries({ event: "a" });
    await addDeliveries({ event: "b", chatId: 4_711 });
    const { rows } = await fixture.pools.writer.query(
      "select event, chat_id from delivery where account_id = $1 order by position",
      [testAccount.id],
    );
    expect(rows).toEqual([
      { event: "a", chat_id: chat },
      { event: "b", chat_id: 4_711 },
    ]);
  });

  it("[CORE-050] after an attempt a delayed head gives way to what is due behind it, and else keeps its time", async () => {
    await addDeliveries({ event: "chat_accepted" });
    const first = await claimNext();
    await addDeliveries(mergedUpdate);
    await node.report(createSuccessReport(first, clock.now()));
    expect(await readLane()).toMatchObject({ due: clock.now() + 2_000, leased: false });
    await clock.advance(2_000);
    const second = await claimNext();
    await addDeliveries({ ...mergedUpdate, event: "other" });
    await addDeliveries({ event: "chat_finished" });
    await node.report(createSuccessReport(second, clock.now()));
    expect(await readLane()).toMatchObject({
      due: clock.now(),
      pending: ["other", "chat_finished"],
    });
  });

  it("[CORE-051] a lane that waits to try again is not woken by what comes behind", async () => {
    await addDeliveries({ event: "a" });
    const first = await claimNext();
    const dueAt = clock.now() + 3_000;
    await node.report(
      createSuccessReport(first, clock.now(), {
        attempt: { ...createSuccessReport(first, clock.now()).attempt!, outcome: "timeout" },
        next: { state: "pending", dueAt, anchorAt: clock.now() },
      }),
    );
    await addDeliveries({ event: "b" });
    expect(await readLane()).toMatchObject({ due: dueAt, pending: ["a", "b"] });
    // A delivery with `first` can be sent immediately. The waiting delivery keeps its time.
    await addDeliveries({ event: "c", first: true });
    expect(await readLane()).toMatchObject({ due: clock.now(), pending: ["c", "a", "b"] });
    await node.report(createSuccessReport(await claimNext("failing"), clock.now()));
    expect(await readLane()).toMatchObject({ due: dueAt, pending: ["a", "b"] });
  });
});

describe("deliveries that merge", () => {
  it("[WH-012] changes while one waits for its delay are one delivery; a claimed one gets a successor", async () => {
    await addDeliveries(mergedUpdate);
    await clock.advance(1_000);
    await Promise.all([
      addDeliveries(mergedUpdate),
      addDeliveries(mergedUpdate),
      addDeliveries(mergedUpdate, { ...mergedUpdate, event: "other" }),
    ]);
    expect(await readLane()).toMatchObject({ pending: ["chat_updated", "other"] });
    await clock.advance(1_000);
    const first = await claimNext();
    expect(first.delivery.event).toBe("chat_updated");
    // The content of an open request may be older than this change, so the change needs another
    // delivery.
    await addDeliveries(mergedUpdate);
    expect((await readLane())?.pending).toEqual(["chat_updated", "other", "chat_updated"]);
    // The new delivery is not claimed yet, so it also covers the next change.
    await addDeliveries(mergedUpdate);
    expect((await readLane())?.pending).toEqual(["chat_updated", "other", "chat_updated"]);
    await node.report(createSuccessReport(first, clock.now()));
    await addDeliveries(mergedUpdate);
    expect((await readLane())?.pending).toEqual(["other", "chat_updated"]);
  });

  it("[WH-012] one that is under way before its time, because of what came behind it, stands for nothing either", async () => {
    await addDeliveries(mergedUpdate);
    await addDeliveries({ event: "chat_finished" });
    const early = await claimNext();
    expect(early.delivery.event).toBe("chat_updated");
    await addDeliveries(mergedUpdate);
    expect((await readLane())?.pending).toEqual(["chat_updated", "chat_finished", "chat_updated"]);
  });

  it("[WH-012] [BOT-071] nor when something has gone first since, so that it is the head no more", async () => {
    await addDeliveries(mergedUpdate);
    await addDeliveries({ event: "chat_finished" });
    expect((await claimNext()).delivery.event).toBe("chat_updated");
    await addDeliveries({ event: "f", first: true });
    await addDeliveries(mergedUpdate);
    expect((await readLane())?.pending).toEqual([
      "f",
      "chat_updated",
      "chat_finished",
      "chat_updated",
    ]);
  });

  it("[WH-012] [CORE-051] a claim at the same moment is waited for: it was before, or it reads what comes after", async () => {
    await addDeliveries(mergedUpdate);
    await addDeliveries({ event: "chat_finished" });
    const claimer = new pg.Client({ connectionString: fixture.url });
    const onlooker = new pg.Client({ connectionString: fixture.url });
    await Promise.all([claimer.connect(), onlooker.connect()]);
    await claimer.query("begin");
    await claimer.query(
      "select claim_deliveries($1, $2, $3, 10, false, 64, 4, '{}', '{}', false)",
      [node.node, clock.now(), clock.now() + 30_000],
    );
    const adding = addDeliveries(mergedUpdate);
    const waiting = async (): Promise<void> => {
      const blocked =
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%commit_batch%' and datname = current_database()";
      while ((await onlooker.query(blocked)).rowCount === 0);
    };
    await Promise.race([adding, waiting()]);
    await claimer.query("commit");
    await adding;
    await Promise.all([claimer.end(), onlooker.end()]);
    expect((await readLane())?.pending).toEqual(["chat_updated", "chat_finished", "chat_updated"]);
  });

  it("[WH-012] one that is due, was tried or belongs to another chat stands for nothing", async () => {
    await addDeliveries(mergedUpdate);
    await clock.advance(2_000);
    await addDeliveries(mergedUpdate);
    expect((await readLane())?.pending).toEqual(["chat_updated", "chat_updated"]);
    const first = await claimNext();
    await node.report(
      createSuccessReport(first, clock.now(), {
        next: { state: "pending", dueAt: clock.now() + 5_000, anchorAt: clock.now() },
        error: null,
      }),
    );
    await fixture.pools.writer.query("delete from delivery where account_id = $1 and id <> $2", [
      testAccount.id,
      first.delivery.id,
    ]);
    await addDeliveries(mergedUpdate);
    expect((await readLane())?.pending).toEqual(["chat_updated", "chat_updated"]);
    const other = getChatId(
      (await node.write(buildVisitorMessage(testAccount, "bob", "hello"))).answer,
    );
    await node.write(createDeliveryCommand(testAccount, other, mergedUpdate));
    expect((await readLanes(fixture.pools, testAccount)).get(other)?.pending).toEqual([
      "chat_updated",
    ]);
  });

  it("[WH-012] many changes in one batch are one delivery, and its entries have no holes", async () => {
    await Promise.all(Array.from({ length: 40 }, () => addDeliveries(mergedUpdate)));
    expect((await readLane())?.pending).toEqual(["chat_updated"]);
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });
});

describe("deliveries that go first", () => {
  it("[BOT-071] they go before what waits, in order among themselves, and behind the one under way", async () => {
    await addDeliveries({ event: "m1" });
    await addDeliveries({ event: "m2" });
    const under = await claimNext();
    await addDeliveries({ event: "f1", first: true });
    await addDeliveries({ event: "f2", first: true });
    await node.report(createSuccessReport(under, clock.now()));
    expect((await readLane())?.pending).toEqual(["f1", "f2", "m2"]);
    const order: string[] = [];
    for (let n = 0; n < 3; n++) {
      const next = await claimNext();
      order.push(next.delivery.event);
      await node.report(createSuccessReport(next, clock.now()));
    }
    expect(order).toEqual(["f1", "f2", "m2"]);
    expect(await readLane()).toMatchObject({ due: null, pending: [] });
  });
});

describe("a report that claims the next delivery of its lane", () => {
  const reportAndContinue = async (claimed: Claim): Promise<Claim | null> => {
    const report = createSuccessReport(claimed, clock.now(), { claimCount: 1 });
    const { isWritten, nextClaim } = await node.report(report);
    expect(isWritten).toBe(true);
    return nextClaim;
  };

  it("[CORE-051] one report after the other works off the lane in order; the lease is renewed, and ends with the last", async () => {
    for (const event of ["a", "b", "c"]) await addDeliveries({ event });
    const first = await claimNext();
    await clock.advance(1_000);
    const second = await reportAndContinue(first);
    expect(second).toMatchObject({
      delivery: { event: "b", state: "pending", totalAttempts: 0 },
      orderKey: chat,
      interruptedAt: null,
      leaseUntil: clock.now() + 30_000,
      source: { entry: { name: "message_created" }, target: { endpoint: { kind: "channel" } } },
    });
    expect(second?.token).toBeGreaterThan(first.token);
    expect(await readLane()).toMatchObject({ leased: true, token: second?.token });
    expect(await queue.claim(10, "healthy")).toMatchObject({ claims: [] });
    // The report of the first claim is stale now.
    expect(await node.report(createSuccessReport(first, clock.now()))).toEqual({
      isWritten: false,
      nextClaim: null,
    });
    const third = second && (await reportAndContinue(second));
    expect(third?.delivery.event).toBe("c");
    expect(third && (await reportAndContinue(third))).toBeNull();
    expect(await readLane()).toMatchObject({ due: null, leased: false, pending: [] });
  });

  it("[CORE-051] [CH-129] several can be claimed as a run: those that are due and untried, in order; only the last result of a run ends the claim", async () => {
    for (const event of ["a", "b", "c", "d"]) await addDeliveries({ event });
    const report = createSuccessReport(await claimNext(), clock.now(), { claimCount: 2 });
    const { nextClaim: second } = await node.report(report);
    if (second === null) throw new Error("a claim");
    expect(second.following?.map(({ delivery }) => delivery.event)).toEqual(["c"]);
    expect(second.following?.[0]).toMatchObject({ token: second.token, orderKey: chat });
    const partial = createSuccessReport(second, clock.now(), { isPartial: true });
    expect(await node.report(partial)).toMatchObject({ isWritten: true, nextClaim: null });
    expect(await readLane()).toMatchObject({
      leased: true,
      token: second.token,
      pending: ["c", "d"],
    });
    const [third] = second.following ?? [];
    expect(third && (await reportAndContinue(third))?.delivery.event).toBe("d");
  });

  it("[CORE-051] [CH-129] what is delayed or waits to try again does not join a run", async () => {
    for (const event of ["a", "b", "c", "d"]) await addDeliveries({ event });
    const first = await claimNext();
    const { rows } = await fixture.pools.writer.query<{ id: number }>(
      "update delivery set next_at = now() + interval '1 hour' where event = 'd' and account_id = $1 returning id",
      [testAccount.id],
    );
    expect(rows).toHaveLength(1);
    const { nextClaim } = await node.report(
      createSuccessReport(first, clock.now(), { claimCount: 16 }),
    );
    expect(nextClaim?.delivery.event).toBe("b");
    expect(nextClaim?.following?.map(({ delivery }) => delivery.event)).toEqual(["c"]);
  });

  it("[CORE-122] another lane of the endpoint that waits comes first", async () => {
    for (const event of ["a", "b"]) await addDeliveries({ event });
    const first = await claimNext();
    const otherChat = getChatId(
      (await node.write(buildVisitorMessage(testAccount, "bob", "hello"))).answer,
    );
    await node.write(createDeliveryCommand(testAccount, otherChat, { event: "other" }));
    await clock.advance(10);
    expect(await reportAndContinue(first)).toBeNull();
    const { claims } = await queue.claim(1, "healthy");
    for (const claim of claims) queue.release(claim);
    expect(claims.map(({ delivery }) => delivery.event)).toEqual(["other"]);
  });

  it("[CORE-050] [API-331] one that is delayed, or whose endpoint is paused, is not claimed", async () => {
    await addDeliveries({ event: "a" });
    const first = await claimNext();
    await addDeliveries(mergedUpdate);
    expect(await reportAndContinue(first)).toBeNull();
    expect(await readLane()).toMatchObject({ due: clock.now() + 2_000, leased: false });
    await clock.advance(2_000);
    const second = await claimNext();
    await addDeliveries({ event: "b" });
    await fixture.pools.writer.query("update endpoint set paused_at = now() where id = $1", [
      testAccount.endpointId,
    ]);
    expect(await reportAndContinue(second)).toBeNull();
    expect(await readLane()).toMatchObject({ due: clock.now(), leased: false });
  });

  it("[CORE-050] an attempt that failed claims nothing, even if it asks for it", async () => {
    for (const event of ["a", "b"]) await addDeliveries({ event });
    const first = await claimNext();
    const { isWritten, nextClaim } = await node.report(
      createSuccessReport(first, clock.now(), {
        next: { state: "pending", dueAt: clock.now() + 3_000, anchorAt: clock.now() },
        claimCount: 1,
      }),
    );
    expect({ isWritten, nextClaim }).toEqual({ isWritten: true, nextClaim: null });
    expect(await readLane()).toMatchObject({ due: clock.now() + 3_000, leased: false });
  });
});

describe("a time that has not come", () => {
  const later = (claimed: Claim, ms: number) =>
    node.report(
      createSuccessReport(claimed, clock.now(), {
        attempt: null,
        next: { state: "pending", dueAt: clock.now() + ms, anchorAt: null },
      }),
    );

  it("[BOT-071] the lane rests until then; no attempt is counted and nothing is written of it", async () => {
    await addDeliveries({ event: "m1" });
    const { position } = await node.head(testAccount.id);
    const claimed = await claimNext();
    expect(await later(claimed, 60_000)).toMatchObject({ isWritten: true });
    expect(await later(claimed, 60_000)).toMatchObject({ isWritten: false });
    expect(await readLane()).toMatchObject({ due: clock.now() + 60_000, leased: false });
    expect((await node.head(testAccount.id, 1_000)).position).toBe(position);
    await clock.advance(60_000);
    expect((await claimNext()).delivery).toMatchObject({
      attempts: 0,
      totalAttempts: 0,
      outcome: null,
    });
  });
  it("[BOT-071] what comes in meanwhile wakes it, also between the claim and the rest", async () => {
    await addDeliveries({ event: "m1" });
    await later(await claimNext(), 60_000);
    await clock.advance(10);
    await addDeliveries({ event: "m2" });
    expect(await readLane()).toMatchObject({ due: clock.now() });
    const claimed = await claimNext();
    expect(claimed.delivery.event).toBe("m1");
    await addDeliveries({ event: "f", first: true });
    await later(claimed, 60_000);
    expect(await readLane()).toMatchObject({
      due: clock.now(),
      leased: false,
      pending: ["f", "m1", "m2"],
    });
    expect((await claimNext()).delivery.event).toBe("f");
  });
});

describe("under load", () => {
  it("[CORE-132] [CORE-051] [WH-012] two nodes add and work off: no change is lost in a merge, lanes keep their order, nothing stays behind", async () => {
    const real = createSystemClock();
    const nodes = await Promise.all(
      [0, 1].map(() => fixture.openNode({ clock: real, plan: planFromMessage })),
    );
    const chats = await Promise.all(
      Array.from({ length: 6 }, async (_, n) =>
        getChatId(
          (
            await (nodes[n % 2] as TestNode).write(
              buildVisitorMessage(testAccount, `c${n}`, "hello"),
            )
          ).answer,
        ),
      ),
    );
    const head = async (): Promise<number> =>
      (
        await fixture.pools.writer.query<{ position: number }>(
          "select max(position) as position from journal where account_id = $1",
          [testAccount.id],
        )
      ).rows[0]?.position ?? 0;
    let random = 7;
    const draw = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    const added: { position: number; chat: number; event: string }[] = [];
    let adding = true;
    const adder = async (journal: TestNode): Promise<void> => {
      for (let n = 0; n < 60; n++) {
        const into = chats[draw(chats.length)] ?? 0;
        const choice = draw(10);
        const spec: PlannedSpec =
          choice < 7
            ? { event: "update", delayMs: 40 + draw(40), merge: true }
            : choice < 9
              ? { event: "plain" }
              : { event: "first", first: true };
        const { position } = await journal.write(createDeliveryCommand(testAccount, into, spec));
        added.push({ position, chat: into, event: spec.event });
      }
    };
    const sent: { position: number; chat: number; event: string; readAt: number }[] = [];
    const underWay = new Set<number>();
    const running = new Set<Promise<void>>();
    const faultsSeen: string[] = [];
    let continued = 0;
    /**
     * Works on a claim, its run, and on those that follow it in the lane. `before`: head of the
     * account before the claim.
     */
    const workOn = async (journal: TestNode, claimed: Claim, before: number): Promise<void> => {
      const { delivery, orderKey } = claimed;
      if (underWay.has(orderKey)) faultsSeen.push(`lane ${orderKey} is worked on twice`);
      underWay.add(orderKey);
      // The request contains everything up to this position.
      const readAt = await head();
      const { rows } = await fixture.pools.writer.query<{ position: number }>(
        "select position from delivery where account_id = $1 and order_key = $2 and state = 'pending' and lane_place < $3 and position <= $4",
        [testAccount.id, orderKey, delivery.lanePosition, before],
      );
      if (rows.length > 0)
        faultsSeen.push(`${delivery.event} ${delivery.position} went before ${rows[0]?.position}`);
      const chance = draw(5);
      // End of the request after a random duration.
      const endsAt = real.now() + draw(6);
      await new Promise<void>((resolve) => void real.scheduleAt(endsAt, resolve));
      underWay.delete(orderKey);
      const pauseMs = [30, 10][chance];
      const isSuccess = pauseMs === undefined;
      const [following, ...rest] = isSuccess ? (claimed.following ?? []) : [];
      const beforeNext = await head();
      const { isWritten, nextClaim } = await journal.report(
        createSuccessReport(claimed, real.now(), {
          ...(chance === 0 ? { attempt: null } : {}),
          ...(isSuccess
            ? following
              ? { isPartial: true as const }
              : { claimCount: draw(4) }
            : {
                next: {
                  state: "pending",
                  dueAt: real.now() + pauseMs,
                  anchorAt: chance === 0 ? null : real.now(),
                },
              }),
        }),
      );
      if (isSuccess && isWritten)
        sent.push({ position: delivery.position, chat: orderKey, event: delivery.event, readAt });
      if (following && isWritten) await workOn(journal, { ...following, following: rest }, before);
      if (nextClaim === null) return;
      continued++;
      await workOn(journal, nextClaim, beforeNext);
    };
    const work = async (journal: TestNode, ownQueue: DeliveryQueue): Promise<void> => {
      for (;;) {
        // Read before the claim, because a report during the claim may add work to a lane.
        const isOver = !adding && running.size === 0;
        const before = await head();
        const { claims, nextDue } = await ownQueue.claim(16, "healthy");
        for (const claimed of claims) {
          const run = (async () => {
            await workOn(journal, claimed, before);
            ownQueue.release(claimed);
          })();
          running.add(run);
          void run.finally(() => running.delete(run));
        }
        if (isOver && claims.length === 0 && nextDue === null && running.size === 0) return;
      }
    };
    await Promise.all([
      Promise.all([...nodes, ...nodes, ...nodes].map((journal) => adder(journal))).then(
        () => (adding = false),
      ),
      ...nodes.map((journal) =>
        work(
          journal,
          createDeliveryQueue({
            pool: fixture.pools.writer,
            nodeId: journal.node,
            listOtherNodes: () => [],
            clock: real,
            slotsPerEndpoint: () => 64,
          }),
        ),
      ),
    ]);
    expect(faultsSeen).toEqual([]);
    expect(continued).toBeGreaterThan(0);
    const missing = added.filter(({ position, chat: into, event }) =>
      event === "update"
        ? !sent.some(
            (one) =>
              one.chat === into &&
              one.event === event &&
              one.position <= position &&
              one.readAt >= position,
          )
        : !sent.some((one) => one.position === position),
    );
    expect(missing).toEqual([]);
    const updates = added.filter(({ event }) => event === "update").length;
    expect(sent.filter(({ event }) => event === "update").length).toBeLessThan(updates);
    expect(new Set(sent.map(({ position }) => position)).size).toBe(sent.length);
    for (const [, row] of await readLanes(fixture.pools, testAccount))
      expect(row).toMatchObject({ due: null, leased: false, pending: [] });
    expect(await findInconsistencies(fixture.pools)).toEqual([]);
  });
});
