// The tests need their order: they continue the chats of the ones before.
import type { Chat } from "@parlour/protocol";
import type { ForwardedChats, Forwarding, ForwardingState } from "@parlour/protocol/api";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

/** The old system behind a channel during a trial (docs/spec/move-in.md, MV-080). */
let parlour: TestParlour;
let frontEnd: FakeIntegrator;
let oldSystem: FakeIntegrator;
let channel: TestChannel;
const path = "imports/parallel/forwarding";
const secretPart = "Xk29fLq0Vb2mQ4tZ8sT1k";
beforeAll(async () => {
  [parlour, frontEnd, oldSystem] = await Promise.all([
    startTestParlour(),
    startIntegrator(),
    startIntegrator(),
  ]);
  channel = await parlour.channel(`${frontEnd.url}/chat`);
  await parlour.owner.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
});
beforeEach(async () => {
  frontEnd.respondWith("ok");
  oldSystem.respondWith("ok");
  await parlour.owner.call("DELETE", path);
});
afterAll(async () => {
  await parlour.close();
  await Promise.all([frontEnd.close(), oldSystem.close()]);
});

async function forward(more: object = {}): Promise<Forwarding> {
  const url = `${oldSystem.url}/channel/${secretPart}/Lk29`;
  const set = await parlour.owner.call("PUT", path, { channel_id: channel.id, url, ...more });
  expect(set.status, set.text).toBe(200);
  return set.body as Forwarding;
}
const write = async (customer: string, text: string, sender: object = {}): Promise<void> => {
  const sent = await parlour.sendCustomerMessage(channel, customer, text, { sender });
  expect(sent.status).toBe(200);
};
const postRaw = (to: Forwarding, body: string, suffix = ""): Promise<Response> =>
  fetch(to.answers_url.replace(/^https?:\/\/[^/]+/, parlour.url) + suffix, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
async function answer(to: Forwarding, customer: string, message: object, suffix = "") {
  const body = { sender: { name: "Ines" }, recipient: { id: customer }, message };
  const response = await postRaw(to, JSON.stringify(body), suffix);
  await parlour.settle();
  return { status: response.status, body: (await response.json()) as any };
}
const text = (id: string, words: string): object => ({ type: "text", id, text: words });
/** The texts that an endpoint received from or for a customer, in order. */
const listTexts = (at: FakeIntegrator, customer: string): readonly string[] =>
  at.messages().flatMap(({ body }) => {
    const { sender, recipient, message } = JSON.parse(body) as Record<string, any>;
    return [sender.id, recipient?.id].includes(customer) ? [message["text"]] : [];
  });

test("[MV-081] each message of a visitor is posted to the old system as it came, in order, once per attempt with one key", async () => {
  await forward();
  const sender = { name: "Nadia Ross", email: "nadia@shop.example", url: "https://shop.example/a" };
  await write("forwarded", "One", sender);
  await write("forwarded", "Two", sender);
  await parlour.settle();
  expect(listTexts(oldSystem, "forwarded")).toEqual(["One", "Two"]);
  const request = oldSystem.messages().at(-1)!;
  expect(request.path).toBe(`/channel/${secretPart}/Lk29`);
  expect(request.headers["idempotency-key"]).toMatch(/^msg_\d+$/);
  expect(JSON.parse(request.body)).toMatchObject({
    sender: { id: "forwarded", ...sender },
    message: { type: "text", text: "Two" },
  });
  // The id returns as it came (CH-043).
  await parlour.sendCustomerMessage(channel, 12, "As a number");
  await parlour.settle();
  expect(oldSystem.messages().at(-1)?.body).toContain('"sender":{"id":12');
});

test("[MV-081] a dead old system delays nobody here, and gets everything later, in order; the log masks its address", async () => {
  const forwarding = await forward();
  oldSystem.respondWith({ status: 503 });
  await write("patient", "One");
  await write("patient", "Two");
  await parlour.settle();
  const { id } = await parlour.findChat("patient");
  await parlour.owner.call("POST", `chats/${id}/messages`, {
    kind: "text",
    text: "Hello",
    client_id: "patient",
  });
  await parlour.settle();
  expect(listTexts(frontEnd, "patient")).toEqual(["Hello"]);
  oldSystem.respondWith("ok");
  await parlour.clock.advance(8_000);
  await parlour.settle();
  expect(listTexts(oldSystem, "patient")).toEqual(["One", "One", "Two"]);
  const log = await parlour.owner.call("GET", `deliveries?kind=old_system&chat=${id}`);
  expect(log.body.items).toMatchObject([
    { endpoint: { kind: "old_system", id: forwarding.endpoint_id, name: "Old system" } },
    { state: "delivered", attempts: 2, event: "text" },
  ]);
  const detail = await parlour.owner.call("GET", `deliveries/${log.body.items[1].id}`);
  expect(detail.text).not.toContain(secretPart);
  expect(detail.body.attempts_made).toMatchObject([{ status: 503 }, { status: 200 }]);
});

test("[MV-081] a failed message can be sent again", async () => {
  await forward();
  oldSystem.respondWith({ body: '{"error":{"code":"not_found","message":"No such channel"}}' });
  await write("resent", "One");
  await parlour.settle();
  const [failed] = (await parlour.owner.call("GET", "deliveries?kind=old_system&state=failed")).body
    .items;
  oldSystem.respondWith("ok");
  const again = await parlour.owner.call("POST", `deliveries/${failed.id}/retry`, {});
  expect(again.status, again.text).toBe(200);
  await parlour.settle();
  expect(listTexts(oldSystem, "resent")).toEqual(["One", "One"]);
});

test("[MV-082] [MV-083] an answer of the old system is in the chat and reaches the customer, once by its id, and does not go back", async () => {
  const forwarding = await forward();
  await write("answered", "Where is my order?");
  expect(await answer(forwarding, "answered", text("7", "On its way"))).toEqual({
    status: 200,
    body: { result: "ok" },
  });
  expect((await answer(forwarding, "answered", text("7", "On its way"), "/Lk29")).status).toBe(200);
  expect(await answer(forwarding, "answered", text("7", "Something else"))).toMatchObject({
    status: 422,
    body: { error: { code: "idempotency_conflict" } },
  });
  const { id } = await parlour.findChat("answered");
  const answers = (await parlour.messages(id)).filter(({ author }) => author.kind === "operator");
  expect(answers).toMatchObject([
    {
      text: "On its way",
      author: { id: null, name: "Ines" },
      delivery: { state: "delivered" },
    },
  ]);
  expect(listTexts(frontEnd, "answered")).toEqual(["On its way"]);
  const sent = JSON.parse(frontEnd.messages().at(-1)?.body ?? "");
  expect(sent).toMatchObject({
    sender: { name: "Ines", photo: "" },
    recipient: { id: "answered" },
  });
  expect(listTexts(oldSystem, "answered")).toEqual(["Where is my order?"]);
  // The id is known for as long as the forwarding lasts.
  parlour.clock.set(parlour.clock.now() + 3 * 24 * 3_600_000);
  await answer(forwarding, "answered", text("7", "On its way"));
  expect(listTexts(frontEnd, "answered")).toEqual(["On its way"]);
});

test("[MV-082] files and places are answers too; typing and receipts are accepted without effect", async () => {
  const forwarding = await forward();
  await write("media", "Show me");
  const file = { type: "photo", id: "f1", file: "https://old.example/a.png", text: "This one" };
  const place = { type: "location", id: "l1", latitude: 52.5, longitude: 13.4 };
  for (const message of [file, place, { type: "typein" }, { type: "seen", id: "1" }])
    expect((await answer(forwarding, "media", message)).status).toBe(200);
  const { id } = await parlour.findChat("media");
  const answers = (await parlour.messages(id)).filter(({ author }) => author.kind === "operator");
  expect(answers).toMatchObject([
    { kind: "media", text: "This one", media: { type: "photo", file: file.file } },
    { kind: "media", media: { type: "location", latitude: 52.5 } },
  ]);
});

test.each<[string, number, string, string?]>([
  ["", 400, "invalid_json"],
  ["[]", 400, "invalid_json"],
  ['{"recipient":{"id":"asked"},"recipient":{"id":"x"}}', 400, "invalid_json"],
  ['{"message":{"type":"text","id":"1","text":"a"}}', 400, "invalid_request", "recipient"],
  ['{"recipient":{"id":"asked"}}', 400, "invalid_request", "message"],
  ['{"recipient":{"id":1.5},"message":{"type":"text"}}', 400, "invalid_request", "recipient.id"],
  [
    '{"recipient":{"id":"asked"},"message":{"type":"text","text":"a"}}',
    400,
    "invalid_request",
    "message.id",
  ],
  [
    '{"recipient":{"id":"asked"},"message":{"type":"text","id":"1"}}',
    400,
    "text_required",
    "message.text",
  ],
  [
    '{"recipient":{"id":"asked"},"message":{"type":"edit","id":"1"}}',
    400,
    "unsupported_type",
    "message.type",
  ],
  [
    '{"recipient":{"id":"asked"},"message":{"type":"photo","id":"1"}}',
    400,
    "file_required",
    "message.file",
  ],
  ['{"recipient":{"id":"nobody"},"message":{"type":"text","id":"1","text":"a"}}', 404, "not_found"],
])("[MV-082] %s is refused with %i %s", async (body, status, code, field) => {
  const forwarding = await forward();
  await write("asked", "Hello");
  const response = await postRaw(forwarding, body);
  const { error } = (await response.json()) as { error: { code: string; field?: string } };
  expect([response.status, error.code, error.field]).toEqual([status, code, field]);
});

test("[MV-082] a wrong or ended address, and a body that is too large, are refused", async () => {
  const forwarding = await forward();
  await write("ended", "Hello");
  const wrong = {
    ...forwarding,
    answers_url: forwarding.answers_url.replace(/.{32}(?=\/answers)/, "x".repeat(32)),
  };
  expect((await answer(wrong, "ended", text("1", "a"))).status).toBe(404);
  expect((await postRaw(forwarding, `"${"x".repeat(300 * 1024)}"`)).status).toBe(413);
  expect((await parlour.owner.call("DELETE", path)).status).toBe(204);
  expect((await answer(forwarding, "ended", text("1", "a"))).status).toBe(404);
});

test("[MV-084] operators cannot answer if only the old system does; notes stay possible", async () => {
  await forward({ operators_answer: false });
  await write("readonly", "Hello");
  const { id } = await parlour.findChat("readonly");
  const send = (kind: string) =>
    parlour.owner.call("POST", `chats/${id}/messages`, { kind, text: "Hi", client_id: kind });
  expect(await send("text")).toMatchObject({
    status: 409,
    body: { error: { code: "answered_elsewhere" } },
  });
  expect((await send("note")).status).toBe(201);
  const account = await parlour.owner.call("GET", "account");
  expect(account.body).toMatchObject({ answered_elsewhere: channel.id });
  await forward();
  expect((await send("text")).status).toBe(201);
  expect((await parlour.owner.call("GET", "account")).body).toMatchObject({
    answered_elsewhere: null,
  });
});

test("[MV-085] chats do not ring, wait or end here unless they shall, and anybody may take one", async () => {
  const forwarding = await forward();
  await write("quiet", "Hello");
  await answer(forwarding, "quiet", text("q1", "Hi there"));
  const { id } = await parlour.findChat("quiet");
  const state = async (): Promise<Chat> =>
    (await parlour.owner.call("GET", `chats/${id}`)).body as Chat;
  expect(await state()).toMatchObject({ state: "bot", bot: null, wait: null, assignee: null });
  parlour.clock.set(parlour.clock.now() + 3 * 24 * 3_600_000);
  await parlour.settle();
  expect(await state()).toMatchObject({ state: "bot", wait: null });
  const lines = (await parlour.messages(id)).flatMap(({ line }) => line?.code ?? []);
  expect(lines).toEqual([]);
  expect((await parlour.owner.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  const sent = await parlour.owner.call("POST", `chats/${id}/messages`, {
    kind: "text",
    text: "Hi",
    client_id: "quiet",
  });
  expect(sent.status).toBe(201);
  expect(await state()).toMatchObject({ state: "open", assignee: { id: parlour.owner.id } });
  await forward({ chats_ring: true });
  await write("loud", "Hello");
  await parlour.settle();
  expect(await parlour.findChat("loud")).toMatchObject({ state: "waiting" });
});

test("[MV-082] an answer to a customer without an open chat starts one", async () => {
  const forwarding = await forward();
  await write("late", "Hello");
  const first = await parlour.findChat("late");
  await parlour.owner.call("POST", `chats/${first.id}/close`, {});
  await parlour.clock.advance(1_000);
  await parlour.settle();
  expect((await answer(forwarding, "late", text("l1", "Sorry"))).status).toBe(200);
  const next = await parlour.findChat("late");
  expect(next.id).not.toBe(first.id);
  expect(next).toMatchObject({ state: "bot" });
  expect(listTexts(frontEnd, "late")).toEqual(["Sorry"]);
});

test("[MV-087] the comparison counts chats in both, missing ones, answers and delay", async () => {
  await parlour.sql(
    "delete from delivery where endpoint_id in (select id from endpoint where kind = 'old_system')",
  );
  const forwarding = await forward();
  await write("both", "Hello");
  await parlour.settle();
  await parlour.clock.advance(20_000);
  await answer(forwarding, "both", text("b1", "There"));
  await parlour.clock.advance(10_000);
  const { id } = await parlour.findChat("both");
  await parlour.owner.call("POST", `chats/${id}/messages`, {
    kind: "text",
    text: "Here",
    client_id: "both",
  });
  oldSystem.respondWith({ body: '{"error":{"code":"not_found","message":"No"}}' });
  await write("missing", "Hello");
  await parlour.settle();
  oldSystem.respondWith({ status: 503 });
  await write("waits", "Hello");
  await parlour.settle();
  const { body } = await parlour.owner.call("GET", path);
  const { figures } = (body as ForwardingState).forwarding!;
  expect(figures).toMatchObject({
    chats: 3,
    in_both: 1,
    missing: 1,
    messages: 3,
    answered_in_both: 1,
    old_system_first_answer_ms: 20_000,
    operator_first_answer_ms: 30_000,
    delay_ms: 0,
  });
  const list = (await parlour.owner.call("GET", `${path}/chats?limit=2`)).body as ForwardedChats;
  expect(list.items.map(({ difference }) => difference)).toEqual(["waiting", "missing"]);
  const more = await parlour.owner.call("GET", `${path}/chats?cursor=${list.next_cursor}`);
  expect(more.body).toMatchObject({
    items: [
      {
        chat_id: id,
        messages: 1,
        forwarded: 1,
        old_system_answers: 1,
        operator_answers: 1,
        difference: "answered_in_both",
      },
    ],
    next_cursor: null,
  });
});

test("[MV-080] [MV-086] the forwarding is for the owner of the data and a chat API channel, and its end ends what waits", async () => {
  const supervisor = await parlour.operator("operator");
  for (const method of ["GET", "DELETE"])
    expect((await supervisor.call(method, path)).status).toBe(403);
  const set = (more: object) =>
    parlour.owner.call("PUT", path, {
      channel_id: channel.id,
      url: oldSystem.url,
      ...more,
    });
  expect((await set({ channel_id: 99_999 })).body.error).toMatchObject({ field: "channel_id" });
  expect((await set({ url: "ftp://old.example" })).status).toBe(400);
  expect((await set({ url: "http://10.0.0.1/" })).body.error.code).toBe("private_address");
  expect((await parlour.owner.call("GET", path)).body).toEqual({ forwarding: null });
  const first = await forward();
  expect(await forward({ chats_ring: true })).toMatchObject({
    answers_url: first.answers_url,
    endpoint_id: first.endpoint_id,
    chats_ring: true,
  });
  oldSystem.respondWith({ status: 503 });
  await write("undelivered", "Hello");
  await parlour.settle();
  expect((await parlour.owner.call("DELETE", path)).status).toBe(204);
  await parlour.settle();
  const { id } = await parlour.findChat("undelivered");
  const log = await parlour.owner.call("GET", `deliveries?kind=old_system&chat=${id}`);
  expect(log.body.items).toMatchObject([{ state: "dead", outcome: "endpoint_off" }]);
  await write("undelivered", "Again");
  await parlour.settle();
  expect(listTexts(oldSystem, "undelivered")).toEqual(["Hello"]);
  const audit = await parlour.owner.call("GET", "audit?action=data.move_in");
  expect(audit.body.items[0]).toMatchObject({ target: "Old system: end" });
  const [, , secret = ""] = new URL(first.answers_url).pathname.split("/");
  expect(secret).toHaveLength(32);
  expect(audit.text).not.toContain(secret);
  expect(audit.body.items[1].changes).toMatchObject([
    { object: "old_system", before: { chats_ring: false }, after: { chats_ring: true } },
  ]);
});

/** Another account of the installation, with a chat API channel. */
async function openSecondAccount(email: string, endpointUrl: string) {
  const password = "correct horse battery";
  const owner = { name: "Sue", email, password };
  await parlour.owner.call("POST", "accounts", { name: "Second", owner });
  const origin = new URL(parlour.url).origin;
  const signedIn = await parlour.call("POST", "sessions", { email, password }, { origin });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const call = (method: string, of: string, body?: object) =>
    parlour.call(method, of, body, { cookie, origin });
  const created = await call("POST", "channels", {
    kind: "api",
    name: "Other",
    endpoint_url: endpointUrl,
    operators: [(await call("GET", "me")).body.id],
  });
  expect(created.status, created.text).toBe(201);
  const inboundUrl = `${parlour.url}${new URL(created.body.inbound_url).pathname}`;
  return { call, inboundUrl, channelId: created.body.id as number };
}

test("[MV-080] [R6] the address of an account reaches its own visitors only", async () => {
  const forwarding = await forward();
  const other = await openSecondAccount("sue@second.test", `${frontEnd.url}/other`);
  await fetch(other.inboundUrl, {
    method: "POST",
    body: '{"sender":{"id":"foreign"},"message":{"type":"text","text":"Hello"}}',
  });
  await parlour.settle();
  expect(listTexts(oldSystem, "foreign")).toEqual([]);
  expect((await answer(forwarding, "foreign", text("x1", "Hi"))).status).toBe(404);
  expect((await other.call("GET", path)).body).toEqual({ forwarding: null });
  const body = { channel_id: channel.id, url: oldSystem.url };
  expect((await other.call("PUT", path, body)).status).toBe(400);
});

test("[MV-081] [MV-082] an old system with the same interface gets the chat, and its operator answers", async () => {
  const forwarding = await forward();
  const answersUrl = forwarding.answers_url.replace(/^https?:\/\/[^/]+/, parlour.url);
  const old = await openSecondAccount("tom@third.test", answersUrl);
  await forward({ url: old.inboundUrl });
  await write("both-ways", "Is size 42 back?", { name: "Nadia Ross" });
  await parlour.settle();
  const { items } = (await old.call("GET", "chats")).body as { items: Chat[] };
  expect(items).toMatchObject([
    { visitor: { name: { value: "Nadia Ross" } }, last_message: { text: "Is size 42 back?" } },
  ]);
  const sent = await old.call("POST", `chats/${items[0]?.id}/messages`, {
    kind: "text",
    text: "Yes, three pairs.",
    client_id: "old-1",
  });
  expect(sent.status, sent.text).toBe(201);
  await parlour.settle();
  expect(listTexts(frontEnd, "both-ways")).toEqual(["Yes, three pairs."]);
  const { id } = await parlour.findChat("both-ways");
  expect((await parlour.messages(id)).at(-1)).toMatchObject({ author: { id: null, name: "Sue" } });
});
