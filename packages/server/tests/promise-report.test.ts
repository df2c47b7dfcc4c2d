import type { ReportChats, SlaReport } from "@parlour/protocol/api";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptChat } from "../src/core/chat/accept.ts";
import { promiseAnswer } from "../src/core/chat/promise/commands.ts";
import { startPromiseFacts } from "../src/sla/promise-facts.ts";
import { openNodeFixture } from "./node-fixture.ts";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

/** The report of promises (docs/spec/promises.md) and of held replies (API-523). */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let parlour: TestParlour;
let fixture: RoutingFixture;
beforeAll(async () => {
  parlour = await startTestParlour();
  fixture = await openRoutingFixture(parlour);
});
afterAll(async () => {
  await fixture.close();
  await parlour.close();
});

const openChat = async (customer: string): Promise<number> => {
  const { id } = await fixture.sendMessage(customer);
  await fixture.ivan.call("POST", `chats/${id}/accept`, {});
  return id;
};
const promise = async (chat: number, ms: number): Promise<void> => {
  const until = new Date(parlour.clock.now() + ms).toISOString();
  expect((await fixture.ivan.call("PUT", `chats/${chat}/promise`, { until })).status).toBe(200);
};
const answer = (chat: number, text: string, more: object = {}) =>
  fixture.ivan.call("POST", `chats/${chat}/messages`, {
    kind: "text",
    text,
    client_id: `${chat}-${text.replaceAll(" ", "-")}`,
    ...more,
  });
const wait = async (ms: number): Promise<void> => {
  parlour.clock.set(parlour.clock.now() + ms);
  await parlour.settle();
};
const read = async <T>(path: string): Promise<T> =>
  (await parlour.owner.call("GET", path)).body as T;
const listChats = async (number: string): Promise<readonly number[]> =>
  (await read<ReportChats>(`reports/${number}/chats?last=1`)).items.map(({ chat }) => chat.id);
const readTable = async (table: string): Promise<readonly (readonly string[])[]> =>
  (await parlour.owner.call("GET", `reports/export?last=1&table=${table}`)).text
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));

it("[PROM-014] promises count as kept, broken, closed before or running, and each number lists its chats", async () => {
  const kept = await openChat("kept");
  await promise(kept, hourMs);
  await promise(kept, 2 * hourMs);
  await answer(kept, "In time");
  const broken = await openChat("broken");
  await promise(broken, hourMs);
  const closed = await openChat("closed");
  await promise(closed, 3 * hourMs);
  await parlour.settle();
  await fixture.ivan.call("POST", `chats/${closed}/close`, {});
  const withdrawn = await openChat("withdrawn");
  await promise(withdrawn, 3 * hourMs);
  await parlour.settle();
  await fixture.ivan.call("DELETE", `chats/${withdrawn}/promise`);
  await wait(61 * minuteMs);
  await answer(broken, "Late");
  const running = await openChat("running");
  await promise(running, 3 * hourMs);
  await parlour.settle();

  const report = await read<SlaReport>("reports/sla?last=1");
  expect(report.promises).toEqual({ made: 4, kept: 1, broken: 1, closed: 1, running: 1 });
  expect(await listChats("promises_made")).toEqual([running, closed, broken, kept]);
  expect(await listChats("promises_kept")).toEqual([kept]);
  expect(await listChats("promises_broken")).toEqual([broken]);
  expect(await listChats("promises_closed")).toEqual([closed]);
  expect(await listChats("promises_running")).toEqual([running]);
  const other = await read<SlaReport>(`reports/sla?last=1&operator=${fixture.olga.id}`);
  expect(other.promises.made).toBe(0);
  const rows = (await readTable("promises")).slice(1);
  expect(rows.map(([chat, , , state]) => [Number(chat), state])).toEqual([
    [running, "running"],
    [closed, "closed"],
    [broken, "broken"],
    [kept, "kept"],
  ]);
  expect(rows.map((row) => row[4] === "")).toEqual([true, true, false, false]);
});

it("[API-523] a reply that was held counts once, however often its request is repeated", async () => {
  const chat = await openChat("crossed");
  await answer(chat, "First");
  const refused = () =>
    fixture.olga.call("POST", `chats/${chat}/messages`, {
      kind: "text",
      text: "Second",
      client_id: "second",
      after_seq: 0,
    });
  await fixture.olga.call("POST", `chats/${chat}/join`, {});
  expect([(await refused()).status, (await refused()).body.error.code]).toEqual([409, "crossed"]);
  await parlour.settle();
  expect((await read<SlaReport>("reports/sla?last=1")).crossed_replies).toBe(1);
  expect(await listChats("crossed_replies")).toEqual([chat]);
  const [, row] = await readTable("crossed_replies");
  expect(row).toEqual(expect.arrayContaining([String(chat), String(fixture.olga.id)]));
});

it("[PROM-014] two nodes store each of 30 promises once, also after a restart and when all entries come again", async () => {
  const nodes = await openNodeFixture();
  const [operatorId = 0] = nodes.testAccount.operatorIds;
  const [one, two] = [await nodes.openNode(), await nodes.openNode()];
  let first = await startPromiseFacts(nodes.consumerDeps(one));
  const second = await startPromiseFacts(nodes.consumerDeps(two));
  try {
    for (let n = 0; n < 30; n += 1) {
      const chat = await nodes.sendCustomerMessage(one, `c${n}`);
      await nodes.runCommand(one, chat, acceptChat({ operatorId }), operatorId);
      for (const ms of [hourMs, 2 * hourMs]) {
        const until = nodes.clock.now() + ms;
        const handler = promiseAnswer({ operatorId, until, message: undefined });
        await nodes.runCommand(two, chat, handler, operatorId);
        nodes.clock.set(nodes.clock.now() + 1);
      }
      if (n !== 15) continue;
      await first.close();
      first = await startPromiseFacts(nodes.consumerDeps(one));
    }
    const count = async () => {
      const { rows } = await nodes.pools.writer.query<{ n: number; chats: number; state: string }>(
        "select state, count(*)::int as n, count(distinct chat_id)::int as chats from promise_fact group by state order by state",
      );
      return rows;
    };
    const stored = [
      { state: "running", n: 30, chats: 30 },
      { state: "withdrawn", n: 30, chats: 30 },
    ];
    await Promise.all([first.settle(), second.settle()]);
    expect(await count()).toEqual(stored);
    await nodes.pools.writer.query("update cursor set position = 0 where reader = 'promise_facts'");
    const third = await startPromiseFacts(nodes.consumerDeps(two));
    await third.settle();
    await third.close();
    expect(await count()).toEqual(stored);
    expect(nodes.reportedErrors).toEqual([]);
  } finally {
    await first.close();
    await second.close();
    await nodes.drop();
  }
});
