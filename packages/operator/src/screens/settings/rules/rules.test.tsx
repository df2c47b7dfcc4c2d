import type { NewRule, Rule, RuleRuns, Tag } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const createRule = (body: object): Rule => ({
  id: 3,
  name: "VIP",
  enabled: true,
  when: { event: "chat_created" },
  if: { all: [] },
  do: [{ type: "tag", tag_id: 7 }],
  stop: false,
  repeat: "event",
  version: 1,
  switched_off_at: null,
  managed: false,
  created_at: createdAt,
  updated_at: createdAt,
  ...body,
});
const vip: Tag = { id: 7, name: "vip", created_at: createdAt, managed: false };
const empty = { items: [], next_cursor: null };
const lists = {
  "GET /me": createOperator({ role: "owner" }),
  "GET /channels": empty,
  "GET /departments": empty,
  "GET /operators": empty,
  "GET /bots": empty,
  "GET /fields": empty,
  "GET /canned-replies": empty,
  "GET /tags": { items: [vip], next_cursor: null },
  "POST /views/count": { count: 4, complete: true },
};

test("[RULE-040] a rule is made of a state, a condition and actions", async () => {
  const rules: Rule[] = [];
  const { screen, user } = await renderApp("/settings/rules", {
    ...lists,
    "GET /rules": () => ({ items: [...rules], next_cursor: null }),
    "GET /rules/{id}": () => rules[0]!,
    "GET /rules/{id}/runs": empty,
    "POST /rules": ({ body }) => {
      rules.push(createRule(body as NewRule));
      return rules[0]!;
    },
  });
  await screen.findByText("No rules yet");
  await user.click(screen.getByRole("link", { name: "Add rule" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Waiting");
  await user.selectOptions(
    screen.getByRole("combobox", { name: "When" }),
    "A customer waits for an operator",
  );
  const time = screen.getByRole("textbox", { name: "For" });
  await user.clear(time);
  await user.type(time, "30 s");
  await user.selectOptions(screen.getByRole("combobox", { name: "How often" }), "Once per chat");
  await user.click(screen.getByRole("button", { name: "Create rule" }));
  await screen.findByText("Enter a time from 1 min to 90 d, such as 20 min.");
  await screen.findByText("Add at least one action.");
  await user.clear(time);
  await user.type(time, "20 min");
  await user.click(screen.getByRole("button", { name: "Action" }));
  await user.type(
    await screen.findByRole("combobox", { name: "Choose what to do" }),
    "Close the chat",
  );
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("button", { name: "Create rule" }));
  await screen.findByText("A customer waits for an operator, 20 min");
  expect(rules[0]).toMatchObject({
    name: "Waiting",
    when: { waiting_for_s: 1200 },
    do: [{ type: "close" }],
    repeat: "chat",
  });
});

test("[RULE-040] a rule shows that it switched itself off, and its runs", async () => {
  const runs: RuleRuns = {
    items: [
      {
        id: 9,
        chat_id: 48_213,
        chat_number: 1042,
        at: createdAt,
        version: 1,
        state: "done",
        results: [
          {
            type: "tag",
            result: "refused",
            error: { code: "invalid_request", message: "There is no tag 7." },
          },
        ],
        values: {},
        caused_by: [],
      },
    ],
    next_cursor: null,
  };
  const { screen } = await renderApp("/settings/rules/3", {
    ...lists,
    "GET /rules": { items: [], next_cursor: null },
    "GET /rules/{id}": createRule({ enabled: false, switched_off_at: createdAt }),
    "GET /rules/{id}/runs": runs,
  });
  await screen.findByText(/Switched itself off on/);
  await screen.findByRole("link", { name: "1042" });
  await screen.findByText("Done. There is no tag 7.");
});
