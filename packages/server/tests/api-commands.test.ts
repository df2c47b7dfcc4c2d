import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Chat, Message, Visitor } from "@parlour/protocol";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
let customerCount = 0;

beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const created = await service.call("POST", "/channels", {
    key: acme.keys.owner,
    body: {
      name: "App",
      endpoint_url: "https://hooks.example/",
      operators: [acme.ids.operator, acme.ids.admin],
    },
  });
  channel = (created.body as { id: number }).id;
});
afterAll(() => service.close());

const createWaitingChat = (): Promise<number> =>
  service.sendCustomerMessage(
    acme.id,
    channel,
    `customer-${++customerCount}`,
    "Where is my order?",
  );
const postChatAction = (
  id: number,
  action: string,
  body: unknown = {},
  key = acme.keys.operator,
  headers: Record<string, string> = {},
) => service.call("POST", `/chats/${id}/${action}`, { key, body, headers });
const readMessageTexts = async (id: number): Promise<string[]> =>
  (
    (await service.call("GET", `/chats/${id}/messages`, { key: acme.keys.owner })).body.items as {
      text: string;
    }[]
  ).map((one) => one.text);

describe("accept", () => {
  it("[API-024] [CORE-031] the chat is the operator's and open", async () => {
    const id = await createWaitingChat();
    const answer = await postChatAction(id, "accept");
    expect(answer.status).toBe(200);
    expect(Check(Chat, answer.body)).toBe(true);
    expect(answer.body).toMatchObject({
      id,
      state: "open",
      assignee: { id: acme.ids.operator },
      participants: [{ id: acme.ids.operator }],
      wait: null,
      unread: 1,
      last_message: { line: { code: "accepted" } },
    });
    expect(answer.body.seq).toBe(answer.body.last_message.seq);
    const { assignment: _now, ...read } = (
      await service.call("GET", `/chats/${id}`, { key: acme.keys.operator })
    ).body as Chat;
    expect(answer.body).toMatchObject(read);
  });
  it("[CORE-034] [CORE-470] [H-261] of ten at once by two operators one wins with all of theirs, the other learns who", async () => {
    const id = await createWaitingChat();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        postChatAction(id, "accept", {}, n % 2 === 0 ? acme.keys.operator : acme.keys.admin),
      ),
    );
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(5);
    expect(new Set(won.map(({ body }) => body.assignee.id)).size).toBe(1);
    const read = await service.call("GET", `/chats/${id}/messages`, { key: acme.keys.operator });
    const lines = (read.body.items as Message[]).map(({ line }) => line?.code);
    expect(lines.filter((code) => code === "accepted")).toHaveLength(1);
    for (const refusedAnswer of answers.filter((answer) => answer.status !== 200)) {
      expect([
        refusedAnswer.status,
        refusedAnswer.body.error.code,
        refusedAnswer.body.error.by,
      ]).toEqual([409, "already_accepted", won[0]?.body.assignee]);
    }
  });
  it("[CORE-001] viewers and developers take no chats; the reason names the role", async () => {
    const id = await createWaitingChat();
    for (const role of ["viewer", "developer"] as const)
      expect((await postChatAction(id, "accept", {}, acme.keys[role])).status).toBe(403);
    expect((await postChatAction(id, "accept", {}, other.keys.owner)).status).toBe(404);
    expect((await postChatAction(id, "accept", { force: true })).status).toBe(400);
  });
  it("[API-005] a repeat with the key gives the first answer, on another chat a conflict", async () => {
    const [first, second] = [await createWaitingChat(), await createWaitingChat()];
    const headers = { "idempotency-key": "accept-1" };
    const answer = await postChatAction(first, "accept", {}, acme.keys.operator, headers);
    const again = await postChatAction(first, "accept", {}, acme.keys.operator, headers);
    expect([again.status, again.body]).toEqual([200, answer.body]);
    expect(
      (await postChatAction(second, "accept", {}, acme.keys.operator, headers)).body.error.code,
    ).toBe("idempotency_conflict");
  });
});

describe("messages", () => {
  const postMessage = (
    id: number,
    body: object,
    key = acme.keys.operator,
    headers: Record<string, string> = {},
  ) =>
    postChatAction(
      id,
      "messages",
      { kind: "text", text: "Hi", client_id: "c-1", ...body },
      key,
      headers,
    );

  it("[API-023] a message is stored, owed to the channel, and repeated by its client_id", async () => {
    const id = await createWaitingChat();
    const first = await postMessage(id, { text: "Hello there" });
    expect(first.status).toBe(201);
    expect(Check(Message, first.body)).toBe(true);
    expect(first.body).toMatchObject({
      chat_id: id,
      kind: "text",
      text: "Hello there",
      client_id: "c-1",
      author: { kind: "operator", id: acme.ids.operator },
      delivery: { state: "pending", attempts: 0 },
    });
    const again = await postMessage(id, { text: "Hello there" });
    expect([again.status, again.body.id, again.body.seq]).toEqual([
      200,
      first.body.id,
      first.body.seq,
    ]);
    const keyed = await postMessage(id, { text: "Hello there" }, acme.keys.operator, {
      "idempotency-key": "a-new-key",
    });
    expect([keyed.status, keyed.body.id], "known by its client_id alone").toEqual([
      200,
      first.body.id,
    ]);
    expect(await readMessageTexts(id)).toEqual([
      "Where is my order?",
      "operator accepted the chat",
      "Hello there",
    ]);
    expect(
      (await service.call("GET", `/deliveries?chat=${id}`, { key: acme.keys.owner })).body.items,
    ).toMatchObject([
      {
        id: first.body.delivery.id,
        state: "pending",
        chat_id: id,
        seq: first.body.seq,
        endpoint: { kind: "channel", name: "App" },
      },
    ]);
    expect(
      (await service.call("GET", `/chats/${id}/messages?after=2`, { key: acme.keys.operator })).body
        .items[0].delivery,
    ).toMatchObject({
      id: first.body.delivery.id,
      state: "pending",
    });
  });
  it("[API-023] [H-260] the same client_id 20 times at once stores one", async () => {
    const id = await createWaitingChat();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postMessage(id, { client_id: "h-260" })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.body.id as number)).size).toBe(1);
    expect((await readMessageTexts(id)).filter((text) => text === "Hi")).toHaveLength(1);
  });
  it("[CORE-044] a repeat gives the first message also after the chat was closed", async () => {
    const id = await createWaitingChat();
    const first = await postMessage(id, {});
    await postChatAction(id, "close");
    const again = await postMessage(id, {});
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  });
  it("[API-023] [API-241] a note stays inside and needs no accept", async () => {
    const id = await createWaitingChat();
    const note = await postMessage(id, { kind: "note", text: "n".repeat(4000) });
    expect([note.status, note.body.kind, note.body.delivery]).toEqual([201, "note", undefined]);
    expect((await service.call("GET", `/chats/${id}`, { key: acme.keys.owner })).body.state).toBe(
      "waiting",
    );
    expect(
      (await service.call("GET", `/deliveries?chat=${id}`, { key: acme.keys.owner })).body.items,
    ).toEqual([]);
  });
  it.each([
    [{ text: "x".repeat(4001) }, "text"],
    [{ text: "" }, "text"],
    [{ text: " \n " }, "text"],
    [{ kind: "note", text: "x".repeat(4001) }, "text"],
    [{ text: 7 }, "text"],
    [{ client_id: undefined }, "client_id"],
    [{ client_id: "" }, "client_id"],
    [{ client_id: "a b" }, "client_id"],
    [{ kind: "shout" }, "kind"],
    [{ delivery: {} }, "delivery"],
  ])("[API-023] %j is refused and names the field", async (fault, field) => {
    const id = await createWaitingChat();
    const answer = await postMessage(id, fault);
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
      400,
      "invalid_request",
      field,
    ]);
    expect(await readMessageTexts(id)).toHaveLength(1);
  });
  it("[API-023] [CH-074] [CORE-046] up to 4000 characters are taken whole; the channel's cut comes when they are sent", async () => {
    const id = await createWaitingChat();
    const long = "😀".repeat(4000);
    const answer = await postMessage(id, { text: long });
    expect([answer.status, answer.body.text === long, answer.body.delivery.state]).toEqual([
      201,
      true,
      "pending",
    ]);
    expect((await postMessage(id, { text: `${long}x`, client_id: "c-2" })).status).toBe(400);
  });
  it("[CORE-046] U+0000 and lone surrogates become U+FFFD", async () => {
    const id = await createWaitingChat();
    const answer = await postMessage(id, { client_id: "c-3", text: "PLACE" }, acme.keys.operator);
    expect(answer.status).toBe(201);
    const raw = await service.call("POST", `/chats/${id}/messages`, {
      key: acme.keys.operator,
      body: '{"kind":"text","client_id":"c-4","text":"a\\u0000b\\ud800c"}',
    });
    expect(raw.body.text).toBe("a\uFFFDb\uFFFDc");
  });
  it("[API-023] [API-241] a closed chat takes nothing, an answer in a colleague's chat joins it", async () => {
    const id = await createWaitingChat();
    await postChatAction(id, "accept");
    expect(
      (await postMessage(id, { kind: "note", client_id: "c-7" }, acme.keys.admin)).status,
    ).toBe(201);
    expect((await postMessage(id, { client_id: "c-8" }, acme.keys.admin)).status).toBe(201);
    expect(
      (await service.call("GET", `/chats/${id}`, { key: acme.keys.owner })).body.participants,
    ).toMatchObject([{ id: acme.ids.operator }, { id: acme.ids.admin }]);
    await postChatAction(id, "close");
    const closed = await postMessage(id, { client_id: "c-9" });
    expect([closed.status, closed.body.error.code]).toEqual([409, "chat_closed"]);
  });
  it("[CORE-002] [H-236] into a chat of another account: 404, nothing stored", async () => {
    const id = await createWaitingChat();
    expect((await postMessage(id, {}, other.keys.owner)).status).toBe(404);
    expect(await readMessageTexts(id)).toHaveLength(1);
  });
  it("[CH-110] a channel that is off takes notes only", async () => {
    const id = await createWaitingChat();
    await postChatAction(id, "accept");
    await service.call("PATCH", `/channels/${channel}`, {
      key: acme.keys.owner,
      body: { enabled: false },
    });
    const off = await postMessage(id, {});
    const note = await postMessage(id, { kind: "note", client_id: "c-5" });
    await service.call("PATCH", `/channels/${channel}`, {
      key: acme.keys.owner,
      body: { enabled: true },
    });
    expect([off.status, off.body.error.code, note.status]).toEqual([403, "channel_disabled", 201]);
    expect((await postMessage(id, { client_id: "c-6" })).status).toBe(201);
  });
});

describe("join, leave, close, continue", () => {
  it("[CORE-031] a colleague joins and leaves; the last one out returns the chat to waiting", async () => {
    const id = await createWaitingChat();
    await postChatAction(id, "accept");
    expect((await postChatAction(id, "join", {}, acme.keys.admin)).body.participants).toMatchObject(
      [{ id: acme.ids.operator }, { id: acme.ids.admin }],
    );
    const handed = await postChatAction(id, "leave");
    expect(handed.body).toMatchObject({ state: "open", assignee: { id: acme.ids.admin } });
    const empty = await postChatAction(id, "leave", {}, acme.keys.admin);
    expect(empty.body).toMatchObject({ state: "waiting", assignee: null, participants: [] });
    expect(empty.body.wait.since).toMatch(/Z$/);
  });
  it("[CORE-038] closing is final and keeps the operator's reason", async () => {
    const id = await createWaitingChat();
    await postChatAction(id, "accept");
    const closed = await postChatAction(id, "close", { reason: "solved" });
    expect(closed.body).toMatchObject({
      state: "closed",
      close_reason: "solved",
      assignment: null,
    });
    expect((await postChatAction(id, "close", {})).body.error.code).toBe("chat_closed");
    expect((await postChatAction(id, "accept")).body.error.code).toBe("chat_closed");
  });
  it("[CORE-001] who took part in a chat of another channel sees it, also when it is closed, and no longer after leaving", async () => {
    const created = await service.call("POST", "/channels", {
      key: acme.keys.owner,
      body: { name: "Else", endpoint_url: "https://hooks.example/", operators: [acme.ids.admin] },
    });
    const elsewhere = (created.body as { id: number }).id;
    const readStatus = async (id: number): Promise<number> =>
      (await service.call("GET", `/chats/${id}`, { key: acme.keys.operator })).status;
    const [leftChat, otherChat] = [
      await service.sendCustomerMessage(acme.id, elsewhere, "a", "Hi"),
      await service.sendCustomerMessage(acme.id, elsewhere, "b", "Hi"),
    ];
    expect(await readStatus(leftChat)).toBe(404);
    await service.call("PATCH", `/channels/${elsewhere}`, {
      key: acme.keys.owner,
      body: { operators: [acme.ids.admin, acme.ids.operator] },
    });
    for (const id of [leftChat, otherChat]) await postChatAction(id, "accept", {}, acme.keys.admin);
    for (const id of [leftChat, otherChat]) await postChatAction(id, "join");
    await service.call("PATCH", `/channels/${elsewhere}`, {
      key: acme.keys.owner,
      body: { operators: [acme.ids.admin] },
    });
    expect([await readStatus(leftChat), await readStatus(otherChat)]).toEqual([200, 200]);
    const leaveResponse = await postChatAction(leftChat, "leave");
    expect([leaveResponse.status, leaveResponse.body.participants]).toMatchObject([
      200,
      [{ id: acme.ids.admin }],
    ]);
    await service.clock.advance(1_000);
    for (const id of [leftChat, otherChat]) await postChatAction(id, "close", {}, acme.keys.admin);
    expect([await readStatus(leftChat), await readStatus(otherChat)]).toEqual([404, 200]);
  });
  it("[API-028] a closed chat goes on in a new one, once", async () => {
    const id = await createWaitingChat();
    expect((await postChatAction(id, "continue")).body.error).toMatchObject({
      code: "not_closed",
      chat_id: id,
    });
    await postChatAction(id, "close", null);
    const next = await postChatAction(id, "continue");
    expect(next.status).toBe(201);
    expect(next.body).toMatchObject({
      state: "open",
      continues: id,
      assignee: { id: acme.ids.operator },
      channel: { id: channel },
    });
    expect(next.body.id).not.toBe(id);
    const again = await postChatAction(id, "continue");
    expect([again.status, again.body.error.code, again.body.error.chat_id]).toEqual([
      409,
      "already_running",
      next.body.id,
    ]);
  });
  it("[H-251] nothing changes by GET, and no body or an empty one is the same", async () => {
    const id = await createWaitingChat();
    expect(
      (await service.call("GET", `/chats/${id}/close`, { key: acme.keys.operator })).status,
    ).toBe(405);
    expect(
      (await service.call("POST", `/chats/${id}/accept`, { key: acme.keys.operator })).status,
    ).toBe(200);
  });
});

describe("typing, visitors, deactivation", () => {
  it("[API-026] [CORE-047] typing is a signal", async () => {
    const id = await createWaitingChat();
    const viewer = await service.connect({ key: acme.keys.owner });
    expect((await postChatAction(id, "typing", { typing: true })).status).toBe(204);
    expect(await viewer.next((frame) => frame["type"] === "typing")).toMatchObject({
      chat_id: id,
      typing: true,
    });
    expect((await postChatAction(id, "typing", { typing: "yes" })).status).toBe(400);
    expect((await postChatAction(id, "typing", { typing: true }, other.keys.owner)).status).toBe(
      404,
    );
  });
  it("[API-030] [CORE-020] [API-264] an operator corrects a visitor; the value says who set it", async () => {
    const id = await createWaitingChat();
    const { number } = (
      (await service.call("GET", `/chats/${id}`, { key: acme.keys.operator })).body as Chat
    ).visitor;
    const patch = (body: unknown, key = acme.keys.operator) =>
      service.call("PATCH", `/visitors/${number}`, { key, body });
    const changed = await patch({ name: "Anna", phone: "+44 20" });
    expect(changed.status).toBe(200);
    expect(Check(Visitor, changed.body)).toBe(true);
    expect(changed.body).toMatchObject({
      number,
      name: { value: "Anna", source: "operator" },
      phone: { value: "+44 20", source: "operator" },
      email: null,
    });
    expect((await patch({ phone: null })).body).toMatchObject({
      name: { value: "Anna" },
      phone: null,
    });
    expect(
      (await service.call("GET", `/chats/${id}`, { key: acme.keys.operator })).body.visitor.name
        .value,
    ).toBe("Anna");
    expect((await patch({ number: 7 })).status).toBe(400);
    expect((await patch({})).status).toBe(400);
    expect((await patch({ name: "x" }, acme.keys.viewer)).status).toBe(403);
    expect((await patch({ name: "x" }, other.keys.owner)).status).toBe(404);
  });
  it("[CORE-003] a deactivated operator's chats wait again, those with a colleague stay open", async () => {
    const created = await service.call("POST", "/operators", {
      key: acme.keys.owner,
      body: { name: "Bo", email: "bo@acme.test", role: "admin" },
    });
    const bo = (created.body as { id: number }).id;
    const key = (
      (
        await service.call("POST", "/api-keys", {
          key: acme.keys.owner,
          body: { name: "bo", operator_id: bo },
        })
      ).body as { key: string }
    ).key;
    const [alone, shared] = [await createWaitingChat(), await createWaitingChat()];
    await postChatAction(alone, "accept", {}, key);
    await postChatAction(shared, "accept", {}, key);
    await postChatAction(shared, "join");
    expect(
      (await service.call("DELETE", `/operators/${bo}`, { key: acme.keys.owner })).status,
    ).toBe(204);
    expect((await service.call("GET", "/me", { key })).status).toBe(401);
    expect(
      (await service.call("GET", `/chats/${alone}`, { key: acme.keys.owner })).body,
    ).toMatchObject({
      state: "waiting",
      assignee: null,
    });
    expect(
      (await service.call("GET", `/chats/${shared}`, { key: acme.keys.owner })).body,
    ).toMatchObject({
      state: "open",
      assignee: { id: acme.ids.operator },
    });
  });
  it("[CH-086] [API-005] [API-050] [API-327] only a failed delivery is sent again", async () => {
    const id = await createWaitingChat();
    const sent = await postChatAction(id, "messages", { kind: "text", text: "Hi", client_id: "c" });
    const delivery = (sent.body as { delivery: { id: number } }).delivery.id;
    const retry = (key = acme.keys.admin) =>
      service.call("POST", `/deliveries/${delivery}/retry`, { key, body: {} });
    expect((await retry()).body.error.code).toBe("not_deliverable");
    await service.db.query(
      "update delivery set state = 'failed', outcome = 'timeout', attempts = 3, tries = 3, error_code = 'timeout', error_message = '' where id = $1",
      [delivery],
    );
    expect((await retry(acme.keys.viewer)).status).toBe(403);
    expect((await retry(other.keys.owner)).status).toBe(404);
    const keyed = () =>
      service.call("POST", `/deliveries/${delivery}/retry`, {
        key: acme.keys.admin,
        body: {},
        headers: { "idempotency-key": "again" },
      });
    const again = await keyed();
    expect([again.status, again.body.state, again.body.attempts]).toEqual([200, "pending", 0]);
    expect((await keyed()).body).toEqual(again.body);
    expect((await retry()).status).toBe(409);
  });
});
