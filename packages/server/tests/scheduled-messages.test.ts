import type { ScheduledMessage } from "@parlour/protocol/api";
import type { TestOperator, TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LabCustomer } from "../../lab/src/services/whatsapp/index.ts";
import { openSocket } from "./realtime-client.ts";
import { startWhatsApp, type WhatsAppFixture } from "./whatsapp-fixture.ts";

/** Messages that are sent later, in a channel that accepts them for 24 hours. */
let whatsapp: WhatsAppFixture;
let parlour: TestParlour;
beforeAll(async () => {
  whatsapp = await startWhatsApp();
  ({ parlour } = whatsapp);
});
afterAll(() => whatsapp.close());

const hour = 3_600_000;
let customers = 0;
/** Starts a chat of a new customer. */
const startChat = async () => {
  const customer: LabCustomer = { name: "Cleo", userId: `DE.9${(customers += 1)}` };
  await whatsapp.write(customer, "Hello");
  const { id } = await whatsapp.findChat(customer);
  return { customer, id, path: `chats/${id}/scheduled-messages` };
};
type TestChat = Awaited<ReturnType<typeof startChat>>;
const inMs = (ms: number): string => new Date(parlour.clock.now() + ms).toISOString();
const schedule = async (
  { path }: TestChat,
  text: string,
  ms = hour,
  by: TestOperator = parlour.owner,
): Promise<ScheduledMessage> => {
  const answer = await by.call("POST", path, { text, send_at: inMs(ms) });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as ScheduledMessage;
};
const list = async ({ path }: TestChat): Promise<readonly ScheduledMessage[]> =>
  ((await parlour.owner.call("GET", path)).body as { items: ScheduledMessage[] }).items;
const advance = async (ms: number): Promise<void> => {
  await parlour.clock.advance(ms);
  await whatsapp.settle();
};
const findAnswers = async ({ customer }: TestChat) =>
  (await whatsapp.findMessages(customer)).filter(({ author }) => author.kind === "operator");
const refusal = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
  const { code, field } = (body as { error: { code: string; field?: string } }).error;
  return `${status} ${code} ${field ?? ""}`.trim();
};

test("[LATER-001] [LATER-004] a message is sent at its time, once, as the reply of its author", async () => {
  const chat = await startChat();
  const scheduled = await schedule(chat, "Has it arrived, {visitor.name|there}?");
  expect(scheduled).toMatchObject({
    chat_id: chat.id,
    operator: { id: parlour.owner.id },
    state: "waiting",
    error: null,
  });
  expect(await list(chat)).toEqual([scheduled]);
  await advance(hour - 1_000);
  expect(await findAnswers(chat)).toEqual([]);
  await advance(1_000);
  expect(await findAnswers(chat)).toMatchObject([
    {
      author: { id: parlour.owner.id },
      text: "Has it arrived, Cleo?",
      cause: { kind: "schedule", id: scheduled.id },
    },
  ]);
  expect(await list(chat)).toEqual([]);
  parlour.clock.set(parlour.clock.now() - 2 * hour);
  await advance(3 * hour);
  expect(await findAnswers(chat)).toHaveLength(1);
});

test("[LATER-004] a node that is killed after it wrote the message does not send it twice", async () => {
  const chat = await startChat();
  const { id } = await schedule(chat, "Once");
  const [row] = await parlour.sql<{ row: string }>(
    "select to_jsonb(s)::text as row from scheduled_message s where id = $1",
    [id],
  );
  await advance(hour);
  // What the database has if the node ended before it deleted the row.
  await parlour.sql(
    `insert into scheduled_message overriding system value
     select (jsonb_populate_record(null::scheduled_message, $1::jsonb || '{"state":"sending","attempts":1}')).*`,
    [row?.row],
  );
  const other = await schedule(chat, "Another", hour);
  await advance(hour);
  expect((await findAnswers(chat)).map(({ text }) => text)).toEqual(["Once", "Another"]);
  expect(await list(chat)).toEqual([]);
  expect(other.id).not.toBe(id);
});

test("[LATER-002] times, texts and chats that do not fit are refused, also a time after the reply window", async () => {
  const chat = await startChat();
  const post = (text: string, sendAt: string) =>
    parlour.owner.call("POST", chat.path, { text, send_at: sendAt });
  expect(refusal(await post("Late", inMs(25 * hour)))).toBe("409 reply_window_closed");
  expect(refusal(await post("Early", inMs(0)))).toBe("400 invalid_request send_at");
  expect(refusal(await post("Far", inMs(400 * 24 * hour)))).toBe("400 invalid_request send_at");
  expect(refusal(await post(" ", inMs(hour)))).toBe("400 invalid_request text");
  for (let n = 0; n < 20; n += 1) await schedule(chat, `Message ${n}`);
  expect(refusal(await post("One more", inMs(hour)))).toBe("409 at_limit");
  await parlour.owner.call("POST", `chats/${chat.id}/close`, {});
  expect(refusal(await post("Closed", inMs(hour)))).toBe("409 chat_closed");
});

test("[LATER-003] its author and administrators change or cancel it, others do not", async () => {
  const chat = await startChat();
  const ben = await parlour.operator("operator", "Ben");
  const eve = await parlour.operator("operator", "Eve");
  await parlour.owner.call("PATCH", `channels/${whatsapp.channel.id}`, {
    operators: [parlour.owner.id, ben.id, eve.id],
  });
  const [first, second] = [
    await schedule(chat, "First", hour, ben),
    await schedule(chat, "Second", hour, ben),
  ];
  const path = (message: ScheduledMessage): string => `${chat.path}/${message.id}`;
  expect(refusal(await eve.call("PATCH", path(first), { text: "Mine" }))).toBe("403 forbidden");
  expect(refusal(await eve.call("DELETE", path(first)))).toBe("403 forbidden");
  const changed = await ben.call("PATCH", path(first), {
    text: "Changed",
    send_at: inMs(2 * hour),
  });
  expect(changed.body).toMatchObject({ text: "Changed", state: "waiting" });
  expect((await parlour.owner.call("DELETE", path(second))).status).toBe(204);
  await advance(hour);
  expect(await findAnswers(chat)).toEqual([]);
  await advance(hour);
  expect((await findAnswers(chat)).map(({ text }) => text)).toEqual(["Changed"]);
  expect(refusal(await ben.call("DELETE", path(first)))).toBe("404 not_found");
});

test("[LATER-004] [LATER-003] a message that is refused at its time fails with the reason, and can be changed", async () => {
  const chat = await startChat();
  const { id } = await schedule(chat, "Still there?");
  // The visitor's last message is older than it was when the message was scheduled.
  await parlour.sql(
    'update chat set version = version + 1, body = regexp_replace(body, \'"reply_until":"[^"]+"\', \'"reply_until":"2020-01-01T00:00:00.000Z"\') where id = $1',
    [chat.id],
  );
  await advance(hour);
  const [failed] = await list(chat);
  expect([failed?.state, failed?.error?.code]).toEqual(["failed", "reply_window_closed"]);
  expect(await findAnswers(chat)).toEqual([]);
  await whatsapp.write(chat.customer, "Yes");
  const path = `${chat.path}/${id}`;
  const retried = await parlour.owner.call("PATCH", path, { send_at: inMs(hour) });
  expect(retried.body).toMatchObject({ state: "waiting", error: null });
  await advance(hour);
  expect((await findAnswers(chat)).map(({ text }) => text)).toEqual(["Still there?"]);
});

test("[LATER-007] a message is sent now as the reply of its author, also one that failed", async () => {
  const chat = await startChat();
  const ben = await parlour.operator("operator", "Bo");
  await parlour.owner.call("PATCH", `channels/${whatsapp.channel.id}`, {
    operators: [parlour.owner.id, ben.id],
  });
  const { id } = await schedule(chat, "Now", 20 * hour, ben);
  const path = `${chat.path}/${id}/send-now`;
  const { status, body } = await parlour.owner.call("POST", path);
  expect([status, body]).toMatchObject([200, { id, operator: { id: ben.id }, state: "waiting" }]);
  await advance(1_000);
  expect(await findAnswers(chat)).toMatchObject([{ author: { id: ben.id }, text: "Now" }]);
  expect(refusal(await parlour.owner.call("POST", path))).toBe("404 not_found");
  const late = await schedule(chat, "Late", hour);
  await parlour.owner.call("POST", `chats/${chat.id}/close`, {});
  await advance(hour);
  expect((await list(chat))[0]?.error?.code).toBe("chat_closed");
  expect(refusal(await parlour.owner.call("POST", `${chat.path}/${late.id}/send-now`))).toBe(
    "409 chat_closed",
  );
});

test("[LATER-005] a colleague who may answer the chat gets each change, those who may not answer or see it get none", async () => {
  const [ben, eve, vic] = [
    await parlour.operator("operator", "Ben"),
    await parlour.operator("operator", "Eve"),
    await parlour.operator("viewer", "Vic"),
  ];
  await parlour.owner.call("PATCH", `channels/${whatsapp.channel.id}`, {
    operators: [parlour.owner.id, ben.id],
  });
  const sockets = [];
  for (const operator of [ben, eve, vic]) sockets.push(await openSocket(parlour, operator));
  const [changes, ...none] = sockets.map(
    ({ frames }) =>
      () =>
        frames.flatMap(({ type, message }) => {
          const { text, state } = (message ?? {}) as ScheduledMessage;
          return type === "scheduled_message" ? [`${text} ${state}`] : [];
        }),
  );
  const chat = await startChat();
  const { id } = await schedule(chat, "Soon");
  await parlour.owner.call("PATCH", `${chat.path}/${id}`, { text: "Later" });
  await parlour.owner.call("DELETE", `${chat.path}/${id}`);
  await expect.poll(changes!).toEqual(["Soon waiting", "Later waiting", "Later cancelled"]);
  expect(none.map((list) => list())).toEqual([[], []]);
  for (const { ws } of sockets) ws.close();
});

test("[LATER-005] [LATER-006] the author's sockets get each state, and an erasure deletes the message", async () => {
  const socket = await openSocket(parlour, parlour.owner);
  const states = () =>
    socket.frames.flatMap(({ type, message }) =>
      type === "scheduled_message" ? [(message as ScheduledMessage).state] : [],
    );
  const chat = await startChat();
  await schedule(chat, "Soon");
  const { id } = await schedule(chat, "Never");
  await parlour.owner.call("DELETE", `${chat.path}/${id}`);
  await advance(hour);
  await expect.poll(states).toEqual(["waiting", "waiting", "cancelled", "sent"]);
  socket.ws.close();
  await schedule(chat, "Erased");
  const { visitor } = await whatsapp.findChat(chat.customer);
  const erased = await parlour.owner.call("DELETE", `visitors/${visitor.number}`);
  expect(erased.status, erased.text).toBeLessThan(300);
  await expect
    .poll(() => parlour.sql("select id from scheduled_message where chat_id = $1", [chat.id]))
    .toEqual([]);
});
