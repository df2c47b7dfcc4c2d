import { createSampleEvent } from "@parlour/protocol/webhook";
import { describe, expect, test } from "vitest";
import {
  at,
  emptyChat,
  buildEvent,
  call,
  chat,
  contact,
  offline,
  createMessage,
  message,
  session,
  visitor,
} from "./build-request.fixture.ts";
import type { Message } from "../../core/entity.ts";
import { eraseMessageData } from "../../core/visitor/erase.ts";
import { maxBodyBytes } from "./retry-policy.ts";

describe("bodies", () => {
  test("[ACT-002] a chat has its priority unless it is normal", async () => {
    const build = async (one: typeof chat): Promise<unknown> =>
      (await buildEvent("chat_accepted", { entry: { chat: one }, chat: one })).body;
    expect(await build({ ...chat, priority: "urgent" })).toMatchObject({ priority: "urgent" });
    expect(await build(chat)).not.toHaveProperty("priority");
  });

  test("[WH-030] [WH-022] [WH-024] [WH-025] chat_accepted is the example", async () => {
    const { body, headers } = await buildEvent("chat_accepted", {
      entry: { chat: { ...chat, session: { ...session, analytics: {} } } },
      userToken: "u_5f2c",
    });
    expect(body).toEqual({
      event_name: "chat_accepted",
      chat_id: 88_121,
      widget_id: "Lk29fQw7Za",
      user_token: "u_5f2c",
      visitor: {
        name: "Nadia Ross",
        email: "nadia@shop.example",
        phone: "+49 (30) 111-222",
        number: "412",
        description: "",
        social: {},
        chats_count: 3,
      },
      agent: { id: "9", name: "Ines", email: "ines@desk.example", phone: "+4930555" },
      department: { id: 2, name: "Returns" },
      session: {
        geoip: {
          region_code: "BE",
          country: "Germany",
          country_code: "DE",
          region: "Berlin",
          city: "Berlin",
          latitude: "52.52",
          longitude: "13.40",
          organization: "Example Net",
        },
        utm: "source=news|campaign=autumn",
        utm_json: { source: "news", campaign: "autumn", content: "", medium: "", term: "" },
        ip_addr: "192.0.2.15",
        user_agent: "Mozilla/5.0",
      },
      page: { url: "https://shop.example/returns", title: "Returns" },
      event_timestamp: 1_763_620_800,
    });
    expect(headers).toEqual({
      "content-type": "application/json; charset=utf-8",
      accept: "application/json",
      "user-agent": "Parlour/0.1.0",
      "parlour-event": "chat_accepted",
      "parlour-seq": "2",
    });
  });

  test("[WH-031] [WH-028] [WH-029] [WH-103] chat_finished carries the log in three forms", async () => {
    const log = [
      createMessage("visitor", "Hello", 0),
      createMessage("operator", "Hi\nNadia <b>&", 12),
      createMessage("bot", "https://files.example/a.png", 13),
      createMessage("visitor", "?", 14, ""),
    ];
    const { body } = await buildEvent("chat_finished", {
      entry: { chat: { ...chat, state: "closed", rating: "positive" } },
      log,
      timezone: "Europe/Berlin",
      invitation: { text: "Need help?", at },
    });
    expect(body).toMatchObject({
      agents: [{ id: "9", name: "Ines", email: "ines@desk.example", phone: "+4930555" }],
      chat: {
        messages: [
          { message: "Hello", timestamp: 1_763_620_800, type: "visitor" },
          { message: "Hi\nNadia <b>&", timestamp: 1_763_620_812, type: "agent", agent_id: 9 },
          {
            message: "https://files.example/a.png",
            timestamp: 1_763_620_813,
            type: "agent",
            agent_id: 0,
          },
          { message: "?", timestamp: 1_763_620_814, type: "visitor" },
        ],
        rate: "positive",
        blacklisted: false,
        invitation: "Need help?",
        invite_timestamp: 1_763_620_800,
      },
      plain_messages:
        "2025-11-20 07:40:00 Nadia Ross: Hello\n2025-11-20 07:40:12 Ines: Hi Nadia <b>&\n2025-11-20 07:40:13 Robo: https://files.example/a.png\n2025-11-20 07:40:14 Anonymous 412: ?",
    });
    expect(body.html_messages.split("\n")[1]).toBe(
      "<p><time>2025-11-20 07:40:12</time> <b>Ines</b>: Hi<br>Nadia &lt;b&gt;&amp;</p>",
    );
    expect(body).not.toHaveProperty("agent");
  });

  test.each(["positive", "negative", null] as const)(
    "[WH-028] a rating of %s is in chat.rate alone: no chat_rate that a numeric column would refuse",
    async (rating) => {
      const { body } = await buildEvent("chat_finished", {
        entry: { chat: { ...chat, state: "closed", rating } },
      });
      expect(body.chat.rate).toBe(rating);
      expect(body).not.toHaveProperty("chat_rate");
      expect(createSampleEvent("chat_finished", 1)).not.toHaveProperty("chat_rate");
    },
  );

  test("[WH-026] the block of tags names those of the chat, also those that the account no longer has", async () => {
    const tags = [
      { id: 3, name: "VIP" },
      { id: 9, name: "Gone" },
    ];
    const { body } = await buildEvent("chat_accepted", {
      entry: { chat: { ...chat, tags } },
      blocks: ["tags"],
    });
    expect(body.tags).toEqual([
      { id: 3, title: "VIP" },
      { id: 9, title: "Gone" },
    ]);
  });

  test("[WH-028] a chat that ended by a block is blacklisted", async () => {
    const { body } = await buildEvent("chat_finished", {
      entry: { chat: { ...chat, state: "closed", close_reason: "blocked" } },
    });
    expect(body.chat.blacklisted).toBe(true);
  });

  test("[WH-029] quotes are escaped as well, in names and texts", async () => {
    const { body } = await buildEvent("chat_finished", {
      entry: { chat },
      log: [createMessage("visitor", `"'&`, 0, `O'Ney "<`)],
    });
    expect(body.html_messages).toBe(
      "<p><time>2025-11-20 06:40:00</time> <b>O&#39;Ney &quot;&lt;</b>: &quot;&#39;&amp;</p>",
    );
    expect(body.plain_messages).toBe(`2025-11-20 06:40:00 O'Ney "<: "'&`);
  });

  test("[WH-029] midnight is the first second of its day", async () => {
    const { body } = await buildEvent("chat_finished", {
      entry: { chat },
      log: [createMessage("visitor", "Late", 62_400)],
    });
    expect(body.plain_messages).toBe("2025-11-21 00:00:00 Nadia Ross: Late");
  });

  test("[WH-025] utm names its known parts in the order of the rule", async () => {
    const utm = { term: "t", campaign: "c", content: "n", medium: "m", source: "s" };
    const { body } = await buildEvent("chat_accepted", {
      entry: { chat: { ...chat, session: { ...session, utm } } },
    });
    expect(body.session).toMatchObject({
      utm: "source=s|medium=m|content=n|campaign=c|term=t",
      utm_json: utm,
    });
    const part = { ...utm, source: "", content: "" };
    const other = await buildEvent("chat_accepted", {
      entry: { chat: { ...chat, session: { ...session, utm: part } } },
    });
    expect(other.body.session.utm).toBe("medium=m|campaign=c|term=t");
  });

  test("[WH-013] [WH-024] a chat that nobody took has no agents; null stands in the rating only", async () => {
    const { body } = await buildEvent("chat_finished", { entry: { chat: emptyChat } });
    expect(body).toMatchObject({
      agents: [],
      chat: { messages: [], rate: null },
      plain_messages: "",
      html_messages: "",
    });
  });

  test("[WH-080] chat_finished is the chat as it ended, with the rating that came while it waited", async () => {
    const end = { ...chat, state: "closed" as const };
    const now = {
      ...end,
      rating: "negative" as const,
      rating_comment: "Slow",
      page: { url: "https://shop.example/other", title: null },
    };
    const { body } = await buildEvent("chat_finished", {
      entry: { chat: end },
      chat: now,
      blocks: ["rating_comment"],
    });
    expect(body).toMatchObject({
      chat: { rate: "negative" },
      rating_comment: "Slow",
      page: { url: chat.page?.url },
    });
  });

  test("[WH-080] [WH-102] a chat_updated after the end brings the chat as chat_finished does; one before it brings none", async () => {
    const rated = {
      ...chat,
      state: "closed" as const,
      rating: "positive" as const,
      rating_comment: "Quick",
    };
    const log = [createMessage("visitor", "Hello", 0)];
    const { body } = await buildEvent("chat_updated", {
      entry: { chat: rated },
      chat: rated,
      log,
      blocks: ["rating_comment"],
    });
    expect(body).toMatchObject({
      event_name: "chat_updated",
      agent: { name: "Ines" },
      chat: { messages: [{ message: "Hello" }], rate: "positive", blacklisted: false },
      rating_comment: "Quick",
    });
    expect((await buildEvent("chat_updated", { entry: { chat }, log })).body).not.toHaveProperty(
      "chat",
    );
  });

  test("[WH-024] without an operator the agent is the empty one", async () => {
    const { body } = await buildEvent("chat_updated", { entry: { visitor }, chat: emptyChat });
    expect(body.agent).toEqual({ id: "0", name: "", email: "", phone: "" });
    expect(body.visitor).toMatchObject({ name: "", email: "", phone: "", number: "412" });
  });

  test("[WH-027] a call has its reason only with error, its record only at the end", async () => {
    const agent = { operator: { id: 9, name: "Ines" } };
    const first = await buildEvent("call_event", { entry: { call } });
    expect(first.body).toMatchObject({
      chat_id: 88_121,
      agent: { id: "0" },
      call: { type: "callback", phone: "+4930111222", status: "start" },
    });
    expect(Object.keys(first.body.call)).toEqual(["type", "phone", "status"]);
    const record = {
      ...call,
      ...agent,
      status: "end",
      record_url: "https://chat.example/files/rec/ab12.mp3",
    };
    expect((await buildEvent("call_event", { entry: { call: record } })).body).toMatchObject({
      agent: { id: "9" },
      call: { record_url: record.record_url },
    });
    const error = { ...call, status: "error", reason: "busy", record_url: "https://x.example" };
    expect((await buildEvent("call_event", { entry: { call: error } })).body.call).toEqual({
      type: "callback",
      phone: call.phone,
      status: "error",
      reason: "busy",
    });
  });

  test("[WH-031] chat_assigned names the link of the reply as it came", async () => {
    expect(
      (
        await buildEvent("chat_assigned", {
          entry: { chat, crm_link: "https://crm.example/Card/55?a=%20" },
        })
      ).body.assign_to,
    ).toBe("https://crm.example/Card/55?a=%20");
  });

  test("[WH-032] offline_message has the contacts of the form, and neither chat_id, agent nor chat", async () => {
    const { body } = await buildEvent("offline_message", { entry: { offline_message: offline } });
    expect(body).toMatchObject({
      offline_message_id: "731",
      message: "Please call me back",
      timestamp: 1_763_620_800,
      visitor: { name: "N.", email: "n@form.example", phone: "", number: "412", chats_count: 3 },
    });
    for (const key of ["chat_id", "agent", "chat", "department"])
      expect(body).not.toHaveProperty(key);
    const department = { id: 2, name: "Returns" };
    expect(
      (
        await buildEvent("offline_message", {
          entry: { offline_message: { ...offline, department } },
        })
      ).body.department,
    ).toEqual(department);
  });

  test("[WH-105] chat_created is the chat as it began", async () => {
    const { body } = await buildEvent("chat_created", {
      entry: { chat: { ...chat, state: "waiting", assignee: null, participants: [] } },
      chat: { ...chat, page: null },
    });
    expect(body).toMatchObject({
      event_name: "chat_created",
      chat_id: 88_121,
      agent: { id: "0" },
      page: { url: "https://shop.example/returns" },
    });
  });

  test("[WH-108] [WH-109] [CON-072] message_created says who wrote, and what only if the webhook may have it", async () => {
    const build = async (fields: Partial<Message>, sendsText: boolean) =>
      (
        await buildEvent("message_created", {
          entry: { ...message, ...fields, seq: undefined },
          seq: 3,
          sendsText,
        })
      ).body.chat_message as unknown;
    const visitorMessage = {
      id: 40_117,
      seq: 3,
      type: "visitor",
      kind: "text",
      timestamp: at / 1_000,
      name: "Nadia Ross",
    };
    expect(await build({}, false)).toEqual(visitorMessage);
    expect(await build({}, true)).toEqual({ ...visitorMessage, message: "Where is my parcel?" });
    const reference = { kind: "message", seq: 2, text: "Any news?" } as const;
    for (const sendsText of [false, true])
      expect(await build({ refers_to: reference }, sendsText)).toMatchObject({
        refers_to: sendsText ? reference : { kind: "message", seq: 2 },
      });
    expect(await build({ author: { kind: "operator", id: 9, name: "Ines" } }, false)).toEqual({
      ...visitorMessage,
      type: "agent",
      agent_id: 9,
      name: "Ines",
    });
    expect(
      await build(
        { author: { kind: "bot", id: 4, name: "Robo" }, kind: "buttons", text: "", title: "Help?" },
        true,
      ),
    ).toEqual({ ...visitorMessage, type: "bot", kind: "buttons", name: "Robo", message: "" });
    // The comment of a transfer is of operators for operators.
    expect(
      await build(
        {
          author: { kind: "system", id: null, name: "" },
          text: "Ines offered the chat to Ivan: rude customer",
          line: { code: "transfer_offered", detail: "rude customer" },
        },
        true,
      ),
    ).toEqual({ ...visitorMessage, type: "system", name: "", code: "transfer_offered" });
  });

  test("[WH-108] [WH-115] a note and an erased text never leave", async () => {
    await expect(
      buildEvent("message_created", { entry: { ...message, kind: "note" }, seq: 3 }),
    ).rejects.toThrow("no webhook event exists for a note");
    const { text } = await buildEvent("message_created", {
      entry: eraseMessageData(message),
      seq: 3,
      sendsText: true,
    });
    expect(text).toContain('"message":""');
    expect(text).not.toContain("parcel");
  });

  test("[WH-110] chat_rated has the rating, everybody who was in the chat, and the comment as an option", async () => {
    const entry = { chat: { ...chat, rating: "negative" as const, rating_comment: "Slow" } };
    const { body } = await buildEvent("chat_rated", { entry });
    expect(body).toMatchObject({ chat_id: 88_121, rate: "negative", agents: [{ id: "9" }] });
    expect(body).not.toHaveProperty("rating_comment");
    expect(body).not.toHaveProperty("chat");
    expect(
      (await buildEvent("chat_rated", { entry, blocks: ["rating_comment"] })).body.rating_comment,
    ).toBe("Slow");
  });

  test("[WH-111] visitor_updated lists what changed since the event and who set it, with the chat or without", async () => {
    const earlier = (value: string) => ({ ...contact(value), at: "2025-11-20T06:39:59.999Z" });
    const changed = {
      ...visitor,
      name: earlier("Nadia Ross"),
      email: null,
      phone: { ...contact("+49301"), source: "operator" as const, by: { id: 9, name: "Ines" } },
      description: { ...contact("vip"), source: "webhook" as const },
    };
    const changes = [
      { field: "phone", by: "operator", agent_id: 9 },
      { field: "description", by: "webhook" },
    ];
    const inChat = await buildEvent("visitor_updated", {
      entry: { visitor },
      chat: { ...chat, visitor: changed },
    });
    expect(inChat.body).toMatchObject({
      chat_id: 88_121,
      agent: { id: "9" },
      visitor: { phone: "+49301", email: "", description: "vip" },
      changes,
    });
    const alone = await buildEvent("visitor_updated", {
      entry: { visitor },
      visitor: { ...changed, page: { url: "https://shop.example/a", title: null } },
      hasNoChat: true,
    });
    expect(alone.body).toMatchObject({
      widget_id: "Lk29fQw7Za",
      visitor: { phone: "+49301", number: "412" },
      page: { url: "https://shop.example/a", title: "" },
      session: { ip_addr: "" },
      changes,
    });
    for (const key of ["chat_id", "agent", "department"])
      expect(alone.body).not.toHaveProperty(key);
  });

  test("[WH-112] message_delivery_failed has the code and the attempts, and never the text", async () => {
    const failedDelivery = {
      id: 31_007,
      seq: 3,
      attempts: 3,
      endpoint: { id: 9, kind: "channel", name: "Shop" },
      outcome: "refused",
      error: { code: "customer_gone", message: "parcel" },
    };
    const { body, text } = await buildEvent("message_delivery_failed", {
      entry: { delivery: failedDelivery },
      failedMessage: { ...message, author: { kind: "operator", id: 9, name: "Ines" } },
      sendsText: true,
    });
    expect(body).toMatchObject({
      chat_id: 88_121,
      chat_message: { id: 40_117, seq: 3, type: "agent", agent_id: 9 },
      delivery: { id: 31_007, to: "channel", attempts: 3, code: "customer_gone" },
    });
    expect(text).not.toContain("parcel");
    const withoutError = await buildEvent("message_delivery_failed", {
      entry: { delivery: { ...failedDelivery, error: null, outcome: "channel_deleted" } },
      failedMessage: message,
    });
    expect(withoutError.body.delivery.code).toBe("channel_deleted");
  });

  test("[WH-026] optional blocks only where the endpoint has them; analytics only when known", async () => {
    const plain = (
      await buildEvent("chat_accepted", { entry: { chat: { ...chat, session: null } } })
    ).body;
    for (const key of ["tags", "invitation", "custom_data", "analytics", "user_token"])
      expect(plain).not.toHaveProperty(key);
    const rich = (
      await buildEvent("chat_accepted", {
        entry: { chat },
        blocks: ["tags", "invitation", "custom_data"],
        invitation: { text: "Hi?", at },
      })
    ).body;
    expect(rich).toMatchObject({
      tags: [],
      invitation: "Hi?",
      custom_data: [{ title: "Plan", content: "Gold", source: "page" }],
      analytics: { ga: "GA1.2.3" },
    });
  });

  test("[WH-026] a block that is on and knows nothing is [] or empty; the comment is of chat_finished alone", async () => {
    const blocks = ["tags", "invitation", "custom_data", "rating_comment"] as const;
    const input = { entry: { chat: { ...chat, custom_data: [] } }, blocks };
    const finished = (await buildEvent("chat_finished", input)).body;
    expect(finished).toMatchObject({
      tags: [],
      invitation: "",
      custom_data: [],
      rating_comment: "",
    });
    expect(finished.chat).not.toHaveProperty("invitation");
    expect((await buildEvent("chat_accepted", input)).body).not.toHaveProperty("rating_comment");
    expect((await buildEvent("chat_finished", { ...input, blocks: [] })).body).not.toHaveProperty(
      "rating_comment",
    );
  });
});

describe("size", () => {
  test("[WH-033] a longer log keeps its newest messages and says so, within 1 MiB", async () => {
    const log = Array.from({ length: 3_000 }, (_, n) =>
      createMessage(n % 2 === 0 ? "visitor" : "operator", `${n} é\u0001 ${"x".repeat(200)}`, n),
    );
    const { body, text } = await buildEvent("chat_finished", { entry: { chat }, log });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBodyBytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(maxBodyBytes - 1_500);
    expect(body.chat.truncated).toBe(true);
    const keptMessages = body.chat.messages as { message: string }[];
    expect(keptMessages.at(-1)?.message).toContain("2999 ");
    expect(keptMessages[0]?.message).toContain(`${3_000 - keptMessages.length} `);
    expect(body.plain_messages.split("\n")).toHaveLength(keptMessages.length);
    expect(body.html_messages.split("\n")).toHaveLength(keptMessages.length);
  });
  test("[WH-033] one that fits is whole, without the mark", async () => {
    const log = Array.from({ length: 500 }, (_, n) => createMessage("visitor", String(n), n));
    const { body } = await buildEvent("chat_finished", { entry: { chat }, log });
    expect(body.chat.messages).toHaveLength(500);
    expect(body.chat).not.toHaveProperty("truncated");
  });
});
