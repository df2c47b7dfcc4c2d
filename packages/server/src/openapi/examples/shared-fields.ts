export const reachesVisitors = {
  ok: true,
  code: "reaches_visitors",
  values: { bot: "@shop_bot" },
  message: "The bot @shop_bot reaches its visitors.",
};
/** Omits an optional field from an example. */
export const omitted = Symbol("omitted");

export const operator = { id: 9, name: "Ines Albrecht" };
export const tom = { id: 11, name: "Tom Brandt" };
export const widgetChannel = { id: 4, kind: "widget", name: "Shop" };
export const returnsPage = { url: "https://shop.example/returns", title: "Returns" };
export const christmas = { name: "Christmas", until: "2026-01-02" };
export const week = {
  mon: ["09:00-18:00"],
  tue: ["09:00-18:00"],
  wed: ["09:00-18:00"],
  thu: ["09:00-18:00"],
  fri: ["09:00-16:00"],
};
export const passkeyOptions = {
  challenge: "Zm9yLXRoZS1leGFtcGxl",
  rpId: "chat.example",
  timeout: 60_000,
};
export const retentionDays = {
  chats_days: 0,
  files_days: 0,
  visits_days: 90,
  addresses_days: 30,
  deliveries_days: 30,
  audit_days: 365,
  log_days: 30,
};

/** Fields of an operator, who is in several schemas. */
export const operatorFields = {
  id: 9,
  name: "Ines Albrecht",
  email: "ines@shop.example",
  role: "operator",
  custom_role_id: null,
  presence: "online",
  active: true,
};
/** The fields of a custom status, which few operators have. */
export const noStatus = { status_id: omitted, status_until: omitted, status_comment: omitted };
export const signedInOperator = {
  ...operatorFields,
  phone: "+4930555",
  photo: null,
  instance_owner: false,
  chat_limit: 6,
  created_at: "2025-09-01T08:00:00.000Z",
  managed: false,
  answers_chats: true,
  permissions: ["chats.read", "chats.answer"],
  public_url: "https://chat.example",
};
export const visitorFields = {
  id: 90_412,
  name: { value: "Nadia Ross", source: "visitor", at: "2025-11-20T07:40:00.000Z" },
  email: { value: "nadia@shop.example", source: "visitor", at: "2025-11-20T07:40:00.000Z" },
  page: omitted,
  erased: omitted,
  consent: omitted,
  came_from: omitted,
  chat_fields: omitted,
};
export const messageFields = {
  author: { kind: "visitor", id: null, name: "Nadia Ross" },
  id: 731_204,
  cut: omitted,
  media: omitted,
  title: omitted,
  buttons: omitted,
  nodes: omitted,
  button_id: omitted,
  hidden: omitted,
  blacklisted: omitted,
  mentions: omitted,
  line: omitted,
  cause: omitted,
  suggestion: omitted,
  original: omitted,
  erased: omitted,
  client_id: omitted,
  delivery: omitted,
  email: omitted,
  received_at: omitted,
  seen_at: omitted,
  refers_to: omitted,
  deleted_at: omitted,
  deleted_by: omitted,
  change: omitted,
  reactions: omitted,
  undone_at: omitted,
};
export const channelFields = {
  id: 3,
  kind: "api",
  name: "Messenger",
  public_id: "mQ4tZ8sVb2",
  enabled: true,
  status: 1,
  widget: omitted,
  snippet: omitted,
  has_identity_secret: omitted,
  settings: omitted,
  info: omitted,
  problem: omitted,
  secret_hints: omitted,
};
export const botFields = {
  hours: "outside",
  id: 5,
  endpoint_id: 22,
  provider: { id: "night-bot", name: "Night bot", state: "active" },
  name: "Shop assistant",
  enabled: true,
  endpoint_url: "https://night-bot.example/parlour",
  authorization: null,
  token_short: false,
};
export const webhookFields = {
  id: 6,
  name: "CRM",
  events: ["chat_accepted", "chat_finished"],
  blocks: [],
  enabled: true,
  off: null,
};
export const callFields = {
  driver: "http",
  url: "https://pbx.shop.example/parlour",
  report_url: "https://chat.example/calls/1/mQ4tZ8sVb2",
  prefixes: ["+49"],
};
export const accountOverviewFields = {
  id: 1,
  name: "Porcelain shop",
  owners: [{ id: 8, name: "Olga Lind", email: "olga@shop.example" }],
};
export const deliveryFields = {
  id: 610_033,
  endpoint: { id: 21, kind: "webhook", name: "CRM" },
  event: "chat_accepted",
  state: "delivered",
  error: null,
  last_attempt: { duration_ms: 84, status: 200, used: null },
  failed_recipients: omitted,
};
export const testAttemptFields = { outcome: "delivered", error: null };
export const openBotTest = { is_open: true, open_until: "2025-11-20T07:50:12.000Z" };
export const botRequest = {
  url: "https://night-bot.example/parlour/tk_5f0c2e",
  headers: { "content-type": "application/json" },
  body: '{"event":"CLIENT_MESSAGE","chat_id":"0"}',
};
export const apiKeyFields = { id: 14, name: "Warehouse", scopes: ["chats.read", "visitors.read"] };
export const onlineFields = { ...visitorFields, state: "browsing", chat: null, invitation: null };

export const modelFields = {
  base_url: "http://10.0.4.20:11434/v1",
  has_api_key: false,
  api_key_hint: null,
  translate_url: "https://translate.example",
  has_translate_api_key: true,
  translate_api_key_hint: "7f2c",
  translate_automatically: false,
  chat_model: "qwen3:14b",
  embedding_model: "bge-m3",
  timeout_s: 9,
  mask: {
    mode: "auto",
    kinds: ["email", "phone", "card", "iban", "name"],
    patterns: [{ name: "Order", pattern: "7\\d{3}" }],
  },
  also_send: { notes: false, earlier_chats: false, files: false },
  log_values: false,
  log_days: 7,
  budget: {
    tokens_per_day: 500_000,
    tokens_per_chat: 12_000,
    characters_per_day: null,
    parallel_requests: 4,
  },
  prices: { currency: "EUR", sent: 200, received: 600, embedded: 2 },
};

export const modelCheck = {
  name: "answer",
  ok: true,
  ms: 412,
  reason: null,
  message: "The model answered within 412 ms.",
};
export const modelUse = {
  model: "qwen3:14b",
  tokens_sent: 1_304,
  tokens_received: 58,
  cost: 2_956,
  masked: 5,
  first_ms: 390,
};
