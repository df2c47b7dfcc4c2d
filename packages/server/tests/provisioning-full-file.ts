import { createHash } from "node:crypto";
import { samlKeys } from "@parlour/testkit";

/** A file with every field. */
export const fullFile = `version: 1
account: { name: Acme, locale: en, accent: "#123456", safe_url: [example.test], trust_webhook_links: true }
statuses: [{ name: Lunch, emoji: "🍜", counts_as: away, ends_after_s: 2700 }, { name: Email only, counts_as: online, ends_at: "17:00" }]
roles: [{ name: Team lead, base: viewer, permissions: [audit.read] }]
operators:
  - { email: ann@example.test, name: Ann, role: owner, password: "correct horse battery staple", phone: "+441", photo: "https://example.test/a.png", chat_limit: 5, languages: [en, pt-BR], skills: [Returns, VIP], hours: { timezone: Europe/Paris, week: { mon: ["09:00-17:00"] }, exceptions: { 2026-12-25: [] }, exception_details: { 2026-12-25: { name: Christmas } } } }
  - { email: bob@example.test, name: Bob }
  - { email: eve@example.test, name: Eve, channels: all }
  - { email: dan@example.test, name: Dan, role: viewer, custom_role: Team lead }
departments:
  - { name: Sales, operators: [ann@example.test], match_language: true, skills: [Returns], working_hours: { timezone: Europe/Paris, week: { tue: ["10:00-11:00"] } } }
api_keys: [{ name: tests, key: pk_test_0123456789abcdef0123456789abcdef, operator: ann@example.test, scopes: ["*"], expires_at: "2031-05-01T00:00:00.000Z" }]
channels:
  - { kind: api, name: App, public_id: AbCdEf1234, random_string: k3yk3yk3yk3yk3yk3yk3yk3y, endpoint_url: "https://93.184.216.34/chat", chunked: true, append_public_id: false, media_as: text with link, message_changes: true, bot_available: true, enabled: false, operators: [ann@example.test] }
  - { kind: widget, name: Site, public_id: WiDgEt1234, origins: ["https://shop.example.test"], prefixes: [widget, acme], departments: [Sales], operators: [bob@example.test], accent: "#654321", identity_secret: "${"i".repeat(40)}" }
bot_providers: [{ id: night, name: Night bot, contact: bots@example.test, endpoint_url: "https://93.184.216.34/bots", scope: account }]
bots:
  - { provider: night, token: t0ken, name: Robo, photo: "https://example.test/r.png", endpoint_url: "https://93.184.216.34/bot", channels: [WiDgEt1234], if: { any: [{ fact: chat.channel, op: is, value: WiDgEt1234 }, { fact: chat.tags, op: any_of, value: [VIP] }, { fact: visitor.segment, op: any_of, value: [Paying] }] }, hours: outside, precedence: 5, enabled: false, invite_wait_s: 90, silent_s: 30, sends_chat_closed: true, answers_settle: false, append_token: false, authorization: { token_url: "https://93.184.216.34/token", client_id: us, client_secret: hidden, scope: bots, client_auth: body } }
webhooks: [{ url: "https://93.184.216.34/hook", enabled: false, events: [chat_finished], channels: [WiDgEt1234], departments: [Sales], message_text: true, blocks: [tags], name: CRM, rating_wait_s: 5 }]
working_hours: { timezone: Europe/London, week: { mon: ["09:00-18:00"] }, exceptions: { 2026-12-25: [] }, exception_details: { 2026-12-25: { name: Christmas, until: 2027-01-02 } } }
routing: { mode: all, offer_s: 45, grace_s: 200, mail_inactivity_s: 864000 }
help_center: { enabled: false, title: Help, host: help.example.test, languages: [de, en], colors: { brand: "#0B6B5D", on_brand: "#FFFFFF", link: "#0A5B50", soft: "#DCEEE9", band: "#0B6B5D" }, logo: "data:image/svg+xml;base64,PHN2ZyB2aWV3Qm94PSIwIDAgMSAxIj48L3N2Zz4=", logo_dark: "data:image/svg+xml;base64,PHN2ZyB2aWV3Qm94PSIwIDAgMiAyIj48L3N2Zz4=", links: [{ label: Legal notice, url: "https://shop.example.test/legal" }], index: false, chat_widget_id: WiDgEt1234, in_window: true }
fields: [{ object: visitor, key: plan, kind: one_of, name: Plan, names: { de: Tarif }, help: As in the contract, helps: { de: Wie im Vertrag }, options: [free, pro], option_names: { de: { free: Gratis } }, edit_roles: [admin], sources: [api, form], required: start }]
tags: [VIP]
segments: [{ name: Paying, if: { fact: visitor.plan, op: is, value: pro } }, { name: Regulars, if: { all: [{ fact: visitor.chats, op: at_least, value: 5 }, { fact: visitor.plan, op: is, value: pro }] }, shared: { department: Sales } }]
rules:
  - { name: VIP, when: { event: tag_changed }, if: { fact: chat.department, op: is, value: Sales }, do: [{ type: assign, department: Sales }, { type: priority, priority: high }], stop: true, repeat: { hours: 24 } }
  - { name: Wait, enabled: false, when: { waiting_for_s: 1200 }, do: [{ type: reply, text: One moment }], repeat: chat }
scheduled_reports: [{ name: Week, report: days, format: xlsx, every: month, time: "07:30", recipients: [boss@shop.example], recipient_operators: [ann@example.test], department: Sales, segment: Paying, weekday: sun, enabled: false }, { name: Chats, report: view, view: Sales, recipients: [boss@shop.example] }]
agents: [{ name: Helper, state: share, skip_gates: Tried elsewhere, instructions: Be brief, threshold: 30, max_turns: 4, hand_over_when: { fact: chat.department, op: is, value: Sales }, topics: [refund], hours: { timezone: Europe/Berlin, week: { mon: ["09:00-17:00"] } }, channels: [WiDgEt1234], sections: [Care], quick_replies: false, share_percent: 50, send_earlier_chats: true, says_it_is_a_machine: false, offers_person: false }]
sla_policies: [{ name: VIP, if: { fact: chat.department, op: is, value: Sales }, first_reply_s: 600, next_reply_s: 1800, close_s: 86400, hours: always, at_risk_percent: 75, promise: true }]
views: [{ name: Sales, if: { any: [{ fact: chat.department, op: is, value: Sales }, { fact: visitor.segment, op: any_of, value: [Paying] }] }, order: created, columns: [chat.city, visitor.plan], shared: { department: Sales } }]
macros: [{ name: Refund, do: [{ type: tag, tag: VIP }, { type: assign, department: Sales }, { type: reply, quick_reply: hi en Sales }, { type: set_field, field: visitor.plan, value: pro }, { type: snooze, for_s: 3600 }, { type: snooze, until: null }, { type: note, text: Look, mentions: [bob@example.test] }, { type: remind, for_s: 60, text: Call, operator: bob@example.test }, { type: assign, bot: Robo }, { type: block, reason: spam, for_s: 3600 }], shared: { department: Sales } }, { name: Later, do: [{ type: run_macro, macro: Refund }, { type: call_webhook, webhook: "https://93.184.216.34/hook" }] }]
canned_replies: [{ shortcut: hi, text: "Hello!", folder: Greetings, language: en, department: Sales, for_agents: true }]
triggers: [{ name: Cart help, enabled: false, once: visitor, if: { all: [{ type: url, value: /cart }, { type: segment, value: [Paying] }] }, do: [{ type: invitation, text: "Need help?", department: Sales }], channels: [WiDgEt1234] }]
article_sections: [{ name: Care, names: { de: Pflege }, description: Oven and tea, descriptions: { de: Ofen und Tee }, icon: box, slug: use }]
security: { second_factor: required, required_from: "2030-01-01T00:00:00.000Z" }
model: { base_url: "https://93.184.216.34/v1", api_key_env: MODEL_KEY, translate_url: "https://93.184.216.34/lt", translate_api_key_env: TRANSLATE_KEY, translate_automatically: true, chat_model: writer, embedding_model: vectors, timeout_s: 7, mask: { mode: "on", patterns: [{ name: Order, pattern: "7[0-9]{3}" }] }, also_send: { notes: true }, log_values: true, log_days: 3, budget: { tokens_per_day: 1000, characters_per_day: 5000 }, prices: { currency: USD, sent: 200 } }
calls: { enabled: true, driver: http, url: "https://93.184.216.34/calls", secret_env: CALLS_SECRET }
forwarding: { channel: AbCdEf1234, url_env: OLD_URL, secret_env: OLD_SECRET, operators_answer: false, chats_ring: true }
blacklist: [{ email: bad@example.test, until: "2030-01-01T00:00:00.000Z", reason: spam }]
egress: { allow: ["127.0.0.1:9100"] }
limits: { customer_per_second: 11 }
retention: { chats_days: 700, addresses_days: 30 }
mail: { host: mail.example.test, port: 465, tls: implicit, user: us, password_env: MAIL_PASSWORD, from: "Acme <chat@example.test>" }
storage: { kind: s3, endpoint: "https://s3.example.test", region: eu, bucket: files, prefix: chat, access_key_env: S3_ACCESS, secret_key_env: S3_SECRET }
oidc: [{ name: Acme login, issuer: "https://id.example.test", client_id: parlour, client_secret_env: SSO, domains: [example.test], role: viewer }]
saml: [{ name: Acme SAML, entity_id: "https://id.example.test", sso_url: "https://id.example.test/sso", certificates: [${JSON.stringify(samlKeys.first.certificate)}], role: viewer }]
oauth_clients: [{ provider: microsoft, client_id: parlour, client_secret_env: MS, tenant: acme.example }, { provider: own, client_id: chat, own: { name: Acme mail, authorization_url: "https://id.example.test/auth", token_url: "https://id.example.test/token", scopes: mail offline_access } }]
`;
export const deriveKey = (text: string): string =>
  createHash("sha256").update(text).digest("base64");
export const fullFileEnvironment = {
  MODEL_KEY: "sk-of-a-model",
  TRANSLATE_KEY: "lt-of-a-server",
  CALLS_SECRET: `whsec_${deriveKey("calls")}`,
  MAIL_PASSWORD: "mailed",
  S3_ACCESS: "a",
  S3_SECRET: "s",
  SSO: "login",
  MS: "client secret",
  OLD_URL: "https://93.184.216.34/old/Xk29fLq0",
  OLD_SECRET: "s3cr3t".repeat(4),
};
