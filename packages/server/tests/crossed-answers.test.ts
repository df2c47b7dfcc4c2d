import type { Message } from "@parlour/protocol";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRoutingFixture } from "./routing-fixture.ts";

/** Answers of two operators that cross each other. */
let parlour: TestParlour;
let integrator: FakeIntegrator;
let ben: TestOperator;
let customers = 0;
beforeAll(async () => {
  [parlour, integrator] = await Promise.all([startTestParlour(), startIntegrator()]);
  ben = await parlour.operator("admin", "Ben");
});
afterAll(() => Promise.all([parlour.close(), integrator.close()]));

/** Starts a chat. Returns functions that answer in it. */
async function startChat(operators: readonly TestOperator[] = []) {
  const channel = await parlour.channel(integrator.url, {
    operators: [parlour.owner, ...operators].map((operator) => operator.id),
  });
  const customer = `c${(customers += 1)}`;
  await parlour.sendCustomerMessage(channel, customer, "Hello");
  const { id } = await parlour.findChat(customer);
  const path = `chats/${id}/messages`;
  const readAll = async (): Promise<readonly Message[]> =>
    ((await parlour.owner.call("GET", path)).body as { items: Message[] }).items;
  const send = (by: TestOperator, client_id: string, more: object = {}) =>
    by.call("POST", path, { kind: "text", text: client_id, client_id, ...more });
  const lastSeq = async (): Promise<number> => (await readAll()).at(-1)?.seq ?? 0;
  return {
    id,
    path,
    customer,
    readAll,
    send,
    lastSeq,
    write: () => parlour.sendCustomerMessage(channel, customer, "?"),
  };
}

test("[API-522] an answer is refused if another operator has answered since its author read the chat", async () => {
  const { readAll, send, lastSeq, write } = await startChat();
  const after_seq = await lastSeq();
  expect((await send(ben, "note", { kind: "note", after_seq: 0 })).status).toBe(201);
  await write();
  const first = await send(parlour.owner, "first", { after_seq });
  expect(first.status, first.text).toBe(201);
  const refused = await send(ben, "second", { after_seq });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      error: {
        code: "crossed",
        by: { id: parlour.owner.id },
        seq: (first.body as Message).seq,
      },
    },
  ]);
  // Own answers, notes and visitors' messages do not refuse an answer, and a repeat is no answer.
  expect((await send(parlour.owner, "more", { after_seq })).status).toBe(201);
  expect((await send(parlour.owner, "first", { after_seq })).status).toBe(200);
  expect((await send(ben, "second", { after_seq: await lastSeq() })).status).toBe(201);
  expect((await send(parlour.owner, "first", { after_seq })).status).toBe(200);
  expect((await send(parlour.owner, "anyway")).status).toBe(201);
  expect((await send(parlour.owner, "far", { after_seq: 999_999 })).status).toBe(201);
  const texts = (await readAll()).flatMap(({ author, text }) =>
    author.kind === "operator" ? [text] : [],
  );
  expect(texts).toEqual(["note", "first", "more", "second", "anyway", "far"]);
});

test("[API-522] an answer is refused if another operator has got the chat since its author began it, and still has it", async () => {
  const { id, path, send, lastSeq } = await startChat();
  const { id: benId } = ben;
  await parlour.owner.call("POST", `chats/${id}/accept`);
  const after_seq = await lastSeq();
  await parlour.owner.call("POST", `chats/${id}/transfer`, { operator_id: benId, assign: true });
  const refused = await send(parlour.owner, "late", { after_seq });
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: "crossed", reason: "assigned", by: { id: benId } },
  ]);
  // Whoever has the chat is not refused because they got it, and a chat that came back is theirs.
  expect((await send(ben, "mine", { after_seq })).status).toBe(201);
  await ben.call("POST", `chats/${id}/transfer`, {
    operator_id: parlour.owner.id,
    assign: true,
  });
  const back = await send(parlour.owner, "back", { after_seq: await lastSeq() });
  expect(back.status, back.text).toBe(201);
  expect((await parlour.owner.call("GET", path)).status).toBe(200);
});

test("[CORE-475] the reply of a macro is refused like a typed one, with the actions behind it", async () => {
  const { id, send, lastSeq, readAll } = await startChat();
  const created = await parlour.owner.call("POST", "macros", {
    name: "Answer and close",
    shared: "all",
    do: [
      { type: "priority", priority: "high" },
      { type: "reply", text: "By macro" },
      { type: "close" },
    ],
  });
  expect(created.status, created.text).toBe(201);
  const { id: macro_id } = created.body as { id: number };
  const after_seq = await lastSeq();
  expect((await send(ben, "first", { after_seq })).status).toBe(201);
  const run = (more: object) =>
    parlour.owner.call("POST", `chats/${id}/run-macro`, { macro_id, ...more });
  const crossed = { code: "crossed", by: { id: ben.id }, reason: "answered" };
  expect((await run({ after_seq })).body).toMatchObject({
    results: [
      { type: "priority", result: "done" },
      { type: "reply", result: "refused", error: crossed },
      { type: "close", result: "refused", error: crossed },
    ],
    chat: { state: "open" },
  });
  expect((await readAll()).map(({ text }) => text)).not.toContain("By macro");
  expect((await run({})).body).toMatchObject({ chat: { state: "closed" } });
});

test("[CORE-475] a bulk reply is refused in a chat that somebody answered after the bulk was asked for", async () => {
  const [answered, quiet] = [await startChat(), await startChat()];
  await parlour.clock.advance(1_000);
  const at = new Date(parlour.clock.now()).toISOString();
  await parlour.clock.advance(1_000);
  expect((await answered.send(ben, "first")).status).toBe(201);
  // A node that takes over a bulk continues it later.
  const [row] = await parlour.sql<{ id: string }>(
    `with b as (insert into bulk_action (account_id, operator_id, node, actions, total, created_at)
       select account_id, id, 0, $2, 2, $3 from operator where id = $1 returning account_id, id)
     insert into bulk_chat (account_id, bulk_id, n, chat_id)
     select b.account_id, b.id, c.n, c.id from b, unnest($4::bigint[]) with ordinality c(id, n) returning bulk_id as id`,
    [
      parlour.owner.id,
      JSON.stringify([{ type: "reply", text: "To all" }]),
      at,
      [answered.id, quiet.id],
    ],
  );
  // Any bulk makes the worker claim what ended nodes have left.
  await parlour.restart();
  await parlour.settle();
  const bulk = await parlour.owner.call("GET", `chats/bulk/${row?.id}`);
  expect(bulk.body).toMatchObject({
    state: "done",
    items: [
      { results: [{ result: "refused", error: { code: "crossed" } }] },
      { results: [{ result: "done" }] },
    ],
  });
});

test("[CORE-476] [LATER-004] a scheduled reply is held if somebody answered meanwhile; who has the chat decides, and its author does not join", async () => {
  const { id, send, readAll, lastSeq } = await startChat();
  const dee = parlour.owner;
  const path = `chats/${id}/scheduled-messages`;
  const send_at = new Date(parlour.clock.now() + 3_600_000).toISOString();
  const scheduled = await ben.call("POST", path, {
    text: "We have asked the courier.",
    send_at,
    after_seq: await lastSeq(),
  });
  expect(scheduled.status, scheduled.text).toBe(201);
  const { id: item } = scheduled.body as { id: number };
  expect((await send(dee, "solved")).status).toBe(201);
  await parlour.clock.advance(3_600_000);
  await parlour.settle();
  const list = async () =>
    ((await dee.call("GET", path)).body as { items: { id: number; state: string }[] }).items;
  expect(await list()).toMatchObject([
    { id: item, state: "held", error: { code: "crossed", by: { id: dee.id }, reason: "answered" } },
  ]);
  const chat = await parlour.owner.call("GET", `chats/${id}`);
  expect((chat.body as { participants: { id: number }[] }).participants).toMatchObject([
    { id: dee.id },
  ]);
  const texts = async () =>
    (await readAll()).flatMap(({ author, text }) => (author.kind === "operator" ? [text] : []));
  expect(await texts()).toEqual(["solved"]);
  expect((await dee.call("POST", `${path}/${item}/send-now`)).status).toBe(200);
  await parlour.settle();
  expect(await list()).toEqual([]);
  expect((await readAll()).at(-1)).toMatchObject({
    text: "We have asked the courier.",
    author: { id: dee.id },
  });
});

test("[CORE-476] who has the chat discards a held reply of another, and others may not", async () => {
  const olga = await parlour.operator("operator", "Olga");
  const nina = await parlour.operator("operator", "Nina");
  const { id, send } = await startChat([olga, nina]);
  const path = `chats/${id}/scheduled-messages`;
  await parlour.owner.call("POST", `chats/${id}/accept`);
  const send_at = new Date(parlour.clock.now() + 60_000).toISOString();
  const created = await olga.call("POST", path, { text: "Later", send_at });
  const { id: item } = created.body as { id: number };
  await parlour.clock.advance(1_000);
  await parlour.owner.call("POST", `chats/${id}/transfer`, { operator_id: nina.id, assign: true });
  await parlour.clock.advance(60_000);
  await parlour.settle();
  const held = await nina.call("GET", path);
  expect(held.body).toMatchObject({ items: [{ state: "held", error: { reason: "assigned" } }] });
  expect((await nina.call("DELETE", `${path}/${item}`)).status).toBe(204);
  const again = await olga.call("POST", path, {
    text: "Later",
    send_at: new Date(parlour.clock.now() + 60_000).toISOString(),
  });
  const { id: waiting } = again.body as { id: number };
  // One that waits is its author's.
  expect((await nina.call("DELETE", `${path}/${waiting}`)).status).toBe(403);
  expect((await send(nina, "Mine")).status).toBe(201);
});

test("[API-045] a draft keeps what its writer had read when they began it, on every device", async () => {
  const { id, lastSeq } = await startChat();
  const begun_seq = await lastSeq();
  const saved = await ben.call("PUT", `chats/${id}/draft`, {
    mode: "text",
    text: "Half",
    version: 1,
    begun_seq,
  });
  expect(saved.body).toMatchObject({ text: "Half", begun_seq });
  const drafts = (await ben.call("GET", "drafts")).body as { items: { chat_id: number }[] };
  expect(drafts.items.find(({ chat_id }) => chat_id === id)).toMatchObject({ begun_seq });
  const sent = await ben.call("PUT", `chats/${id}/draft`, { mode: "text", text: "", version: 2 });
  expect("begun_seq" in (sent.body as object)).toBe(false);
});

test("[API-522] of two answers that are sent at the same time, one is written", async () => {
  const { readAll, send, lastSeq } = await startChat();
  await send(parlour.owner, "join");
  await send(ben, "join");
  const after_seq = await lastSeq();
  const answers = await Promise.all([
    send(parlour.owner, "a", { after_seq }),
    send(ben, "b", { after_seq }),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect((await readAll()).filter(({ text }) => ["a", "b"].includes(text))).toHaveLength(1);
});

test("[API-524] [API-525] while an operator writes, an answer of another is refused, except a note and one without after_seq", async () => {
  const fixture = await openRoutingFixture(parlour);
  const { ivan, olga } = fixture;
  const online = await fixture.connectOperator(ivan);
  await fixture.connectOperator(olga);
  await fixture.updateRouting({ reserve: true });
  const { id } = await fixture.sendMessage("reserved");
  const after_seq = 999;
  const send = (by: TestOperator, client_id: string, more: object = { after_seq }) =>
    by.call("POST", `chats/${id}/messages`, { kind: "text", text: "Hi", client_id, ...more });
  const type = (by: TestOperator) => by.call("POST", `chats/${id}/typing`, { typing: true });
  expect((await send(olga, "first")).status).toBe(201);
  await ivan.call("POST", `chats/${id}/join`, {});
  await type(ivan);
  const refused = await send(olga, "second");
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: "reserved", by: { id: ivan.id } },
  ]);
  const { until } = refused.body.error as unknown as { until: string };
  expect(Date.parse(until) - parlour.clock.now()).toBe(60_000);
  expect((await send(olga, "note", { after_seq, kind: "note" })).status).toBe(201);
  expect((await send(olga, "first")).status).toBe(200);
  expect((await send(ivan, "own")).status).toBe(201);
  expect((await send(olga, "second")).status).toBe(201);
  await type(ivan);
  expect((await send(olga, "taken-over", {})).status).toBe(201);
  expect((await send(olga, "more")).status).toBe(201);
  await type(ivan);
  await online.goOffline();
  expect((await send(olga, "offline")).status).toBe(201);
  await fixture.updateRouting({ reserve: false });
  await fixture.connectOperator(ivan);
  await type(ivan);
  expect((await send(olga, "off")).status).toBe(201);
  await fixture.close();
});
