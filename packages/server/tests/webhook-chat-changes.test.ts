import {
  startBotProvider,
  startTestParlour,
  type ReceivedEvent,
  type TestParlour,
} from "@parlour/testkit";
import { webhookBodies, type WebhookEventName } from "@parlour/protocol/webhook";
import { Check } from "typebox/value";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

/** Tests the webhook events of changes in a chat. */
let fixture: WebhookFixture;
const logLines: string[] = [];
let sharedParlour: TestParlour;
beforeAll(async () => {
  sharedParlour = await startTestParlour({ logTo: (line) => void logLines.push(line) });
});
afterAll(() => sharedParlour.close());
beforeEach(async () => {
  logLines.length = 0;
  fixture = await openWebhookFixture({
    path: "/hook?key=u1r2l3s4e5c6r7e8t",
    shared: sharedParlour,
  });
});
afterEach(() => fixture.close());

const emptyAgent = { id: "0", name: "", email: "", phone: "" };
const listEvents = (): readonly (readonly [string, number])[] =>
  fixture.receiver.requests.map(({ event, seq }) => [event, seq]);
const getLastEvent = (): ReceivedEvent => {
  const event = fixture.receiver.requests.at(-1);
  if (event === undefined) throw new Error("nothing arrived");
  return event;
};
const getNames = (agents: readonly { name: string }[]): readonly string[] =>
  agents.map(({ name }) => name);
let messageCount = 0;
const sendOperatorMessage = async (chat: number, text: string, kind = "text"): Promise<void> => {
  const answer = await fixture.parlour.owner.call("POST", `chats/${chat}/messages`, {
    kind,
    text,
    client_id: `c${(messageCount += 1)}`,
  });
  expect(answer.status).toBe(201);
};
/** Sends a visitor message of any kind. */
const sendVisitorMessage = async (customer: string, message: object): Promise<void> => {
  const answer = await fixture.parlour.call("POST", new URL(fixture.channel.inboundUrl).pathname, {
    sender: { id: customer },
    message,
  });
  expect(answer.status).toBe(200);
};
const isValidEvent = ({ event, body }: ReceivedEvent): boolean =>
  Check(webhookBodies[event as WebhookEventName], body);

describe("who holds the chat", () => {
  test("[WH-011] [WH-024] a chat that waits again has nobody; who takes it then is no new acceptance; all who were in it are its agents", async () => {
    const { parlour } = fixture;
    const zoe = await parlour.operator("admin", "Zoe");
    const chat = await fixture.startChat("c");
    const step = async (call: typeof zoe.call, command: string): Promise<void> => {
      expect((await call("POST", `chats/${chat.id}/${command}`, {})).status).toBe(200);
      await parlour.clock.advance(1_000);
    };
    await step(parlour.owner.call, "accept");
    await step(parlour.owner.call, "leave");
    await parlour.owner.call("PATCH", `visitors/${chat.visitor.number}`, { name: "Nadia" });
    await fixture.advanceClock(3_000);
    expect(getLastEvent()).toMatchObject({ event: "chat_updated", body: { agent: emptyAgent } });
    await step(zoe.call, "accept");
    await step(parlour.owner.call, "join");
    await step(zoe.call, "leave");
    await fixture.closeChat(chat.id);
    await parlour.settle();
    expect(listEvents()).toEqual([
      ["chat_accepted", 1],
      ["chat_updated", 2],
      ["chat_finished", 3],
    ]);
    // Ann's position in the list is determined by the time of their return.
    expect(getNames(getLastEvent().body.agents)).toEqual(["Zoe", "Ann"]);
    expect(getLastEvent().body).not.toHaveProperty("agent");
  });

  test("[WH-011] [WH-013] [WH-024] a continued chat is accepted and finished by itself, with the agent who went on", async () => {
    const { parlour } = fixture;
    const zoe = await parlour.operator("admin", "Zoe");
    const chat = await fixture.startChat("c", { sender: { url: "https://shop.example/a" } });
    await fixture.acceptChat(chat.id);
    await fixture.closeChat(chat.id);
    const next = await zoe.call("POST", `chats/${chat.id}/continue`, {});
    await parlour.settle();
    // Events of different chats may arrive in any order.
    const findEvents = (id: number) =>
      fixture.receiver.requests.filter(({ chatId }) => chatId === id);
    const [accepted] = findEvents(next.body.id);
    expect(accepted).toMatchObject({ event: "chat_accepted", seq: 1 });
    expect(accepted?.body).toMatchObject({
      agent: { name: "Zoe" },
      visitor: { chats_count: 2 },
      page: { url: "https://shop.example/a" },
    });
    await zoe.call("POST", `chats/${next.body.id}/leave`, {});
    await parlour.clock.advance(1_000);
    await fixture.acceptChat(next.body.id);
    await fixture.closeChat(next.body.id);
    await parlour.settle();
    for (const id of [chat.id, next.body.id as number])
      expect(findEvents(id).map(({ event, seq }) => [event, seq])).toEqual([
        ["chat_accepted", 1],
        ["chat_finished", 2],
      ]);
    const finished = findEvents(next.body.id).at(-1);
    expect(getNames(finished?.body.agents)).toEqual(["Zoe", "Ann"]);
    expect(finished?.body).toMatchObject({
      chat: { messages: [] },
      plain_messages: "",
      html_messages: "",
    });
  });

  test("[WH-011] [WH-028] [WH-029] [WH-104] a bot's chat: its answers are of agent 0, as the customer saw them, joining accepts", async () => {
    const { parlour, receiver } = fixture;
    const provider = await startBotProvider(() => parlour.clock.now());
    try {
      await parlour.owner.call("POST", "instance/egress-allow", { add: [provider.host] });
      const created = await parlour.owner.call("POST", "bot-providers", {
        name: "P",
        contact: "a@example.test",
        endpoint_url: provider.endpoint,
      });
      const token = "tok3n-tok3n-tok3n-tok3n";
      expect(
        (
          await parlour.owner.call("POST", "bots", {
            provider_id: created.body.id,
            token,
            name: "Robo",
          })
        ).status,
      ).toBe(201);
      const botSays = async (chat: number, message: object): Promise<void> => {
        const event = {
          event: "BOT_MESSAGE",
          id: JSON.stringify(message),
          chat_id: String(chat),
          message,
        };
        expect(
          (await parlour.call("POST", `/bot/webhooks/${created.body.id}/${token}`, event)).status,
        ).toBe(200);
      };
      const buttons = [
        { id: "1", text: "Yes" },
        { id: "2", text: "No" },
      ];
      const chat = await fixture.startChat("bot");
      await botSays(chat.id, { type: "TEXT", text: "Good day" });
      await botSays(chat.id, { type: "BUTTONS", title: "Help?", text: "Help? Yes or no", buttons });
      await botSays(chat.id, { type: "BUTTONS", title: "Which?", buttons });
      await botSays(chat.id, { type: "MARKDOWN", content: "**Good** bye" });
      await parlour.owner.call("PATCH", `visitors/${chat.visitor.number}`, { description: "vip" });
      await fixture.advanceClock(3_000);
      expect(listEvents()).toEqual([["chat_updated", 1]]);
      expect(getLastEvent().body).toMatchObject({
        agent: emptyAgent,
        visitor: { description: "vip", name: "" },
      });
      await fixture.closeChat(chat.id);
      await parlour.settle();
      expect(getLastEvent().body).toMatchObject({
        event_name: "chat_finished",
        agents: [],
        chat: { rate: null, blacklisted: false },
      });
      expect(
        getLastEvent().body.chat.messages.map(
          ({ message, type, agent_id }: Record<string, unknown>) => [message, type, agent_id],
        ),
      ).toEqual([
        ["Hello", "visitor", undefined],
        ["Good day", "agent", 0],
        ["Help? Yes or no", "agent", 0],
        ["Which?\n1. Yes\n2. No", "agent", 0],
        ["Good bye", "agent", 0],
      ]);
      expect(getLastEvent().body.plain_messages).toContain("Robo: Good day");

      const other = await fixture.startChat("joined");
      await parlour.owner.call("POST", `chats/${other.id}/join`, {});
      await parlour.settle();
      expect(getLastEvent()).toMatchObject({
        event: "chat_accepted",
        seq: 1,
        chatId: other.id,
        body: { agent: { name: "Ann" } },
      });
      await botSays(other.id, { type: "TEXT", text: "Too late" }).catch(() => undefined);
      await fixture.closeChat(other.id);
      await parlour.settle();
      expect(getLastEvent().body.chat.messages).toHaveLength(1);
      expect(getNames(getLastEvent().body.agents)).toEqual(["Ann"]);
      expect(receiver.requests.every(isValidEvent)).toBe(true);
    } finally {
      // The bot is removed, because it would answer in the chats of other tests.
      for (const { id } of (await parlour.owner.call("GET", "bots")).body.items as { id: number }[])
        await parlour.owner.call("DELETE", `bots/${id}`);
      await provider.close();
    }
  });
});

describe("the log", () => {
  test("[WH-028] [WH-029] [WH-104] media, places, line breaks, notes and somebody without a name", async () => {
    const { parlour } = fixture;
    const chat = await fixture.startChat("nameless");
    const file = { file: "https://cdn.example/a.png", file_name: "a.png", file_size: 5 };
    await sendVisitorMessage("nameless", { type: "photo", ...file, text: "My cat" });
    await sendVisitorMessage("nameless", { type: "sticker", ...file });
    await sendVisitorMessage("nameless", { type: "location", latitude: 52.5, longitude: -13.25 });
    await fixture.acceptChat(chat.id);
    await sendOperatorMessage(chat.id, "One\nTwo <i>");
    await sendOperatorMessage(chat.id, "only for us", "note");
    await fixture.closeChat(chat.id);
    await parlour.settle();
    const { body, text } = getLastEvent();
    expect(
      body.chat.messages.map(({ message, type, agent_id }: Record<string, unknown>) => [
        message,
        type,
        agent_id,
      ]),
    ).toEqual([
      ["Hello", "visitor", undefined],
      ["My cat\nhttps://cdn.example/a.png", "visitor", undefined],
      ["https://cdn.example/a.png", "visitor", undefined],
      ["52.5, -13.25", "visitor", undefined],
      ["One\nTwo <i>", "agent", parlour.owner.id],
    ]);
    const visitorName = `Anonymous ${chat.visitor.number}`;
    expect(body.plain_messages.split("\n").map((line: string) => line.slice(20))).toEqual([
      `${visitorName}: Hello`,
      `${visitorName}: My cat https://cdn.example/a.png`,
      `${visitorName}: https://cdn.example/a.png`,
      `${visitorName}: 52.5, -13.25`,
      "Ann: One Two <i>",
    ]);
    expect(body.html_messages).toContain("<b>Ann</b>: One<br>Two &lt;i&gt;</p>");
    expect(body.visitor).toMatchObject({
      name: "",
      email: "",
      phone: "",
      description: "",
      number: String(chat.visitor.number),
      social: {},
    });
    expect(text).not.toContain("only for us");
    expect(isValidEvent(getLastEvent())).toBe(true);
  });

  test("[CORE-001] [CORE-125] [WH-071] developers read who and when of a finished chat, no words; no secret is in the log", async () => {
    const { parlour, receiver } = fixture;
    const developer = await parlour.operator("developer", "Dev");
    receiver.setMode(({ event }) =>
      event === "chat_finished" ? { status: 500, body: "answer of the receiver" } : "ok",
    );
    const chat = await fixture.startChat("secret", { sender: { name: "Nadia" } });
    await fixture.acceptChat(chat.id);
    await sendOperatorMessage(chat.id, "very private words");
    await fixture.closeChat(chat.id);
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries())[1]?.tries === 1,
      "the first attempt",
    );
    const id = (await fixture.readDeliveries()).find(({ event }) => event === "chat_finished")?.id;
    const delivery = await developer.call("GET", `deliveries/${id}`);
    expect(delivery.status).toBe(200);
    const requestBody = JSON.parse(delivery.body.attempts_made[0].request.body);
    expect(requestBody).toMatchObject({
      event_name: "chat_finished",
      visitor: { name: "Nadia" },
      plain_messages: "•••",
      html_messages: "•••",
    });
    expect(
      requestBody.chat.messages.map(({ message, type }: Record<string, unknown>) => [
        message,
        type,
      ]),
    ).toEqual([
      ["•••", "visitor"],
      ["•••", "agent"],
    ]);
    for (const path of ["inspector?kind=webhook&limit=200", "deliveries?limit=200"])
      expect((await developer.call("GET", path)).text).not.toContain("private words");
    expect((await parlour.owner.call("GET", `deliveries/${id}`)).text).toContain(
      "very private words",
    );
    // The log line of an attempt is written after its row.
    await fixture.waitUntil(
      () => logLines.some((line) => line.includes("http_error")),
      "the line of the attempt",
    );
    const log = logLines.join("\n");
    for (const secret of [
      "private words",
      "Nadia",
      "u1r2l3s4e5c6r7e8t",
      "answer of the receiver",
      fixture.webhook.signing_secret ?? "-",
    ])
      expect(log).not.toContain(secret);
  });
});

describe("a receiver that has too much", () => {
  test.each([
    ["more than is read", "x".repeat(300 * 1024), {}],
    ["in a coding that it is not", "<html>", { "content-encoding": "gzip" }],
  ])(
    "[WH-060] [WH-061] its Retry-After counts, also with an answer that is %s",
    async (_what, body, headers) => {
      const { parlour, receiver } = fixture;
      receiver.setMode({ status: 503, headers: { "retry-after": "3600", ...headers }, body });
      const chat = await fixture.startChat("busy");
      await fixture.acceptChat(chat.id);
      await fixture.waitUntil(
        async () => (await fixture.readDeliveries())[0]?.tries === 1,
        "the first attempt",
      );
      expect((await fixture.readDeliveries())[0]).toMatchObject({
        state: "pending",
        error_code: "http_error",
      });
      const [next] = await parlour.sql<{ at: Date }>(
        "select next_at as at from delivery where chat_id = $1 and event = 'chat_accepted'",
        [chat.id],
      );
      expect((next?.at.getTime() ?? 0) - parlour.clock.now()).toBeGreaterThan(3_500_000);
    },
  );
});

describe("what ends around a chat", () => {
  test("[WH-013] [WH-020] a deleted channel finishes its chats and is named in events that are sent only then", async () => {
    const { parlour, channel } = fixture;
    const [row] = await parlour.sql<{ id: string }>(
      "select id from endpoint where kind = 'webhook' order by id desc limit 1",
    );
    await parlour.owner.call("POST", `endpoints/${row?.id}/pause`, {});
    const chat = await fixture.startChat("deleted");
    await fixture.acceptChat(chat.id);
    expect((await parlour.owner.call("DELETE", `channels/${channel.id}`)).status).toBe(204);
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries()).length === 2,
      "the end of the chat",
    );
    expect(fixture.receiver.requests).toEqual([]);
    await parlour.owner.call("POST", `endpoints/${row?.id}/resume`, {});
    await fixture.receiver.waitForRequests(2);
    await parlour.settle();
    expect(listEvents()).toEqual([
      ["chat_accepted", 1],
      ["chat_finished", 2],
    ]);
    expect(fixture.receiver.requests.map(({ body }) => body.widget_id)).toEqual([
      channel.publicId,
      channel.publicId,
    ]);
    expect(getLastEvent().body).toMatchObject({ chat_id: chat.id, chat: { blacklisted: false } });
  });

  test("[WH-066] a deleted webhook drops what waits: nothing is sent, and nothing can be sent again", async () => {
    const { parlour, receiver } = fixture;
    receiver.setMode({ status: 500 });
    const chat = await fixture.startChat("dropped");
    await fixture.acceptChat(chat.id);
    await fixture.closeChat(chat.id);
    await parlour.settle();
    const sentCount = receiver.requests.length;
    receiver.setMode("ok");
    expect((await parlour.owner.call("DELETE", `webhooks/${fixture.webhook.id}`)).status).toBe(204);
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries()).every(({ state }) => state === "dead"),
      "the end of what waits",
    );
    await fixture.advanceClock(10_000);
    expect(receiver.requests).toHaveLength(sentCount);
    for (const { id } of await fixture.readDeliveries())
      expect((await parlour.owner.call("POST", `deliveries/${id}/retry`, {})).body.error.code).toBe(
        "not_deliverable",
      );
  });

  test("[WH-049] the answer of a request that was under way when its chat closed changes nothing", async () => {
    const { parlour, receiver } = fixture;
    receiver.setMode("hang");
    const chat = await fixture.startChat("hang");
    await fixture.acceptChat(chat.id);
    await receiver.waitForRequests(1);
    receiver.setMode({ reply: { result: "ok", contact_info: { name: "Too late" } } });
    await fixture.closeChat(chat.id);
    // The steps are small, so that no running statement times out.
    for (let ms = 0; ms < 15_000; ms += 500) {
      await parlour.clock.advance(500);
      await parlour.sql("select 1");
    }
    await fixture.waitUntil(
      async () => (await fixture.readDeliveries())[0]?.tries === 1,
      "the timeout",
    );
    await fixture.advanceClock(8_000);
    expect((await fixture.readDeliveries())[0]).toMatchObject({ state: "delivered", tries: 2 });
    expect((await fixture.readChat(chat.id)).visitor.name).toBeNull();
  });
});
