import { describe, expect, it } from "vitest";
import { hour, minute, useSeries } from "./delivery-series-kit.ts";
import { faults } from "./journal-kit.ts";

const series = useSeries();
const { answers, start, requests, textOf, webhook, ledger, only, pause, nextAttempt, settledWith } = series;

describe("the series of a webhook", () => {
  it("[WH-061] [WH-063] [CORE-050] [P11] ten attempts over three days, the same id and body in each, then a dead letter", async () => {
    const endpoint = await webhook("/down");
    answers.set("/down", { status: 500 });
    const chat = await series.bed.chat(series.node, series.place);
    const from = series.bed.clock.now();
    await series.bed.say(series.node, series.place, chat, "one");
    await settledWith(endpoint, 1);
    const pauses: number[] = [];
    for (let n = 2; n <= 10; n++) {
      const before = series.bed.clock.now();
      await nextAttempt(endpoint);
      pauses.push(series.bed.clock.now() - before);
    }
    const wanted = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    pauses.forEach((pause, n) => expect(Math.abs(pause / (wanted[n] ?? 1) - 1), `pause ${n + 1}: ${pause}`).toBeLessThanOrEqual(0.201));
    expect(series.bed.clock.now() - from).toBeGreaterThan(60 * hour);
    const row = await only(endpoint);
    expect(row).toMatchObject({ state: "dead", outcome: "http_error", attempts: 10, tries: 10 });
    await series.bed.jump(series.bed.clock.now() + 48 * hour);
    const got = requests("/down");
    expect(got).toHaveLength(10);
    expect(new Set(got.map((request) => request.headers["webhook-id"]))).toEqual(new Set([`evt_${row.id}`]));
    expect(new Set(got.map((request) => request.body)).size).toBe(1);
    expect((await series.bed.attempts(row.id)).map((one) => [one["n"], one["outcome"], one["status"]])).toEqual(
      Array.from({ length: 10 }, (_, n) => [n + 1, "http_error", 500]),
    );
  });

  it("[WH-061] [F20] Retry-After of a 429 postpones the next attempt", async () => {
    const endpoint = await webhook("/busy");
    answers.set("/busy", { status: 429, headers: { "retry-after": "7200" } });
    const chat = await series.bed.chat(series.node, series.place);
    await series.bed.say(series.node, series.place, chat, "one");
    await settledWith(endpoint, 1);
    expect((await only(endpoint)).due - series.bed.clock.now()).toBe(2 * hour);
    answers.delete("/busy");
    await nextAttempt(endpoint);
    expect(await only(endpoint)).toMatchObject({ state: "delivered", tries: 2 });
  });

  it("[WH-066] [CORE-051] events that wait survive the end of their process, and keep their times", async () => {
    const endpoint = await webhook("/later");
    answers.set("/later", { status: 503 });
    const first = await start();
    await series.node.worker.close();
    const chat = await series.bed.chat(first, series.place);
    await series.bed.say(first, series.place, chat, "one");
    await settledWith(endpoint, 1);
    const { due } = await only(endpoint);
    await first.kill();
    series.node = await start();
    await series.bed.jump(due - 1_000);
    expect(await only(endpoint)).toMatchObject({ tries: 1, state: "pending", due });
    answers.delete("/later");
    await series.bed.jump(due);
    await series.bed.until(async () => (await only(endpoint)).state === "delivered");
    expect(requests("/later").map((request) => request.headers["webhook-id"])).toEqual([
      `evt_${(await only(endpoint)).id}`,
      `evt_${(await only(endpoint)).id}`,
    ]);
  });
});

describe("order and places", () => {
  it("[WH-064] events of a chat go one at a time in order; one that fails for more than 6 minutes holds back nothing any longer", async () => {
    const endpoint = await webhook("/picky");
    const chat = await series.bed.chat(series.node, series.place);
    const other = await series.bed.chat(series.node, series.place, "8");
    series.bed.integrator.respondWith((request) => (["first", "elsewhere"].includes(textOf(request)) ? { status: 500 } : "ok"));
    for (const text of ["first", "second", "third"]) await series.bed.say(series.node, series.place, chat, text);
    await settledWith(endpoint, 1);
    await series.bed.say(series.node, series.place, other, "elsewhere");
    await series.bed.until(
      async () => (await ledger(endpoint)).filter((row) => row.tries === 1).length === 2,
      "the other chat's first attempt",
    );
    // Attempts at 0 and 5 s and usually one more after 5 minutes, because delays vary, until the
    // next one would come after more than 6.
    const isAlone = async () => (await only(endpoint)).order_key < 0;
    while (!(await isAlone())) {
      expect(requests("/picky").map(textOf)).not.toContain("second");
      await nextAttempt(endpoint);
    }
    await series.bed.until(
      async () => (await ledger(endpoint)).filter((row) => row.state === "delivered").length === 2,
      "the later events",
    );
    expect(
      requests("/picky")
        .map(textOf)
        .filter((text) => text !== "elsewhere" && text !== "first"),
    ).toEqual(["second", "third"]);
    const [held] = await ledger(endpoint);
    expect(held).toMatchObject({ state: "pending", order_key: -(held?.id ?? 0) });
    expect(held?.tries).toBeGreaterThanOrEqual(2);
    // New events of the chat are sent before it. It is attempted until the end of its own schedule.
    await series.bed.say(series.node, series.place, chat, "fourth");
    await series.bed.until(async () => (await ledger(endpoint)).filter((row) => row.state === "delivered").length === 3, "the fourth");
    series.bed.integrator.respondWith((request) => answers.get(request.path) ?? "ok");
    while ((await ledger(endpoint)).some((row) => row.state === "pending")) await nextAttempt(endpoint);
    expect((await ledger(endpoint)).map((row) => row.state)).toEqual(Array.from({ length: 5 }, () => "delivered"));
    const { rows } = await series.bed.ground.pools.writer.query("select from lane where account_id = $1 and due_at is not null", [
      series.place.account,
    ]);
    expect(rows).toEqual([]);
    expect(await faults(series.bed.ground.pools)).toEqual([]);
  });

  it("[WH-065] [CORE-122] at most 4 requests of a webhook are under way; another endpoint of the account does not wait", async () => {
    const [slow, good] = [await webhook("/hang"), await webhook("/good")];
    answers.set("/hang", "hang");
    const chats = await Promise.all(Array.from({ length: 9 }, (_, n) => series.bed.chat(series.node, series.place, `w${n}`)));
    for (const chat of chats) await series.bed.say(series.node, series.place, chat, `to ${chat}`);
    await series.bed.until(async () => (await ledger(good)).every((row) => row.state === "delivered"), "the good endpoint");
    expect(requests("/hang")).toHaveLength(4);
    expect((await series.node.queue.stats()).endpoints.find((one) => one.endpointId === slow)).toMatchObject({ waiting: 5, underWay: 4 });
    // These requests end after 15 s, and the oldest waiting deliveries get their slots.
    answers.delete("/hang");
    await series.bed.pass(15_000, 5_000);
    await series.bed.until(async () => (await ledger(slow)).filter((row) => row.state === "delivered").length === 5, "those that waited");
    expect((await ledger(slow)).filter((row) => row.outcome === "timeout")).toHaveLength(4);
  });
});

it("[CORE-122] the backlog of an endpoint that fails at once does not run through at full speed; one that answers again is not slowed", async () => {
  const endpoint = await webhook("/reset");
  await pause(endpoint, true);
  const chats = await Promise.all(Array.from({ length: 40 }, (_, n) => series.bed.chat(series.node, series.place, `r${n}`)));
  for (const chat of chats) await series.bed.say(series.node, series.place, chat, "hello");
  answers.set("/reset", "reset");
  await pause(endpoint, false);
  await series.bed.until(() => requests("/reset").length >= 8, "eight failures");
  await series.bed.pass(20, 10);
  const atOnceTried = requests("/reset").length;
  // The requests that are open at the eighth failure, then the 4 slots.
  expect(atOnceTried).toBeLessThanOrEqual(8 + 3 + 4);
  await series.bed.pass(4_000, 500);
  expect(requests("/reset").length).toBeGreaterThan(atOnceTried);
  expect(requests("/reset").length).toBeLessThanOrEqual(atOnceTried + 8);
  answers.delete("/reset");
  await series.bed.pass(4_500, 500);
  await series.bed.until(async () => (await ledger(endpoint)).every((row) => row.tries > 0), "all others");
});
