import type { Operator } from "@parlour/protocol";
import { expect, test } from "vitest";
import { noDeliveries } from "../../tests/deliveries.ts";
import { createOperator } from "../../tests/entities.ts";
import { renderApp } from "../../tests/render-app.tsx";

const none = { items: [], next_cursor: null };

test("[ROLE-012] [ROLE-010] a screen that the role does not open says whom to ask, and opens with the permission", async () => {
  const me = createOperator();
  let added: Operator["permissions"] = [];
  const { screen, sockets } = await renderApp("/integrations/deliveries", {
    "GET /me": () => ({ ...me, permissions: [...(me.permissions ?? []), ...(added ?? [])] }),
    "GET /endpoints": none,
    "GET /deliveries": none,
    "GET /deliveries/totals": noDeliveries,
  });
  await screen.findByText("Your role does not allow this. Ask an owner or admin.");
  expect(screen.getByRole("link", { name: "Go to the inbox" }).getAttribute("href")).toBe(
    "/inbox/all",
  );
  added = ["deliveries.read"];
  sockets.sendEvent("settings_changed", { kind: "role", id: 1 });
  await screen.findByRole("heading", { name: "Deliveries" });
});

test("[ROLE-012] an unknown page is not found", async () => {
  const { screen } = await renderApp("/settings/nothing", { "GET /me": createOperator() });
  await screen.findByText("Page not found");
});
