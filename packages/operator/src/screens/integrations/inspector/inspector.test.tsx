import type { InspectedRequest } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const hello: InspectedRequest = {
  id: 1,
  at: "2026-11-20T10:00:00.000Z",
  direction: "in",
  kind: "channel",
  owner_id: 1,
  endpoint_id: null,
  method: "POST",
  url: "/channel/…abcd/p1",
  request: {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sender: { id: "nadia" }, message: { type: "text", text: "Hello" } }),
    cut: false,
  },
  status: 200,
  reply: null,
  duration_ms: 4,
  outcome: null,
  fault: null,
  request_id: "r",
  delivery_id: null,
  event: null,
  chat_id: null,
};

test("[API-381] [API-052] the inspector shows requests of all nodes, and says when one does not respond", async () => {
  const list = { items: [hello], next_cursor: null, missing_nodes: 0 };
  const app = await renderApp("/integrations/inspector", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /inspector": { ...list, items: [] },
  });
  const { screen, user, sockets, answer } = app;
  await screen.findByText(/^No requests yet/);
  sockets.sendFrame({ type: "inspected", item: hello, skipped: 0 });
  const region = within(await screen.findByRole("region", { name: "Request inspector" }));
  const [, row] = await region.findAllByRole("row");
  const toggle = within(row!).getByRole("button");
  await user.click(toggle);
  await waitFor(() => expect(document.body.textContent).toContain('"text": "Hello"'));
  await user.click(toggle);
  const missing = () => screen.queryByText(/^One node of this installation did not respond\./);
  expect(missing()).toBeNull();

  answer({ "GET /inspector": { ...list, missing_nodes: 1 } });
  app.navigate("/settings/tags");
  await screen.findByRole("heading", { name: "Tags", level: 1 });
  app.navigate("/integrations/inspector");
  await waitFor(() => expect(missing()).not.toBeNull());
  answer({ "GET /inspector": list });
  await user.click(screen.getByRole("button", { name: "Load again" }));
  await waitFor(() => expect(missing()).toBeNull());
});
