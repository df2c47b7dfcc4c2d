import type { Endpoint } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { createDelivery, createEndpoint, noDeliveries } from "../../../../tests/deliveries.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[WH-062] an endpoint that answered 410 is named above the delivery log and switched on again", async () => {
  const at = "2026-11-20T10:00:00.000Z";
  let endpoint: Endpoint = createEndpoint(9, {
    state: "off",
    reason: "gone",
    since: at,
    last_failure: { at, outcome: "http_error", status: 410 },
    failing_since: at,
  });
  const { screen, user, sockets, changes } = await renderApp("/integrations/deliveries", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /endpoints": () => ({ items: [endpoint], next_cursor: null }),
    "GET /deliveries": emptyPage,
    "GET /deliveries/totals": noDeliveries,
    "POST /endpoints/{id}/resume": () => {
      endpoint = createEndpoint(9);
      return endpoint;
    },
  });
  const off = /was switched off because it responded with 410 Gone\.$/;
  await screen.findByText(off);
  await user.click(screen.getAllByRole("button", { name: "Switch on" })[0]!);
  sockets.sendEvent("settings_changed", { kind: "endpoint", id: 9 });
  await waitFor(() => expect(screen.queryByText(off)).toBeNull());
  expect(changes).toMatchObject([{ method: "POST", path: "/endpoints/9/resume" }]);
});

test("[ROLE-010] a role that only reads deliveries cannot resend them or pause endpoints", async () => {
  const me = createOperator();
  const endpoint = createEndpoint(9);
  const failed = createDelivery(4, endpoint, { state: "failed", outcome: "http_error" });
  const { screen } = await renderApp("/integrations/deliveries", {
    "GET /me": { ...me, permissions: [...(me.permissions ?? []), "deliveries.read"] },
    "GET /endpoints": { items: [endpoint], next_cursor: null },
    "GET /deliveries": { items: [failed], next_cursor: null },
    "GET /deliveries/totals": noDeliveries,
  });
  await screen.findByRole("button", { name: /^Show attempts/ });
  expect(screen.queryByRole("button", { name: /again|Pause/ })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
