import type { Operator } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createWidget } from "../../../tests/channels.ts";
import { createOperator, createOperatorEntry } from "../../../tests/entities.ts";
import { renderApp } from "../../../tests/render-app.tsx";

const forbidden = "Your role does not allow this. Ask an owner or admin.";
const none = { items: [], next_cursor: null };

test("[API-171] the overview names each page with its state, and opens it; a resource has the path to its page", async () => {
  const me = createOperator({ name: "Olga", role: "admin" });
  const refund = {
    id: 1,
    name: "refund",
    created_at: "2026-11-20T10:00:00.000Z",
    managed: false,
  };
  const { screen, user } = await renderApp("/settings", {
    "GET /me": me,
    "GET /operators": {
      items: [createOperatorEntry(me), createOperatorEntry({ id: 2, name: "Ann", channels: [] })],
      next_cursor: null,
    },
    "GET /channels": { items: [createWidget(1)], next_cursor: null },
    "GET /tags": { items: [refund], next_cursor: null },
    "GET /tags/{id}": refund,
    "GET /bots": none,
    "GET /bot-providers": none,
    "GET /triggers": none,
    "GET /webhooks": none,
    "GET /api-keys": none,
  });
  const overview = within(await screen.findByRole("region", { name: "Overview" }));
  // On phones, it leads back to the areas.
  expect(overview.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/settings");
  const team = within(overview.getByRole("region", { name: "Team" }));
  await team.findByRole("link", { name: "People 2, 1 on no channel" });
  expect(overview.queryByRole("region", { name: "System" })).toBeNull();
  const tagsLink = await overview.findByRole("link", { name: "Tags 1" });
  await user.click(tagsLink);
  await user.click(await screen.findByRole("link", { name: "refund" }));
  await screen.findByRole("heading", { name: "refund", level: 1 });
  expect(screen.queryByRole("navigation", { name: "Inbox" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Tags" }));
  const tabs = within(await screen.findByRole("navigation", { name: "Inbox" }));
  await waitFor(() =>
    expect(tabs.getByRole("link", { name: "Tags" }).getAttribute("aria-current")).toBe("page"),
  );
});

test("[API-171] [CORE-323] without a channel, the overview says of nobody that they are on none", async () => {
  const me = createOperator({ name: "Olga", role: "admin" });
  const { screen } = await renderApp("/settings", {
    "GET /me": me,
    "GET /operators": {
      items: [createOperatorEntry({ ...me, channels: [] })],
      next_cursor: null,
    },
    "GET /tags": none,
    "GET /bots": none,
    "GET /bot-providers": none,
    "GET /triggers": none,
    "GET /webhooks": none,
    "GET /api-keys": none,
  });
  await screen.findByRole("link", { name: "Site widgets 0" });
  await screen.findByRole("link", { name: "People 1" });
});

test("[ROLE-010] a permission that is added to the role of an open page opens its page, and a removed one closes it", async () => {
  const me = createOperator({ custom_role_id: 1 });
  let added: Operator["permissions"] = [];
  const app = await renderApp("/settings/triggers", {
    "GET /me": () => ({ ...me, permissions: [...(me.permissions ?? []), ...(added ?? [])] }),
    "GET /triggers": none,
    "GET /triggers/replaced": { pages: [] },
  });
  const { screen, sockets } = app;
  const hasSettings = () => screen.queryByRole("link", { name: "Settings" }) !== null;
  await screen.findByText(forbidden);
  expect(hasSettings()).toBe(false);
  added = ["triggers.read", "triggers.manage"];
  sockets.sendEvent("settings_changed", { kind: "role", id: 1 });
  await screen.findByRole("heading", { name: "Triggers" });
  // The rail and the page render one after the other.
  await waitFor(() => expect(hasSettings()).toBe(true));
  expect(screen.queryByRole("link", { name: "Tags" })).toBeNull();
  added = [];
  sockets.sendEvent("settings_changed", { kind: "role", id: 1 });
  await screen.findByText(forbidden);
});
