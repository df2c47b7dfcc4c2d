import type { ScheduledReport } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";

test("[REP-006] a report needs addresses, and the list shows the latest period or why there is none", async () => {
  const reports: ScheduledReport[] = [];
  const { screen, user } = await renderApp("/settings/scheduled-reports", {
    "GET /me": createOperator({ role: "owner" }),
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
  await user.click(screen.getByRole("link", { name: "Add report" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Week");
  await user.click(screen.getByRole("button", { name: "Create report" }));
  await screen.findByText("Enter 1 to 20 email addresses, one per line.");
  await user.type(
    screen.getByRole("textbox", { name: /^Recipients/u }),
    "boss@shop.example{Enter}ines@shop.example",
  );
  await user.click(screen.getByRole("button", { name: "Create report" }));
  await screen.findByRole("cell", { name: "Failed: no mail server" });
  screen.getByRole("cell", { name: "Every Monday" });
  expect(reports[0]).toMatchObject({
    report: "days",
    format: "csv",
    every: "week",
    time: "08:00",
    recipients: ["boss@shop.example", "ines@shop.example"],
  });
});
