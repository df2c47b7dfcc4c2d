import { mergeChats, mergeMessages, applyFrames, emptySnapshot, type Snapshot } from "@parlour/client";
import { eventData, type Chat, type EventFrame, type Message } from "@parlour/protocol";
import { startIntegrator, type Integrator, type TestChannel, type TestOperator, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RealtimeClient } from "../../packages/server/tests/realtime-client.ts";
import { openWidgetFixture, type WidgetFixture } from "../../packages/server/tests/widget-fixture.ts";

/**
 * The law of projection (style.md 10) on a complete server: applying events to an old snapshot,
 * with the function that every client uses, gives the same result as a new snapshot. The test
 * compares both after each kind of change.
 */

let bed: WidgetFixture;
let parlour: TestParlour;
let integrator: Integrator;
let colleague: TestOperator;
let shop: TestChannel;
let helped: TestChannel;
let client: RealtimeClient;
let theirs: RealtimeClient;
let refused = false;
beforeAll(async () => {
  [bed, integrator] = await Promise.all([openWidgetFixture(), startIntegrator()]);
  ({ parlour } = bed);
  colleague = await parlour.operator("operator", "Ben");
  const operators = [parlour.owner.id, colleague.id];
  shop = await parlour.channel(`${integrator.url}/shop`, { operators });
  helped = await parlour.channel(`${integrator.url}/helped`, { operators });
  integrator.respondWith(({ path }) => {
    if (path.startsWith("/bot")) return { status: 400, body: "{}" };
    if (path.startsWith("/hook")) return { headers: { "content-type": "application/json" }, body: JSON.stringify(fromTheHook) };
    return refused ? { body: '{"error":{"code":"recipient_blocked","message":"He does not want it"}}' } : "ok";
  });
  await owner("POST", "webhooks", { url: `${integrator.url}/hook`, events: ["chat_accepted"] });
  const provider = await owner("POST", "bot-providers", {
    name: "Helper",
    contact: "a@example.test",
    endpoint_url: `${integrator.url}/bot`,
  });
  await owner("POST", "bots", { provider_id: provider["id"], token: "t0ken", name: "Robo", channels: [helped.id] });
  [client, theirs] = await Promise.all([live(parlour.owner), live(colleague)]);
  // A chat can be transferred only to online operators.
  await call(colleague, "PUT", "me/presence", { status: "online" });
});
afterAll(async () => {
  for (const one of [client, theirs]) one.ws.terminate();
  await bed.close();
  await integrator.close();
});

async function live({ key }: TestOperator): Promise<RealtimeClient> {
  const made = new RealtimeClient(`${parlour.url.replace("http", "ws")}/api/v1/socket`, { headers: { authorization: `Bearer ${key}` } });
  await made.opened;
  made.send({ type: "hello", after: null });
  await made.next(({ type }) => type === "live");
  return made;
}

const fromTheHook = {
  result: "ok",
  contact_info: { name: "Nadia Ross", email: "n@shop.example" },
  custom_data: [{ title: "Orders", content: "3" }],
  crm_link: "https://crm.example/7",
  enable_assign: true,
};

type Body = Readonly<Record<string, any>>;
const owner = (method: string, path: string, body?: object): Promise<Body> => call(parlour.owner, method, path, body);
async function call(who: TestOperator, method: string, path: string, body: object = {}): Promise<Body> {
  const answer = await who.call(method, path, method === "GET" ? undefined : body);
  if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body as Body;
}

/** Events that change nothing of what a snapshot holds (client, reducer.ts). */
const beside: ReadonlySet<string> = new Set(["call_updated", "offline_message_updated", "settings_changed"]);

test("[API-107] [CORE-045] after each change the events make of the old snapshot what a fresh one is, for every kind of event", async () => {
  const seen = new Set<string>();
  const check = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const before = await fresh();
    const from = client.frames.length;
    await act();
    await everythingCame();
    const frames = client.frames.slice(from).filter(({ type }) => type === "event") as unknown as EventFrame[];
    for (const { name } of frames) seen.add(name);
    const now = shown(await fresh(), before);
    const projected = applyFrames(before, frames);
    expect(shown(projected, before), what).toEqual(now);
    expect(shown(applyFrames(projected, frames), before), `${what}, applied twice`).toEqual(now);
  };

  await check("a customer writes", () => parlour.sendCustomerMessage(shop, "7", "Hello", { sender: { name: "Nadia" } }));
  await check("he writes again from another page", () =>
    parlour.sendCustomerMessage(shop, "7", "Anybody?", { sender: { phone: "+49 30 1", url: "https://shop.example/a" } }),
  );
  const { id } = await parlour.findChat("7");
  const chat = `chats/${id}`;
  const say = (who: TestOperator, text: string, more: object = {}): Promise<Body> =>
    call(who, "POST", `${chat}/messages`, { kind: "text", text, client_id: crypto.randomUUID(), ...more });

  await check("an operator takes the chat, a webhook says who that is", () => owner("POST", `${chat}/accept`));
  await check("he answers", () => say(parlour.owner, "Yes"));
  refused = true;
  await check("an answer is refused", () => say(parlour.owner, "Still there?"));
  refused = false;
  await check("a note names a colleague", () => say(parlour.owner, "Look", { kind: "note", mentions: [colleague.id] }));
  await check("the colleague comes in and answers", () => say(colleague, "Hello from Ben"));
  await check("the card is bound", () => owner("POST", `${chat}/assign-crm`));
  const tag = await owner("POST", "tags", { name: "VIP" });
  await check("a tag", () => owner("PUT", `${chat}/tags`, { tags: [tag["id"]] }));
  const { visitor } = await parlour.findChat("7");
  await check("the visitor gets another name", () => owner("PATCH", `visitors/${visitor.number}`, { name: "N. Ross" }));
  await check("a transfer is asked", () => owner("POST", `${chat}/transfer`, { operator_id: colleague.id, comment: "Yours" }));
  await check("and taken", () => call(colleague, "POST", `${chat}/transfer/accept`));
  const department = await owner("POST", "departments", { name: "Sales", operators: [parlour.owner.id] });
  await check("on to a department", () => call(colleague, "POST", `${chat}/transfer`, { department_id: department["id"] }));
  await check("taken again", () => owner("POST", `${chat}/accept`));
  await check("left by the last one", () => owner("POST", `${chat}/leave`));
  await check("closed", () => owner("POST", `${chat}/close`, { reason: "done" }));
  await check("continued", () => owner("POST", `${chat}/continue`));
  await check("a blocked visitor", async () => owner("POST", `chats/${(await parlour.findChat("7")).id}/block`));
  await check("and what he writes then", () => parlour.sendCustomerMessage(shop, "7", "Let me in"));

  await check("a bot that cannot be reached", () => parlour.sendCustomerMessage(helped, "8", "Hello"));

  const win = await bed.openWindow();
  const talk = await saidBy(check, win);
  await check("the visitor of a window has read", async () => {
    const answer = await call(parlour.owner, "POST", `chats/${talk}/messages`, {
      kind: "text",
      text: "Hi",
      client_id: crypto.randomUUID(),
    });
    win.send({ type: "marks", chat_id: talk, received: answer["seq"], seen: answer["seq"] });
    await win.next("chat", (frame) => frame.chat.read === answer["seq"]);
  });

  expect(Object.keys(eventData).filter((name) => !seen.has(name) && !beside.has(name))).toEqual([]);
});

async function saidBy(
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
async function everythingCame(): Promise<void> {
  await parlour.settle();
  const head = await headNow();
  await client.next(({ type, position }) => type === "event" && (position as number) >= head);
}
async function headNow(): Promise<number> {
  const [row] = await parlour.sql<{ position: string }>("select max(position) as position from account_head");
  return Number(row?.position);
}

/** Reads all chats with their messages from the API. */
async function fresh(): Promise<Snapshot> {
  const position = await headNow();
  const listed = (await owner("GET", "chats?limit=200"))["items"] as readonly Chat[];
  const chats = await Promise.all(listed.map(async ({ id }) => (await owner("GET", `chats/${id}`)) as unknown as Chat));
  let snapshot = mergeChats({ ...emptySnapshot, position }, chats, position);
  for (const { id } of chats) snapshot = mergeMessages(snapshot, id, await parlour.messages(id), position);
  return snapshot;
}

/**
 * Returns the visible part: all chats, and the messages of chats that were open before. Internal
 * fields of the projection are left out.
 */
function shown({ chats, logs }: Snapshot, before: Snapshot): unknown {
  const ids = [...chats.keys()].toSorted((a, b) => a - b);
  const messages = (id: number): readonly Message[] => (before.logs.has(id) ? (logs.get(id)?.messages ?? []) : []);
  // The server computes why a chat is visible for each request (API-021), from the operators online
  // at that moment.
  return ids.map((id) => ({ chat: { ...chats.get(id)?.chat, assignment: null }, messages: messages(id) }));
}
