import type { Received, Reply } from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Delivery } from "../src/core/entity.ts";
import type { Outbound } from "../src/delivery/index.ts";
import { judgeWebhook } from "../src/edges/webhook/judge.ts";
import { webhookIdOf } from "../src/edges/webhook/outbound.ts";
import { webhookPolicy } from "../src/edges/webhook/policy.ts";
import type { Planner } from "../src/journal/index.ts";
import { startEndpointOff } from "../src/journal/readers/endpoint-off.ts";
import type { PlacesOf } from "../src/queue/index.ts";
import { openBed, secretText, type Bed, type Node } from "./delivery-bed.ts";
import { faults, type Place } from "./journal-kit.ts";

/** Webhooks as the engine sees them: each operator message is an event for every webhook that is on, in the lane of its chat. */
const plan: Planner = (event, scene) => {
  if (event.name !== "message_created" || event.message.author.kind !== "operator") return [];
  return [...scene.config.webhooks.values()]
    .filter((webhook) => webhook.enabled)
    .map(({ endpointId }) => ({ endpointId, orderKey: event.message.chat_id, deliveryId: scene.ids.delivery(), event: "chat_updated" }));
};
const outbound: Outbound = {
  policy: webhookPolicy,
  judge: judgeWebhook,
  build: ({ source, delivery }) => ({
    url: source.target.endpoint.url,
    headers: { "content-type": "application/json" },
    body: source.entry.body,
    chunked: false,
    webhookId: webhookIdOf(delivery.id),
    warning: null,
  }),
};
const atOnce: PlacesOf = (kind) => (kind === "webhook" ? 4 : 64);
const minute = 60_000;
const hour = 60 * minute;

let bed: Bed;
let node: Node;
let place: Place;
/** What each path of the receiver answers. */
const answers = new Map<string, Reply>();
beforeAll(async () => {
  bed = await openBed();
  bed.integrator.answer((request) => answers.get(request.path) ?? "ok");
  node = await start();
});
beforeEach(async () => {
  answers.clear();
  // What the tests before left must not be due.
  await bed.ground.pools.writer.query("update lane set due_at = null where lease_node is null");
  place = await bed.place();
  seen = bed.integrator.received.length;
});
afterAll(() => bed.close());

let seen = 0;
const start = (): Promise<Node> => bed.node({ plan, atOnce, outbounds: { webhook: outbound } });
const requests = (path: string): readonly Received[] => bed.integrator.received.slice(seen).filter((request) => request.path === path);
const textOf = (request: Received | undefined): string => (JSON.parse(request?.body ?? "{}") as { text?: string }).text ?? "";

/** Adds a webhook; gives its endpoint. */
async function webhook(path: string, at = node): Promise<number> {
  return at.journal.change(place.account, async (tx) => {
    const [endpoint] = await tx.query<{ id: number }>(
      "insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'webhook', $2, $3, '') returning id",
      [place.account, `${bed.integrator.url}${path}`, Buffer.from(secretText)],
    );
    const [made] = await tx.query<{ id: number }>(
      "insert into webhook (account_id, endpoint_id, events) values ($1, $2, $3) returning id",
      [place.account, endpoint?.id, ["chat_updated"]],
    );
    return { result: endpoint?.id ?? 0, changed: [{ kind: "webhook", id: made?.id ?? 0 }] };
  });
}
interface Row {
  readonly id: number;
  readonly endpoint_id: number;
  readonly order_key: number;
  readonly state: string;
  readonly outcome: string | null;
  readonly attempts: number;
  readonly tries: number;
  readonly due: number;
}
const ledger = async (endpoint: number): Promise<readonly Row[]> =>
  (
    await bed.ground.pools.writer.query<Row>(
      `select id, endpoint_id, order_key, state, outcome, attempts, tries, round(extract(epoch from next_at) * 1000)::float8 as due
       from delivery where account_id = $1 and endpoint_id = $2 order by position`,
      [place.account, endpoint],
    )
  ).rows;
const only = async (endpoint: number): Promise<Row> => {
  const [row] = await ledger(endpoint);
  if (!row) throw new Error("nothing is owed");
  return row;
};
function pause(endpoint: number, isPaused: boolean): Promise<null> {
  return node.journal.change(place.account, async (tx) => {
    await tx.query("update endpoint set paused_at = $2 where id = $1", [endpoint, isPaused ? new Date(bed.clock.now()) : null]);
    return { result: null, changed: [{ kind: "endpoint", id: endpoint }] };
  });
}
/** Goes to the next due time of a lane, and lets the attempt end. */
async function nextAttempt(endpoint: number): Promise<void> {
  const { rows } = await bed.ground.pools.writer.query<{ due: number }>(
    "select round(extract(epoch from min(due_at)) * 1000)::float8 as due from lane where account_id = $1 and endpoint_id = $2",
    [place.account, endpoint],
  );
  const due = rows[0]?.due ?? 0;
  const tries = async () => (await ledger(endpoint)).reduce((sum, row) => sum + row.tries, 0);
  const before = await tries();
  await bed.jump(Math.max(due, bed.clock.now()));
  await shortly(async () => (await tries()) > before, "an attempt");
}
/** Lets time pass in small steps until `holds`: a lane that was looked at a moment too early is looked at again after 50 ms. */
async function shortly(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < 100 && !(await holds()); n++) await bed.pass(50, 50);
  expect(await holds(), what).toBe(true);
}
const settledWith = (endpoint: number, tries: number): Promise<void> =>
  bed.until(async () => (await only(endpoint)).tries === tries, `${tries} attempts`);

describe("the series of a webhook", () => {
  it("[WH-061] [WH-063] [CORE-050] [P11] ten attempts over three days, the same id and body in each, then a dead letter", async () => {
    const endpoint = await webhook("/down");
    answers.set("/down", { status: 500 });
    const chat = await bed.chat(node, place);
    const from = bed.clock.now();
    await bed.say(node, place, chat, "one");
    await settledWith(endpoint, 1);
    const pauses: number[] = [];
    for (let n = 2; n <= 10; n++) {
      const before = bed.clock.now();
      await nextAttempt(endpoint);
      pauses.push(bed.clock.now() - before);
    }
    const wanted = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    pauses.forEach((pause, n) => expect(Math.abs(pause / (wanted[n] ?? 1) - 1), `pause ${n + 1}: ${pause}`).toBeLessThanOrEqual(0.201));
    expect(bed.clock.now() - from).toBeGreaterThan(60 * hour);
    const row = await only(endpoint);
    expect(row).toMatchObject({ state: "dead", outcome: "http_error", attempts: 10, tries: 10 });
    await bed.jump(bed.clock.now() + 48 * hour);
    const got = requests("/down");
    expect(got).toHaveLength(10);
    expect(new Set(got.map((request) => request.headers["webhook-id"]))).toEqual(new Set([`evt_${row.id}`]));
    expect(new Set(got.map((request) => request.body)).size).toBe(1);
    expect((await bed.attempts(row.id)).map((one) => [one["n"], one["outcome"], one["status"]])).toEqual(
      Array.from({ length: 10 }, (_, n) => [n + 1, "http_error", 500]),
    );
  });

  it("[WH-061] [F20] Retry-After of a 429 postpones the next attempt", async () => {
    const endpoint = await webhook("/busy");
    answers.set("/busy", { status: 429, headers: { "retry-after": "7200" } });
    const chat = await bed.chat(node, place);
    await bed.say(node, place, chat, "one");
    await settledWith(endpoint, 1);
    expect((await only(endpoint)).due - bed.clock.now()).toBe(2 * hour);
    answers.delete("/busy");
    await nextAttempt(endpoint);
    expect(await only(endpoint)).toMatchObject({ state: "delivered", tries: 2 });
  });

  it("[WH-066] [CORE-051] events that wait survive the end of their process, and keep their times", async () => {
    const endpoint = await webhook("/later");
    answers.set("/later", { status: 503 });
    const first = await start();
    await node.worker.close();
    const chat = await bed.chat(first, place);
    await bed.say(first, place, chat, "one");
    await settledWith(endpoint, 1);
    const { due } = await only(endpoint);
    await first.kill();
    node = await start();
    await bed.jump(due - 1_000);
    expect(await only(endpoint)).toMatchObject({ tries: 1, state: "pending", due });
    answers.delete("/later");
    await bed.jump(due);
    await bed.until(async () => (await only(endpoint)).state === "delivered");
    expect(requests("/later").map((request) => request.headers["webhook-id"])).toEqual([
      `evt_${(await only(endpoint)).id}`,
      `evt_${(await only(endpoint)).id}`,
    ]);
  });
});

describe("order and places", () => {
  it("[WH-064] events of a chat go one at a time in order; one that fails for more than 6 minutes holds back nothing any longer", async () => {
    const endpoint = await webhook("/picky");
    const chat = await bed.chat(node, place);
    const other = await bed.chat(node, place, "8");
    bed.integrator.answer((request) => (["first", "elsewhere"].includes(textOf(request)) ? { status: 500 } : "ok"));
    for (const text of ["first", "second", "third"]) await bed.say(node, place, chat, text);
    await settledWith(endpoint, 1);
    await bed.say(node, place, other, "elsewhere");
    await bed.until(async () => (await ledger(endpoint)).filter((row) => row.tries === 1).length === 2, "the other chat's first attempt");
    // Attempts at 0 and 5 s and, as pauses vary, mostly one more after 5 minutes: until the next one would come after more than 6.
    const isAlone = async () => (await only(endpoint)).order_key < 0;
    while (!(await isAlone())) {
      expect(requests("/picky").map(textOf)).not.toContain("second");
      await nextAttempt(endpoint);
    }
    await bed.until(async () => (await ledger(endpoint)).filter((row) => row.state === "delivered").length === 2, "the later events");
    expect(
      requests("/picky")
        .map(textOf)
        .filter((text) => text !== "elsewhere" && text !== "first"),
    ).toEqual(["second", "third"]);
    const [held] = await ledger(endpoint);
    expect(held).toMatchObject({ state: "pending", order_key: -(held?.id ?? 0) });
    expect(held?.tries).toBeGreaterThanOrEqual(2);
    // New events of the chat pass it by; it ends as its schedule says.
    await bed.say(node, place, chat, "fourth");
    await bed.until(async () => (await ledger(endpoint)).filter((row) => row.state === "delivered").length === 3, "the fourth");
    bed.integrator.answer((request) => answers.get(request.path) ?? "ok");
    while ((await ledger(endpoint)).some((row) => row.state === "pending")) await nextAttempt(endpoint);
    expect((await ledger(endpoint)).map((row) => row.state)).toEqual(Array.from({ length: 5 }, () => "delivered"));
    const { rows } = await bed.ground.pools.writer.query("select from lane where account_id = $1 and due_at is not null", [place.account]);
    expect(rows).toEqual([]);
    expect(await faults(bed.ground.pools)).toEqual([]);
  });

  it("[WH-065] [CORE-122] at most 4 requests of a webhook are under way; another endpoint of the account does not wait", async () => {
    const [slow, good] = [await webhook("/hang"), await webhook("/good")];
    answers.set("/hang", "hang");
    const chats = await Promise.all(Array.from({ length: 9 }, (_, n) => bed.chat(node, place, `w${n}`)));
    for (const chat of chats) await bed.say(node, place, chat, `to ${chat}`);
    await bed.until(async () => (await ledger(good)).every((row) => row.state === "delivered"), "the good endpoint");
    expect(requests("/hang")).toHaveLength(4);
    expect((await node.queue.stats()).endpoints.find((one) => one.endpointId === slow)).toMatchObject({ waiting: 5, underWay: 4 });
    // 15 s later these are over, and the oldest of the others take their places.
    answers.delete("/hang");
    await bed.pass(15_000, 5_000);
    await bed.until(async () => (await ledger(slow)).filter((row) => row.state === "delivered").length === 5, "those that waited");
    expect((await ledger(slow)).filter((row) => row.outcome === "timeout")).toHaveLength(4);
  });
});

it("[CORE-122] the backlog of an endpoint that fails at once does not run through at full speed; one that answers again is not slowed", async () => {
  const endpoint = await webhook("/reset");
  await pause(endpoint, true);
  const chats = await Promise.all(Array.from({ length: 40 }, (_, n) => bed.chat(node, place, `r${n}`)));
  for (const chat of chats) await bed.say(node, place, chat, "hello");
  answers.set("/reset", "reset");
  await pause(endpoint, false);
  await bed.until(() => requests("/reset").length >= 8, "eight failures");
  await bed.pass(20, 10);
  const atOnceTried = requests("/reset").length;
  // Those under way with the eighth failure, then the 4 places.
  expect(atOnceTried).toBeLessThanOrEqual(8 + 3 + 4);
  await bed.pass(4_000, 500);
  expect(requests("/reset").length).toBeGreaterThan(atOnceTried);
  expect(requests("/reset").length).toBeLessThanOrEqual(atOnceTried + 8);
  answers.delete("/reset");
  await bed.pass(4_500, 500);
  await bed.until(async () => (await ledger(endpoint)).every((row) => row.tries > 0), "all others");
});

describe("endpoints that are off", () => {
  const off = async (endpoint: number) =>
    (
      await bed.ground.pools.writer.query<{ off: boolean; off_reason: string | null }>(
        "select off_at is not null as off, off_reason from endpoint where id = $1",
        [endpoint],
      )
    ).rows[0];
  /** Follows the journal as a server does, for as long as `run` takes. */
  const following = async (run: () => Promise<void>): Promise<void> => {
    const reader = await startEndpointOff({
      journal: node.journal,
      pool: bed.ground.pools.writer,
      clock: bed.clock,
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
    const told: Delivery[] = [];
    const stop = node.journal.subscribe((_, entries) => {
      for (const { name, frame } of entries)
        if (name === "delivery_updated") told.push((JSON.parse(frame) as { data: { delivery: Delivery } }).data.delivery);
    }, place.account);
    return run().then(() => {
      stop();
      return told;
    });
  };

  it("[WH-062] [WH-066] [P12] [F20] a 410 switches it off: what is pending becomes dead letters, nothing more is owed or sent", () =>
    following(async () => {
      const endpoint = await webhook("/gone");
      answers.set("/gone", { status: 410 });
      const chat = await bed.chat(node, place);
      const told = await updates(async () => {
        await pause(endpoint, true);
        for (let n = 0; n < 30; n++) await bed.say(node, place, chat, `n${n}`);
        await pause(endpoint, false);
        await bed.until(async () => (await ledger(endpoint)).every((row) => row.state === "dead"), "dead letters");
      });
      expect(await off(endpoint)).toEqual({ off: true, off_reason: "gone" });
      // The lane may have been quicker than the change of settings, a few times.
      const asked = requests("/gone").length;
      expect(asked).toBeLessThan(30);
      const rows = (await ledger(endpoint)).map((row) => [row.outcome, row.tries]);
      // One that was under way may have been ended by the switch before its report came; its attempt counts all the same.
      const reported = rows.filter(([outcome]) => outcome === "http_error").length;
      expect(asked - reported).toBeOneOf([0, 1]);
      expect(rows).toEqual(rows.map((_, n) => [n < reported ? "http_error" : "endpoint_off", n < asked ? 1 : 0]));
      expect(told.find((delivery) => delivery.outcome === "endpoint_off")).toMatchObject({
        state: "dead",
        endpoint: { id: endpoint, kind: "webhook", name: `${bed.integrator.url}/gone` },
        error: { code: "endpoint_off" },
      });
      const owed = (await ledger(endpoint)).length;
      await bed.say(node, place, chat, "late");
      expect(await ledger(endpoint)).toHaveLength(owed);
      const { id } = await only(endpoint);
      await expect(node.journal.resend(place.account, id)).rejects.toThrow("not_deliverable");
      await expect(node.journal.replay({ account: place.account, endpointId: endpoint, since: 0, until: bed.clock.now() })).rejects.toThrow(
        "not_deliverable",
      );
    }));

  it("[WH-062] [P12] 120 h without a success during which an event was given up switch it off; a success in between counts anew", () =>
    following(async () => {
      const endpoint = await webhook("/failing");
      const chat = await bed.chat(node, place);
      const health = (hoursAgo: number, givenUp: boolean) =>
        bed.ground.pools.writer.query("update endpoint_health set failing_since = $2, given_up_at = $3 where endpoint_id = $1", [
          endpoint,
          new Date(bed.clock.now() - hoursAgo * hour),
          givenUp ? new Date(bed.clock.now() - hour) : null,
        ]);
      answers.set("/failing", { status: 500 });
      await bed.say(node, place, chat, "one");
      await settledWith(endpoint, 1);
      const since = async () =>
        (
          await bed.ground.pools.writer.query<{ since: number | null; given: boolean }>(
            "select round(extract(epoch from failing_since) * 1000)::float8 as since, given_up_at is not null as given from endpoint_health where endpoint_id = $1",
            [endpoint],
          )
        ).rows[0];
      expect((await since())?.since).toBe(bed.clock.now());
      // Days later, and nothing given up.
      await health(130, false);
      await nextAttempt(endpoint);
      expect(await off(endpoint)).toMatchObject({ off: false });
      // Given up, but not long enough.
      await health(119, true);
      await nextAttempt(endpoint);
      expect(await off(endpoint)).toMatchObject({ off: false });
      // A success: both are forgotten.
      await health(130, true);
      answers.delete("/failing");
      await nextAttempt(endpoint);
      expect(await since()).toEqual({ since: null, given: false });
      answers.set("/failing", { status: 500 });
      for (const text of ["two", "three"]) await bed.say(node, place, chat, text);
      await bed.until(async () => (await ledger(endpoint))[1]?.tries === 1);
      expect(await since()).toEqual({ since: bed.clock.now(), given: false });
      await health(120, true);
      // It is looked at once a minute.
      await bed.pass(minute, 5_000);
      await nextAttempt(endpoint);
      await shortly(async () => (await off(endpoint))?.off === true, "the end");
      expect(await off(endpoint)).toEqual({ off: true, off_reason: "failing" });
      await bed.until(async () => (await ledger(endpoint)).every((row) => row.state !== "pending"), "dead letters");
      expect((await ledger(endpoint)).map((row) => row.state)).toEqual(["delivered", "dead", "dead"]);
    }));

  it("[WH-062] an event that used up its attempts is noted with the endpoint", async () => {
    const endpoint = await webhook("/used");
    answers.set("/used", { status: 500 });
    const chat = await bed.chat(node, place);
    await bed.say(node, place, chat, "one");
    await settledWith(endpoint, 1);
    for (let n = 2; n <= 10; n++) await nextAttempt(endpoint);
    const { rows } = await bed.ground.pools.writer.query<{ hours: number }>(
      "select extract(epoch from given_up_at - failing_since)::float8 / 3600 as hours from endpoint_health where endpoint_id = $1",
      [endpoint],
    );
    expect(rows[0]?.hours).toBeGreaterThan(60);
    expect(await off(endpoint)).toMatchObject({ off: false });
  });

  it("[WH-066] switched off or deleted by an administrator: dead letters too, even those that go on alone", () =>
    following(async () => {
      const endpoint = await webhook("/quiet");
      answers.set("/quiet", { status: 500 });
      const chat = await bed.chat(node, place);
      await bed.say(node, place, chat, "one");
      await settledWith(endpoint, 1);
      for (let n = 2; n <= 3; n++) await nextAttempt(endpoint);
      for (const text of ["two", "three"]) await bed.say(node, place, chat, text);
      await bed.until(async () => (await ledger(endpoint))[1]?.tries === 1);
      await node.journal.change(place.account, async (tx) => {
        await tx.query("update webhook set enabled = false where account_id = $1 and endpoint_id = $2", [place.account, endpoint]);
        return { result: null, changed: [{ kind: "webhook", id: 1 }] };
      });
      await bed.until(async () => (await ledger(endpoint)).every((row) => row.state === "dead"), "dead letters");
      expect((await ledger(endpoint)).map((row) => row.outcome)).toEqual(["endpoint_off", "endpoint_off", "endpoint_off"]);
    }));

  it("[CH-088] [WH-066] a request that is under way when its endpoint is switched off stays visible: its attempt is in the ledger", () =>
    following(async () => {
      const endpoint = await webhook("/under");
      answers.set("/under", "hang");
      const chat = await bed.chat(node, place);
      await bed.say(node, place, chat, "one");
      await bed.until(() => requests("/under").length === 1, "the request");
      await node.journal.endPending(place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
      expect(await only(endpoint)).toMatchObject({ state: "dead", outcome: "endpoint_off", tries: 0 });
      await bed.pass(15_000, 5_000);
      await bed.until(async () => (await only(endpoint)).tries === 1, "its attempt");
      const { rows } = await bed.ground.pools.writer.query(
        "select n, outcome, request is not null as shown from attempt where account_id = $1 and delivery_id = $2",
        [place.account, (await only(endpoint)).id],
      );
      expect(rows).toEqual([{ n: 1, outcome: "timeout", shown: true }]);
      expect(await only(endpoint)).toMatchObject({ state: "dead", outcome: "endpoint_off" });
    }));

  it("[CORE-122] a paused endpoint is not claimed; what it is owed waits in order", async () => {
    const endpoint = await webhook("/paused");
    await pause(endpoint, true);
    const chat = await bed.chat(node, place);
    for (const text of ["one", "two"]) await bed.say(node, place, chat, text);
    await bed.pass(20_000, 5_000);
    expect(requests("/paused")).toEqual([]);
    await pause(endpoint, false);
    await bed.until(async () => (await ledger(endpoint)).every((row) => row.state === "delivered"), "those that waited");
    expect(requests("/paused").map(textOf)).toEqual(["one", "two"]);
  });
});

describe("replay", () => {
  it("[WH-072] [WH-063] what failed in a period is sent again in order, same id and body; other states and other times are left alone", async () => {
    const endpoint = await webhook("/again");
    answers.set("/again", { status: 500 });
    const chats = [await bed.chat(node, place), await bed.chat(node, place, "8")] as const;
    const end = (text: string) => bed.say(node, place, chats[0], text);
    await end("old");
    await bed.until(async () => (await ledger(endpoint)).length === 1);
    await node.journal.endPending(place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
    await bed.pass(1_000, 1_000);
    const since = bed.clock.now();
    for (let n = 0; n < 230; n++) await bed.say(node, place, chats[n % 2] ?? 0, `n${n}`);
    await bed.until(async () => (await ledger(endpoint)).filter((row) => row.tries === 1).length >= 2, "first attempts");
    await node.journal.endPending(place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
    answers.delete("/again");
    await end("fine");
    await bed.until(async () => (await ledger(endpoint)).at(-1)?.state === "delivered", "one that is delivered");
    const until = bed.clock.now() + 1;
    const first = new Map(requests("/again").map((request) => [request.headers["webhook-id"], request.body]));
    const period = { account: place.account, endpointId: endpoint, since, until };
    expect(await node.journal.countEnded(period)).toBe(230);
    expect(await node.journal.countEnded({ ...period, since: 0, until: since })).toBe(1);
    const before = bed.integrator.received.length;
    expect(await node.journal.replay(period)).toBe(230);
    await bed.until(async () => (await ledger(endpoint)).filter((row) => row.state === "delivered").length === 231, "all of them");
    const sent = bed.integrator.received.slice(before);
    for (const half of [0, 1])
      expect(sent.map(textOf).filter((text) => Number(text.slice(1)) % 2 === half)).toEqual(
        Array.from({ length: 115 }, (_, n) => `n${n * 2 + half}`),
      );
    for (const request of sent) {
      const id = request.headers["webhook-id"];
      if (first.has(id)) expect(request.body).toBe(first.get(id));
    }
    expect(await node.journal.countEnded(period)).toBe(0);
    expect((await only(endpoint)).state).toBe("dead");
    expect(await faults(bed.ground.pools)).toEqual([]);
  }, 120_000);

  it("[WH-066] [WH-072] [P12] a dead letter can be sent again for 30 days", async () => {
    const endpoint = await webhook("/keep");
    answers.set("/keep", { status: 500 });
    const chat = await bed.chat(node, place);
    for (const text of ["one", "two"]) await bed.say(node, place, chat, text);
    await settledWith(endpoint, 1);
    await node.journal.endPending(place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
    const [one, two] = await ledger(endpoint);
    const ended = bed.clock.now();
    answers.delete("/keep");
    await bed.jump(ended + 30 * 24 * hour - minute);
    expect(await node.journal.resend(place.account, one?.id ?? 0)).toMatchObject({ state: "pending", attempts: 0 });
    await bed.until(async () => (await only(endpoint)).state === "delivered");
    const all = { account: place.account, endpointId: endpoint, since: 0, until: ended + 1 };
    expect(await node.journal.countEnded(all)).toBe(1);
    await bed.jump(ended + 30 * 24 * hour + minute);
    await expect(node.journal.resend(place.account, two?.id ?? 0)).rejects.toThrow("not_deliverable");
    expect([await node.journal.countEnded(all), await node.journal.replay(all)]).toEqual([0, 0]);
  });
});
