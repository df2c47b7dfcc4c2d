import type { ParallelChat, ParallelRun } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
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
    "GET /imports/parallel": () => found ?? new Refusal(404, "not_found", "There is no such run."),
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
    "GET /imports/parallel": run,
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
