import type { Delivery } from "../src/core/entity.ts";
import { startWebhookDisabledSubscriber } from "../src/journal/readers/webhook-disabled.ts";
import { describe, expect, it } from "vitest";
import { hour, minute, useSeries } from "./delivery-series-kit.ts";
import { faults } from "./journal-kit.ts";

const series = useSeries();
const { answers, requests, textOf, webhook, ledger, only, pause, nextAttempt, shortly, settledWith } = series;

describe("endpoints that are off", () => {
  const off = async (endpoint: number) =>
    (
      await series.bed.ground.pools.writer.query<{ off: boolean; off_reason: string | null }>(
        "select off_at is not null as off, off_reason from endpoint where id = $1",
        [endpoint],
      )
    ).rows[0];
  /** Subscribes to the journal as a server does while `run` runs. */
  const following = async (run: () => Promise<void>): Promise<void> => {
    const reader = await startWebhookDisabledSubscriber({
      journal: series.node.journal,
      pool: series.bed.ground.pools.writer,
      clock: series.bed.clock,
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
    const stop = series.node.journal.subscribe((_, entries) => {
      for (const { name, frame } of entries)
        if (name === "delivery_updated") told.push((JSON.parse(frame) as { data: { delivery: Delivery } }).data.delivery);
    }, series.place.account);
    return run().then(() => {
      stop();
      return told;
    });
  };

  it("[WH-062] [WH-066] [P12] [F20] a 410 switches it off: what is pending becomes dead letters, nothing more is owed or sent", () =>
    following(async () => {
      const endpoint = await webhook("/gone");
      answers.set("/gone", { status: 410 });
      const chat = await series.bed.chat(series.node, series.place);
      const told = await updates(async () => {
        await pause(endpoint, true);
        for (let n = 0; n < 30; n++) await series.bed.say(series.node, series.place, chat, `n${n}`);
        await pause(endpoint, false);
        await series.bed.until(async () => (await ledger(endpoint)).every((row) => row.state === "dead"), "dead letters");
        // The report of an open request may arrive later.
        await series.node.worker.idle();
      });
      expect(await off(endpoint)).toEqual({ off: true, off_reason: "gone" });
      // The lane may have sent some requests before the settings changed.
      const asked = requests("/gone").length;
      expect(asked).toBeLessThan(30);
      const rows = (await ledger(endpoint)).map((row) => [row.outcome, row.tries]);
      // The switch may have ended an open request before its report arrived. Its attempt still
      // counts.
      const reported = rows.filter(([outcome]) => outcome === "http_error").length;
      expect(asked - reported).toBeOneOf([0, 1]);
      expect(rows).toEqual(rows.map((_, n) => [n < reported ? "http_error" : "endpoint_off", n < asked ? 1 : 0]));
      expect(told.find((delivery) => delivery.outcome === "endpoint_off")).toMatchObject({
        state: "dead",
        endpoint: { id: endpoint, kind: "webhook", name: `${series.bed.integrator.url}/gone` },
        error: { code: "endpoint_off" },
      });
      const owed = (await ledger(endpoint)).length;
      await series.bed.say(series.node, series.place, chat, "late");
      expect(await ledger(endpoint)).toHaveLength(owed);
      const { id } = await only(endpoint);
      await expect(series.node.journal.resend(series.place.account, id)).rejects.toThrow("not_deliverable");
      await expect(
        series.node.journal.replay({ account: series.place.account, endpointId: endpoint, since: 0, until: series.bed.clock.now() }),
      ).rejects.toThrow("not_deliverable");
    }));

  it("[WH-062] [P12] 120 h without a success during which an event was given up switch it off; a success in between counts anew", () =>
    following(async () => {
      const endpoint = await webhook("/failing");
      const chat = await series.bed.chat(series.node, series.place);
      const health = (hoursAgo: number, givenUp: boolean) =>
        series.bed.ground.pools.writer.query("update endpoint_health set failing_since = $2, given_up_at = $3 where endpoint_id = $1", [
          endpoint,
          new Date(series.bed.clock.now() - hoursAgo * hour),
          givenUp ? new Date(series.bed.clock.now() - hour) : null,
        ]);
      answers.set("/failing", { status: 500 });
      await series.bed.say(series.node, series.place, chat, "one");
      await settledWith(endpoint, 1);
      const since = async () =>
        (
          await series.bed.ground.pools.writer.query<{ since: number | null; given: boolean }>(
            "select round(extract(epoch from failing_since) * 1000)::float8 as since, given_up_at is not null as given from endpoint_health where endpoint_id = $1",
            [endpoint],
          )
        ).rows[0];
      expect((await since())?.since).toBe(series.bed.clock.now());
      // Days later, and no delivery was given up.
      await health(130, false);
      await nextAttempt(endpoint);
      expect(await off(endpoint)).toMatchObject({ off: false });
      // A delivery was given up, but the failure has not lasted long enough.
      await health(119, true);
      await nextAttempt(endpoint);
      expect(await off(endpoint)).toMatchObject({ off: false });
      // A success resets both.
      await health(130, true);
      answers.delete("/failing");
      await nextAttempt(endpoint);
      expect(await since()).toEqual({ since: null, given: false });
      answers.set("/failing", { status: 500 });
      for (const text of ["two", "three"]) await series.bed.say(series.node, series.place, chat, text);
      await series.bed.until(async () => (await ledger(endpoint))[1]?.tries === 1);
      expect(await since()).toEqual({ since: series.bed.clock.now(), given: false });
      await health(120, true);
      // Checked once a minute.
      await series.bed.pass(minute, 5_000);
      await nextAttempt(endpoint);
      await shortly(async () => (await off(endpoint))?.off === true, "the end");
      expect(await off(endpoint)).toEqual({ off: true, off_reason: "failing" });
      await series.bed.until(async () => (await ledger(endpoint)).every((row) => row.state !== "pending"), "dead letters");
      expect((await ledger(endpoint)).map((row) => row.state)).toEqual(["delivered", "dead", "dead"]);
    }));

  it("[WH-062] an event that used up its attempts is noted with the endpoint", async () => {
    const endpoint = await webhook("/used");
    answers.set("/used", { status: 500 });
    const chat = await series.bed.chat(series.node, series.place);
    await series.bed.say(series.node, series.place, chat, "one");
    await settledWith(endpoint, 1);
    for (let n = 2; n <= 10; n++) await nextAttempt(endpoint);
    const { rows } = await series.bed.ground.pools.writer.query<{ hours: number }>(
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
      const chat = await series.bed.chat(series.node, series.place);
      await series.bed.say(series.node, series.place, chat, "one");
      await settledWith(endpoint, 1);
      for (let n = 2; n <= 3; n++) await nextAttempt(endpoint);
      for (const text of ["two", "three"]) await series.bed.say(series.node, series.place, chat, text);
      await series.bed.until(async () => (await ledger(endpoint))[1]?.tries === 1);
      await series.node.journal.change(series.place.account, async (tx) => {
        await tx.query("update webhook set enabled = false where account_id = $1 and endpoint_id = $2", [series.place.account, endpoint]);
        return { result: null, changed: [{ kind: "webhook", id: 1 }] };
      });
      await series.bed.until(async () => (await ledger(endpoint)).every((row) => row.state === "dead"), "dead letters");
      expect((await ledger(endpoint)).map((row) => row.outcome)).toEqual(["endpoint_off", "endpoint_off", "endpoint_off"]);
    }));

  it("[CH-088] [WH-066] a request that is under way when its endpoint is switched off stays visible: its attempt is in the ledger", () =>
    following(async () => {
      const endpoint = await webhook("/under");
      answers.set("/under", "hang");
      const chat = await series.bed.chat(series.node, series.place);
      await series.bed.say(series.node, series.place, chat, "one");
      await series.bed.until(() => requests("/under").length === 1, "the request");
      await series.node.journal.cancelPending(series.place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
      expect(await only(endpoint)).toMatchObject({ state: "dead", outcome: "endpoint_off", tries: 0 });
      await series.bed.pass(15_000, 5_000);
      await series.bed.until(async () => (await only(endpoint)).tries === 1, "its attempt");
      const { rows } = await series.bed.ground.pools.writer.query(
        "select n, outcome, request is not null as shown from attempt where account_id = $1 and delivery_id = $2",
        [series.place.account, (await only(endpoint)).id],
      );
      expect(rows).toEqual([{ n: 1, outcome: "timeout", shown: true }]);
      expect(await only(endpoint)).toMatchObject({ state: "dead", outcome: "endpoint_off" });
    }));

  it("[CORE-122] a paused endpoint is not claimed; what it is owed waits in order", async () => {
    const endpoint = await webhook("/paused");
    await pause(endpoint, true);
    const chat = await series.bed.chat(series.node, series.place);
    for (const text of ["one", "two"]) await series.bed.say(series.node, series.place, chat, text);
    await series.bed.pass(20_000, 5_000);
    expect(requests("/paused")).toEqual([]);
    await pause(endpoint, false);
    await series.bed.until(async () => (await ledger(endpoint)).every((row) => row.state === "delivered"), "those that waited");
    expect(requests("/paused").map(textOf)).toEqual(["one", "two"]);
  });
});

describe("replay", () => {
  it("[WH-072] [WH-063] what failed in a period is sent again in order, same id and body; other states and other times are left alone", async () => {
    const endpoint = await webhook("/again");
    answers.set("/again", { status: 500 });
    const chats = [await series.bed.chat(series.node, series.place), await series.bed.chat(series.node, series.place, "8")] as const;
    const end = (text: string) => series.bed.say(series.node, series.place, chats[0], text);
    await end("old");
    await series.bed.until(async () => (await ledger(endpoint)).length === 1);
    await series.node.journal.cancelPending(series.place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
    await series.bed.pass(1_000, 1_000);
    const since = series.bed.clock.now();
    for (let n = 0; n < 230; n++) await series.bed.say(series.node, series.place, chats[n % 2] ?? 0, `n${n}`);
    await series.bed.until(async () => (await ledger(endpoint)).filter((row) => row.tries === 1).length >= 2, "first attempts");
    await series.node.journal.cancelPending(series.place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
    answers.delete("/again");
    await end("fine");
    await series.bed.until(async () => (await ledger(endpoint)).at(-1)?.state === "delivered", "one that is delivered");
    const until = series.bed.clock.now() + 1;
    const first = new Map(requests("/again").map((request) => [request.headers["webhook-id"], request.body]));
    const period = { account: series.place.account, endpointId: endpoint, since, until };
    expect(await series.node.journal.countResendable(period)).toBe(230);
    expect(await series.node.journal.countResendable({ ...period, since: 0, until: since })).toBe(1);
    // The state right after it was switched on again: the new settings have no result yet, and no
    // address.
    await pause(endpoint, true);
    await pause(endpoint, false);
    const before = series.bed.integrator.received.length;
    expect(await series.node.journal.replay(period)).toBe(230);
    await series.bed.until(async () => (await ledger(endpoint)).filter((row) => row.state === "delivered").length === 231, "all of them");
    const sent = series.bed.integrator.received.slice(before);
    for (const half of [0, 1])
      expect(sent.map(textOf).filter((text) => Number(text.slice(1)) % 2 === half)).toEqual(
        Array.from({ length: 115 }, (_, n) => `n${n * 2 + half}`),
      );
    for (const request of sent) {
      const id = request.headers["webhook-id"];
      if (first.has(id)) expect(request.body).toBe(first.get(id));
    }
    expect(await series.node.journal.countResendable(period)).toBe(0);
    expect((await only(endpoint)).state).toBe("dead");
    expect(await faults(series.bed.ground.pools)).toEqual([]);
  }, 120_000);

  it("[WH-066] [WH-072] [P12] a dead letter can be sent again for 30 days", async () => {
    const endpoint = await webhook("/keep");
    answers.set("/keep", { status: 500 });
    const chat = await series.bed.chat(series.node, series.place);
    for (const text of ["one", "two"]) await series.bed.say(series.node, series.place, chat, text);
    await settledWith(endpoint, 1);
    await series.node.journal.cancelPending(series.place.account, endpoint, { state: "dead", outcome: "endpoint_off" });
    const [one, two] = await ledger(endpoint);
    const ended = series.bed.clock.now();
    answers.delete("/keep");
    await series.bed.jump(ended + 30 * 24 * hour - minute);
    expect(await series.node.journal.resend(series.place.account, one?.id ?? 0)).toMatchObject({ state: "pending", attempts: 0 });
    await series.bed.until(async () => (await only(endpoint)).state === "delivered");
    const all = { account: series.place.account, endpointId: endpoint, since: 0, until: ended + 1 };
    expect(await series.node.journal.countResendable(all)).toBe(1);
    await series.bed.jump(ended + 30 * 24 * hour + minute);
    await expect(series.node.journal.resend(series.place.account, two?.id ?? 0)).rejects.toThrow("not_deliverable");
    expect([await series.node.journal.countResendable(all), await series.node.journal.replay(all)]).toEqual([0, 0]);
  });
});
