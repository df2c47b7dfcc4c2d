import type { SlaPolicy } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const empty = { items: [], next_cursor: null };
const answers = {
  "GET /me": createOperator({ role: "owner" }),
  "GET /channels": empty,
  "GET /departments": empty,
  "GET /operators": empty,
  "GET /bots": empty,
  "GET /fields": empty,
  "GET /tags": empty,
  "POST /views/count": { count: 4, complete: true },
};

test("[SLA-020] [SLA-023] a policy needs a time, which is typed in words; the list shows the times, and handles", async () => {
  const policies: SlaPolicy[] = [];
  const { screen, user } = await renderApp("/settings/sla-policies", {
    ...answers,
    "GET /sla-policies": () => ({ items: [...policies], next_cursor: null }),
    "GET /sla-policies/{id}": () => policies[0]!,
    "POST /sla-policies": ({ body }) => {
      policies.push({
        ...(body as SlaPolicy),
        id: 2,
        managed: false,
        created_at: createdAt,
        updated_at: createdAt,
      });
      return policies[0]!;
    },
  });
  await screen.findByText("No policy yet");
  await user.click(screen.getByRole("link", { name: "Add policy" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "VIP");
  await user.click(screen.getByRole("button", { name: "Create policy" }));
  await screen.findByText("Enter at least one time.");
  const time = screen.getByRole("textbox", { name: "Next reply" });
  await user.type(time, "soon");
  await user.click(screen.getByRole("button", { name: "Create policy" }));
  await screen.findByText(/^Enter a time from 1 min to 90 d/);
  await user.clear(time);
  await user.type(time, "30 min");
  await user.click(screen.getByRole("button", { name: "Create policy" }));
  await screen.findByRole("cell", { name: "30 min" });
  screen.getByRole("button", { name: "Move VIP" });
  expect(policies[0]).toMatchObject({
    name: "VIP",
    if: { all: [] },
    first_reply_s: null,
    next_reply_s: 1800,
    close_s: null,
    hours: "working",
    at_risk_percent: 80,
  });
});
