import type { Department, ScheduledReport, Segment } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createTestInbox } from "../../../../tests/inbox.ts";
import {
  createOperator,
  createSegment,
  createView,
  emptyPage,
} from "../../../../tests/entities.ts";
import { queryClient } from "../../../state/api/api.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const sales: Department = {
  id: 4,
  name: "Sales",
  operators: [],
  match_language: false,
  skills: [],
  working_hours: null,
  open_now: true,
  next_opening_at: null,
  created_at: createdAt,
  managed: false,
};

const report: ScheduledReport = {
  id: 2,
  name: "Late",
  report: "view",
  view_id: 1,
  format: "csv",
  every: "week",
  weekday: "mon",
  time: "08:00",
  recipients: ["boss@shop.example"],
  recipient_operators: [],
  channel_id: null,
  department_id: null,
  operator_id: null,
  segment_id: null,
  enabled: true,
  managed: false,
  created_at: createdAt,
  last_run: null,
};

test("[REP-006] a report needs addresses, and the list shows the latest period or why there is none", async () => {
  const reports: ScheduledReport[] = [];
  const { screen, user, navigate } = await renderApp("/settings/scheduled-reports", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /operators": { items: [], next_cursor: null },
    "GET /channels": { items: [], next_cursor: null },
    "GET /departments": { items: [sales], next_cursor: null },
    "GET /scheduled-reports": () => ({ items: [...reports], next_cursor: null }),
    "GET /scheduled-reports/{id}": () => reports[0]!,
    "POST /scheduled-reports": ({ body }) => {
      reports.push({
        ...(body as ScheduledReport),
        id: 2,
        managed: false,
        created_at: createdAt,
        last_run: { at: createdAt, from: "2026-11-09", to: "2026-11-15", error: "no_mail" },
      });
      return reports[0]!;
    },
  });
  await screen.findByText("No scheduled reports yet");
  navigate("/settings/scheduled-reports/new?department=%224%22");
  const department = await screen.findByRole("combobox", { name: "Department" });
  await screen.findByRole("option", { name: "Sales" });
  expect((department as HTMLSelectElement).value).toBe("4");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Week");
  await user.click(screen.getByRole("button", { name: "Create report" }));
  await screen.findByText("Enter an email address, or choose an operator.");
  await user.selectOptions(screen.getByRole("combobox", { name: "Day of the week" }), "On Fridays");
  await user.type(
    screen.getByRole("textbox", { name: /^Recipients/u }),
    "boss@shop.example{Enter}ines@shop.example",
  );
  await user.click(screen.getByRole("button", { name: "Create report" }));
  await screen.findByRole("cell", { name: "Failed: no mail server" });
  screen.getByRole("cell", { name: "On Fridays" });
  expect(reports[0]).toMatchObject({
    report: "days",
    format: "csv",
    every: "week",
    time: "08:00",
    recipients: ["boss@shop.example", "ines@shop.example"],
    recipient_operators: [],
    weekday: "fri",
    channel_id: null,
    department_id: 4,
  });
});

test("[REP-010] a report of a segment is opened from the report, and there is no choice without segments", async () => {
  const sent: unknown[] = [];
  const segments: Segment[] = [];
  const { screen, user, navigate } = await renderApp("/settings/scheduled-reports/new", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /operators": emptyPage,
    "GET /channels": emptyPage,
    "GET /departments": emptyPage,
    "GET /segments": () => ({ items: segments, next_cursor: null }),
    "GET /scheduled-reports": emptyPage,
    "POST /scheduled-reports": ({ body }) => {
      sent.push(body);
      return report;
    },
  });
  await screen.findByRole("combobox", { name: "Department" });
  expect(screen.queryByRole("combobox", { name: "Segment" })).toBeNull();
  navigate("/settings/scheduled-reports");
  await screen.findByText("No scheduled reports yet");
  segments.push(createSegment(5, "Pro"));
  await queryClient.invalidateQueries({ queryKey: ["segments"] });
  navigate("/settings/scheduled-reports/new?segment=%225%22");
  await screen.findByRole("option", { name: "Pro" });
  screen.getByText(/when the report is sent/);
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Week");
  await user.type(screen.getByRole("textbox", { name: /^Recipients/u }), "boss@shop.example");
  await user.click(screen.getByRole("button", { name: "Create report" }));
  await expect.poll(() => sent).toEqual([expect.objectContaining({ segment_id: 5 })]);
});

test("[REP-006] [REP-008] a report of a shared view is opened from the menu of views, and has no other filters", async () => {
  const sent: unknown[] = [];
  const { screen, user } = await renderApp("/inbox/v1", {
    ...createTestInbox([]).answers,
    "GET /me": createOperator({ role: "owner" }),
    "GET /operators": { items: [], next_cursor: null },
    "GET /channels": { items: [], next_cursor: null },
    "GET /departments": { items: [sales], next_cursor: null },
    "GET /views": {
      items: [createView(1, "VIP customers"), createView(2, "Yours", { shared: "me" })],
      next_cursor: null,
    },
    "GET /scheduled-reports": {
      items: [
        {
          ...report,
          last_run: { at: createdAt, from: "2026-11-09", to: "2026-11-15", error: "no_view" },
        },
      ],
      next_cursor: null,
    },
    "POST /scheduled-reports": ({ body }) => {
      sent.push(body);
      return report;
    },
  });
  await user.click(await screen.findByRole("button", { name: /More views/ }));
  await user.click(await screen.findByText("Send by email…"));
  const view = await screen.findByRole("combobox", { name: /^View/ });
  await screen.findByRole("option", { name: "VIP customers" });
  expect((view as HTMLSelectElement).value).toBe("1");
  expect(screen.queryByRole("option", { name: "Yours" })).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Department" })).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Late");
  await user.type(screen.getByRole("textbox", { name: /^Recipients/u }), "boss@shop.example");
  await user.click(screen.getByRole("button", { name: "Create report" }));
  await screen.findByRole("cell", { name: "Not sent: its view does not exist any more" });
  expect(sent).toEqual([expect.objectContaining({ report: "view", view_id: 1 })]);
});
