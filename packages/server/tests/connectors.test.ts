import type { Channel, Message } from "@parlour/protocol";
import { startTestParlour, startIntegrator, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connector, ConnectorChannel } from "../src/connectors/connector.ts";
import type { InboundMessage } from "../src/connectors/inbound-message.ts";
import type { ConnectorPorts } from "../src/connectors/ports.ts";
import { refuse } from "../src/core/failure.ts";
import { createFixedIntervalSchedule } from "../src/delivery/schedule.ts";

/** The parts that all connectors share, with a connector whose service is a test server. */
let service: Awaited<ReturnType<typeof startIntegrator>>;
let parlour: TestParlour;
let ports: ConnectorPorts;
let channel: Channel;
const synchronized: (readonly ConnectorChannel[])[] = [];
const typing: boolean[] = [];

function createTestConnector(given: ConnectorPorts): Connector {
  ports = given;
  return {
    kind: "telegram",
    prepare: (settings) =>
      settings.secrets["bot_token"] === "wrong"
        ? refuse("invalid_request", "The token is unknown.", { field: "settings.bot_token" })
        : Promise.resolve({ ...settings, info: { username: "shop_bot", bot_id: 7 } }),
    driver: {
      policy: {
        timeoutMs: 3_000,
        maxReplyBytes: 1_024,
        schedule: createFixedIntervalSchedule(3, 3_000, 9_000),
      },
      buildRequest({ source: { target, entry } }) {
        const opened = ports.outbox.openTarget(target);
        if (opened === null) return { never: "channel_deleted", message: "No channel." };
        const { bot_token: token = "" } = opened.channel.secrets;
        return {
          url: `${service.url}/bot${token}/send`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            to: opened.customer,
            text: (JSON.parse(entry.body) as Message).text,
          }),
          unsigned: true,
          chunked: false,
          webhookId: "none",
          secrets: [token],
          warning: null,
        };
      },
      interpretResponse: () => ({
        outcome: "delivered",
        means: "delivered",
        error: null,
      }),
    },
    synchronize: (channels) => void synchronized.push(channels),
    test: () =>
      Promise.resolve({
        outbound: { ok: true, code: "sent", values: {}, message: "Sent." },
        inbound: { ok: false, code: "missing", values: {}, message: "Nothing arrived." },
      }),
    typing: (_target, isTyping) => {
      typing.push(isTyping);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

beforeAll(async () => {
  service = await startIntegrator();
  // Adds the port of the service to the allowed private addresses.
  parlour = await startTestParlour({ hooks: { connectors: [createTestConnector] } });
  await parlour.channel(`${service.url}/chat`);
  const created = await parlour.owner.call("POST", "channels", {
    kind: "telegram",
    name: "Shop bot",
    operators: [parlour.owner.id],
    settings: { bot_token: "123456:secret-token" },
  });
  expect(created.status, created.text).toBe(201);
  channel = created.body as Channel;
});
afterAll(async () => {
  await parlour.close();
  await service.close();
});

const findChannel = async (): Promise<ConnectorChannel> => {
  const found = await ports.inbox.findChannel("telegram", channel.public_id);
  if (found === null) throw new Error("the channel is unknown");
  return found;
};
const receive = async (message: Partial<InboundMessage> & { externalId: string }) =>
  ports.inbox.receive(await findChannel(), { customer: "5", text: "Hello", ...message });
const readMessages = async (chatId: number): Promise<readonly Message[]> =>
  ((await parlour.owner.call("GET", `chats/${chatId}/messages`)).body as { items: Message[] })
    .items;

describe("channels of external services", () => {
  it("[CON-010] a kind whose connector this server does not have is refused", async () => {
    const created = await parlour.owner.call("POST", "channels", {
      kind: "whatsapp",
      name: "Shop phone",
      operators: [parlour.owner.id],
      settings: { phone_number_id: "1", waba_id: "2", access_token: "t", app_secret: "s" },
    });
    expect(created.status).toBe(409);
    expect(created.body.error).toMatchObject({ code: "not_available" });
  });

  it("[CON-001] [CON-010] [CON-011] settings are checked by the service; secrets are never shown again", async () => {
    expect(channel).toMatchObject({
      kind: "telegram",
      settings: {},
      info: { username: "shop_bot", bot_id: 7 },
      secret_hints: { bot_token: "oken" },
      endpoint_url: "",
      capabilities: { chat_window: false, visitor_edits: true, max_buttons: 100 },
    });
    expect(JSON.stringify(channel)).not.toContain("secret-token");
    const listed = await parlour.owner.call("GET", "channels");
    expect(listed.text).not.toContain("secret-token");
    expect(await findChannel()).toMatchObject({
      secrets: { bot_token: "123456:secret-token" },
      enabled: true,
    });
    const patch = (settings: object) =>
      parlour.owner.call("PATCH", `channels/${channel.id}`, { settings });
    expect((await patch({ bot_token: "wrong" })).body.error).toMatchObject({
      code: "invalid_request",
      field: "settings.bot_token",
    });
    expect((await patch({ token: "x" })).body.error).toMatchObject({ code: "invalid_request" });
    expect((await patch({ bot_token: null })).body.error).toMatchObject({
      code: "invalid_request",
    });
    expect((await patch({ bot_token: 5 })).body.error).toMatchObject({
      field: "settings.bot_token",
    });
    const widget = await parlour.owner.call("POST", "channels", {
      kind: "widget",
      name: "Site",
      operators: [parlour.owner.id],
    });
    expect(
      (await parlour.owner.call("PATCH", `channels/${widget.body.id}`, { settings: {} })).status,
    ).toBe(400);
    expect(
      (await parlour.owner.call("PATCH", `channels/${channel.id}`, { endpoint_url: "http://a" }))
        .body.error,
    ).toMatchObject({ field: "endpoint_url" });
    expect(
      (await parlour.owner.call("POST", `channels/${channel.id}/rotate`, { what: "secret" }))
        .status,
    ).toBe(404);
  });

  it("[CON-020] a change of settings reaches the connector, and a switched-off channel receives nothing", async () => {
    await parlour.owner.call("PATCH", `channels/${channel.id}`, {
      enabled: false,
      settings: { bot_token: "999999:another-token" },
    });
    await parlour.settle();
    expect(synchronized.at(-1)).toEqual([
      expect.objectContaining({ id: channel.id, enabled: false }),
    ]);
    await expect(receive({ externalId: "off" })).rejects.toMatchObject({
      failure: { failure: "channel_disabled" },
    });
    await parlour.owner.call("PATCH", `channels/${channel.id}`, { enabled: true });
    await parlour.settle();
    expect(synchronized.at(-1)?.[0]).toMatchObject({
      enabled: true,
      secrets: { bot_token: "999999:another-token" },
    });
  });

  it("[CON-030] a message is stored once, however often and in parallel it arrives; its reply goes out", async () => {
    const first = { externalId: "5:1", text: "Is it there?", name: "Ann" };
    const results = await Promise.all([receive(first), receive(first), receive(first)]);
    expect(new Set(results.map(({ messageId }) => messageId)).size).toBe(1);
    const repeated = await receive({ ...first, text: "described in other words" });
    expect(repeated).toEqual({ ...results[0], isRepeated: true });
    const { chatId, messageId } = repeated;
    expect((await readMessages(chatId)).map(({ text }) => text)).toEqual(["Is it there?"]);
    expect(await ports.outbox.messages.find(await findChannel(), "5:1")).toEqual({
      externalId: "5:1",
      chatId,
      messageId,
      seq: 1,
    });
    await parlour.owner.call("POST", `chats/${chatId}/accept`, {});
    const sent = await parlour.owner.call("POST", `chats/${chatId}/messages`, {
      kind: "text",
      client_id: "c1",
      text: "Yes",
    });
    expect(sent.status, sent.text).toBe(201);
    await parlour.settle();
    const request = service.received.at(-1);
    expect(JSON.parse(request?.body ?? "")).toEqual({ to: "5", text: "Yes" });
    expect(request?.path).toBe("/bot999999:another-token/send");
    expect(request?.headers["webhook-signature"]).toBeUndefined();
    const log = await parlour.owner.call("GET", "deliveries");
    expect(log.text).not.toContain("another-token");
    expect((await readMessages(chatId)).at(-1)?.delivery?.state).toBe("delivered");
  });

  it("[CON-033] each file is a message, a refused file a line of text; a repeat after a crash adds the rest", async () => {
    const files = [
      { name: "a.txt", body: Buffer.from("first file") },
      { name: "empty.txt", body: Buffer.alloc(0) },
      { name: "b.txt", body: Buffer.from("second file") },
    ];
    const { chatId } = await receive({ externalId: "5:2", text: "See", files: files.slice(0, 1) });
    await receive({ externalId: "5:2", text: "See", files });
    await receive({ externalId: "5:2", text: "See", files });
    const messages = (await readMessages(chatId)).slice(-3);
    expect(messages.map(({ text, media }) => [text, media?.file_name])).toEqual([
      ["See", "a.txt"],
      [expect.stringMatching(/^\[empty\.txt: .+\]$/), undefined],
      ["", "b.txt"],
    ]);
    const url = messages[0]?.media?.file ?? "";
    expect(await (await fetch(url)).text()).toBe("first file");
  });

  it("[CON-032] facts of the service are shown with the message", async () => {
    const origin = { subject: "Order 7", from: "ann@example.org", verified: false };
    const { chatId } = await receive({ externalId: "5:3", text: "Mail", origin });
    expect((await readMessages(chatId)).at(-1)).toMatchObject({ text: "Mail", origin });
  });

  it("[CON-070] [API-425] a message quotes what it answers, also of an earlier chat; developers read no quote", async () => {
    const { owner } = parlour;
    const first = { externalId: "20:1", customer: "20", text: "In blue?" };
    const { chatId, seq, messageId: id } = await receive(first);
    await receive({ externalId: "21:1", customer: "21", text: "Secret" });
    const refersTo = { kind: "message" as const, externalId: "20:1" };
    await receive({ externalId: "20:2", customer: "20", text: "And red?", refersTo });
    const product = { id: "SKU-7", title: "Pump\u202e" };
    await receive({ externalId: "20:3", customer: "20", refersTo: { kind: "product", product } });
    // Of a message of another customer, nothing is quoted.
    const foreign = { ...refersTo, externalId: "21:1" };
    await receive({ externalId: "20:4", customer: "20", refersTo: foreign });
    const quoted = { kind: "message", seq, id, text: "In blue?" };
    expect((await readMessages(chatId)).map(({ refers_to }) => refers_to)).toEqual([
      undefined,
      quoted,
      { kind: "product", product: { id: "SKU-7", title: "Pump" } },
      { kind: "message" },
    ]);
    const developer = await parlour.operator("developer");
    const masked = (await developer.call("GET", `chats/${chatId}/messages`)).body.items;
    expect(masked[1].refers_to).toEqual({ kind: "message", seq, id, text: "•••" });
    await owner.call("POST", `chats/${chatId}/accept`, {});
    await owner.call("POST", `chats/${chatId}/close`, {});
    const next = await receive({ externalId: "20:5", customer: "20", refersTo });
    const { seq: _, ...withoutPlace } = quoted;
    expect((await readMessages(next.chatId)).at(-1)?.refers_to).toEqual(withoutPlace);
  });

  it("[CORE-312] a deleted message has no text, and operators find it among the earlier ones", async () => {
    const target = await findChannel();
    const { chatId } = await receive({
      externalId: "22:1",
      customer: "22",
      text: "My card is 1234",
    });
    const deletion = { externalId: "22:1", at: parlour.clock.now() + 1_000 };
    expect(await ports.inbox.remove(target, deletion)).toBe(true);
    const [message] = await readMessages(chatId);
    const deletedAt = new Date(deletion.at).toISOString();
    expect(message).toMatchObject({
      text: "",
      deleted_at: deletedAt,
      edited_at: deletedAt,
      earlier: [{ text: "My card is 1234" }],
    });
    // A repeat and a later edit change nothing.
    await ports.inbox.remove(target, { ...deletion, at: deletion.at + 1 });
    const edit = { externalId: "22:1", text: "again", editedAt: deletion.at + 2 };
    await ports.inbox.edit(target, edit);
    expect((await readMessages(chatId))[0]).toEqual(message);
    expect(await ports.inbox.remove(target, { ...deletion, externalId: "22:9" })).toBe(false);
  });

  it("[CON-036] a message that needs no answer starts no chat, and is shown in a running chat", async () => {
    const away = {
      customer: "9",
      text: "I am away",
      origin: { automatic: true },
      startsChat: false as const,
    };
    await expect(receive({ ...away, externalId: "9:1" })).rejects.toMatchObject({
      failure: { failure: "chat_closed" },
    });
    const { chatId } = await receive({ externalId: "9:2", customer: "9" });
    const automatic = await receive({ ...away, externalId: "9:3" });
    expect(automatic.chatId).toBe(chatId);
    expect(
      (await readMessages(chatId)).map(({ text, origin }) => [text, origin?.automatic]),
    ).toEqual([
      ["Hello", undefined],
      ["I am away", true],
    ]);
  });

  it("[CON-037] the original of a message is a file beside its files, with a page of its own", async () => {
    const urls: (string | null)[] = [];
    const { chatId } = await receive({
      externalId: "10:1",
      customer: "10",
      text: "See",
      files: [
        { name: "a.txt", body: Buffer.from("first file") },
        { name: "empty.txt", body: Buffer.alloc(0) },
      ],
      original: {
        build: (stored) => {
          urls.push(...stored);
          return { name: "original.txt", body: Buffer.from("See the whole text") };
        },
        toPath: (token) => `/originals/${token}`,
      },
    });
    const [message] = await readMessages(chatId);
    const file = message?.media?.file ?? "";
    expect(urls).toEqual([file, null]);
    const token = /^\/originals\/(.+)$/.exec(message?.origin?.original_path ?? "")?.[1] ?? "";
    const original = await fetch(file.replace(/\/files\/.+$/, `/files/${token}/original.txt`));
    expect(await original.text()).toBe("See the whole text");
  });

  it("[CON-035] edits, receipts and late failures of the service reach their message", async () => {
    const target = await findChannel();
    const { chatId } = await receive({ externalId: "8:1", customer: "8", text: "at nin" });
    const editedAt = parlour.clock.now() + 1_000;
    const edit = { externalId: "8:1", text: "at nine", editedAt };
    expect(await ports.inbox.edit(target, edit)).toBe(true);
    expect(await ports.inbox.edit(target, { ...edit, externalId: "8:9" })).toBe(false);
    await parlour.owner.call("POST", `chats/${chatId}/accept`, {});
    for (const text of ["One", "Two"])
      await parlour.owner.call("POST", `chats/${chatId}/messages`, {
        kind: "text",
        client_id: text,
        text,
      });
    await parlour.settle();
    const [customers, , ...sent] = await readMessages(chatId);
    expect(customers).toMatchObject({ text: "at nine", earlier: [{ text: "at nin" }] });
    for (const [n, { id, seq }] of sent.entries())
      await ports.outbox.messages.link(target, {
        externalId: `8:s${n}`,
        chatId,
        messageId: id,
        seq,
      });
    expect(await ports.inbox.edit(target, { ...edit, externalId: "8:s0" })).toBe(false);
    const at = parlour.clock.now();
    expect(await ports.inbox.mark(target, { externalId: "8:s1", state: "seen", at })).toBe(true);
    expect(await ports.inbox.mark(target, { externalId: "8:s0", state: "received", at })).toBe(
      true,
    );
    expect((await readMessages(chatId)).at(-1)).toMatchObject({ seen_at: expect.any(String) });
    const failure = { externalId: "8:s1", code: "550", message: "No such mailbox." };
    expect(await ports.outbox.fail(target, failure)).toBe(true);
    expect(await ports.outbox.fail(target, { ...failure, externalId: "8:s7" })).toBe(false);
    expect((await readMessages(chatId)).at(-1)?.delivery).toMatchObject({
      state: "failed",
      error: { code: "550", message: "No such mailbox." },
    });
  });

  it("[CON-034] a message above the limit of its customer is refused and can be sent again", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 130 }, (_, n) => receive({ externalId: `7:${n}`, customer: "7" })),
    );
    const refused = results.flatMap((result, n) => (result.status === "rejected" ? [n] : []));
    expect(refused.length).toBeGreaterThan(0);
    const [again = 0] = refused;
    await parlour.clock.advance(60_000);
    expect(await receive({ externalId: `7:${again}`, customer: "7" })).toMatchObject({
      isRepeated: false,
    });
  });

  it("[CON-031] a connector's state survives", async () => {
    const target = await findChannel();
    expect(await ports.service.states.load(target)).toBeNull();
    await ports.service.states.save(target, { offset: 1 });
    await ports.service.states.save(target, { offset: 2 });
    expect(await ports.service.states.load(target)).toEqual({ offset: 2 });
  });

  it("[CON-041] a problem of the connection is shown with the channel and in the system health", async () => {
    const target = await findChannel();
    const readHealth = async () => {
      const { checks } = (await parlour.owner.call("GET", "instance/health")).body;
      return checks.find((finding: { check: string }) => finding.check === "connectors");
    };
    const readProblem = async () =>
      (await parlour.owner.call("GET", `channels/${channel.id}`)).body.problem;
    expect(await readProblem()).toBeNull();
    await ports.service.states.save(target, { offset: 3 });
    const notice = {
      code: "other_program",
      values: { bot: "@shop_bot" },
      message: "Another program polls @shop_bot.",
    };
    await ports.service.states.report(target, notice);
    expect(await readProblem()).toMatchObject(notice);
    expect(await ports.service.states.load(target)).toEqual({ offset: 3 });
    expect(await readHealth()).toMatchObject({
      code: "connectors_failing",
      state: "warning",
      values: { count: 1, channels: expect.stringContaining("Shop bot") },
    });
    await ports.service.states.report(target, null);
    expect(await readProblem()).toBeNull();
  });

  it("[CON-040] the test reports both directions", async () => {
    const tested = await parlour.owner.call("POST", `channels/${channel.id}/connection-test`, {});
    expect(tested.body).toEqual({
      outbound: { ok: true, code: "sent", values: {}, message: "Sent." },
      inbound: { ok: false, code: "missing", values: {}, message: "Nothing arrived." },
    });
  });

  it("[CON-030] [CORE-116] erasing a visitor removes the ids of their messages", async () => {
    const { chatId } = await receive({ externalId: "6:1", customer: "6", text: "Forget me" });
    const chat = (await parlour.owner.call("GET", `chats/${chatId}`)).body;
    const erased = await parlour.owner.call("DELETE", `visitors/${chat.visitor.number}`);
    expect(erased.status, erased.text).toBeLessThan(300);
    await parlour.settle();
    await expect
      .poll(() => parlour.sql("select 1 from channel_message where external_id = '6:1'"))
      .toEqual([]);
  });
});
