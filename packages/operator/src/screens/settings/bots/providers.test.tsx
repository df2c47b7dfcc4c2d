import type { BotProvider, NewBotProvider } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createProvider = (overrides: Partial<BotProvider>): BotProvider => ({
  id: "helfer",
  name: "Helfer",
  contact: "ops@helfer.example",
  endpoint_url: null,
  scope: "account",
  account_id: 1,
  state: "requested",
  connections: 0,
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
  ...overrides,
});

test("[CORE-001] [WG-045] a developer sets bots and webhooks, reads Safe URL and does not see the team", async () => {
  const providers: BotProvider[] = [];
  const app = await renderApp("/settings/links", {
    "GET /me": createOperator({ name: "Dev Eloper", role: "developer" }),
    "GET /bots": emptyPage,
    "GET /bot-providers": () => ({ items: [...providers], next_cursor: null }),
    "POST /bot-providers": ({ body }) => {
      const { name, contact } = body as NewBotProvider;
      providers.push(createProvider({ name, contact }));
      return providers[0]!;
    },
  });
  const { screen, user, changes } = app;
  await screen.findByText("Only owners and admins can change this.");
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLInputElement>("switch", { name: "Only allow links to your sites" })
        .disabled,
    ).toBe(true),
  );
  const menu = screen.getByRole("navigation", { name: "Settings" });
  expect(
    within(menu)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Overview", "Channels", "Inbox", "Automation", "Developers", "Account"]);
  await user.click(within(menu).getByRole("link", { name: "Channels" }));
  const tabs = within(await screen.findByRole("navigation", { name: "Channels" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Site widgets",
    "Email and messengers",
    "Chat API",
    "Bots",
  ]);
  await user.click(tabs.getByRole("link", { name: "Bots" }));
  await user.click((await screen.findAllByRole("button", { name: "Request a provider ID" }))[0]!);
  const dialog = within(await screen.findByRole("dialog", { name: "Request a provider ID" }));
  const contact = dialog.getByLabelText("Provider’s email");
  await user.type(dialog.getByLabelText("Name"), "Helfer");
  await user.type(contact, "ops");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(document.activeElement).toBe(contact));
  expect(changes).toEqual([]);
  await user.clear(contact);
  await user.type(contact, "ops@helfer.example");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Your request for Helfer was sent to the owner of this installation.");
  within(await screen.findByRole("row", { name: /Helfer/ })).getByText("Requested");
  expect(screen.queryByRole("button", { name: "Actions for Helfer" })).toBeNull();
});

test("[BOT-002] the owner of the installation approves a requested provider", async () => {
  let provider = createProvider({});
  const app = await renderApp("/settings/providers", {
    "GET /me": createOperator({ role: "owner", instance_owner: true }),
    "GET /bots": emptyPage,
    "GET /bot-providers": () => ({ items: [provider], next_cursor: null }),
    "PATCH /bot-providers/{id}": ({ body }) => {
      provider = { ...provider, ...(body as Partial<BotProvider>) };
      return provider;
    },
  });
  const { screen, user, changes } = app;
  await user.click(await screen.findByRole("button", { name: "Actions for Helfer" }));
  await user.click(await screen.findByRole("menuitem", { name: "Approve" }));
  await screen.findByText("Helfer: Active.");
  expect(changes).toMatchObject([{ method: "PATCH", body: { state: "active" } }]);
});
