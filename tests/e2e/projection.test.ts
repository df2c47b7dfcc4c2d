import {
  mergeChats,
  mergeMessages,
  applyFrames,
  emptySnapshot,
  type Snapshot,
} from "@parlour/client";
import { eventData, type Chat, type EventFrame, type Message } from "@parlour/protocol";
import {
  startIntegrator,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMessageEditor } from "../../packages/server/tests/message-editor.ts";
import { RealtimeClient } from "../../packages/server/tests/realtime-client.ts";
import {
  openWidgetFixture,
  type WidgetFixture,
} from "../../packages/server/tests/widget-fixture.ts";

/**
 * The law of projection (style.md 10) on a complete server: applying events to an old snapshot,
 * with the function that every client uses, gives the same result as a new snapshot. The test
 * compares both after each kind of change.
 */

let fixture: WidgetFixture;
let parlour: TestParlour;
let integrator: FakeIntegrator;
let otherOperator: TestOperator;
let shopChannel: TestChannel;
let botChannel: TestChannel;
const editor = createMessageEditor();
let client: RealtimeClient;
let otherClient: RealtimeClient;
let isRefused = false;
beforeAll(async () => {
  [fixture, integrator] = await Promise.all([
    openWidgetFixture({ hooks: editor.hooks }),
    startIntegrator(),
  ]);
  ({ parlour } = fixture);
  otherOperator = await parlour.operator("operator", "Ben");
  const operators = [parlour.owner.id, otherOperator.id];
  shopChannel = await parlour.channel(`${integrator.url}/shop`, { operators });
  botChannel = await parlour.channel(`${integrator.url}/helped`, { operators });
  integrator.respondWith(({ path }) => {
    if (path.startsWith("/bot")) return { status: 400, body: "{}" };
    if (path.startsWith("/hook"))
      return {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(webhookReply),
      };
    return isRefused
      ? { body: '{"error":{"code":"recipient_blocked","message":"He does not want it"}}' }
      : "ok";
  });
  await callAsOwner("POST", "webhooks", {
    url: `${integrator.url}/hook`,
    events: ["chat_accepted"],
  });
  const provider = await callAsOwner("POST", "bot-providers", {
    name: "Helper",
    contact: "a@example.test",
    endpoint_url: `${integrator.url}/bot`,
  });
  await callAsOwner("POST", "bots", {
    provider_id: provider["id"],
    token: "t0ken",
    name: "Robo",
    channels: [botChannel.id],
  });
  [client, otherClient] = await Promise.all([
    openLiveClient(parlour.owner),
    openLiveClient(otherOperator),
  ]);
  // A chat can be transferred only to online operators.
  await callApi(otherOperator, "PUT", "me/presence", { status: "online" });
});
afterAll(async () => {
  for (const one of [client, otherClient]) one.ws.terminate();
  await fixture.close();
  await integrator.close();
});

async function openLiveClient({ key }: TestOperator): Promise<RealtimeClient> {
  const created = new RealtimeClient(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await created.opened;
  created.send({ type: "hello", after: null });
  await created.next(({ type }) => type === "live");
  return created;
}

const webhookReply = {
  result: "ok",
  contact_info: { name: "Nadia Ross", email: "n@shop.example" },
  custom_data: [{ title: "Orders", content: "3" }],
  crm_link: "https://crm.example/7",
  enable_assign: true,
};

type Body = Readonly<Record<string, any>>;
const callAsOwner = (method: string, path: string, body?: object): Promise<Body> =>
  callApi(parlour.owner, method, path, body);
async function callApi(
  actor: TestOperator,
  method: string,
  path: string,
  body: object = {},
): Promise<Body> {
  const answer = await actor.call(method, path, method === "GET" ? undefined : body);
  if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body as Body;
}

/** Events that change nothing of what a snapshot holds (client, reducer.ts). */
const unprojectedEvents: ReadonlySet<string> = new Set([
  "call_updated",
  "offline_message_updated",
  "settings_changed",
]);

test("[API-107] [CORE-045] [API-365] [API-366] [API-367] after each change the events make of the old snapshot what a fresh one is, for every kind of event", async () => {
  const coveredEvents = new Set<string>();
  const check = async (title: string, act: () => Promise<unknown>): Promise<void> => {
    const before = await readSnapshot();
    const from = client.frames.length;
    await act();
    await waitForAllEntries();
    const frames = client.frames
      .slice(from)
      .filter(({ type }) => type === "event") as unknown as EventFrame[];
    for (const { name } of frames) coveredEvents.add(name);
    const now = toComparable(await readSnapshot(), before);
    const projected = applyFrames(before, frames);
    expect(toComparable(projected, before), title).toEqual(now);
    expect(toComparable(applyFrames(projected, frames), before), `${title}, applied twice`).toEqual(
      now,
    );
  };

  await check("a customer writes", () =>
    parlour.sendCustomerMessage(shopChannel, "7", "Hello", { sender: { name: "Nadia" } }),
  );
  await check("he writes again from another page", () =>
    parlour.sendCustomerMessage(shopChannel, "7", "Anybody?", {
      sender: { phone: "+49 30 1", url: "https://shop.example/a" },
    }),
  );
  const { id } = await parlour.findChat("7");
  const chat = `chats/${id}`;
  const say = (author: TestOperator, text: string, more: object = {}): Promise<Body> =>
    callApi(author, "POST", `${chat}/messages`, {
      kind: "text",
      text,
      client_id: crypto.randomUUID(),
      ...more,
    });

  await check("an operator takes the chat, a webhook says who that is", () =>
    callAsOwner("POST", `${chat}/accept`),
  );
  await check("he answers", () => say(parlour.owner, "Yes"));
  await check("the device of the customer reports the answer, and that it was shown", async () => {
    const sent = (await parlour.messages(id)).findLast(({ author }) => author.kind === "operator");
    const { randomString, publicId } = shopChannel;
    for (const type of ["delivered", "seen"])
      await parlour.call("POST", `/channel/${randomString}/${publicId}`, {
        sender: { id: "7" },
        message: { type, id: sent?.id },
      });
  });
  await check("the customer changes their message", async () => {
    const written = (await parlour.messages(id)).find(({ text }) => text === "Anybody?");
    const change = { text: "Is anybody there?", editedAt: parlour.clock.now() };
    expect(await editor.edit(parlour, id, written?.seq ?? 0, change)).toBe(true);
  });
  await check("an operator changes their note and deletes it", async () => {
    const note = await say(parlour.owner, "Chek", { kind: "note" });
    await callAsOwner("PATCH", `${chat}/messages/${String(note["seq"])}`, { text: "Check" });
    await callAsOwner("DELETE", `${chat}/messages/${String(note["seq"])}`);
  });
  isRefused = true;
  await check("an answer is refused", () => say(parlour.owner, "Still there?"));
  isRefused = false;
  await check("a note names a colleague", () =>
    say(parlour.owner, "Look", { kind: "note", mentions: [otherOperator.id] }),
  );
  await check("the colleague comes in and answers", () => say(otherOperator, "Hello from Ben"));
  await check("the card is bound", () => callAsOwner("POST", `${chat}/assign-crm`));
  const tag = await callAsOwner("POST", "tags", { name: "VIP" });
  await check("a tag", () => callAsOwner("PUT", `${chat}/tags`, { tags: [tag["id"]] }));
  await callAsOwner("POST", "fields", { object: "chat", key: "po", kind: "text", name: "Order" });
  await check("a field", () => callAsOwner("PUT", `${chat}/fields`, { fields: { po: "7" } }));
  const { visitor } = await parlour.findChat("7");
  await check("the visitor gets another name", () =>
    callAsOwner("PATCH", `visitors/${visitor.number}`, { name: "N. Ross" }),
  );
  const until = new Date(parlour.clock.now() + 3_600_000).toISOString();
  await check("snoozed", () => callAsOwner("POST", `${chat}/snooze`, { until, stay: true }));
  await check("woken", () => callAsOwner("DELETE", `${chat}/snooze`));
  const policy = await callAsOwner("POST", "sla-policies", {
    name: "Day",
    close_s: 60,
    hours: "always",
  });
  await check("due, near the time, late", async () => {
    for (const seconds of [0, 50, 10]) {
      await parlour.clock.advance(seconds * 1_000);
      await parlour.settle();
    }
  });
  await callAsOwner("DELETE", `sla-policies/${String(policy["id"])}`);
  const promise = (seconds: number) =>
    callAsOwner("PUT", `${chat}/promise`, {
      until: new Date(parlour.clock.now() + seconds * 1_000).toISOString(),
    });
  await check("promised, near the time, broken", async () => {
    await promise(60);
    for (const seconds of [50, 10]) {
      await parlour.clock.advance(seconds * 1_000);
      await parlour.settle();
    }
  });
  await check("promised and kept", async () => {
    await promise(60);
    await callAsOwner("POST", `${chat}/messages`, { kind: "text", text: "Now", client_id: "now" });
  });
  await check("a transfer is asked", () =>
    callAsOwner("POST", `${chat}/transfer`, { operator_id: otherOperator.id, comment: "Yours" }),
  );
  await check("and taken", () => callApi(otherOperator, "POST", `${chat}/transfer/accept`));
  const department = await callAsOwner("POST", "departments", {
    name: "Sales",
    operators: [parlour.owner.id],
  });
  await check("on to a department", () =>
    callApi(otherOperator, "POST", `${chat}/transfer`, { department_id: department["id"] }),
  );
  await check("taken again", () => callAsOwner("POST", `${chat}/accept`));
  await check("left by the last one", () => callAsOwner("POST", `${chat}/leave`));
  await check("closed", () => callAsOwner("POST", `${chat}/close`, { reason: "done" }));
  await check("continued", () => callAsOwner("POST", `${chat}/continue`));
  await check("a blocked visitor", async () =>
    callAsOwner("POST", `chats/${(await parlour.findChat("7")).id}/block`),
  );
  await check("and what he writes then", () =>
    parlour.sendCustomerMessage(shopChannel, "7", "Let me in"),
  );

  await check("a bot that cannot be reached", () =>
    parlour.sendCustomerMessage(botChannel, "8", "Hello"),
  );

  const win = await fixture.openWindow();
  const widgetChatId = await startWidgetChat(check, win);
  await check("the visitor of a window has read", async () => {
    const answer = await callApi(parlour.owner, "POST", `chats/${widgetChatId}/messages`, {
      kind: "text",
      text: "Hi",
      client_id: crypto.randomUUID(),
    });
    win.send({
      type: "marks",
      chat_id: widgetChatId,
      received: answer["seq"],
      seen: answer["seq"],
    });
    await win.next("chat", (frame) => frame.chat.read === answer["seq"]);
  });

  expect(
    Object.keys(eventData).filter(
      (name) => !coveredEvents.has(name) && !unprojectedEvents.has(name),
    ),
  ).toEqual([]);
});

async function startWidgetChat(
  check: (what: string, act: () => Promise<unknown>) => Promise<void>,
  win: Awaited<ReturnType<WidgetFixture["openWindow"]>>,
): Promise<number> {
  let chatId = 0;
  await check("a visitor writes in his window", async () => {
    ({ chat_id: chatId } = await win.sendMessage("first", "Hello"));
  });
  return chatId;
}

/**
 * Waits until the socket has received all entries; this operator sees every entry of the account.
 */
async function waitForAllEntries(): Promise<void> {
  await parlour.settle();
  const head = await getHeadPosition();
  await client.next(({ type, position }) => type === "event" && (position as number) >= head);
}
async function getHeadPosition(): Promise<number> {
  const [row] = await parlour.sql<{ position: string }>(
    "select max(position) as position from journal",
  );
  return Number(row?.position);
}

/** Reads all chats with their messages from the API. */
async function readSnapshot(): Promise<Snapshot> {
  const position = await getHeadPosition();
  const listed = (await callAsOwner("GET", "chats?limit=200"))["items"] as readonly Chat[];
  const chats = await Promise.all(
    listed.map(async ({ id }) => (await callAsOwner("GET", `chats/${id}`)) as unknown as Chat),
  );
  let snapshot = mergeChats({ ...emptySnapshot, position }, chats, position);
  for (const { id } of chats)
    snapshot = mergeMessages(snapshot, id, await parlour.messages(id), position);
  return snapshot;
}

/**
 * Returns the visible part: all chats, and the messages of chats that were open before. Internal
 * fields of the projection are left out.
 */
function toComparable({ chats, logs }: Snapshot, before: Snapshot): unknown {
  const ids = [...chats.keys()].toSorted((a, b) => a - b);
  const messages = (id: number): readonly Message[] =>
    before.logs.has(id) ? (logs.get(id)?.messages ?? []) : [];
  // The server computes why a chat is visible for each request (API-021), from the operators online
  // at that moment.
  return ids.map((id) => ({
    chat: { ...chats.get(id)?.chat, assignment: null },
    messages: messages(id),
  }));
}
