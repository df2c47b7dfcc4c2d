import type { Department, ScheduledReport } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
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
  navigate("/settings/scheduled-reports/new?department=4");
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
