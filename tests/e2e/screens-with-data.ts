import { expect } from "vitest";
import type { TestOperator } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { lengthenText } from "../../packages/operator/src/text/pseudo.ts";
import type { InboxFixture } from "./inbox-fixture.ts";
import { addBot, addWebhook, type TestBot, type TestWebhook } from "./integrators.ts";
import { seedReportFacts } from "./seed-report-facts.ts";
import { createSampleChats, type SampleChats } from "./sample-chats.ts";
import { openVisitorWindow } from "./visitor-window.ts";

/** A screen that has data. */
export interface ScreenCase {
  readonly name: string;
  readonly path: string;
  /** Text or field content that is visible once the data is loaded. */
  readonly expectedText: string | RegExp;
  readonly kind: "table" | "form" | "other";
  /** The text of the empty state; tables only. */
  readonly emptyText?: string;
  /** Selectors of the parts that the page renders later than its data, when it is idle. */
  readonly deferredParts?: readonly string[];
}
/** An installation in which every list has rows and every form has a resource. */
export interface FilledInstallation {
  readonly sampleChats: SampleChats;
  readonly bot: TestBot;
  readonly webhook: TestWebhook;
  readonly developer: TestOperator;
  readonly screens: readonly ScreenCase[];
  /** Texts that people and machines wrote, as far as they appear among texts of the catalogue. */
  readonly untranslatedTexts: readonly (string | RegExp)[];
  close(): Promise<void>;
}

export async function fillInstallation(fixture: InboxFixture): Promise<FilledInstallation> {
  // This is the first step because the erasure clears the request inspector.
  const erasedVisitor = await createErasedVisitor(fixture);
  const sampleChats = await createSampleChats(fixture, fixture.parlour.owner);
  const { owner } = fixture.parlour;
  const make = async (path: string, body: object): Promise<number> => {
    const response = await owner.call("POST", path, body);
    expect([path, response.status, response.status < 300 ? "" : response.text]).toEqual([
      path,
      response.status < 300 ? response.status : 201,
      "",
    ]);
    return Number(response.body.id);
  };
  const bot = await addBot(fixture);
  const webhook = await addWebhook(fixture, {
    events: ["chat_accepted", "chat_updated", "chat_finished"],
  });
  const developer = await fixture.parlour.operator("developer", "Dev Eloper");
  const hours = {
    timezone: "Europe/Berlin",
    week: { mon: ["09:00-12:00", "13:00-18:00"], fri: ["22:00-06:00"] },
    exceptions: { "2026-12-24": [] },
  };
  const department = await make("departments", {
    name: "Returns",
    operators: [owner.id, sampleChats.ivan.id],
    working_hours: hours,
  });
  const status = await make("statuses", { name: "Lunch", emoji: "🍜", ends_after_s: 2700 });
  const role = await make("roles", { name: "Team lead", permissions: ["reports.read"] });
  expect((await owner.call("PATCH", "working-hours", hours)).status).toBe(200);
  const fields = [
    await make("fields", {
      object: "visitor",
      key: "plan",
      kind: "one_of",
      name: "Plan",
      options: ["free", "pro"],
    }),
    await make("fields", {
      object: "chat",
      key: "order_date",
      kind: "date",
      name: "Date of order",
    }),
  ];
  const tags = [
    await make("tags", { name: "refund" }),
    await make("tags", { name: "Herbstgeschirrausverkaufsbestellungen" }),
  ];
  await owner.call("PUT", `chats/${sampleChats.chatId("anna")}/tags`, { tags });
  const view = await make("views", {
    name: "Refunds that wait",
    if: {
      all: [
        { fact: "chat.tags", op: "any_of", value: tags },
        { any: [{ not: { fact: "chat.state", op: "is", value: "closed" } }] },
      ],
    },
    columns: ["chat.rating", "visitor.email"],
    shared: "all",
  });
  const macro = await make("macros", {
    name: "Refund a broken item",
    do: [
      { type: "tag", tag_id: tags[0] },
      { type: "reply", text: "Dear {visitor.name|customer}, we have just refunded your order." },
      { type: "snooze", for_s: 86_400 },
    ],
    shared: "all",
  });
  const reply = await make("canned-replies", {
    scope: "account",
    folder: "Orders/Returns",
    shortcut: "refund",
    language: "en",
    text: "Hello {visitor.name|there}, your refund is on its way and takes two to three working days.",
  });
  await make("canned-replies", {
    scope: "department",
    department_id: department,
    shortcut: "lid",
    text: "We have single lids.",
  });
  await make("blacklist", {
    kind: "email",
    value: "rude@example.org",
    reason: "Writes the same word a hundred times",
  });
  await make("blacklist", {
    kind: "range",
    value: "203.0.113.0/24",
    until: "2031-05-01T00:00:00.000Z",
  });
  await make("blacklist", { kind: "country", value: "BV" });
  await make("api-keys", { name: "Warehouse" });
  await owner.call("POST", `chats/${sampleChats.chatId("tom")}/close`, {});
  await owner.call("POST", `chats/${sampleChats.chatId("1043")}/block`, {
    minutes: 60,
    reason: "Advertising",
  });
  await fixture.parlour.settle();
  const agent = await make("agents", { name: "Care helper" });
  const model = await owner.call("PATCH", "model", {
    base_url: "https://model.shop.example/v1",
    chat_model: "qwen3:14b",
  });
  expect(model.status, model.text).toBe(200);
  const [failed] = (
    (await owner.call("GET", "deliveries?state=failed")).body as {
      items: { id: number; chat_id: number }[];
    }
  ).items;
  const anna = (await owner.call("GET", `chats/${sampleChats.chatId("anna")}`)).body as {
    visitor: { number: number };
  };
  await make("fields", { object: "visitor", key: "company", kind: "text", name: "Company" });
  for (const [customer, company] of [
    ["anna", "Kovács Keramik"],
    ["tom", "Kovács Keramik"],
    ["long", "Northern Tableware & Glass Trading Company"],
  ] as const) {
    const { visitor } = (await owner.call("GET", `chats/${sampleChats.chatId(customer)}`)).body as {
      visitor: { number: number };
    };
    const changes = { fields: { company } };
    const { status } = await owner.call("PUT", `visitors/${visitor.number}/fields`, changes);
    expect(status).toBe(200);
  }
  const site = await createSiteData(fixture, sampleChats.chatId("long"), make);
  await seedReportFacts(fixture.parlour, fixture.channel.id, department, [
    owner.id,
    sampleChats.ivan.id,
    developer.id,
  ]);
  await fixture.parlour.sql("update instance set oidc = $1", [JSON.stringify([oidcProvider])]);
  const settings = (
    name: string,
    expectedText: string | RegExp,
    emptyText?: string,
    page = name,
  ): ScreenCase => ({
    name: `settings-${name}`,
    path: `/settings/${page}`,
    expectedText,
    kind: "table",
    ...(emptyText !== undefined && { emptyText }),
  });
  const form = (name: string, path: string, expectedText: string | RegExp): ScreenCase => ({
    name,
    path,
    expectedText,
    kind: "form",
  });
  return {
    sampleChats,
    bot,
    webhook,
    developer,
    screens: [
      {
        name: "inbox",
        path: `/inbox/all/${sampleChats.chatId("anna")}`,
        expectedText: /It is the PDF above/,
        kind: "other",
        // The card of the offered chat, the check list of the owner, and the refused message.
        deferredParts: [".list .ring", ".start-mini", ".conversation .fail"],
      },
      {
        name: "visitors",
        path: "/visitors?list=everybody",
        expectedText: "Anna Kovács",
        kind: "table",
        emptyText: "No visitors yet",
      },
      { name: "online", path: "/visitors", expectedText: "Maya Lindqvist", kind: "table" },
      {
        name: "companies",
        path: "/visitors?list=companies",
        expectedText: "Kovács Keramik",
        kind: "table",
      },
      {
        name: "company",
        path: `/visitors?${new URLSearchParams({ list: "companies", company: "Kovács Keramik" })}`,
        expectedText: "Anna Kovács",
        kind: "table",
      },
      {
        name: "visitor",
        path: `/visitors/${anna.visitor.number}`,
        // A text from the visitor's chats, which are loaded last.
        expectedText: /The refund of/,
        kind: "other",
      },
      {
        name: "calls",
        path: "/calls",
        expectedText: /^Hildegard/,
        kind: "table",
        emptyText: "No call-backs",
      },
      { name: "call", path: `/calls/${site.call}`, expectedText: /7946 0958/, kind: "other" },
      {
        name: "offline",
        path: "/offline",
        expectedText: "Otto Brandt",
        kind: "table",
        emptyText: "No offline messages",
      },
      {
        name: "ignored",
        path: "/ignored-emails",
        expectedText: "Weekly Offers",
        kind: "table",
        emptyText: "No ignored emails",
      },
      {
        name: "ignored-email",
        path: `/ignored-emails/${site.ignoredEmail}`,
        expectedText: /20 % off all teapots/,
        kind: "other",
      },
      {
        name: "letter",
        path: `/offline/${site.offlineMessage}`,
        expectedText: /Where is my parcel/,
        kind: "other",
      },
      { name: "reports", path: "/reports", expectedText: "First reply per day", kind: "table" },
      { name: "board", path: "/reports/live", expectedText: "Ivan Petrov", kind: "other" },
      { name: "sla-report", path: "/reports/sla", expectedText: "SLA", kind: "table" },
      { name: "archive", path: "/archive?q=parcel", expectedText: "parcel", kind: "other" },
      {
        name: "archive-chat",
        path: `/archive/${sampleChats.chatId("priya")}?q=warehouse`,
        expectedText: "warehouse",
        kind: "other",
      },
      {
        name: "deliveries",
        path: "/integrations/deliveries",
        expectedText: /Message store is restarting/,
        kind: "table",
        emptyText: "No deliveries yet",
      },
      {
        name: "delivery",
        // Filtered by chat: mail deliveries of waiting chats are added over time and would push the
        // delivery out of view.
        path: `/integrations/deliveries/${failed?.id ?? 0}?chat=${failed?.chat_id ?? 0}`,
        expectedText: "Message store is restarting",
        kind: "other",
      },
      {
        name: "inspector",
        path: "/integrations/inspector",
        expectedText: "POST",
        // The live list shows only requests since the connection was opened.
        kind: "other",
        emptyText: "No requests yet",
      },
      { name: "tests", path: "/integrations/tests", expectedText: "Shop", kind: "other" },
      settings("widgets", "Site", "No site widgets yet"),
      settings("channels", "Journal", "No chat API channels yet"),
      settings("bots", "Shop assistant", "No bots yet"),
      settings("agents", "Care helper", "No agents yet"),
      settings("webhooks", /127\.0\.0\.1/, "No webhooks yet"),
      // Not next to the bots, which are on the same page: it would not be opened again.
      settings("providers", "Answerly", "No providers yet", "bots"),
      settings("people", "Ivan Petrov"),
      settings("departments", "Returns", "No departments yet"),
      settings("roles", "Team lead", "No roles of your own yet"),
      settings("statuses", "Lunch", "No statuses yet"),
      settings("blocklist", "rude@example.org", "Nobody is blocked"),
      settings("replies", "/refund", "No quick replies yet"),
      settings("fields", "Plan", "No fields yet"),
      settings("views", "Refunds that wait", "No views yet"),
      settings("macros", "Refund a broken item", "No macros yet"),
      settings("tags", "refund", "No tags yet"),
      settings("rules", "VIP customers", "No rules yet"),
      settings("segments", "Paying customers", "No segments yet"),
      settings("triggers", "Cart help", "No triggers yet"),
      settings("keys", "Warehouse", "No API keys yet"),
      settings("audit", auditActions),
      settings("oidc", "Acme login", "No providers yet", "security"),
      settings("accounts", /./),
      settings("addresses", /127\.0\.0\.1/, undefined, "instance"),
      ...widgetTabs.map((tab) =>
        form(`widget-${tab}`, `/settings/widgets/${site.widget}?tab=${tab}`, "Site"),
      ),
      form("widget-new", "/settings/widgets/new", "New site widget"),
      form("rule", `/settings/rules/${site.rule}`, "VIP customers"),
      form("rule-new", "/settings/rules/new", "New rule"),
      form("segment", `/settings/segments/${site.segment}`, "Paying customers"),
      form("trigger", `/settings/triggers/${site.trigger}`, "Cart help"),
      form("trigger-new", "/settings/triggers/new", "New trigger"),
      form("mail", "/settings/mail", "Mail server"),
      form("channel", `/settings/channels/${fixture.channel.id}`, "Shop"),
      form("channel-new", "/settings/channels/new", "Add a chat API channel"),
      form("bot", `/settings/bots/${bot.id}`, "Shop assistant"),
      form("bot-new", "/settings/bots/new", "Add a bot"),
      form("model", "/settings/model", "qwen3:14b"),
      form("agent", `/settings/agents/${agent}`, "Care helper"),
      form("webhook", `/settings/webhooks/${webhook.id}`, /127\.0\.0\.1/),
      form("webhook-new", "/settings/webhooks/new", "Add a webhook"),
      form("person", `/settings/people/${sampleChats.ivan.id}`, "Ivan Petrov"),
      form("person-new", "/settings/people/new", /./),
      form("department", `/settings/departments/${department}`, "Returns"),
      form("role", `/settings/roles/${role}`, "Team lead"),
      form("status", `/settings/statuses/${status}`, "Lunch"),
      form("hours", "/settings/hours", "Working hours"),
      form("routing", "/settings/routing", "Routing"),
      form("settings-calls", "/settings/calls", /./),
      form("reply", `/settings/replies/${reply}`, "/refund"),
      form("field", `/settings/fields/${fields[0]}`, "Plan"),
      form("tag", `/settings/tags/${tags[0]}`, "refund"),
      form("view", `/settings/views/${view}`, "Refunds that wait"),
      form("broadcast", "/settings/broadcasts/new", "Only your team sees it"),
      form("macro", `/settings/macros/${macro}`, "Refund a broken item"),
      form("links", "/settings/data", "Link safety"),
      form("account", "/settings/account", /./),
      form("security", "/settings/security", "this device"),
      form("data", "/settings/data", `Visitor ${erasedVisitor}`),
      settings("system", "127.0.0.1:9"),
      form("instance", "/settings/instance", "Installation"),
      { name: "docs", path: "/docs", expectedText: /interface/i, kind: "other" },
      { name: "me", path: "/me", expectedText: "this device", kind: "other" },
      { name: "settings-menu", path: "/settings", expectedText: "Developers", kind: "other" },
      {
        name: "settings-overview",
        path: "/settings/overview",
        expectedText: "Site widgets",
        kind: "other",
      },
    ],
    untranslatedTexts: [
      "Parlour",
      "parlour.yaml",
      "Shop",
      "· Shop",
      "Journal",
      "Shop assistant",
      "Answerly",
      "Care helper",
      "qwen3:14b",
      "Returns",
      "Team lead",
      "Lunch",
      "🍜",
      "return-form.pdf",
      "BV",
      "en",
      "Sofia Lind",
      "Ivan Petrov",
      "Vera Novak",
      "Dev Eloper",
      "Anna Kovács",
      "Kovács Keramik",
      "Northern Tableware & Glass Trading Company",
      "Site",
      "Cart help",
      "Acme login",
      "Maya Lindqvist",
      "Otto Brandt",
      "Weekly Offers",
      "Ann",
      /^Teapots \d+$/,
      "testkit",
      "Warehouse",
      "refund",
      /^\/[a-z]+$/,
      "Herbstgeschirrausverkaufsbestellungen",
      /^: /,
      // Languages have their own names, and type samples show themselves.
      "English",
      "Русский",
      "Aa",
      "webhook-id",
      // Names of fields of a response.
      "error.code",
      "error.message",
      "result",
      // Event names, outcomes (CORE-050) and texts of servers are shown as received.
      /^chat_\w+$/,
      /^text$/,
      /Message store is restarting$/,
      /^(· )?refused\b/,
      /\((CH|BOT|WH)-\d+\)$/,
      /^, visitor\.email, /,
      /^\S+@\S+$/,
      /^https?:/,
      /^\d+ ms$/,
      /^(Sofia Lind|[A-Z]{2}),$/,
      /^shop\.example/,
    ],
    async close() {
      site.close();
      await bot.provider.close();
      await webhook.receiver.close();
    },
  };
}

/** Matches names of actions in English and in the pseudo-languages. */
const auditActions = new RegExp(
  ` (${["added", "created", "changed"].flatMap((verb) => [verb, lengthenText(verb)]).join("|")})`,
);

/** A sign-in provider. The tests never send it a request. */
const oidcProvider = {
  id: "acme",
  name: "Acme login",
  issuer: "https://login.acme.example",
  client_id: "parlour",
  secret: null,
  domains: ["acme.example"],
  role: null,
  account_id: null,
  managed: false,
};

/** Creates a visitor who wrote and was erased. Returns the visitor number. */
async function createErasedVisitor({ parlour, channel }: InboxFixture): Promise<number> {
  await parlour.sendCustomerMessage(channel, "gone", "Please forget me", {
    sender: { name: "Greta" },
  });
  const { number } = (await parlour.findChat("gone")).visitor;
  expect((await parlour.owner.call("DELETE", `visitors/${number}`)).status).toBeLessThan(300);
  return number;
}

/** Stores an email that started no chat. No mail server is needed for it. Resolves with its id. */
async function createIgnoredEmail(parlour: InboxFixture["parlour"], channel: number) {
  const [row] = await parlour.sql<{ id: string }>(
    `insert into ignored_email (account_id, channel_id, external_id, reason, sender, sender_name, subject, body, received_at, raw)
     select account_id, id, 'offers@brand.example', 'newsletter', 'offers@brand.example', 'Weekly Offers',
       'Spring sale', 'This week: 20 % off all teapots.', $2, 'From: offers@brand.example' from channel where id = $1 returning id`,
    [channel, new Date().toISOString()],
  );
  return Number(row?.id);
}

/**
 * Creates a widget with visitors on its pages, an offline message of one of them, a phone call, a
 * trigger and mail settings.
 */
async function createSiteData(
  fixture: InboxFixture,
  chat: number,
  make: (path: string, body: object) => Promise<number>,
) {
  const { owner } = fixture.parlour;
  const widget = await make("channels", {
    kind: "widget",
    name: "Site",
    operators: [owner.id],
    widget: { calls: true },
  });
  const { public_id: publicId } = (await owner.call("GET", `channels/${widget}`)).body as {
    public_id: string;
  };
  expect(
    (await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" })).status,
  ).toBe(200);
  const isNamed = { fact: "visitor.name", op: "present" };
  const rule = await make("rules", {
    name: "VIP customers",
    when: { event: "rated" },
    if: { all: [isNamed, { any: [{ fact: "chat.state", op: "is", value: "open" }] }] },
    do: [
      { type: "priority", priority: "high" },
      { type: "note", text: "A customer with a name rated us." },
    ],
  });
  await make("rules", {
    name: "Nobody answered for 20 minutes",
    when: { waiting_for_s: 1200 },
    do: [{ type: "priority", priority: "urgent" }],
    enabled: false,
  });
  const segment = await make("segments", { name: "Paying customers", if: isNamed, shared: "all" });
  const trigger = await make("triggers", {
    name: "Cart help",
    if: {
      all: [
        { type: "url", value: "/cart" },
        { any: [{ type: "time_on_page", value: 20 }, { type: "exit_intent" }] },
      ],
    },
    do: [
      { type: "invitation", text: "Can we help you with your order?" },
      { type: "open", start: "call" },
    ],
  });
  const maya = await openVisitorWindow(fixture.parlour.url, publicId, "Maya Lindqvist");
  const call = await make("calls", { chat_id: chat, phone: "+442079460958" });
  expect((await owner.call("POST", `calls/${call}/connected`, {})).status).toBe(200);
  const otto = await openVisitorWindow(fixture.parlour.url, publicId, "Otto Brandt");
  const contacts = { name: "Otto Brandt", email: "otto@shop.example" };
  await otto.sendAndWait({
    type: "offline",
    ref: "left",
    contacts,
    text: "Where is my parcel? The number says that it is still in Leipzig.",
  });
  // Set up after the offline message, which would cause mail deliveries. No mail server listens at
  // this address.
  const mail = { host: "127.0.0.1", port: 9, tls: "none", from: "Teapots <chat@shop.example>" };
  expect((await owner.call("PUT", "instance/mail", mail)).status).toBe(200);
  const [offlineMessage] = (
    (await owner.call("GET", "offline-messages")).body as { items: { id: number }[] }
  ).items;
  const ignoredEmail = await createIgnoredEmail(fixture.parlour, widget);
  return {
    widget,
    rule,
    segment,
    trigger,
    call,
    ignoredEmail,
    offlineMessage: offlineMessage?.id ?? 0,
    close() {
      maya.close();
      otto.close();
    },
  };
}
const widgetTabs = ["general", "look", "form", "offline", "calls", "api"];

/** Navigates inside the application without a reload. Resolves after the new screen is rendered. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => "__TSR_ROUTER__" in globalThis);
  await page.evaluate((to) => {
    if (`${location.pathname}${location.search}` !== to) history.pushState({}, "", to);
  }, path);
  // Waiting for a text is not enough: clocks change on the previous screen, and its fields look
  // like those of the next one.
  await page.waitForFunction(() => {
    const { state } = (globalThis as unknown as { __TSR_ROUTER__: { state: RouterState } })
      .__TSR_ROUTER__;
    return (
      state.status === "idle" &&
      state.resolvedLocation?.publicHref === `${location.pathname}${location.search}`
    );
  });
}
/**
 * Opens a chat in the same way. Resolves when the conversation on the screen is that of the chat.
 */
export async function openChat(page: Page, id: number): Promise<void> {
  await navigateTo(page, `/inbox/all/${id}`);
  await page.locator(`section.conversation[data-chat="${id}"]`).waitFor();
}
interface RouterState {
  readonly status: string;
  readonly resolvedLocation?: { readonly publicHref: string };
}
/**
 * Waits until a screen is complete: its data and its deferred parts are rendered, and nothing is
 * loading.
 */
export async function waitUntilComplete(page: Page, screenCase: ScreenCase): Promise<void> {
  await waitForScreenData(page, screenCase);
  for (const part of screenCase.deferredParts ?? []) await page.locator(part).first().waitFor();
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
}
/**
 * Waits until the data of a screen is visible, as text or in a field. Check boxes of a list do not
 * count.
 */
export async function waitForScreenData(page: Page, { expectedText }: ScreenCase): Promise<void> {
  const main = page.getByRole("main");
  const lengthenedText =
    typeof expectedText === "string" ? lengthenText(expectedText) : expectedText;
  await main
    .getByText(expectedText)
    .or(main.getByText(lengthenedText))
    .or(main.locator("input:not([type=search], [type=file], [type=checkbox]), textarea"))
    .filter({ visible: true })
    .first()
    .waitFor();
}
