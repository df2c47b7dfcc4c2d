import type { LiveReport } from "@parlour/protocol/api";
import { chooseSeed, createSeededRandom } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import type { RealtimeClient } from "./realtime-client.ts";

let service: ServiceApi;
let acme: TestAccount;
let channel: number;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  const body = {
    name: "App",
    endpoint_url: "https://hooks.example/",
    operators: [acme.ids.admin, acme.ids.operator],
  };
  channel = (await service.call("POST", "/channels", { key: acme.keys.owner, body })).body
    .id as number;
  await service.setPresence([acme.keys.admin, "online"], [acme.keys.operator, "away"]);
});
afterAll(() => service.close());

const read = async (): Promise<LiveReport> =>
  (await service.call("GET", "/reports/live", { key: acme.keys.viewer })).body as LiveReport;
const readOfDepartment = async (department: number, key = acme.keys.viewer): Promise<LiveReport> =>
  (await service.call("GET", `/reports/live?department=${department}`, { key })).body as LiveReport;
const send = (customer: string) =>
  service.sendCustomerMessage(acme.id, channel, customer, "Where is my parcel?");
const act = (role: "admin" | "operator", method: string, path: string, body?: object) =>
  service.call(method, path, { key: acme.keys[role], body });
/** Advances the clock far enough for a signal, and returns the last report of a socket. */
async function nextReport(socket: RealtimeClient): Promise<LiveReport | undefined> {
  await service.clock.advance(1_000);
  await service.settle();
  await service.clock.advance(1_000);
  await service.settle();
  await socket.settle();
  return socket.framesOfType("live_report").at(-1)?.["report"] as LiveReport | undefined;
}
const atSameTime = (report: LiveReport, { at, today, last_week }: LiveReport): LiveReport => ({
  ...report,
  at,
  today,
  last_week,
});

it("[BOARD-001] [BOARD-002] the board counts chats by state, and the chats of each operator", async () => {
  const first = await send("a");
  const since = (await service.call("GET", `/chats/${first}`, { key: acme.keys.owner })).body.wait
    .since as string;
  await service.clock.advance(5_000);
  await send("b");
  const taken = await send("c");
  await act("operator", "POST", `/chats/${taken}/accept`);
  const snoozed = await send("d");
  await act("admin", "POST", `/chats/${snoozed}/accept`);
  const until = new Date(service.clock.now() + 3_600_000).toISOString();
  await act("admin", "POST", `/chats/${snoozed}/snooze`, { until });
  await service.call("PATCH", `/operators/${acme.ids.operator}`, {
    key: acme.keys.owner,
    body: { chat_limit: 1 },
  });
  const report = await read();
  expect(report).toMatchObject({ waiting: 2, waiting_since: since, open: 1, bot: 0, snoozed: 1 });
  expect(report.next_opening_at).toBeNull();
  expect(report.people.map(({ operator, ...rest }) => ({ id: operator.id, ...rest }))).toEqual([
    { id: acme.ids.admin, status: "online", chats: 1, limit: 0 },
    { id: acme.ids.operator, status: "away", chats: 1, limit: 1 },
    { id: acme.ids.owner, status: "offline", chats: 0, limit: 0 },
  ]);
  expect((await act("operator", "GET", "/reports/live")).status).toBe(403);
  // A board lists ten chats that are due. Later tests need room for theirs.
  for (const [role, chat] of [
    ["operator", taken],
    ["admin", snoozed],
  ] as const)
    expect((await act(role, "POST", `/chats/${chat}/close`)).status).toBe(200);
});

it("[BOARD-003] after random changes, the signal equals a board that is read from the database", async () => {
  const random = createSeededRandom(chooseSeed());
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const socket = await service.connect({ key: acme.keys.viewer });
  const chats = [await send("e")];
  const changes: readonly ((chat: number, role: "admin" | "operator") => Promise<unknown>)[] = [
    async () => chats.push(await send(pick(["e", "f", "g", "h"]))),
    (chat, role) => act(role, "POST", `/chats/${chat}/accept`),
    (chat, role) => act(role, "POST", `/chats/${chat}/close`),
    (chat, role) => act(role, "POST", `/chats/${chat}/leave`),
    (chat, role) =>
      act(role, "POST", `/chats/${chat}/snooze`, {
        until: new Date(service.clock.now() + 600_000).toISOString(),
      }),
    (chat, role) => act(role, "DELETE", `/chats/${chat}/snooze`),
    (_, role) => act(role, "PUT", "/me/presence", { status: pick(["online", "away"]) }),
  ];
  for (let round = 0; round < 8; round++) {
    socket.send({ type: "live_report", on: true });
    await nextReport(socket);
    for (let n = 0; n < 8; n++) await pick(changes)(pick(chats), pick(["admin", "operator"]));
    const report = await nextReport(socket);
    // The node forgets the board when no socket shows it.
    socket.send({ type: "live_report", on: false });
    await nextReport(socket);
    const stored = await read();
    expect(report && atSameTime(report, stored), `round ${round}`).toEqual(stored);
  }
});

it("[BOARD-001] chats whose due time is near or has passed are counted, from the journal and from the database", async () => {
  await service.call("POST", "/sla-policies", {
    key: acme.keys.owner,
    body: { name: "All", first_reply_s: 600, hours: "always", at_risk_percent: 50 },
  });
  const socket = await service.connect({ key: acme.keys.viewer });
  socket.send({ type: "live_report", on: true });
  await nextReport(socket);
  await send("due");
  await service.clock.advance(310_000);
  await service.settle();
  const near = await nextReport(socket);
  expect(near?.at_risk).toBeGreaterThan(0);
  await service.clock.advance(300_000);
  await service.settle();
  const late = await nextReport(socket);
  expect(late?.broken).toBeGreaterThan(near?.broken ?? 0);
  socket.send({ type: "live_report", on: false });
  await nextReport(socket);
  const stored = await read();
  expect([stored.at_risk, stored.broken]).toEqual([late?.at_risk, late?.broken]);
});

it("[BOARD-003] [BOARD-005] a board of a department has its chats and members, from the journal and from the database", async () => {
  const body = { name: "Billing", operators: [acme.ids.admin] };
  const billing = (await service.call("POST", "/departments", { key: acme.keys.owner, body })).body
    .id as number;
  const before = await read();
  expect(before.department).toBeNull();
  const socket = await service.connect({ key: acme.keys.viewer });
  socket.send({ type: "live_report", on: true, department: billing });
  await nextReport(socket);
  const late = await send("late");
  // Chats that are due at the same time are ordered by their ids.
  await service.clock.advance(1_000);
  const taken = await send("taken");
  for (const chat of [late, taken]) {
    await act("admin", "POST", `/chats/${chat}/accept`);
    await act("admin", "POST", `/chats/${chat}/assign`, { department_id: billing });
    await service.clock.advance(5_000);
  }
  await act("admin", "POST", `/chats/${taken}/accept`);
  await service.settle();
  // A read over HTTP does not replace the signal.
  await readOfDepartment(billing);
  const live = await nextReport(socket);
  expect(live).toMatchObject({ department: billing, waiting: 1, open: 1, snoozed: 0 });
  expect(live?.people.map(({ operator }) => operator.id)).toEqual([acme.ids.admin]);
  expect(live?.today.chats).toBeLessThanOrEqual(2);
  expect(live?.due_next.map((due) => [due.chat_id, due.sla.target, due.operator?.id])).toEqual([
    [late, "first_reply", undefined],
    [taken, "first_reply", acme.ids.admin],
  ]);
  const visitor = live?.due_next[0]?.visitor;
  await act("admin", "PATCH", `/visitors/${visitor?.number}`, { name: "Nora Lindqvist" });
  const renamed = await nextReport(socket);
  expect(renamed?.due_next[0]?.visitor).toEqual({ ...visitor, name: "Nora Lindqvist" });
  socket.send({ type: "live_report", on: false });
  await nextReport(socket);
  const stored = await readOfDepartment(billing);
  expect(renamed && atSameTime(renamed, stored)).toEqual(stored);
  const whole = await read();
  expect(whole.waiting).toBe(before.waiting + 1);
  expect(whole.due_next.length).toBeGreaterThan(2);
  expect(await readOfDepartment(billing + 1_000)).toMatchObject({ waiting: 0, due_next: [] });
});

it("[BOARD-005] operators with the permission see all figures, and the due chats of their channels only", async () => {
  const body = { name: "Lead", base: "operator", permissions: ["reports.read"] };
  const role = (await service.call("POST", "/roles", { key: acme.keys.owner, body })).body
    .id as number;
  await service.call("PATCH", `/operators/${acme.ids.operator}`, {
    key: acme.keys.owner,
    body: { custom_role_id: role },
  });
  const hidden = {
    name: "Hidden",
    endpoint_url: "https://hooks.example/",
    operators: [acme.ids.admin],
  };
  const { id } = (await service.call("POST", "/channels", { key: acme.keys.owner, body: hidden }))
    .body;
  const chat = await service.sendCustomerMessage(acme.id, id as number, "hidden", "Where is it?");
  await service.settle();
  const [seen, all] = await Promise.all(
    [acme.keys.operator, acme.keys.viewer].map(
      async (key) => (await service.call("GET", "/reports/live", { key })).body as LiveReport,
    ),
  );
  expect(seen?.waiting).toBe(all?.waiting);
  expect(all?.due_next.map(({ chat_id }) => chat_id)).toContain(chat);
  expect(seen?.due_next.map(({ chat_id }) => chat_id)).not.toContain(chat);
  expect(seen?.due_next.length).toBeGreaterThan(0);
  await service.call("PATCH", `/operators/${acme.ids.operator}`, {
    key: acme.keys.owner,
    body: { role: "operator" },
  });
});

it("[BOARD-003] an operator and a socket that does not show the board receive no signal", async () => {
  const [operator, idle, viewer] = await Promise.all(
    (["operator", "viewer", "viewer"] as const).map((role) =>
      service.connect({ key: acme.keys[role] }),
    ),
  );
  operator?.send({ type: "live_report", on: true });
  viewer?.send({ type: "live_report", on: true });
  for (let n = 0; n < 3; n++) await send(`busy ${n}`);
  if (viewer) await nextReport(viewer);
  const counts = [operator, idle, viewer].map(
    (socket) => socket?.framesOfType("live_report").length ?? 0,
  );
  expect(counts.slice(0, 2)).toEqual([0, 0]);
  expect(counts[2]).toBeGreaterThan(0);
  // Two seconds have passed. Without changes, the next signal comes with the next minute.
  expect(counts[2]).toBeLessThanOrEqual(3);
  await service.clock.advance(60_000);
  if (viewer) await nextReport(viewer);
  expect(viewer?.framesOfType("live_report").length).toBeGreaterThan(counts[2] ?? 0);
});

it("[BOARD-004] today is compared with the same weekday of the last week until the same time, also across a change of the clocks", async () => {
  // Without consumers, the clock can pass years in no time.
  const quiet = await startServiceApi();
  const { id, keys } = await quiet.createAccount("quiet");
  await quiet.call("PATCH", "/working-hours", {
    key: keys.owner,
    body: { timezone: "Europe/Berlin", week: { mon: ["09:00-17:00"] } },
  });
  const begun = [
    // Sunday in UTC, Monday at 0:30 in Berlin; then 10:29 and 10:31.
    "2035-10-21T22:30:00Z",
    "2035-10-22T08:29:00Z",
    "2035-10-22T08:31:00Z",
    // Clocks were set back on the Sunday between. 9:30 in Berlin.
    "2035-10-29T08:30:00Z",
  ];
  for (const [n, at] of begun.entries())
    await quiet.db.query(
      `insert into chat_fact (account_id, chat_id, kind, channel_id, begun_at, in_hours, missed, by_bot, commented, chat_version, last_seq, rules)
       values ($1, $2, 'visitor', 1, $3, true, false, false, false, 1, 1, 3)`,
      [id, n + 1, at],
    );
  const readAt = async (at: string): Promise<LiveReport> => {
    await quiet.clock.advance(Date.parse(at) - quiet.clock.now());
    return (await quiet.call("GET", "/reports/live", { key: keys.owner })).body as LiveReport;
  };
  const report = await readAt("2035-10-29T09:30:00Z");
  expect([report.timezone, report.today.chats, report.last_week.chats]).toEqual([
    "Europe/Berlin",
    1,
    2,
  ]);
  expect(report.next_opening_at).toBeNull();
  expect((await readAt("2035-10-29T17:00:00Z")).next_opening_at).toBe("2035-11-05T08:00:00.000Z");
  await quiet.close();
});
