import type { Bot } from "@parlour/protocol/api";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createBot, createChannel, createWidget } from "../../../../tests/channels.ts";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const shop = createWidget(7);
const server = createChannel(1);
const assistant = createBot(3);
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

test("[WG-302] the tab Install shows the address of the chat page with its QR code, until the page is off", async () => {
  const url = `https://chat.example/chat/${shop.public_id}`;
  const channel = { ...shop, snippet: `<script src="https://chat.example/widget/w7.js"></script>` };
  const app = await renderApp("/settings/widgets/7?tab=api", {
    "GET /me": owner,
    "GET /channels": { items: [channel], next_cursor: null },
    "GET /channels/{id}": channel,
    "GET /bots": { items: [], next_cursor: null },
  });
  const { screen, user } = app;
  const address = await screen.findByRole<HTMLInputElement>("textbox", {
    name: /^Address of the chat page/,
  });
  expect(address.value).toBe(url);
  screen.getByRole("img", { name: `QR code of ${url}` });
  expect(screen.getByRole("link", { name: "Download SVG" }).getAttribute("href")).toBe(
    `${url}/qr.svg`,
  );
  await user.click(screen.getByRole("switch", { name: /^Chat page/ }));
  await waitFor(() => expect(screen.queryByRole("img", { name: `QR code of ${url}` })).toBeNull());
  expect(screen.queryByRole("textbox", { name: /^Title/ })).toBeNull();
});

test("[WG-313] [API-571] the tab Install shows how each kind of site gets the widget, and where it was seen; a site that is not allowed is added", async () => {
  const at = new Date(Date.now() - 12_000).toISOString();
  const site = { origin: "https://shop.example", page_url: null, page_title: null, at };
  const setup = { channel_id: 7, public_id: shop.public_id };
  let channel = { ...shop, snippet: `<script src="https://chat.example/widget/w7.js"></script>` };
  const isAllowed = () => channel.widget?.origins.includes(site.origin) === true;
  const app = await renderApp("/settings/widgets/7?tab=api", {
    "GET /me": owner,
    "GET /channels": () => ({ items: [channel], next_cursor: null }),
    "GET /channels/{id}": () => channel,
    "GET /bots": { items: [], next_cursor: null },
    "GET /get-started": ({ query }) => {
      expect(query.get("channel")).toBe("7");
      const seen = isAllowed() ? { seen: site, elsewhere: null } : { seen: null, elsewhere: site };
      return {
        has_chats: false,
        widget: { ...setup, ...seen },
        colleague: null,
        hours: null,
      };
    },
    "PATCH /channels/{id}": ({ body }) => {
      const { widget } = body as { widget: object };
      channel = { ...channel, widget: { ...defaultWidgetSettings, ...widget } };
      return channel;
    },
  });
  const { screen, user } = app;
  await screen.findByText("WordPress");
  const names = [...document.querySelectorAll(".platforms summary > span:nth-child(2)")].map(
    (summary) => summary.firstChild?.textContent,
  );
  expect(names).toEqual([
    "Plain HTML",
    "WordPress",
    "Google Tag Manager",
    "Shopify",
    "Next.js",
    "React Native",
    "More",
  ]);
  expect(
    [...document.querySelectorAll<HTMLDetailsElement>(".platforms > details")].map((details) => [
      details.open,
      details.getAttribute("name"),
    ]),
  ).toEqual(names.map((name) => [name === "Plain HTML", "platform"]));
  await user.click(screen.getByText("Next.js"));
  expect(document.querySelector(".platforms details:nth-child(5) ol")?.textContent).toContain(
    '<ParlourChat src="https://chat.example/widget/w7.js" />',
  );
  await screen.findByText("Seen on shop.example, which is not an allowed site");
  await user.click(screen.getByRole("button", { name: "Add it" }));
  await screen.findByText(/^Seen on shop\.example, \d+ seconds ago$/);
  expect(channel.widget?.origins).toEqual([site.origin]);
});
