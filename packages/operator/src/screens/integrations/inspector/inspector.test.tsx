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

test("[API-052] [CORE-053] the inspector shows requests as they pass; a faulty one names field and rule", async () => {
  const app = await renderApp("/integrations/inspector", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /inspector": { items: [], next_cursor: null, missing_nodes: 0 },
  });
  const { screen, user, sockets } = app;
  await screen.findByText(/^No requests yet/);
  const show = (item: InspectedRequest): void =>
    sockets.sendFrame({ type: "inspected", item, skipped: 0 });
  show(hello);
  show({
    ...hello,
    id: 2,
    status: 400,
    fault: {
      code: "invalid_request",
      message: "Must not be empty.",
      field: "sender.id",
      rule: "CH-040",
    },
  });
  const list = within(await screen.findByRole("region", { name: "Request inspector" }));
  const countRows = (): number => list.getAllByRole("row").length - 1;
  const faulty = within(await list.findByRole("row", { name: /sender\.id/ }));
  expect(countRows()).toBe(2);
  await user.click(screen.getByRole("button", { name: "Errors only" }));
  await waitFor(() => expect(countRows()).toBe(1));
  await user.click(faulty.getByRole("button"));
  await list.findByText("CH-040");
  screen.getByRole("button", { name: "Copy as curl" });
  await user.click(faulty.getByRole("button"));
  await user.click(screen.getByRole("button", { name: "Errors only" }));
  await user.click(screen.getByRole("button", { name: "Pause" }));
  show({ ...hello, id: 3 });
  await user.click(await list.findByRole("button", { name: "Show 1 new" }));
  await waitFor(() => expect(countRows()).toBe(3));
  await user.click(screen.getByRole("button", { name: "Resume" }));
});
