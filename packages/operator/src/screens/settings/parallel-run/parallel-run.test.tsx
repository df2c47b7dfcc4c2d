import type { ForwardedChat, Forwarding, ParallelChat, ParallelRun } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createChannel } from "../../../../tests/channels.ts";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const owner = createOperator({ role: "owner" });
const run: ParallelRun = {
  system: "jivochat",
  import_id: 3,
  url: "https://chat.shop.example/parallel/aBcDeFgHiJkLmNoPqRsTuVwXyZ012345",
  created_at: "2026-11-30T10:00:00.000Z",
  received: 840,
  refused: 1,
  refused_reason: "not_json",
  last_event_at: "2026-11-30T11:00:00.000Z",
  figures: {
    there: 415,
    stored: 412,
    missing: 3,
    running: 2,
    answered: 380,
    first_answer_ms: 72_000,
    delay_ms: 400,
    delay_p95_ms: 1_100,
  },
};
const noForwarding = {
  "GET /imports/parallel/forwarding": { forwarding: null },
};
const forwarding: Forwarding = {
  channel_id: 12,
  url: "https://old.example/channel/Xk29fLq0Vb2mQ4tZ/Lk29",
  operators_answer: true,
  chats_ring: false,
  endpoint_id: 31,
  answers_url: "https://chat.shop.example/parallel/aBcDeFgHiJkLmNoPqRsTuVwXyZ012345/answers",
  created_at: "2026-11-30T10:00:00.000Z",
  managed: false,
  figures: {
    chats: 415,
    in_both: 412,
    missing: 3,
    messages: 2210,
    answered_in_both: 4,
    old_system_first_answer_ms: 72_000,
    operator_first_answer_ms: 58_000,
    delay_ms: 400,
    delay_p95_ms: 1_100,
  },
};
const forwardedChat: ForwardedChat = {
  chat_id: 77,
  visitor: "Max Lindqvist",
  at: "2026-11-30T10:31:00.000Z",
  messages: 4,
  forwarded: 4,
  old_system_answers: 1,
  operator_answers: 1,
  difference: "answered_in_both",
};
const chat = (number: string, more: Partial<ParallelChat>): ParallelChat => ({
  chat: number,
  at: "2026-11-30T10:52:00.000Z",
  there: { ended_at: "2026-11-30T10:58:00.000Z", messages: 6, rating: null },
  stored: { chat_id: 77, visitor: "Nadia Ross", messages: 6, rating: null },
  difference: "none",
  ...more,
});
const chats = [
  chat("1", {}),
  chat("2", { stored: null, difference: "not_stored" }),
  chat("3", {
    there: { ended_at: null, messages: null, rating: null },
    stored: null,
    difference: "running",
  }),
];

test("[MV-070] the page starts a run and shows the address for the old system", async () => {
  let found: ParallelRun | null = null;
  const app = await renderApp("/settings/parallel-run", {
    "GET /me": owner,
    ...noForwarding,
    "GET /channels": { items: [], next_cursor: null },
    "GET /imports/parallel": () => ({ run: found }),
    "POST /imports/parallel": () => (found = run),
    "GET /imports/parallel/chats": { items: [], next_cursor: null },
  });
  await app.user.click(await app.screen.findByRole("button", { name: "Start receiving" }));
  await app.screen.findByText(run.url);
  await app.screen.findByText("No chat of the old system has arrived.");
});

test("[MV-072] the page compares chats, and shows only those that differ", async () => {
  const app = await renderApp("/settings/parallel-run", {
    "GET /me": owner,
    ...noForwarding,
    "GET /channels": { items: [], next_cursor: null },
    "GET /imports/parallel": { run },
    "GET /imports/parallel/chats": { items: chats, next_cursor: null },
  });
  await app.screen.findByText("of 415 that ended in the old system");
  await app.screen.findByText("0.4 s");
  const list = async (): Promise<readonly (string | null)[]> =>
    (await app.screen.findAllByRole("row")).slice(1).map((row) => row.textContent);
  expect(await list()).toHaveLength(3);
  await app.user.click(app.screen.getByRole("button", { name: "Only differences" }));
  const rows = await list();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain("Could not be read");
});

test("[MV-080] the page starts the forwarding of a channel and shows the address for answers", async () => {
  let found: Forwarding | null = null;
  const app = await renderApp("/settings/parallel-run", {
    "GET /me": owner,
    "GET /imports/parallel": { run: null },
    "GET /imports/parallel/forwarding": () => ({ forwarding: found }),
    "PUT /imports/parallel/forwarding": () => (found = forwarding),
    "GET /imports/parallel/forwarding/chats": { items: [], next_cursor: null },
    "GET /channels": { items: [createChannel(12, { name: "Shop window" })], next_cursor: null },
  });
  const field = await app.screen.findByRole("textbox", { name: /Address of the old system/ });
  await app.screen.findByRole("option", { name: "Shop window" });
  await app.user.click(field);
  await app.user.paste(forwarding.url);
  await app.user.click(app.screen.getByRole("button", { name: "Start forwarding" }));
  await app.screen.findByText(forwarding.answers_url);
  expect(app.changes).toMatchObject([{ body: { channel_id: 12, url: forwarding.url } }]);
});

test("[MV-084] [MV-085] [MV-087] the page compares live chats, and switches who answers", async () => {
  const app = await renderApp("/settings/parallel-run", {
    "GET /me": owner,
    "GET /imports/parallel": { run: null },
    "GET /imports/parallel/forwarding": { forwarding },
    "PUT /imports/parallel/forwarding": forwarding,
    "GET /imports/parallel/forwarding/chats": { items: [forwardedChat], next_cursor: null },
  });
  const row = (await app.screen.findAllByRole("row"))[1];
  expect(row?.textContent).toContain("Answered in both");
  await app.screen.findByText("of 415, with 2,210 messages");
  await app.user.click(app.screen.getByRole("switch", { name: "Operators can answer here" }));
  expect(app.changes).toMatchObject([{ body: { operators_answer: false, chats_ring: false } }]);
});

test("[MV-088] [CFG-025] a forwarding of the provisioning file is read-only, and the page says why", async () => {
  const app = await renderApp("/settings/parallel-run", {
    "GET /me": owner,
    "GET /imports/parallel": { run: null },
    "GET /imports/parallel/forwarding": { forwarding: { ...forwarding, managed: true } },
    "GET /imports/parallel/forwarding/chats": { items: [], next_cursor: null },
  });
  await app.screen.findByText(/Managed by parlour\.yaml/);
  expect(app.screen.queryByRole("button", { name: "End forwarding…" })).toBeNull();
  for (const name of ["Operators can answer here", "Chats ring here"])
    expect(app.screen.getByRole("switch", { name }).hasAttribute("disabled")).toBe(true);
});
