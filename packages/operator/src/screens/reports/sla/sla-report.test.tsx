import type { ReportChats, SlaReport } from "@parlour/protocol/api";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { createTestInbox } from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const figures = { met: 3, met_at_risk: 1, broken: 1 };
const none = { met: 0, met_at_risk: 0, broken: 0 };
const createReport = (more: Partial<SlaReport> = {}): SlaReport => ({
  timezone: "UTC",
  from: "2026-11-01",
  to: "2026-11-01",
  totals: figures,
  at_risk: 2,
  promises: { made: 6, kept: 3, broken: 1, closed: 1, running: 1 },
  crossed_replies: 4,
  days: [{ date: "2026-11-01", open: true, figures }],
  policies: [{ id: 7, name: "VIP", target: "first_reply", figures }],
  ...more,
});
const broken: ReportChats = {
  items: [
    {
      chat: createTestChat(5, { number: 4823 }),
      at: "2026-11-01T10:00:00.000Z",
      answer_s: null,
      duration_s: null,
      sla: {
        policy: { id: 7, name: "VIP" },
        target: "first_reply",
        due_at: "2026-11-01T10:00:00.000Z",
        ended_at: "2026-11-01T10:04:00.000Z",
      },
    },
  ],
  next_cursor: null,
};

test("[SLA-033] [PROM-015] the report shows what was met, broken and at risk, lists the chats of each number, and offers files", async () => {
  const listed: string[] = [];
  const { screen, user } = await renderApp("/reports/sla?from=2026-11-01&to=2026-11-01", {
    ...createTestInbox([]).answers,
    "GET /me": createOperator({ role: "viewer" }),
    "GET /reports/sla": createReport(),
    "GET /reports/{number}/chats": ({ query }) => {
      listed.push(`${query.get("policy")} ${query.get("target")}`);
      return broken;
    },
  });
  const card = await screen.findByRole("region", { name: "Broken in this period" });
  await waitFor(() => expect(card.textContent).toMatch(/4823VIP, first reply.*late/u));
  const link = screen.getByRole("link", { name: "Broken in this period for Excel" });
  expect(link.getAttribute("href")).toMatch(/table=sla_broken&.*format=xlsx/u);
  await user.click(screen.getByRole("button", { name: "2, At risk now" }));
  await screen.findByRole("dialog", { name: "At risk now" });
  await user.keyboard("{Escape}");
  const policies = screen.getByRole("region", { name: "Targets per policy" });
  await user.click(
    [...policies.querySelectorAll("button")].find(({ textContent }) => textContent === "Table")!,
  );
  await user.click(screen.getByRole("button", { name: "VIP, first reply, Broken targets: 1" }));
  await screen.findByRole("dialog", { name: "Broken targets, VIP, first reply" });
  expect(listed.at(-1)).toBe("7 first_reply");
  await user.keyboard("{Escape}");
  const promises = screen.getByRole("region", { name: "Promises to visitors" });
  expect(promises.textContent).toMatch(/Promises kept3.*Closed before the promised time1.*75/u);
  const file = screen.getByRole("link", { name: "Double answers avoided for Excel" });
  expect(file.getAttribute("href")).toMatch(/table=crossed_replies&.*format=xlsx/u);
  await user.click(screen.getByRole("button", { name: "Double answers avoided, Replies held: 4" }));
  await screen.findByRole("dialog", { name: "Replies held" });
});

test("[SLA-033] a period without targets says so", async () => {
  const { screen } = await renderApp("/reports/sla", {
    ...createTestInbox([]).answers,
    "GET /me": createOperator({ role: "viewer" }),
    "GET /reports/sla": createReport({
      totals: none,
      at_risk: 0,
      promises: { made: 0, kept: 0, broken: 0, closed: 0, running: 0 },
      crossed_replies: 0,
      days: [],
      policies: [],
    }),
  });
  await screen.findByText("No chats with a policy");
});
