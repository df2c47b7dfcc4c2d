import type { Field } from "@parlour/protocol/settings/field";
import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import { blockListEntry } from "@parlour/protocol/settings/kinds/people/block-list";
import { botProvider } from "@parlour/protocol/settings/kinds/bot-provider";
import { cannedReply } from "@parlour/protocol/settings/kinds/canned-reply";
import { department as departmentKind } from "@parlour/protocol/settings/kinds/department";
import { channel as channelKind } from "@parlour/protocol/settings/kinds/channels/channel";
import { operator } from "@parlour/protocol/settings/kinds/people/operator";
import { tag } from "@parlour/protocol/settings/kinds/tag";
import { trigger } from "@parlour/protocol/settings/kinds/trigger";
import { rule } from "@parlour/protocol/settings/kinds/chats/rule";
import { articleSection } from "@parlour/protocol/settings/kinds/help/article-section";
import { slaPolicy } from "@parlour/protocol/settings/kinds/chats/sla-policy";
import { view } from "@parlour/protocol/settings/kinds/chats/view";
import { webhook } from "@parlour/protocol/settings/kinds/webhook";
import { widget } from "@parlour/protocol/settings/kinds/channels/widget";
import type { ListKind } from "@parlour/protocol/settings/kind";
import { afterAll, beforeAll, expect, it } from "vitest";
import { automationCases, type AutomationIds } from "./settings-automation-fixture.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import { channelCases, type SettingsCase } from "./settings-channels-fixture.ts";
import { teamCases } from "./settings-team-fixture.ts";
import {
  createMask,
  readEntriesSince,
  readLastEntries,
  shorten,
  summarize,
} from "./settings-golden-fixture.ts";

/**
 * Compares what the service API does with each kind of settings (answers, errors, rows, audit log,
 * `settings_changed`) with fixtures/settings-*.txt. Run with `-u` to accept a difference.
 */

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let channel: number;
let department: number;
let ids: AutomationIds;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  channel = await create("channels", {
    kind: "api",
    name: "Shop",
    endpoint_url: "https://shop.example/in",
    operators: [acme.ids.operator],
  });
  department = await create("departments", { name: "Care" });
  const provider = await create<string>("bot-providers", {
    name: "Helfer",
    contact: "ops@helfer.example",
  });
  ids = { account: acme.id, channel, department, provider };
});
afterAll(() => service.close());

async function create<Id = number>(path: string, body: object): Promise<Id> {
  const answer = await service.call("POST", `/${path}`, { key: acme.keys.owner, body });
  expect(answer.status).toBe(201);
  return answer.body.id as Id;
}

const week = { mon: ["09:00-18:00"] };
const cases: readonly SettingsCase[] = [
  {
    path: "tags",
    table: "tag",
    smallest: () => ({ name: "VIP" }),
    complete: () => ({ name: "  Lost parcel " }),
    changes: () => [{ name: "Found parcel" }, { name: " found PARCEL " }],
    refused: () => [
      {},
      { name: "" },
      { name: "  " },
      { name: "x".repeat(51) },
      { name: 7 },
      { name: null },
      { name: "vip" },
      { name: "Other", color: "red" },
    ],
  },
  {
    path: "fields",
    table: "field",
    smallest: () => ({ object: "visitor", key: "company", kind: "text", name: "Company" }),
    complete: () => ({
      object: "chat",
      key: "products",
      kind: "several_of",
      name: "  Products ",
      names: { de: "Produkte" },
      help: " As on the invoice ",
      helps: { de: "Wie auf der Rechnung" },
      options: ["tea", "kettle"],
      option_names: { de: { tea: "Tee" }, ru: { kettle: "Чайник" } },
      edit_roles: ["operator"],
      required: "start",
      sources: ["channel", "operator"],
    }),
    changes: () => [
      { name: "Goods" },
      { names: { ru: "Товары" } },
      { help: "" },
      { options: ["tea", "kettle", "cup"] },
      { option_names: { de: { cup: "Tasse" } } },
      { edit_roles: [] },
      { sources: ["api"] },
    ],
    refused: () => [
      {},
      { object: "operator", key: "k", kind: "text", name: "K" },
      { object: "visitor", key: "Plan", kind: "text", name: "Plan" },
      { object: "visitor", key: "x".repeat(41), kind: "text", name: "Plan" },
      { object: "visitor", key: "email", kind: "text", name: "Email" },
      { object: "visitor", key: "company", kind: "number", name: "Company" },
      { object: "visitor", key: "plan", kind: "colour", name: "Plan" },
      { object: "visitor", key: "plan", kind: "one_of", name: "Plan" },
      { object: "visitor", key: "plan", kind: "one_of", name: "Plan", options: ["a", "a"] },
      { object: "visitor", key: "plan", kind: "one_of", name: "Plan", options: ["a", " "] },
      { object: "visitor", key: "plan", kind: "text", name: "Plan", options: ["a"] },
      {
        object: "visitor",
        key: "plan",
        kind: "one_of",
        name: "Plan",
        options: ["a"],
        option_names: { de: { b: "B" } },
      },
      { object: "visitor", key: "plan", kind: "text", name: " " },
      { object: "visitor", key: "plan", kind: "text", name: "Plan", edit_roles: ["viewer"] },
      { object: "visitor", key: "plan", kind: "text", name: "Plan", sources: ["moon"] },
    ],
  },
  {
    path: "webhooks",
    table: "webhook",
    parts: ["webhook_channel", "webhook_department"],
    smallest: () => ({ url: "https://crm.example/hook" }),
    complete: () => ({
      url: "https://crm.example/hook?key=1",
      name: "  CRM ",
      enabled: false,
      events: ["chat_finished", "chat_rated"],
      channels: [channel],
      departments: [department],
      message_text: true,
      blocks: ["tags"],
      rating_wait_s: 5,
    }),
    changes: () => [
      { url: "https://crm.example/other" },
      { name: "Another name" },
      { enabled: true },
      { events: ["message_created"] },
      { channels: null },
      { departments: null },
      { message_text: false },
      { blocks: [] },
      { rating_wait_s: 0 },
      { name: "", rating_wait_s: 60 },
    ],
    refused: () => [
      {},
      { url: "" },
      { url: "crm.example" },
      { url: "https://us:pw@crm.example/hook" },
      { url: `https://crm.example/${"x".repeat(2048)}` },
      { url: "https://crm.example/a", name: "x".repeat(101) },
      { url: "https://crm.example/a", enabled: "yes" },
      { url: "https://crm.example/a", events: [] },
      { url: "https://crm.example/a", events: ["chat_exploded"] },
      { url: "https://crm.example/a", channels: [] },
      { url: "https://crm.example/a", channels: [999_999] },
      { url: "https://crm.example/a", departments: [999_999] },
      { url: "https://crm.example/a", blocks: ["tags", "tags"] },
      { url: "https://crm.example/a", rating_wait_s: 601 },
      { url: "https://crm.example/a", rating_wait_s: 1.5 },
      { url: "https://crm.example/a", secret: "whsec_mine" },
    ],
  },
  {
    path: "departments",
    table: "department",
    parts: ["department_operator"],
    smallest: () => ({ name: "Sales" }),
    complete: () => ({
      name: "  Night ",
      operators: [acme.ids.operator, acme.ids.admin],
      match_language: true,
      skills: ["Returns"],
      working_hours: { timezone: "Europe/Paris", week, exceptions: { "2026-12-25": [] } },
    }),
    changes: () => [
      { name: "Nights" },
      { operators: [] },
      { operators: [acme.ids.owner] },
      { match_language: false, skills: [] },
      { working_hours: { timezone: "Europe/Paris", week: { tue: ["10:00-12:00"] } } },
      { working_hours: null },
    ],
    refused: () => [
      {},
      { name: "  " },
      { name: "x".repeat(101) },
      { name: "SALES" },
      { name: "New", operators: [999_999] },
      { name: "New", operators: ["1"] },
      { name: "New", working_hours: { timezone: "Europe/Nowhere", week } },
      { name: "New", working_hours: { timezone: "Europe/Paris", week: { mon: ["9-18"] } } },
      { name: "New", open_now: true },
    ],
  },
  {
    path: "api-keys",
    table: "api_key",
    smallest: () => ({ name: "shop" }),
    complete: () => ({
      name: "  checks ",
      operator_id: acme.ids.operator,
      scopes: ["visitors.read", "chats.read"],
      expires_at: "2027-05-01T02:00:00+02:00",
    }),
    refused: () => [
      {},
      { name: "  " },
      { name: "x".repeat(101) },
      { name: "New", operator_id: 999_999 },
      { name: "New", scopes: [] },
      { name: "New", scopes: ["chats.reed"] },
      { name: "New", expires_at: "soon" },
      { name: "New", expires_at: "2020-05-01T00:00:00Z" },
      { name: "New", key: "pk_mine_0123456789" },
    ],
  },
  ...channelCases(() => ({ account: acme, department })),
  ...automationCases(() => ids),
  ...teamCases(() => ({ channel, department })),
];

it.each(cases)(
  "[API-044] [API-048] [API-273] [API-293] [API-301] [API-303] [API-305] [API-307] [API-308] [API-313] [CH-001] [WG-090] $path $file: each answer, error, row and audit entry",
  async ({ path, file = path, table, parts = [], smallest, complete, changes, refused }) => {
    const lines: string[] = [];
    const mask = createMask();
    const send = async (title: string, method: string, at: string, sent: Sent = {}) => {
      const { key = acme.keys.owner, body } = sent;
      const answer = await service.call(method, at, { key, body });
      lines.push(`${title}: ${answer.status} ${mask(summarize(answer.body))}`);
      return answer.body as { readonly id: number } | null;
    };
    const from = await readLastEntries(service, acme.id);
    const first = await send("create the smallest", "POST", `/${path}`, { body: smallest() });
    const made = await send("create", "POST", `/${path}`, { body: complete() });
    const one = `/${path}/${made?.id}`;
    const readRows = async (title: string): Promise<void> => {
      lines.push(`${title}: ${mask(await listRows(table, "id", made?.id))}`);
      for (const part of parts)
        lines.push(`  ${part}: ${mask(await listRows(part, `${table}_id`, made?.id))}`);
    };
    await readRows("row");
    await send("list", "GET", `/${path}`);
    await send("read", "GET", one);
    for (const body of changes?.() ?? []) {
      await send(`change ${Object.keys(body).join(", ")}`, "PATCH", one, { body });
      await readRows("row");
    }
    for (const body of refused()) {
      const title = `refused ${mask(shorten(body))}`;
      await send(title, "POST", `/${path}`, { body });
      if (changes !== undefined) await send(`${title} as a change`, "PATCH", one, { body });
    }
    lines.push(...(await readEntriesSince(service, acme.id, from)).map((entry) => mask(entry)));
    const narrow = await service.call("POST", "/api-keys", {
      key: acme.keys.owner,
      body: { name: "narrow", scopes: ["presence.set"] },
    });
    for (const [title, key] of [
      ["another account", other.keys.owner],
      ["an operator", acme.keys.operator],
      ["a key without the right", narrow.body.key as string],
    ] as const) {
      if (key !== other.keys.owner)
        await send(`${title} creates`, "POST", `/${path}`, { key, body: smallest() });
      await send(`${title} reads`, "GET", one, { key });
      await send(`${title} changes`, "PATCH", one, { key, body: changes?.()[0] ?? {} });
      await send(`${title} deletes`, "DELETE", one, { key });
    }
    const beforeRemoval = await readLastEntries(service, acme.id);
    await send("delete", "DELETE", one);
    await send("delete again", "DELETE", one);
    await readRows("row");
    lines.push(
      ...(await readEntriesSince(service, acme.id, beforeRemoval)).map((entry) => mask(entry)),
    );
    // The other kinds do not see these.
    await send("delete the smallest", "DELETE", `/${path}/${first?.id}`);
    await service.call("DELETE", `/api-keys/${narrow.body.id}`, { key: acme.keys.owner });
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`fixtures/settings-${file}.txt`);
  },
);

it("[API-044] [API-308] every column that a declaration names exists in its table", async () => {
  const columns = await service.db.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const kinds: readonly ListKind[] = [
    apiKey,
    articleSection,
    blockListEntry,
    botProvider,
    cannedReply,
    channelKind,
    departmentKind,
    operator,
    tag,
    trigger,
    rule,
    slaPolicy,
    view,
    webhook,
    widget,
  ];
  const named = kinds.flatMap(({ table, fields }) =>
    Object.entries<Field>(fields)
      .filter(([, { elsewhere }]) => !elsewhere)
      .map(([name, { column = name }]) => `${table}.${column}`),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !columns.some((column) => column.name === name))).toEqual([]);
});

interface Sent {
  readonly key?: string;
  readonly body?: object;
}

async function listRows(table: string, column: string, id: number | undefined): Promise<unknown> {
  const rows = await service.db.query<{ row: object }>(
    `select to_jsonb(r) - 'account_id' as row from ${table} r where ${column} = $1 order by 1`,
    [id],
  );
  return rows.map(({ row }) => row);
}
