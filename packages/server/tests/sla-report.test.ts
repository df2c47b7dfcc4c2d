import { startTestParlour, type TestParlour } from "@parlour/testkit";
import type { ReportChats, SlaReport } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

/** The report of SLA policies (docs/spec/sla.md). */

const minuteMs = 60_000;
let parlour: TestParlour;
let fixture: RoutingFixture;
let policy: number;
beforeAll(async () => {
  parlour = await startTestParlour();
  fixture = await openRoutingFixture(parlour);
  await fixture.connectOperator(fixture.ivan);
  const body = { name: "VIP", hours: "always", first_reply_s: 600, next_reply_s: 1_200 };
  policy = (await parlour.owner.call("POST", "sla-policies", body)).body.id as number;
});
afterAll(async () => {
  await fixture.close();
  await parlour.close();
});

const get = async <T>(path: string): Promise<T> => {
  const answer = await parlour.owner.call("GET", path);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as T;
};
const wait = async (minutes: number): Promise<void> => {
  parlour.clock.set(parlour.clock.now() + minutes * minuteMs);
  await parlour.settle();
};
const answer = async (chat: number, text: string): Promise<void> => {
  const body = { kind: "text", text, client_id: `${chat}-${text}` };
  const { status, body: sent } = await fixture.ivan.call("POST", `chats/${chat}/messages`, body);
  expect([status, sent.error]).toEqual([201, undefined]);
  await parlour.settle();
};
const accept = async (chat: number): Promise<void> => {
  await fixture.ivan.call("POST", `chats/${chat}/accept`, {});
};

it("[SLA-030] [SLA-032] [SEG-009] targets count as met, at risk and broken, by day and policy, and each lists its chats", async () => {
  const { id: quick } = await fixture.sendMessage("quick");
  const { id: slow } = await fixture.sendMessage("slow");
  const { id: close } = await fixture.sendMessage("close");
  const { id: late } = await fixture.sendMessage("late");
  for (const chat of [quick, slow, close, late]) await accept(chat);
  await answer(quick, "Hello");
  await fixture.ivan.call("POST", `chats/${close}/close`, {});
  await wait(9);
  expect((await get<SlaReport>("reports/sla?last=1")).at_risk).toBe(2);
  const atRisk = await get<ReportChats>("reports/sla_at_risk/chats?last=1");
  expect(new Set(atRisk.items.map(({ chat }) => chat.id))).toEqual(new Set([slow, late]));
  await answer(slow, "Hello");
  await wait(2);
  await fixture.sendMessage("quick", "And now?");
  await wait(1);
  await answer(quick, "Now");
  await wait(3);

  const report = await get<SlaReport>("reports/sla?last=1");
  expect([report.totals, report.at_risk]).toEqual([{ met: 3, met_at_risk: 1, broken: 1 }, 0]);
  expect(report.days.map(({ figures }) => figures)).toEqual([report.totals]);
  expect(report.policies).toEqual([
    {
      id: policy,
      name: "VIP",
      target: "first_reply",
      figures: { met: 2, met_at_risk: 1, broken: 1 },
    },
    {
      id: policy,
      name: "VIP",
      target: "next_reply",
      figures: { met: 1, met_at_risk: 0, broken: 0 },
    },
  ]);
  const broken = await get<ReportChats>(
    `reports/sla_broken/chats?last=1&policy=${policy}&target=first_reply&operator=${fixture.ivan.id}`,
  );
  expect(broken.items.map(({ chat, sla }) => [chat.id, sla?.policy.name, sla?.ended_at])).toEqual([
    [late, "VIP", null],
  ]);
  const met: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: ReportChats = await get(
      `reports/sla_met/chats?last=1&limit=1${cursor && `&cursor=${cursor}`}`,
    );
    met.push(...page.items.map(({ chat }) => chat.id));
    cursor = page.next_cursor;
  }
  expect([met.length, new Set(met)]).toEqual([3, new Set([quick, slow])]);
  const other = await get<SlaReport>(`reports/sla?last=1&operator=${fixture.olga.id}`);
  expect(other.totals).toEqual({ met: 0, met_at_risk: 0, broken: 0 });
  const isSlow = { fact: "visitor.customer", op: "is", value: "slow" };
  const segment = { name: "Slow", if: isSlow, shared: "all" };
  const { id: slowVisitors } = (await parlour.owner.call("POST", "segments", segment)).body;
  const narrowed = await get<SlaReport>(`reports/sla?last=1&segment=${slowVisitors}`);
  expect(narrowed.totals).toEqual({ met: 1, met_at_risk: 1, broken: 0 });
  const refused = await parlour.owner.call("GET", `reports/missed/chats?last=1&policy=${policy}`);
  expect([refused.status, refused.body.error.field]).toEqual([400, "policy"]);

  const { number } = await fixture.readChat(late);
  const readTable = async (table: string) =>
    (await parlour.owner.call("GET", `reports/export?last=1&table=${table}`)).text
      .trim()
      .split("\r\n")
      .slice(1);
  const [line = ""] = await readTable("sla_broken");
  expect(line.split(",")).toEqual(
    expect.arrayContaining([String(late), "VIP", "first_reply", "300", String(number)]),
  );
  expect(await readTable("sla_policies")).toEqual([
    `${policy},VIP,first_reply,2,1,1`,
    `${policy},VIP,next_reply,1,0,0`,
  ]);
  expect((await readTable("sla_days"))[0]).toMatch(/,3,1,1$/u);
});

it("[SLA-031] a policy that is deleted keeps its numbers, and a late answer ends them", async () => {
  const { id } = await fixture.sendMessage("deleted");
  await accept(id);
  await wait(11);
  await answer(id, "Sorry");
  await parlour.owner.call("DELETE", `sla-policies/${policy}`);
  await parlour.settle();
  const { items } = await get<ReportChats>(`reports/sla_broken/chats?last=1&policy=${policy}`);
  const own = items.filter(({ chat }) => chat.id === id);
  expect(own.map(({ sla }) => [sla?.policy.name, sla?.ended_at !== null])).toEqual([[null, true]]);
});
