import { validateRule } from "@parlour/protocol/rules";
import { expect, test } from "vitest";
import { convertRule } from "./convert-rule.ts";

const convert = (rule: unknown): { readonly rule: unknown; readonly ignored: string[] } => {
  const ignored: string[] = [];
  return { rule: convertRule(rule, (part) => ignored.push(part)), ignored };
};

test("[WG-256] a rule of a comparable service becomes a rule of the widget", () => {
  const { rule, ignored } = convert({
    name: "Invitation",
    enabled: true,
    type: "all",
    conditions: [
      { condition: "online", value: true },
      { condition: "page_url", comparator: "not_contain", value: "/account" },
      { condition: "time_on_page", comparator: "greater", value: "10" },
      { condition: "time_on_site", comparator: "greater_equal", value: 20 },
      { condition: "time_after_close", comparator: "greater", value: 300 },
    ],
    commands: [
      { command: "proactive", params: { message: "Can I help you?" } },
      { command: "hide" },
    ],
  });
  expect(rule).toEqual({
    name: "Invitation",
    enabled: true,
    if: {
      all: [
        { type: "operators_online", value: true },
        { not: { type: "url", op: "contains", value: "/account" } },
        { type: "time_on_page", op: ">=", value: 11 },
        { type: "time_on_site", op: ">=", value: 20 },
      ],
    },
    do: [{ type: "invitation", text: "Can I help you?" }],
  });
  expect(validateRule(rule)).toBeNull();
  expect(ignored).toEqual(["conditions[4]: time_after_close", "commands[1]: hide"]);
});

test("[WG-256] any of its conditions, each comparison, and the forms that it opens", () => {
  const { rule, ignored } = convert({
    type: "any",
    enabled: false,
    conditions: [
      { condition: "goal_close", value: true },
      { condition: "goal_scroll", comparator: "lower", value: 50 },
      { condition: "number_of_visits", comparator: "not_equal", value: 1 },
      { condition: "pages_count", comparator: "lower_equal", value: 3 },
      { condition: "page_url", comparator: "regexp", value: "cart" },
    ],
    commands: [
      { command: "show_callform", params: { title: "Call" } },
      { command: "open_offline" },
    ],
  });
  expect(rule).toEqual({
    enabled: false,
    if: {
      any: [
        { type: "exit_intent" },
        { type: "scroll", op: "<=", value: 49 },
        { not: { type: "visits", op: "=", value: 1 } },
        { type: "pages", op: "<=", value: 3 },
        { type: "url", op: "matches", value: "cart" },
      ],
    },
    do: [{ type: "open", start: "call" }, { type: "open" }],
  });
  expect([validateRule(rule), ignored]).toEqual([null, []]);
});

test("[WG-256] a rule with a condition or only commands without a counterpart is not used", () => {
  const commands = [{ command: "proactive", params: { message: "Hi" } }];
  expect(
    convert({ conditions: [{ condition: "city", comparator: "equal", value: "Bonn" }], commands }),
  ).toEqual({ rule: null, ignored: ["conditions[0]: city"] });
  expect(convert({ conditions: [], commands: [{ command: "system_message" }] })).toEqual({
    rule: null,
    ignored: ["commands[0]: system_message"],
  });
  expect(convert({ conditions: [null, 7], commands: [null] })).toEqual({
    rule: null,
    ignored: ["conditions[0]: undefined", "conditions[1]: undefined", "commands[0]: undefined"],
  });
  const own = { do: [{ type: "open" }] };
  expect(convert(own)).toEqual({ rule: own, ignored: [] });
});
