import type { VisitorImport, VisitorImportDetails } from "@parlour/protocol/api";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createChannel } from "../../../../tests/channels.ts";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const row: VisitorImport = {
  id: 3,
  name: "people.csv",
  state: "draft",
  operator: { id: 9, name: "Ines" },
  channel: null,
  total: 4,
  processed: 0,
  created_at: "2026-11-20T07:40:00.000Z",
  ended_at: null,
};
const noCounts = { create: 0, update: 0, unchanged: 0, refused: 0 };
const details = (more: Partial<VisitorImportDetails> = {}): VisitorImportDetails => ({
  ...row,
  columns: [
    { name: "E-mail", examples: ["ada@shop.example", "ben@shop.example"], target: "email" },
    { name: "Plan", examples: ["pro"], target: "fields.plan" },
    { name: "", examples: [], target: null },
  ],
  counts: noCounts,
  refused_rows: [],
  ...more,
});
const answers: Answers = {
  "GET /me": createOperator({ role: "owner" }),
  "GET /visitors": emptyPage,
  "GET /channels": {
    items: [createChannel(12, { kind: "mail", name: "Mail", settings: {}, info: {} })],
    next_cursor: null,
  },
  "GET /fields": {
    items: [
      {
        id: 1,
        object: "visitor",
        key: "plan",
        kind: "text",
        name: "Plan of the customer",
        names: {},
        help: "",
        helps: {},
        options: [],
        option_names: {},
        edit_roles: [],
        sources: ["import"],
        required: "never",
        created_at: row.created_at,
        managed: false,
      },
    ],
    next_cursor: null,
  },
};

test("[VI-011] [VI-030] a file is uploaded, its columns are chosen, and the plan shows what it would do before it starts", async () => {
  const { screen, user, changes, answer } = await renderApp("/visitors", {
    ...answers,
    "GET /visitor-imports": emptyPage,
    "POST /visitor-imports": details(),
    "GET /visitor-imports/{id}": details(),
    "POST /visitor-imports/{id}/plan": { ...row, state: "planning" },
    "POST /visitor-imports/{id}/start": { ...row, state: "running" },
  });
  await user.click(await screen.findByRole("button", { name: "Import" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import visitors" }));
  await dialog.findByText("No imports in the last 7 days.");
  await user.upload(dialog.getByLabelText("CSV file"), new File(["E-mail,Plan,\n"], "people.csv"));
  await dialog.findByRole("heading", { name: "people.csv" });
  dialog.getByText("ada@shop.example · ben@shop.example");
  await user.click(dialog.getByRole("button", { name: "Check" }));
  dialog.getByText("Choose a channel.");
  dialog.getByText("Choose the column that identifies the person in the channel.");
  await dialog.findByRole("option", { name: "Mail" });
  await user.selectOptions(dialog.getByLabelText("Channel"), "Mail");
  // The address identifies people in a channel of email.
  const address = dialog.getByLabelText<HTMLSelectElement>("E-mail");
  expect(address.selectedOptions[0]?.textContent).toBe("Email address (identity)");
  const plan = dialog.getByLabelText<HTMLSelectElement>("Plan");
  expect(plan.selectedOptions[0]?.textContent).toBe("Plan of the customer");
  answer({
    "GET /visitor-imports/{id}": details({
      state: "planned",
      channel: { id: 12, name: "Mail" },
      processed: 4,
      counts: { create: 2, update: 1, unchanged: 0, refused: 1 },
      refused_rows: [
        { line: 5, code: "value", column: "Plan", value: "gold", message: "The value is wrong." },
      ],
    }),
  });
  await user.click(dialog.getByRole("button", { name: "Check" }));
  await dialog.findByText("Checked. Nothing has been written yet.");
  dialog.getByText("Plan “gold”: the value is invalid");
  dialog.getByText("Line 5");
  answer({ "GET /visitor-imports/{id}": details({ state: "running", processed: 2 }) });
  await user.click(dialog.getByRole("button", { name: "Import 3 visitors" }));
  await dialog.findByText("Importing…");
  expect(dialog.getByRole("progressbar", { name: "2 of 4 rows" })).toHaveProperty("value", 2);
  expect(changes.slice(-2).map(({ path, body }) => [path, body])).toEqual([
    ["/visitor-imports/3/plan", { channel_id: 12, columns: ["customer", "fields.plan", null] }],
    ["/visitor-imports/3/start", {}],
  ]);
});

test("[VI-023] [VI-030] an earlier import shows its result and the file of refused rows, and a running one is cancelled", async () => {
  const { screen, user, changes, answer } = await renderApp("/visitors", {
    ...answers,
    "GET /visitor-imports": { items: [{ ...row, state: "running" }], next_cursor: null },
    "GET /visitor-imports/{id}": details({ state: "running", processed: 1 }),
    "POST /visitor-imports/{id}/cancel": { ...row, state: "cancelled" },
  });
  await user.click(await screen.findByRole("button", { name: "Import" }));
  await user.click(await screen.findByRole("button", { name: "Open the import of people.csv" }));
  await screen.findByText("Importing…");
  answer({
    "GET /visitor-imports/{id}": details({
      state: "cancelled",
      processed: 2,
      counts: { ...noCounts, create: 1, refused: 1 },
      refused_rows: [{ line: 3, code: "cells", column: null, value: null, message: "Cells." }],
    }),
  });
  await user.click(screen.getByRole("button", { name: "Cancel the import" }));
  await screen.findByText("The import was cancelled. What it had written stays.");
  screen.getByText("another number of cells than in the first line");
  expect(screen.getByRole("link", { name: "Save the refused rows" }).getAttribute("href")).toBe(
    "/api/v1/visitor-imports/3/export",
  );
  expect(screen.queryByRole("button", { name: /^Import \d/u })).toBeNull();
  expect(changes.map(({ path }) => path)).toEqual(["/visitor-imports/3/cancel"]);
});

test("[VI-001] [VI-030] operators without the permission see no import", async () => {
  const operator = await renderApp("/visitors", {
    ...answers,
    "GET /me": createOperator({ role: "operator" }),
  });
  await operator.screen.findByText("No visitors yet");
  expect(operator.screen.queryByRole("button", { name: "Import" })).toBeNull();
});

test("[VI-002] [VI-030] a refused file says why", async () => {
  const { screen, user } = await renderApp("/visitors", {
    ...answers,
    "GET /visitor-imports": emptyPage,
    "POST /visitor-imports": new Refusal(400, "invalid_request", "The file is not UTF-8."),
  });
  await user.click(await screen.findByRole("button", { name: "Import" }));
  await user.upload(await screen.findByLabelText("CSV file"), new File(["x"], "people.csv"));
  await screen.findByText(/The file is not UTF-8/u);
});
