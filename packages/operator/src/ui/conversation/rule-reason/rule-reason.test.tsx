import type { RuleRun } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import {
  ann,
  createAnnsChat,
  createSystemMessage,
  createTestInbox,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createRun = (id: number, at: string, values: RuleRun["values"]): RuleRun => ({
  id,
  rule: { id: 3, name: "VIP" },
  chat_id: 5,
  at,
  version: 1,
  state: "done",
  results: [],
  values,
  caused_by: [],
});
const empty = { items: [], next_cursor: null };

test("[RULE-043] a line that a rule caused says why: the values of the run that wrote it", async () => {
  const line = {
    ...createSystemMessage(5, 1, { code: "prioritized", detail: "high" }),
    cause: { kind: "rule" as const, id: 3, name: "VIP" },
  };
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag", { last_message: line })]);
  const before = new Date(Date.parse(line.created_at) - 1000).toISOString();
  const after = new Date(Date.parse(line.created_at) + 1000).toISOString();
  const { screen, user } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /me": createOperator({ ...ann, role: "owner" }),
    "GET /chats/{id}/rule-runs": {
      items: [
        createRun(8, after, { "chat.priority": "high" }),
        createRun(7, before, { "chat.priority": "low", "visitor.name": null }),
      ],
      next_cursor: null,
    },
    "GET /fields": empty,
    "GET /departments": empty,
    "GET /bots": empty,
    "GET /tags": empty,
  });
  const why = await screen.findByRole("button", { name: "Why?" });
  await user.click(why);
  expect(why.getAttribute("aria-expanded")).toBe("true");
  const values = await screen.findByText(/^Values on/u);
  expect(values.parentElement?.textContent).toMatch(/Priority\s*Low/u);
  expect(values.parentElement?.textContent).toContain("missing");
  expect(values.parentElement?.textContent).not.toContain("High");
  screen.getByRole("link", { name: "Open rule" });
});
