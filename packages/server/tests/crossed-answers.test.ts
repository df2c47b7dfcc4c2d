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
async function startChat() {
  const channel = await parlour.channel(integrator.url);
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
