import type { Channel } from "@parlour/protocol";
import type { Bot } from "@parlour/protocol/api";
import { widget as capabilities } from "@parlour/protocol/entity/channel-kinds/widget";
import { defaultWidgetSettings } from "@parlour/protocol/entity/widget/widget-defaults";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const shop: Channel = {
  id: 7,
  kind: "widget",
  name: "Shop",
  public_id: "w7",
  enabled: true,
  endpoint_url: "",
  chunked: false,
  append_public_id: false,
  media_as: "media objects",
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
  capabilities,
  widget: defaultWidgetSettings,
  snippet: "<script src=/widget/w7.js></script>",
  has_identity_secret: false,
};
const { widget: _settings, snippet: _snippet, ...common } = shop;
const server: Channel = { ...common, id: 1, kind: "api", name: "Chat API" };
const assistant: Bot = {
  id: 3,
  endpoint_id: 4,
  provider: { id: "p", name: "Answerly", state: "active" },
  name: "Shop assistant",
  photo: null,
  enabled: true,
  endpoint_url: "https://bot.example/",
  channels: null,
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
};
const owner = createOperator({ role: "owner" });

test("[WG-047] the identity secret is made, shown once and switched off", async () => {
  let channel = shop;
  const app = await renderApp("/settings/widgets/7?tab=api", {
    "GET /me": owner,
    "GET /channels": () => ({ items: [channel], next_cursor: null }),
    "GET /channels/{id}": () => channel,
    "GET /bots": { items: [], next_cursor: null },
    "POST /channels/{id}/identity-secret": () => {
      channel = { ...shop, has_identity_secret: true };
      return { identity_secret: "x".repeat(43) };
    },
    "DELETE /channels/{id}/identity-secret": () => {
      channel = shop;
      return null;
    },
  });
  const { screen, user, sockets } = app;
  await user.click(await screen.findByRole("button", { name: "Generate secret" }));
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLInputElement>("textbox", { name: /^Identity secret/ }).value,
    ).toMatch(/^[\w-]{43}$/),
  );
  sockets.sendEvent("settings_changed", { kind: "channel", id: 7 });
  await user.click(await screen.findByRole("button", { name: "Switch off" }));
  const asking = within(await screen.findByRole("alertdialog"));
  await user.click(asking.getByRole("button", { name: "Switch off" }));
  await waitFor(() => expect(channel).toBe(shop));
  sockets.sendEvent("settings_changed", { kind: "channel", id: 7 });
  await screen.findByRole("button", { name: "Generate secret" });
});

test("[WG-090] [BOT-003] the widget says which bot has its new chats, and takes it out of the bot's channels and in again", async () => {
  let bot = assistant;
  const app = await renderApp("/settings/widgets/7?tab=api", {
    "GET /me": owner,
    "GET /channels": { items: [server, shop], next_cursor: null },
    "GET /channels/{id}": shop,
    "GET /bots": () => ({ items: [bot], next_cursor: null }),
    "PATCH /bots/{id}": ({ body }) => {
      bot = { ...bot, ...(body as Partial<Bot>) };
      return bot;
    },
  });
  const { screen, user } = app;
  await user.click(await screen.findByRole("tab", { name: "General" }));
  await waitFor(() => expect(new URLSearchParams(location.search).get("tab")).toBe("general"));
  await screen.findByText("Shop assistant gets new chats first.");
  const answers = screen.getByRole("switch", { name: /^Shop assistant/ });
  expect(bot.channels).toBeNull();
  await user.click(answers);
  await screen.findByText("New chats go directly to operators.");
  expect(bot.channels).toEqual([server.id]);
  await user.click(answers);
  await screen.findByText("Shop assistant gets new chats first.");
  expect(bot.channels).toEqual([server.id, shop.id]);
});

test("[WG-090] the address of a widget below the channels leads to the widget, and the other way round", async () => {
  const { screen, navigate } = await renderApp("/settings/channels/7", {
    "GET /me": owner,
    "GET /channels": { items: [server, shop], next_cursor: null },
    "GET /channels/{id}": ({ ids: [id] }) => (id === shop.id ? shop : server),
    "GET /bots": { items: [], next_cursor: null },
  });
  await screen.findByRole("tab", { name: "Appearance" });
  await waitFor(() => expect(location.pathname).toBe("/settings/widgets/7"));
  navigate("/settings/widgets/1");
  await screen.findByRole("heading", { name: "Chat API", level: 1 });
  await waitFor(() => expect(location.pathname).toBe("/settings/channels/1"));
});
