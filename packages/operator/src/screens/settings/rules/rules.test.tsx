import type {
  NewRule,
  NewRuleDryRun,
  Rule,
  RuleDryRun,
  RuleRuns,
  Tag,
} from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { createAnnsChat } from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";
import { queryClient } from "../../../state/api/api.ts";

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
  "GET /webhooks": empty,
  "GET /macros": empty,
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
        rule: { id: 3, name: "VIP" },
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

test("[RULE-041] rules are ordered with the keyboard, and Esc puts one back", async () => {
  let ids = [1, 2, 3];
  const sent: unknown[] = [];
  const { screen, user } = await renderApp("/settings/rules", {
    ...lists,
    "GET /rules": () => ({
      items: [
        createRule({ id: 9, name: "File", managed: true }),
        ...ids.map((id) => createRule({ id, name: `Rule ${id}` })),
      ],
      next_cursor: null,
    }),
    "PUT /rules/order": ({ body }) => {
      sent.push(body);
      ({ ids } = body as { ids: number[] });
      return null;
    },
  });
  const listNames = () =>
    screen.getAllByRole("link", { name: /^(?:File|Rule \d)$/u }).map((link) => link.textContent);
  const handle = await screen.findByRole("button", { name: "Move Rule 3" });
  expect(screen.queryByRole("button", { name: "Move File" })).toBeNull();
  handle.focus();
  await user.keyboard(" {ArrowUp}{ArrowUp}{ArrowUp}");
  expect(handle.getAttribute("aria-pressed")).toBe("true");
  expect(listNames()).toEqual(["File", "Rule 3", "Rule 1", "Rule 2"]);
  await user.keyboard("{Escape}");
  expect(listNames()).toEqual(["File", "Rule 1", "Rule 2", "Rule 3"]);
  expect(sent).toEqual([]);
  await user.keyboard(" {ArrowUp} ");
  await expect.poll(() => sent).toEqual([{ ids: [1, 3, 2] }]);
  expect(listNames()).toEqual(["File", "Rule 1", "Rule 3", "Rule 2"]);
});

test("[RULE-041] a second move begins from the first one and is sent when that is stored", async () => {
  let ids = [1, 2, 3];
  const sent: number[][] = [];
  const first = Promise.withResolvers<void>();
  const { screen, user } = await renderApp("/settings/rules", {
    ...lists,
    "GET /rules": () => ({
      items: ids.map((id) => createRule({ id, name: `Rule ${id}` })),
      next_cursor: null,
    }),
    "PUT /rules/order": async ({ body }) => {
      const order = (body as { ids: number[] }).ids;
      sent.push(order);
      if (sent.length === 1) await first.promise;
      ids = order;
      return null;
    },
  });
  const handle = await screen.findByRole("button", { name: "Move Rule 3" });
  handle.focus();
  await user.keyboard(" {ArrowUp} ");
  await user.keyboard(" {ArrowUp} ");
  await expect.poll(() => sent).toEqual([[1, 3, 2]]);
  // The list is loaded again before the first move is stored.
  await queryClient.invalidateQueries({ queryKey: ["rules"] });
  await user.keyboard(" {ArrowDown}{ArrowDown}{ArrowUp} ");
  first.resolve();
  await expect
    .poll(() => sent.slice(1))
    .toEqual([
      [3, 1, 2],
      [1, 3, 2],
    ]);
});

test("[RULE-053] a rule is tried by a press and after a change, and shows what it would do", async () => {
  const trials: NewRuleDryRun[] = [];
  let state: RuleDryRun["state"] = "running";
  const { screen, user } = await renderApp("/settings/rules/3", {
    ...lists,
    "GET /rules": { items: [createRule({})], next_cursor: null },
    "GET /rules/{id}": createRule({}),
    "GET /rules/{id}/runs": empty,
    "GET /chats/{id}": createAnnsChat(48_213, "Zoë", { number: 1042, tags: [vip] }),
    "POST /rules/dry-run": ({ body }) => {
      trials.push(body as NewRuleDryRun);
      return { id: trials.length };
    },
    "GET /rules/dry-run/{id}": () => ({
      id: trials.length,
      state,
      total: 400,
      processed: 100,
      matched: 37,
      chats: [48_213],
      added: [48_213],
      removed: [],
    }),
    "DELETE /rules/dry-run/{id}": () => {
      state = "cancelled";
      return null;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Run" }));
  await screen.findByText("100 of 400 events, 37 hits so far");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByText(/Cancelled\. In the last 30 days/u);
  state = "done";
  await user.click(screen.getByRole("radio", { name: "90 days" }));
  await screen.findByText("times it would have run");
  expect(await screen.findAllByRole("link", { name: /1042/u })).toHaveLength(2);
  await screen.findByText("1 more and 0 fewer chats than with the saved rule.");
  await screen.findByText("Chats only with your change");
  expect(await screen.findAllByText(/already so/u)).toHaveLength(2);
  await user.selectOptions(screen.getByRole("combobox", { name: "How often" }), "Once per chat");
  await screen.findByText("for the rule before your change");
  await expect.poll(() => trials.length).toBe(3);
  expect(trials.map((trial) => [trial.days, trial.rule.repeat, trial.rule_id])).toEqual([
    [30, "event", 3],
    [90, "event", 3],
    [30, "chat", 3],
  ]);
});

test("[RULE-042] the form says which rules can start each other, and refuses a rule that starts itself", async () => {
  const other = createRule({
    id: 4,
    name: "Orders",
    when: { event: "tag_changed" },
    do: [{ type: "close" }],
  });
  const { screen, user } = await renderApp("/settings/rules/3", {
    ...lists,
    "GET /rules": { items: [createRule({}), other], next_cursor: null },
    "GET /rules/{id}": createRule({}),
    "GET /rules/{id}/runs": empty,
  });
  const when = await screen.findByRole("combobox", { name: "When" });
  await user.selectOptions(when, "A chat is closed");
  await screen.findByText("“VIP” and “Orders” can start each other.");
  await user.selectOptions(when, "Tags change");
  expect(screen.queryByText(/can start each other/u)).toBeNull();
  await screen.findByText("Complete the rule to try it.");
  await user.click(screen.getByRole("button", { name: /^Save/u }));
  await screen.findByText("An action would start this rule again. Choose another event or action.");
});
