import type { Reminder } from "@parlour/protocol/api";
import {
  startIntegrator,
  startPushService,
  startTestParlour,
  type FakeIntegrator,
  type FakePushService,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSocket } from "./realtime-client.ts";

let parlour: TestParlour;
let service: FakePushService;
let integrator: FakeIntegrator;
let chatId: number;
beforeAll(async () => {
  [parlour, service, integrator] = await Promise.all([
    startTestParlour(),
    startPushService(),
    startIntegrator(),
  ]);
  await parlour.owner.call("POST", "instance/egress-allow", { add: [service.host] });
  const channel = await parlour.channel(integrator.url);
  await parlour.sendCustomerMessage(channel, "7", "Call me tomorrow");
  chatId = (await parlour.findChat("7")).id;
});
afterAll(() => Promise.all([parlour.close(), service.close(), integrator.close()]));

const hour = 3_600_000;
const inMs = (ms: number): string => new Date(parlour.clock.now() + ms).toISOString();
const create = (body: object, by: TestOperator = parlour.owner) =>
  by.call("POST", "reminders", { text: "Call back", due_at: inMs(hour), ...body });
const created = async (body: object = {}, by?: TestOperator): Promise<Reminder> => {
  const answer = await create(body, by);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Reminder;
};
const list = async (query = "", by: TestOperator = parlour.owner): Promise<readonly number[]> => {
  const { body } = await by.call("GET", `reminders${query}`);
  return (body as { items: Reminder[] }).items.map(({ id }) => id);
};
const advance = async (ms: number, at = parlour): Promise<void> => {
  await at.clock.advance(ms);
  await at.settle();
};
const refusal = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
  const { code, field } = (body as { error: { code: string; field?: string } }).error;
  return `${status} ${code} ${field ?? ""}`.trim();
};
/** Signs an operator in, and subscribes a device of theirs. Returns what it receives. */
async function subscribe(operator: TestOperator) {
  const headers = { origin: parlour.url };
  const { email, password } = operator;
  const session = await parlour.call("POST", "sessions", { email, password }, headers);
  const cookie = (session.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const call = (method: string, path: string, body?: unknown) =>
    parlour.call(method, path, body, { ...headers, cookie });
  const { public_key: key } = (await call("GET", "push/key")).body as { public_key: string };
  const device = service.subscribe(key);
  const answer = await call("POST", "push/subscriptions", {
    ...device,
    name: "Firefox",
    show_text: true,
  });
  expect(answer.status, answer.text).toBe(201);
  return {
    received: () =>
      service.received.flatMap(({ path, payload, topic }) =>
        device.endpoint.endsWith(path) ? [{ topic, payload: payload as unknown }] : [],
      ),
  };
}

test("[REM-001] [REM-003] an operator reminds themselves or another one, and both see it", async () => {
  const ben = await parlour.operator("admin", "Ben");
  const own = await created({ chat_id: chatId });
  expect(own).toMatchObject({
    operator: { id: parlour.owner.id },
    created_by: { id: parlour.owner.id },
    chat_id: chatId,
    text: "Call back",
    state: "waiting",
    done_at: null,
  });
  const later = await created({ operator_id: ben.id, due_at: inMs(2 * hour) });
  expect(await list()).toEqual([own.id, later.id]);
  expect(await list("", ben)).toEqual([later.id]);
  expect(await list(`?chat_id=${chatId}`)).toEqual([own.id]);
  expect(await list("?limit=1")).toEqual([own.id]);
  const foreign = await ben.call("PATCH", `reminders/${own.id}`, { state: "done" });
  expect(foreign.status).toBe(404);
  for (const { id } of [own, later])
    expect((await parlour.owner.call("DELETE", `reminders/${id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test("[REM-002] times, chats, operators and numbers that do not fit are refused", async () => {
  const viewer = await parlour.operator("viewer", "Vera");
  const stranger = await parlour.operator("operator", "Sten");
  expect(refusal(await create({ due_at: inMs(0) }))).toBe("400 invalid_request due_at");
  expect(refusal(await create({ due_at: inMs(400 * 24 * hour) }))).toBe(
    "400 invalid_request due_at",
  );
  expect(refusal(await create({ due_at: "soon" }))).toBe("400 invalid_request due_at");
  expect(refusal(await create({ text: " " }))).toBe("400 invalid_request text");
  expect(refusal(await create({ chat_id: 999_999 }))).toBe("404 not_found");
  expect(refusal(await create({ chat_id: chatId }, stranger))).toBe("404 not_found");
  for (const body of [{ operator_id: viewer.id }, { operator_id: stranger.id, chat_id: chatId }])
    expect(refusal(await create(body))).toBe("400 invalid_request operator_id");
  await parlour.sql(
    `insert into reminder (account_id, operator_id, created_by, text, due_at, created_at)
     select o.account_id, o.id, o.id, 'x', now(), now() from operator o, generate_series(1, 500) where o.id = $1`,
    [stranger.id],
  );
  expect(refusal(await create({}, stranger))).toBe("409 at_limit");
});

test("[REM-004] [REM-006] it is due once, also if the clock is set back, and waits again with a new time", async () => {
  const { id } = await created({ due_at: inMs(hour) });
  const stateOf = async (): Promise<string> => {
    const [row] = await parlour.sql<{ state: string; attempts: number }>(
      "select state, attempts from reminder where id = $1",
      [id],
    );
    return `${row?.state} ${row?.attempts}`;
  };
  await advance(hour - 1_000);
  expect(await stateOf()).toBe("waiting 0");
  await advance(1_000);
  expect(await stateOf()).toBe("due 1");
  expect(await list("?state=due")).toContain(id);
  parlour.clock.set(parlour.clock.now() - 2 * hour);
  await advance(4 * hour);
  expect(await stateOf()).toBe("due 1");
  const patch = (body: object) => parlour.owner.call("PATCH", `reminders/${id}`, body);
  expect((await patch({ due_at: inMs(hour) })).body).toMatchObject({ state: "waiting" });
  await advance(hour);
  expect(await stateOf()).toBe("due 1");
  const { body: done } = await patch({ state: "done", text: "Called" });
  expect(done).toMatchObject({ state: "done", text: "Called" });
  await advance(hour);
  expect((await patch({ state: "done" })).body).toEqual(done);
  expect(refusal(await patch({ state: "done", due_at: inMs(hour) }))).toBe(
    "400 invalid_request state",
  );
  expect(await list()).not.toContain(id);
  expect(await list("?state=done")).toEqual([id]);
});

test("[REM-004] devices get one notification for each attempt, and a failing push service is asked three times", async () => {
  const cora = await parlour.operator("operator", "Cora");
  const device = await subscribe(cora);
  const { id } = await created({ text: "Ask for the invoice" }, cora);
  await advance(hour);
  await expect.poll(device.received).toEqual([
    {
      topic: `reminder-${id}`,
      payload: { kind: "reminder", reminder: id, text: "Ask for the invoice", language: "en" },
    },
  ]);
  await advance(hour);
  expect(device.received()).toHaveLength(1);
  service.respondWith(503);
  await created({ text: "Again" }, cora);
  for (const [n, ms] of [hour, 60_000, 5 * 60_000].entries()) {
    await advance(ms);
    await expect.poll(device.received).toHaveLength(n + 2);
    await parlour.settle();
  }
  service.respondWith(201);
});

test("[REM-004] a node that ended before it notified the operator leaves it to another one", async () => {
  const dora = await parlour.operator("operator", "Dora");
  const device = await subscribe(dora);
  const { id } = await created({}, dora);
  // What a node leaves that is killed between both steps.
  await parlour.sql(
    "update reminder set state = 'due', attempts = 1, notify_at = due_at where id = $1",
    [id],
  );
  await advance(hour);
  expect(device.received()).toHaveLength(1);
});

test("[REM-005] [REM-007] the operator's sockets get each state, and an erasure deletes reminders of the chat", async () => {
  const socket = await openSocket(parlour, parlour.owner);
  const { id } = await created({ chat_id: chatId });
  await advance(hour);
  await parlour.owner.call("PATCH", `reminders/${id}`, { state: "done" });
  await expect
    .poll(() =>
      socket.frames.flatMap(({ type, reminder }) =>
        type === "reminder" ? [(reminder as Reminder).state] : [],
      ),
    )
    .toEqual(["waiting", "due", "done"]);
  socket.ws.close();
  const { visitor } = await parlour.findChat("7");
  await parlour.owner.call("DELETE", `visitors/${visitor.number}`);
  await expect
    .poll(() => parlour.sql("select id from reminder where chat_id = $1", [chatId]))
    .toEqual([]);
});

test("[REM-007] reminders that are done are deleted after 90 days", async () => {
  const { id } = await created();
  await parlour.owner.call("PATCH", `reminders/${id}`, { state: "done" });
  parlour.clock.set(parlour.clock.now() + 91 * 24 * hour);
  await advance(24 * hour);
  await expect.poll(() => parlour.sql("select id from reminder where id = $1", [id])).toEqual([]);
});
