import { webhookBodies, type WebhookBody } from "@parlour/protocol/webhook";
import fc from "fast-check";
import { Errors } from "typebox/value";
import { describe, expect, test } from "vitest";
import type { Call, ChatEntity, OfflineMessage, Session, Visitor } from "../../core/entity.ts";
import type { AccountConfig, WebhookBlock, WebhookEvent } from "../../core/ports.ts";
import { World } from "../../core/chat/world.fixture.ts";
import type { Claim } from "../../queue/index.ts";
import { buildContent } from "./build.ts";
import type { LoggedMessage, Material } from "./material.ts";
import { bodyMaxBytes } from "./policy.ts";

const at = Date.UTC(2025, 10, 20, 6, 40);
const time = "2025-11-20T06:40:00.000Z";
const contact = (value: string) => ({ value, source: "channel" as const, at: time });
const visitor: Visitor = {
  number: 412,
  id: 71,
  name: contact("Nadia Ross"),
  phone: contact("+49 (30) 111-222"),
  email: contact("nadia@shop.example"),
  description: null,
  photo: null,
  customer: "7",
  created_at: time,
};
const session: Session = {
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
  utm: { source: "news", medium: "", content: "", campaign: "autumn", term: "" },
  ip_addr: "192.0.2.15",
  user_agent: "Mozilla/5.0",
  analytics: { ga: "GA1.2.3" },
};
const chat: ChatEntity = {
  id: 88_121,
  seq: 3,
  state: "open",
  channel: { id: 5, kind: "widget", name: "Shop" },
  visitor,
  assignee: { id: 9, name: "Ines" },
  participants: [{ id: 9, name: "Ines" }],
  department: { id: 2, name: "Returns" },
  page: { url: "https://shop.example/returns", title: "Returns" },
  session,
  custom_data: [{ title: "Plan", content: "Gold", link: null, key: null, source: "page", endpoint: null }],
  crm: { link: null, assign: false, assigned: false },
  bot: null,
  continues: null,
  created_at: time,
  accepted_at: time,
  closed_at: null,
  close_reason: null,
  rating: null,
  wait: null,
};
const bare: ChatEntity = {
  ...chat,
  visitor: { ...visitor, name: null, phone: null, email: null },
  assignee: null,
  participants: [],
  department: null,
  page: null,
  session: null,
  custom_data: [],
};
const call: Call = {
  id: 3,
  type: "callback",
  phone: "+4930111222",
  chat_id: 88_121,
  status: "start",
  operator: null,
  reason: null,
  record_url: null,
  created_at: time,
  updated_at: time,
};
const offline: OfflineMessage = {
  id: 731,
  visitor,
  channel: { id: 5, kind: "widget", name: "Shop" },
  contacts: { name: "N.", email: "n@form.example", phone: "" },
  text: "Please call me back",
  department: null,
  page: null,
  session: null,
  state: "new",
  operator: null,
  created_at: time,
};
const ines = { id: 9, name: "Ines", email: "ines@desk.example", phone: "+4930555" };
const said = (
  kind: "visitor" | "operator" | "bot",
  text: string,
  seconds: number,
  name = { visitor: "Nadia Ross", operator: "Ines", bot: "Robo" }[kind],
): LoggedMessage => ({
  author: { kind, id: kind === "operator" ? 9 : null, name },
  text,
  at: at + seconds * 1_000,
});

interface Given {
  readonly entry: object;
  readonly chat?: ChatEntity;
  readonly blocks?: readonly WebhookBlock[];
  readonly log?: readonly LoggedMessage[];
  readonly userToken?: string;
  readonly invitation?: { text: string; at: number };
  readonly timezone?: string;
}

/** The body of an event, by a store that knows what the test says. */
async function built(event: WebhookEvent, given: Given): Promise<{ body: any; text: string; headers: Record<string, string> }> {
  const { config } = new World().scene();
  const settings: AccountConfig = {
    ...config,
    channels: new Map([[5, { ...new World().channel, publicId: "Lk29fQw7Za" }]]),
    webhooks: new Map([
      [1, { id: 1, endpointId: 31, enabled: true, events: new Set([event]), channels: null, blocks: new Set(given.blocks) }],
    ]),
    hours: given.timezone === undefined ? null : { timezone: given.timezone, week: {}, exceptions: {} },
  };
  const log = given.log ?? [];
  const material: Material = {
    facts: () => Promise.resolve({ sequence: 2, chatsCount: 3, invitation: given.invitation ?? null, userToken: given.userToken ?? null }),
    chat: () => Promise.resolve(given.chat ?? chat),
    operators: (_account, ids) => Promise.resolve(ids.includes(9) ? [ines] : []),
    agents: () => Promise.resolve((given.entry as { chat: ChatEntity }).chat.participants.length === 0 ? [] : [ines]),
    // Newest first, in pages of two.
    log: (_account, _chat, _position, before) => {
      const newest = log.toReversed();
      const from = before ?? 0;
      return Promise.resolve({ messages: newest.slice(from, from + 2), next: from + 2 < newest.length ? from + 2 : null });
    },
  };
  const delivery = { event, chatId: 88_121, orderKey: 88_121, position: 40, createdAt: at } as Claim["delivery"];
  const claim = { account: 1, endpointId: 31, delivery, source: { entry: { body: JSON.stringify(given.entry) } } } as unknown as Claim;
  const { headers, body } = await buildContent({ material, config: () => Promise.resolve(settings), version: "0.1.0" }, claim);
  return { body: JSON.parse(body) as unknown, text: body, headers };
}
const problems = (body: WebhookBody): string[] =>
  Errors(webhookBodies[body.event_name], body).map((error) => `${error.instancePath} ${error.message}`);

describe("bodies", () => {
  test("[WH-030] [WH-022] [WH-024] [WH-025] chat_accepted is the example", async () => {
    const { body, headers } = await built("chat_accepted", {
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

  test("[WH-031] [WH-028] [WH-029] chat_finished carries the log in three forms", async () => {
    const log = [
      said("visitor", "Hello", 0),
      said("operator", "Hi\nNadia <b>&", 12),
      said("bot", "https://files.example/a.png", 13),
      said("visitor", "?", 14, ""),
    ];
    const { body } = await built("chat_finished", {
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
          { message: "https://files.example/a.png", timestamp: 1_763_620_813, type: "agent", agent_id: 0 },
          { message: "?", timestamp: 1_763_620_814, type: "visitor" },
        ],
        rate: "positive",
        blacklisted: false,
        invitation: "Need help?",
        invite_timestamp: 1_763_620_800,
      },
      chat_rate: "positive",
      plain_messages:
        "2025-11-20 07:40:00 Nadia Ross: Hello\n2025-11-20 07:40:12 Ines: Hi Nadia <b>&\n2025-11-20 07:40:13 Robo: https://files.example/a.png\n2025-11-20 07:40:14 Anonymous 412: ?",
    });
    expect(body.html_messages.split("\n")[1]).toBe("<p><time>2025-11-20 07:40:12</time> <b>Ines</b>: Hi<br>Nadia &lt;b&gt;&amp;</p>");
    expect(body).not.toHaveProperty("agent");
  });

  test("[WH-013] [WH-024] a chat that nobody took has no agents; null stands in the rating only", async () => {
    const { body } = await built("chat_finished", { entry: { chat: bare } });
    expect(body).toMatchObject({ agents: [], chat: { messages: [], rate: null }, chat_rate: null, plain_messages: "", html_messages: "" });
  });

  test("[WH-024] without an operator the agent is the empty one", async () => {
    const { body } = await built("chat_updated", { entry: { visitor }, chat: bare });
    expect(body.agent).toEqual({ id: "0", name: "", email: "" });
    expect(body.visitor).toMatchObject({ name: "", email: "", phone: "", number: "412" });
  });

  test("[WH-027] a call has its reason only with error, its record only at the end", async () => {
    const agent = { operator: { id: 9, name: "Ines" } };
    const first = await built("call_event", { entry: { call } });
    expect(first.body).toMatchObject({
      chat_id: 88_121,
      agent: { id: "0" },
      call: { type: "callback", phone: "+4930111222", status: "start" },
    });
    expect(Object.keys(first.body.call)).toEqual(["type", "phone", "status"]);
    const record = { ...call, ...agent, status: "end", record_url: "https://chat.example/files/rec/ab12.mp3" };
    expect((await built("call_event", { entry: { call: record } })).body).toMatchObject({
      agent: { id: "9" },
      call: { record_url: record.record_url },
    });
    const error = { ...call, status: "error", reason: "busy", record_url: "https://x.example" };
    expect((await built("call_event", { entry: { call: error } })).body.call).toEqual({
      type: "callback",
      phone: call.phone,
      status: "error",
      reason: "busy",
    });
  });

  test("[WH-031] chat_assigned names the link of the reply as it came", async () => {
    expect((await built("chat_assigned", { entry: { chat, crm_link: "https://crm.example/Card/55?a=%20" } })).body.assign_to).toBe(
      "https://crm.example/Card/55?a=%20",
    );
  });

  test("[WH-032] offline_message has the contacts of the form, and neither chat_id, agent nor chat", async () => {
    const { body } = await built("offline_message", { entry: { offline_message: offline } });
    expect(body).toMatchObject({
      offline_message_id: "731",
      message: "Please call me back",
      timestamp: 1_763_620_800,
      visitor: { name: "N.", email: "n@form.example", phone: "", number: "412", chats_count: 3 },
    });
    for (const key of ["chat_id", "agent", "chat", "department"]) expect(body).not.toHaveProperty(key);
    const department = { id: 2, name: "Returns" };
    expect((await built("offline_message", { entry: { offline_message: { ...offline, department } } })).body.department).toEqual(
      department,
    );
  });

  test("[WH-026] optional blocks only where the endpoint has them; analytics only when known", async () => {
    const plain = (await built("chat_accepted", { entry: { chat: { ...chat, session: null } } })).body;
    for (const key of ["tags", "invitation", "custom_data", "analytics", "user_token"]) expect(plain).not.toHaveProperty(key);
    const rich = (
      await built("chat_accepted", { entry: { chat }, blocks: ["tags", "invitation", "custom_data"], invitation: { text: "Hi?", at } })
    ).body;
    expect(rich).toMatchObject({
      tags: [],
      invitation: "Hi?",
      custom_data: [{ title: "Plan", content: "Gold", source: "page" }],
      analytics: { ga: "GA1.2.3" },
    });
  });
});

describe("size", () => {
  test("[WH-033] a longer log keeps its newest messages and says so, within 1 MiB", async () => {
    const log = Array.from({ length: 3_000 }, (_, n) => said(n % 2 === 0 ? "visitor" : "operator", `${n} é\u0001 ${"x".repeat(200)}`, n));
    const { body, text } = await built("chat_finished", { entry: { chat }, log });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bodyMaxBytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(bodyMaxBytes - 1_500);
    expect(body.chat.truncated).toBe(true);
    const kept = body.chat.messages as { message: string }[];
    expect(kept.at(-1)?.message).toContain("2999 ");
    expect(kept[0]?.message).toContain(`${3_000 - kept.length} `);
    expect(body.plain_messages.split("\n")).toHaveLength(kept.length);
    expect(body.html_messages.split("\n")).toHaveLength(kept.length);
  });
  test("[WH-033] one that fits is whole, without the mark", async () => {
    const log = Array.from({ length: 500 }, (_, n) => said("visitor", String(n), n));
    const { body } = await built("chat_finished", { entry: { chat }, log });
    expect(body.chat.messages).toHaveLength(500);
    expect(body.chat).not.toHaveProperty("truncated");
  });
});

describe("types never change", () => {
  const text = fc.string({ unit: "binary", maxLength: 30 });
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
  const contactOf = maybe(text.map(contact));
  const person = fc.record({ id: fc.constantFrom(9, 10), name: text });
  const sessionOf: fc.Arbitrary<Session> = fc.record({
    geoip: fc.record({
      region_code: text,
      country: text,
      country_code: text,
      region: text,
      city: text,
      latitude: text,
      longitude: text,
      organization: text,
    }),
    utm: fc.record({ source: text, medium: text, content: text, campaign: text, term: text }),
    ip_addr: text,
    user_agent: text,
    analytics: fc.record({ ga: text, ym: text }, { requiredKeys: [] }),
  });
  const visitorOf = fc
    .record({ name: contactOf, phone: contactOf, email: contactOf, description: contactOf })
    .map((found) => ({ ...visitor, ...found }));
  const pageOf = maybe(fc.record({ url: text, title: maybe(text) }));
  const chatOf: fc.Arbitrary<ChatEntity> = fc
    .record({
      visitor: visitorOf,
      assignee: maybe(person),
      department: maybe(person),
      page: pageOf,
      session: maybe(sessionOf),
      rating: fc.constantFrom("positive" as const, "negative" as const, null),
      close_reason: maybe(text),
      custom_data: fc.array(
        fc.record({
          title: maybe(text),
          content: text,
          link: maybe(text),
          key: maybe(text),
          source: fc.constantFrom("webhook" as const, "page" as const),
          endpoint: fc.constant(null),
        }),
        { maxLength: 3 },
      ),
    })
    .map((found) => ({ ...chat, ...found }));
  const callOf = fc
    .record({
      status: fc.constantFrom("start", "agent_connected", "client_connected", "end", "error"),
      reason: maybe(text),
      record_url: maybe(text),
      operator: maybe(person),
    })
    .map((found) => ({ ...call, ...found }));
  const entries: Readonly<Record<WebhookEvent, fc.Arbitrary<object>>> = {
    chat_accepted: fc.record({ chat: chatOf }),
    chat_updated: fc.record({ visitor: visitorOf }),
    chat_assigned: fc.record({ chat: chatOf, crm_link: text }),
    chat_finished: fc.record({ chat: chatOf }),
    call_event: fc.record({ call: callOf }),
    offline_message: fc
      .record({
        visitor: visitorOf,
        contacts: fc.record({ name: text, email: text, phone: text }),
        department: maybe(person),
        page: pageOf,
        session: maybe(sessionOf),
        text,
      })
      .map((found) => ({ offline_message: { ...offline, ...found } })),
  };
  const logOf = fc.array(fc.tuple(fc.constantFrom("visitor" as const, "operator" as const, "bot" as const), text), { maxLength: 5 });

  const events = Object.keys(entries) as WebhookEvent[];
  test.each(events)(
    "[WH-020] [WH-021] [WH-023] %s has its published shape whatever is known, null nowhere but in the rating",
    async (event) => {
      await fc.assert(
        fc.asyncProperty(
          entries[event],
          chatOf,
          logOf,
          fc.subarray<WebhookBlock>(["tags", "invitation", "custom_data", "rating_comment"]),
          async (entry, now, lines, blocks) => {
            const log = lines.map(([kind, words], n) => said(kind, words, n));
            const { body } = await built(event, { entry, chat: now, log, blocks });
            expect(problems(body)).toEqual([]);
            expect(nulls(body).filter((path) => path !== "chat.rate" && path !== "chat_rate")).toEqual([]);
          },
        ),
        { numRuns: 100 },
      );
    },
  );
});

function nulls(value: unknown, path = ""): string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value as object).flatMap(([key, inner]) => nulls(inner, path === "" ? key : `${path}.${key}`));
}
