import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import {
  createMask,
  readEntriesSince,
  readLastEntries,
  shorten,
  summarize,
} from "./settings-golden-fixture.ts";

/**
 * Compares what the service API does with each kind of settings that exists once (answers, errors,
 * stored settings, audit log, `settings_changed`) with fixtures/settings-*.txt. Run with `-u` to
 * accept a difference.
 */

let service: ServiceApi;
let other: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  other = await service.createAccount("other");
});
afterAll(() => service.close());

/** One kind of settings: bodies that the test sends. */
interface Case {
  readonly path: string;
  /** Query of the stored settings. $1: the account. */
  readonly stored: string;
  readonly changes: readonly object[];
  readonly refused: readonly object[];
}

const helpColors = {
  brand: "#0B6B5D",
  on_brand: "#FFFFFF",
  link: "#0A5B50",
  soft: "#DCEEE9",
  band: "#0B6B5D",
};
const svgLogo = `data:image/svg+xml;base64,${btoa('<svg viewBox="0 0 1 1"></svg>')}`;

const cases: readonly Case[] = [
  {
    path: "routing",
    stored: "select settings from account where id = $1",
    changes: [
      { mode: "round_robin", offer_s: 20 },
      { next_s: 40, department_s: 60, channel_s: 90, push_s: 120, mail_s: 0, visitor_s: 200 },
      { remind_s: 60, notify_outside_hours: true },
      { grace_s: 0 },
      { reassign_s: 60 },
      { reassign_s: 0 },
      { inactivity_s: 31_536_000, mail_inactivity_s: 60, messenger_inactivity_s: 1 },
      { queue: true, warn_s: 0, overdue_s: 10 },
      { ring_order: "newest", after_close: "mine" },
      { mode: "all" },
    ],
    refused: [
      {},
      { mode: "nobody" },
      { mode: null },
      { offer_s: 4 },
      { offer_s: 601 },
      { offer_s: 30.5 },
      { offer_s: "30" },
      { next_s: 86_401 },
      { next_s: -1 },
      { channel_s: 10 },
      { remind_s: 0 },
      { notify_outside_hours: "no" },
      { reassign_s: 59 },
      { inactivity_s: 31_536_001 },
      { warn_s: 60, overdue_s: 30 },
      { after_close: "all" },
      { ladder_s: 5 },
      { managed: false },
    ],
  },
  {
    path: "working-hours",
    stored: "select settings from account where id = $1",
    changes: [
      { timezone: "Europe/Paris", week: { mon: ["09:00-18:00"], tue: ["09:00-12:00"] } },
      { week: { fri: ["22:00-24:00"] } },
      {
        exceptions: { "2026-12-25": [], "2026-12-31": ["09:00-12:00"] },
        exception_details: { "2026-12-25": { name: "Christmas" } },
      },
      { exceptions: { "2026-12-25": [] } },
      { timezone: "Europe/Berlin", week: { mon: ["18:00-09:00"] } },
      { exception_details: {} },
      { timezone: null },
    ],
    refused: [
      {},
      { week: { mon: ["09:00-18:00"] } },
      { timezone: "Europe/Nowhere" },
      { timezone: "" },
      { timezone: "Europe/Paris", week: { mon: ["9-18"] } },
      { timezone: "Europe/Paris", week: { someday: [] } },
      { timezone: "Europe/Paris", week: {}, exceptions: { "2026-13-01": [] } },
      { timezone: "Europe/Paris", exception_details: { "2026-12-25": { name: "Nobody" } } },
      { open_now: true },
    ],
  },
  {
    path: "call-settings",
    stored:
      "select settings, (select count(*)::int from call_driver where account_id = $1) as drivers from account where id = $1",
    changes: [
      { enabled: true },
      { driver: "http", url: "https://pbx.example/calls" },
      { url: "https://pbx.example/other" },
      { hours: { timezone: "Europe/Paris", week: { mon: ["09:00-18:00"] } } },
      { hours: null },
      { prefixes: ["+49", "+33"] },
      { no_answer_agent_s: 15, no_answer_client_s: 120 },
      { balance_min: 5 },
      { balance_min: null },
      { url: null, driver: "desk" },
    ],
    refused: [
      {},
      { enabled: "yes" },
      { driver: "smoke" },
      { url: "pbx.example" },
      { url: "https://us:pw@pbx.example/" },
      { hours: { timezone: "Europe/Nowhere", week: {} } },
      { prefixes: ["49"] },
      { prefixes: ["+49", "+49"] },
      { no_answer_agent_s: 4 },
      { no_answer_client_s: 86_401 },
      { balance_min: 1.5 },
      { report_url: "https://pbx.example/" },
    ],
  },
  {
    path: "model",
    stored: "select settings from account where id = $1",
    changes: [
      { chat_model: "qwen3:14b" },
      {
        base_url: "https://models.example/v1/",
        api_key: "sk-first-key",
        embedding_model: "bge-m3",
      },
      { api_key: "sk-second-key" },
      { base_url: "https://other.example/v1" },
      { timeout_s: 5, mask: { mode: "on", kinds: ["email", "card"] } },
      { mask: { patterns: [{ name: "Order", pattern: "7\\d{3}" }] } },
      { also_send: { notes: true } },
      { budget: { tokens_per_day: 500_000 } },
      { budget: { parallel_requests: 2, tokens_per_chat: 12_000 } },
      { prices: { currency: "USD", sent: 200, received: 600, embedded: 2 } },
      { budget: { tokens_per_day: null } },
      { base_url: null },
    ],
    refused: [
      {},
      { base_url: "models.example" },
      { base_url: "http://models.example/v1" },
      { base_url: "http://10.0.4.20:11434/v1" },
      { base_url: "https://us:pw@models.example/v1" },
      { base_url: "https://models.example/v1?key=1" },
      { timeout_s: 0 },
      { timeout_s: 121 },
      { mask: { mode: "sometimes" } },
      { mask: { kinds: ["color"] } },
      { mask: { patterns: [{ name: "Order", pattern: "(" }] } },
      { mask: { patterns: [{ name: "Order", pattern: "(?=x)" }] } },
      { mask: { patterns: [{ name: "<b>", pattern: "x" }] } },
      { budget: { parallel_requests: 0 } },
      { prices: { currency: "Euro" } },
      { prices: { sent: 1.5 } },
      { has_api_key: true },
    ],
  },
  {
    path: "account",
    stored: "select name, locale, accent, managed, settings from account where id = $1",
    changes: [
      { name: " Porcelain shop " },
      { locale: "de-AT" },
      { accent: "#7A3E9D" },
      { safe_url: true },
      { safe_url: ["shop.example", "crm.example"], trust_webhook_links: true },
      { safe_url: false },
      { name: "Tea & Kettle", locale: "en", accent: "#0b6b5d", trust_webhook_links: false },
    ],
    refused: [
      {},
      { name: "" },
      { name: "   " },
      { name: "x".repeat(101) },
      { name: null },
      { locale: "German" },
      { locale: "" },
      { accent: "violet" },
      { safe_url: "yes" },
      { safe_url: ["https://shop.example/"] },
      { safe_url: ["почта.рф"] },
      { trust_webhook_links: "no" },
      { suspended: true },
      { managed: true },
    ],
  },
  {
    path: "security",
    stored: "select second_factor_from, settings from account where id = $1",
    changes: [
      { second_factor: "required" },
      { second_factor: "required", grace_days: 3 },
      { second_factor: "optional" },
    ],
    refused: [
      {},
      { second_factor: "sometimes" },
      { grace_days: 3 },
      { second_factor: "required", grace_days: 91 },
      { second_factor: "required", grace_days: -1 },
      { second_factor: "required", required_from: "2027-01-01T00:00:00Z" },
    ],
  },
  {
    path: "help-center",
    stored: "select help_center, settings from account where id = $1",
    changes: [
      { title: "Help", languages: ["de", "en"] },
      { colors: helpColors },
      { logo: svgLogo, logo_dark: svgLogo },
      { links: [{ label: "Privacy", url: "https://shop.example/privacy" }] },
      { enabled: false, index: false, in_window: true },
      { title: null, colors: null, logo: null, host: null },
    ],
    refused: [
      {},
      { title: "" },
      { host: "help.example/x" },
      { languages: ["Deutsch!"] },
      { colors: { ...helpColors, on_brand: "#0B6B5E" } },
      { colors: { ...helpColors, link: "#777777" } },
      { colors: { ...helpColors, band: "#EEEEEE" } },
      { colors: { ...helpColors, brand: "green" } },
      { colors: { brand: "#0B6B5D" } },
      { logo: "https://shop.example/logo.png" },
      { logo_dark: "data:image/png;base64,AAAA" },
      { links: [{ label: "Script", url: "javascript:alert(1)" }] },
      { links: [{ label: "", url: "/" }] },
      { url: "https://shop.example" },
    ],
  },
];

it.each(cases)(
  "[API-015] [API-041] [API-294] [API-297] [HELP-010] [HELP-012] [HELP-013] $path: each answer, error, stored value and audit entry",
  async ({ path, stored, changes, refused }) => {
    const acme = await service.createAccount(path);
    const lines: string[] = [];
    const mask = createMask();
    const send = async (title: string, method: string, key: string, body?: object) => {
      const answer = await service.call(method, `/${path}`, { key, body });
      lines.push(`${title}: ${answer.status} ${mask(summarize(answer.body))}`);
    };
    const { owner, operator } = acme.keys;
    const from = await readLastEntries(service, acme.id);
    await send("read", "GET", owner);
    for (const body of changes) {
      await send(`change ${shorten(body)}`, "PATCH", owner, body);
      const [row] = await service.db.query(stored, [acme.id]);
      lines.push(`stored: ${mask(row)}`);
    }
    for (const body of refused) await send(`refused ${shorten(body)}`, "PATCH", owner, body);
    lines.push(...(await readEntriesSince(service, acme.id, from)).map((entry) => mask(entry)));
    const narrow = await service.call("POST", "/api-keys", {
      key: owner,
      body: { name: "narrow", scopes: ["presence.set"] },
    });
    for (const [title, key] of [
      ["another account", other.keys.owner],
      ["an operator", operator],
      ["a key without the right", narrow.body.key as string],
    ] as const) {
      await send(`${title} reads`, "GET", key);
      if (key !== other.keys.owner) await send(`${title} changes`, "PATCH", key, changes[0]);
    }
    await service.call("DELETE", `/api-keys/${narrow.body.id}`, { key: owner });
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`fixtures/settings-${path}.txt`);
  },
);
