import type { Channel } from "@parlour/protocol";
import type { Bot } from "@parlour/protocol/api";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";

const createdAt = "2026-11-20T10:00:00.000Z";

/** Creates a channel of a kind, by default the chat API. */
export const createChannel = (id: number, overrides: Partial<Channel> = {}): Channel => ({
  id,
  kind: "api",
  name: "Chat API",
  public_id: `w${id}`,
  enabled: true,
  endpoint_url: "",
  chunked: false,
  append_public_id: false,
  media_as: "media objects",
  message_changes: false,
  bot_available: true,
  operators: [1],
  inbound_url: null,
  secret_hint: "",
  status: 1,
  last_inbound_at: null,
  last_success_at: null,
  last_failure: null,
  created_at: createdAt,
  managed: false,
  capabilities: getCapabilities(overrides.kind ?? "api"),
  ...overrides,
});

/** Creates the widget of a site. */
export const createWidget = (id: number, overrides: Partial<Channel> = {}): Channel =>
  createChannel(id, {
    kind: "widget",
    name: "Shop",
    widget: defaultWidgetSettings,
    snippet: `<script src=/widget/w${id}.js></script>`,
    has_identity_secret: false,
    ...overrides,
  });

/** Creates a bot of the provider Answerly. */
export const createBot = (id: number, overrides: Partial<Bot> = {}): Bot => ({
  id,
  endpoint_id: 4,
  provider: { id: "p", name: "Answerly", state: "active" },
  name: "Shop assistant",
  photo: null,
  enabled: true,
  endpoint_url: "https://bot.example/",
  channels: null,
  if: { all: [] },
  hours: "always",
  precedence: 0,
  invite_wait_s: 60,
  silent_s: 0,
  sends_chat_closed: true,
  sends_button_text: true,
  answers_settle: true,
  append_token: true,
  authorization: null,
  token_short: false,
  address: null,
  address_with_authorization: null,
  secret_hint: "",
  secret_created_at: null,
  last_used_at: null,
  last_success_at: null,
  last_failure: null,
  created_at: createdAt,
  managed: false,
  ...overrides,
});
