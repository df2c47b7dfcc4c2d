import type { Broadcast, BroadcastDetails } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createChannel } from "../../../../tests/channels.ts";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const draft: Broadcast = {
  id: 5,
  name: "Winter tea",
  segment: { id: 3, name: "Tea lovers" },
  channel: { id: 12, name: "Shop" },
  operator: { id: 9, name: "Ines" },
  text: "Hello {visitor.name}",
  stop_percent: 20,
  state: "draft",
  stopped_by_failures: false,
  total: 0,
  processed: 0,
  created_at: "2026-11-20T07:40:00.000Z",
  start_at: null,
  started_at: null,
  ended_at: null,
};
const leftOut = {
  no_address: 2,
  not_started: 0,
  duplicate: 0,
  blocked: 0,
  opted_out: 1,
  erased: 0,
};
const counts = { left_out: 3, waiting: 0, saved: 0, sent: 4, delivered: 0, seen: 0, failed: 1 };
const details = (more: Partial<BroadcastDetails> = {}): BroadcastDetails => ({
  ...draft,
  counts,
  left_out: leftOut,
  ...more,
});
const preview = {
  recipients: 5,
  left_out: leftOut,
  complete: true,
  example: { visitor: 412, name: "Nadia", text: "Hello Nadia" },
};
const answers = { "GET /me": createOperator({ role: "owner" }) };

test("[BC-002] [BC-050] a broadcast to a segment is made for a channel that sends them", async () => {
  const { screen, user, changes } = await renderApp("/settings/broadcasts/new#3", {
    ...answers,
    "GET /channels": {
      items: [
        createChannel(12, { kind: "telegram", name: "Shop", settings: {}, info: {} }),
        createChannel(13, { kind: "api", name: "App" }),
      ],
      next_cursor: null,
    },
    "GET /segments": {
      items: [
        {
          id: 3,
          name: "Tea lovers",
          if: { all: [] },
          shared: "all",
          owner: null,
          created_at: draft.created_at,
          updated_at: draft.created_at,
          managed: false,
        },
      ],
      next_cursor: null,
    },
    "POST /broadcasts": draft,
    "GET /broadcasts/{id}": details(),
    "GET /broadcasts/{id}/preview": preview,
  });
  await user.type(await screen.findByLabelText("Name"), "Winter tea");
  await screen.findByRole("option", { name: "Tea lovers" });
  await screen.findByRole("option", { name: "Shop" });
  expect(screen.queryByRole("option", { name: "App" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save and preview" }));
  expect(screen.getByLabelText("Channel").getAttribute("aria-invalid")).toBe("true");
  await user.selectOptions(screen.getByLabelText("Channel"), "Shop");
  await user.type(await screen.findByLabelText("Text"), "Hello");
  await user.click(screen.getByRole("button", { name: "Save and preview" }));
  await screen.findByText("Hello Nadia");
  expect(changes.at(-1)?.body).toEqual({
    name: "Winter tea",
    segment_id: 3,
    channel_id: 12,
    stop_percent: 20,
    text: "Hello",
  });
});

test("[BC-004] [BC-005] [BC-050] a draft shows the message and its recipients, and starts after a question", async () => {
  const { screen, user, changes, answer } = await renderApp("/settings/broadcasts/5", {
    ...answers,
    "GET /broadcasts/{id}": details(),
    "GET /broadcasts/{id}/preview": preview,
    "POST /broadcasts/{id}/start": { ...draft, state: "running" },
    "GET /broadcasts/{id}/recipients": { items: [], next_cursor: null },
  });
  await screen.findByText("5 visitors would get it now");
  screen.getByText("Opted out");
  await user.click(screen.getByRole("button", { name: "Start now" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("5 visitors get it");
  answer({ "GET /broadcasts/{id}": details({ state: "running", total: 5 }) });
  await user.click([...dialog.querySelectorAll("button")].at(-1)!);
  await screen.findByRole("button", { name: "Pause" });
  expect(changes.map(({ path }) => path)).toEqual(["/broadcasts/5/start"]);
});

test("[BC-012] [BC-021] [BC-051] a broadcast that stopped itself shows results with reasons, and continues", async () => {
  const { screen, user, changes } = await renderApp("/settings/broadcasts/5", {
    ...answers,
    "GET /broadcasts/{id}": details({ state: "paused", stopped_by_failures: true, total: 5 }),
    "GET /broadcasts/{id}/recipients": {
      items: [
        {
          visitor: 412,
          name: "Nadia",
          address: "nadia@c.example",
          state: "failed",
          left_out: null,
          chat_id: 7,
          error: { code: "refused", message: "No such mailbox" },
          sent_at: draft.created_at,
        },
      ],
      next_cursor: null,
    },
    "POST /broadcasts/{id}/continue": { ...draft, state: "running" },
  });
  await screen.findByText("Not delivered: No such mailbox");
  screen.getByText(/Paused because too many messages failed/u);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await expect.poll(() => changes.map(({ path }) => path)).toEqual(["/broadcasts/5/continue"]);
});
