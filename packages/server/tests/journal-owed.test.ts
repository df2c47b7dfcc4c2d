import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import type { Journal } from "../src/journal/index.ts";
import { createDeliveryQueue, type Claim, type DeliveryQueue } from "../src/queue/index.ts";
import { chatOf, faults, openGround, say, type Ground, type Place } from "./journal-kit.ts";
import { lanesOf, owe, planAsTold, reportOf, type Wanted } from "./owed-kit.ts";

let ground: Ground;
let clock: ManualClock;
let node: Journal;
let queue: DeliveryQueue;
let place: Place;
let chat: number;
beforeAll(async () => {
  ground = await openGround();
  clock = new ManualClock();
  node = await ground.node({ clock, plan: planAsTold });
  queue = createDeliveryQueue({ pool: ground.pools.writer, nodeId: node.node, clock, slotsPerEndpoint: () => 64 });
});
beforeEach(async () => {
  await ground.pools.writer.query("update lane set due_at = null, lease_node = null, lease_until = null, started_at = null");
  place = await ground.account();
  chat = chatOf((await node.write(say(place, "ann", "hello"))).answer);
});
afterAll(() => ground.drop());

const add = (...wanted: readonly Wanted[]) => node.write(owe(place, chat, ...wanted));
const lane = async () => (await lanesOf(ground.pools, place)).get(chat);
const claim = async (): Promise<Claim> => {
  const { claims } = await queue.claim(10);
  const [only] = claims;
  if (!only || claims.length > 1) throw new Error(`${claims.length} claims`);
  queue.release(only);
  return only;
};
const update: Wanted = { event: "chat_updated", delayMs: 2_000, merge: true };

describe("deliveries that wait", () => {
  it("[CORE-050] a delay holds the delivery and its lane; what follows in the lane brings it forward, in order", async () => {
    await add(update);
    expect(await lane()).toMatchObject({ due: clock.now() + 2_000, pending: ["chat_updated"] });
    expect(await queue.claim(10)).toEqual({ claims: [], nextDue: clock.now() + 2_000 });
    await clock.advance(500);
    await add({ event: "chat_finished" });
    expect(await lane()).toMatchObject({ due: clock.now(), pending: ["chat_updated", "chat_finished"] });
    const first = await claim();
    expect(first.delivery.event).toBe("chat_updated");
    expect(await node.report(reportOf(first, clock.now()))).toBe(true);
    expect((await claim()).delivery.event).toBe("chat_finished");
  });

  it("[CORE-050] a delivery belongs to the chat of its event, or to the one that its planner names", async () => {
    await add({ event: "a" });
    await add({ event: "b", chatId: 4_711 });
    const { rows } = await ground.pools.writer.query("select event, chat_id from delivery where account_id = $1 order by position", [
      place.account,
    ]);
    expect(rows).toEqual([
      { event: "a", chat_id: chat },
      { event: "b", chat_id: 4_711 },
    ]);
  });

  it("[CORE-050] after an attempt a delayed head gives way to what is due behind it, and else keeps its time", async () => {
    await add({ event: "chat_accepted" });
    const first = await claim();
    await add(update);
    await node.report(reportOf(first, clock.now()));
    expect(await lane()).toMatchObject({ due: clock.now() + 2_000, leased: false });
    await clock.advance(2_000);
    const second = await claim();
    await add({ ...update, event: "other" });
    await add({ event: "chat_finished" });
    await node.report(reportOf(second, clock.now()));
    expect(await lane()).toMatchObject({ due: clock.now(), pending: ["other", "chat_finished"] });
  });

  it("[CORE-051] a lane that waits to try again is not woken by what comes behind", async () => {
    await add({ event: "a" });
    const first = await claim();
    const dueAt = clock.now() + 3_000;
    await node.report(
      reportOf(first, clock.now(), {
        attempt: { ...reportOf(first, clock.now()).attempt!, outcome: "timeout" },
        next: { state: "pending", dueAt, anchorAt: clock.now() },
      }),
    );
    await add({ event: "b" });
    expect(await lane()).toMatchObject({ due: dueAt, pending: ["a", "b"] });
    // A delivery with `first` is due at once. The waiting one keeps its due time.
    await add({ event: "c", first: true });
    expect(await lane()).toMatchObject({ due: clock.now(), pending: ["c", "a", "b"] });
    await node.report(reportOf(await claim(), clock.now()));
    expect(await lane()).toMatchObject({ due: dueAt, pending: ["a", "b"] });
  });
});

describe("deliveries that merge", () => {
  it("[WH-012] changes while one waits for its delay are one delivery; a claimed one gets a successor", async () => {
    await add(update);
    await clock.advance(1_000);
    await Promise.all([add(update), add(update), add(update, { ...update, event: "other" })]);
    expect(await lane()).toMatchObject({ pending: ["chat_updated", "other"] });
    await clock.advance(1_000);
    const first = await claim();
    expect(first.delivery.event).toBe("chat_updated");
    // The content of an open request may be older than this change.
    await add(update);
    expect((await lane())?.pending).toEqual(["chat_updated", "other", "chat_updated"]);
    // The new delivery is not claimed yet, so it also covers the next change.
    await add(update);
    expect((await lane())?.pending).toEqual(["chat_updated", "other", "chat_updated"]);
    await node.report(reportOf(first, clock.now()));
    await add(update);
    expect((await lane())?.pending).toEqual(["other", "chat_updated"]);
  });

  it("[WH-012] one that is under way before its time, because of what came behind it, stands for nothing either", async () => {
    await add(update);
    await add({ event: "chat_finished" });
    const early = await claim();
    expect(early.delivery.event).toBe("chat_updated");
    await add(update);
    expect((await lane())?.pending).toEqual(["chat_updated", "chat_finished", "chat_updated"]);
  });

  it("[WH-012] [BOT-071] nor when something has gone first since, so that it is the head no more", async () => {
    await add(update);
    await add({ event: "chat_finished" });
    expect((await claim()).delivery.event).toBe("chat_updated");
    await add({ event: "f", first: true });
    await add(update);
    expect((await lane())?.pending).toEqual(["f", "chat_updated", "chat_finished", "chat_updated"]);
  });

  it("[WH-012] [CORE-051] a claim at the same moment is waited for: it was before, or it reads what comes after", async () => {
    await add(update);
    await add({ event: "chat_finished" });
    const claimer = new pg.Client({ connectionString: ground.url });
    const onlooker = new pg.Client({ connectionString: ground.url });
    await Promise.all([claimer.connect(), onlooker.connect()]);
    await claimer.query("begin");
    await claimer.query("select claim_deliveries($1, $2, $3, 10, 64, 4, '{}', '{}', false)", [
      node.node,
      clock.now(),
      clock.now() + 30_000,
    ]);
    const adding = add(update);
    const waiting = async (): Promise<void> => {
      const blocked =
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%commit_batch%' and datname = current_database()";
      while ((await onlooker.query(blocked)).rowCount === 0);
    };
    await Promise.race([adding, waiting()]);
    await claimer.query("commit");
    await adding;
    await Promise.all([claimer.end(), onlooker.end()]);
    expect((await lane())?.pending).toEqual(["chat_updated", "chat_finished", "chat_updated"]);
  });

  it("[WH-012] one that is due, was tried or belongs to another chat stands for nothing", async () => {
    await add(update);
    await clock.advance(2_000);
    await add(update);
    expect((await lane())?.pending).toEqual(["chat_updated", "chat_updated"]);
    const first = await claim();
    await node.report(
      reportOf(first, clock.now(), { next: { state: "pending", dueAt: clock.now() + 5_000, anchorAt: clock.now() }, error: null }),
    );
    await ground.pools.writer.query("delete from delivery where account_id = $1 and id <> $2", [place.account, first.delivery.id]);
    await add(update);
    expect((await lane())?.pending).toEqual(["chat_updated", "chat_updated"]);
    const other = chatOf((await node.write(say(place, "bob", "hello"))).answer);
    await node.write(owe(place, other, update));
    expect((await lanesOf(ground.pools, place)).get(other)?.pending).toEqual(["chat_updated"]);
  });

  it("[WH-012] many changes in one batch are one delivery, and its entries have no holes", async () => {
    await Promise.all(Array.from({ length: 40 }, () => add(update)));
    expect((await lane())?.pending).toEqual(["chat_updated"]);
    expect(await faults(ground.pools)).toEqual([]);
  });
});

describe("deliveries that go first", () => {
  it("[BOT-071] they go before what waits, in order among themselves, and behind the one under way", async () => {
    await add({ event: "m1" });
    await add({ event: "m2" });
    const under = await claim();
    await add({ event: "f1", first: true });
    await add({ event: "f2", first: true });
    await node.report(reportOf(under, clock.now()));
    expect((await lane())?.pending).toEqual(["f1", "f2", "m2"]);
    const order: string[] = [];
    for (let n = 0; n < 3; n++) {
      const next = await claim();
      order.push(next.delivery.event);
      await node.report(reportOf(next, clock.now()));
    }
    expect(order).toEqual(["f1", "f2", "m2"]);
    expect(await lane()).toMatchObject({ due: null, pending: [] });
  });
});

describe("a time that has not come", () => {
  const later = (held: Claim, ms: number) =>
    node.report(reportOf(held, clock.now(), { attempt: null, next: { state: "pending", dueAt: clock.now() + ms, anchorAt: null } }));

  it("[BOT-071] the lane rests until then; no attempt is counted and nothing is written of it", async () => {
    await add({ event: "m1" });
    const { position } = await node.head(place.account);
    const held = await claim();
    expect(await later(held, 60_000)).toBe(true);
    expect(await later(held, 60_000)).toBe(false);
    expect(await lane()).toMatchObject({ due: clock.now() + 60_000, leased: false });
    expect((await node.head(place.account, 1_000)).position).toBe(position);
    await clock.advance(60_000);
    expect((await claim()).delivery).toMatchObject({ attempts: 0, tries: 0, outcome: null });
  });
  it("[BOT-071] what comes in meanwhile wakes it, also between the claim and the rest", async () => {
    await add({ event: "m1" });
    await later(await claim(), 60_000);
    await clock.advance(10);
    await add({ event: "m2" });
    expect(await lane()).toMatchObject({ due: clock.now() });
    const held = await claim();
    expect(held.delivery.event).toBe("m1");
    await add({ event: "f", first: true });
    await later(held, 60_000);
    expect(await lane()).toMatchObject({ due: clock.now(), leased: false, pending: ["f", "m1", "m2"] });
    expect((await claim()).delivery.event).toBe("f");
  });
});

describe("under load", () => {
  it("[CORE-132] [CORE-051] [WH-012] two nodes add and work off: no change is lost in a merge, lanes keep their order, nothing stays behind", async () => {
    const real = createSystemClock();
    const nodes = await Promise.all([0, 1].map(() => ground.node({ clock: real, plan: planAsTold })));
    const chats = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => chatOf((await (nodes[n % 2] as Journal).write(say(place, `c${n}`, "hello"))).answer)),
    );
    const head = async (): Promise<number> =>
      (await ground.pools.writer.query<{ position: number }>("select position from account_head where account_id = $1", [place.account]))
        .rows[0]?.position ?? 0;
    let random = 7;
    const draw = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    const added: { position: number; chat: number; event: string }[] = [];
    let adding = true;
    const adder = async (journal: Journal): Promise<void> => {
      for (let n = 0; n < 60; n++) {
        const into = chats[draw(chats.length)] ?? 0;
        const what = draw(10);
        const wanted: Wanted =
          what < 7
            ? { event: "update", delayMs: 40 + draw(40), merge: true }
            : what < 9
              ? { event: "plain" }
              : { event: "first", first: true };
        const { position } = await journal.write(owe(place, into, wanted));
        added.push({ position, chat: into, event: wanted.event });
      }
    };
    const sent: { position: number; chat: number; event: string; readAt: number }[] = [];
    const underWay = new Set<number>();
    const running = new Set<Promise<void>>();
    const faultsSeen: string[] = [];
    const work = async (journal: Journal, own: DeliveryQueue): Promise<void> => {
      for (;;) {
        // Read before the claim, because a report during the claim may make a lane due again.
        const isOver = !adding && running.size === 0;
        const before = await head();
        const { claims, nextDue } = await own.claim(16);
        for (const held of claims) {
          const run = (async () => {
            const { delivery, orderKey } = held;
            if (underWay.has(orderKey)) faultsSeen.push(`lane ${orderKey} is worked on twice`);
            underWay.add(orderKey);
            // The content of the request: everything up to this position.
            const readAt = await head();
            const { rows } = await ground.pools.writer.query<{ position: number }>(
              "select position from delivery where account_id = $1 and order_key = $2 and state = 'pending' and lane_place < $3 and position <= $4",
              [place.account, orderKey, delivery.lanePlace, before],
            );
            if (rows.length > 0) faultsSeen.push(`${delivery.event} ${delivery.position} went before ${rows[0]?.position}`);
            const chance = draw(5);
            // The duration of the request.
            const endsAt = real.now() + draw(6);
            await new Promise<void>((resolve) => void real.scheduleAt(endsAt, resolve));
            underWay.delete(orderKey);
            if (chance === 0)
              await journal.report(
                reportOf(held, real.now(), { attempt: null, next: { state: "pending", dueAt: real.now() + 30, anchorAt: null } }),
              );
            else if (chance === 1)
              await journal.report(
                reportOf(held, real.now(), { next: { state: "pending", dueAt: real.now() + 10, anchorAt: real.now() } }),
              );
            else if (await journal.report(reportOf(held, real.now())))
              sent.push({ position: delivery.position, chat: orderKey, event: delivery.event, readAt });
            own.release(held);
          })();
          running.add(run);
          void run.finally(() => running.delete(run));
        }
        if (isOver && claims.length === 0 && nextDue === null && running.size === 0) return;
      }
    };
    await Promise.all([
      Promise.all([...nodes, ...nodes, ...nodes].map((journal) => adder(journal))).then(() => (adding = false)),
      ...nodes.map((journal) =>
        work(journal, createDeliveryQueue({ pool: ground.pools.writer, nodeId: journal.node, clock: real, slotsPerEndpoint: () => 64 })),
      ),
    ]);
    expect(faultsSeen).toEqual([]);
    const lost = added.filter(({ position, chat: into, event }) =>
      event === "update"
        ? !sent.some((one) => one.chat === into && one.event === event && one.position <= position && one.readAt >= position)
        : !sent.some((one) => one.position === position),
    );
    expect(lost).toEqual([]);
    const updates = added.filter(({ event }) => event === "update").length;
    expect(sent.filter(({ event }) => event === "update").length).toBeLessThan(updates);
    expect(new Set(sent.map(({ position }) => position)).size).toBe(sent.length);
    for (const [, row] of await lanesOf(ground.pools, place)) expect(row).toMatchObject({ due: null, leased: false, pending: [] });
    expect(await faults(ground.pools)).toEqual([]);
  });
});
