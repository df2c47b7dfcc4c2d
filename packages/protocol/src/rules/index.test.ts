import { Compile } from "typebox/compile";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NewTrigger } from "../api/settings/trigger.ts";
import {
  conditionTypes,
  listConditions,
  getOperators,
  parseRules,
  validateRule,
  evaluateCondition,
  getConditionChangeTimes,
  type Condition,
  type Rule,
  type RuleFacts,
} from "./index.ts";

const example = {
  rules: [
    {
      name: "cart help",
      once: "session",
      if: {
        all: [
          { type: "url", op: "contains", value: "/cart" },
          { type: "time_on_page", value: 20 },
          { any: [{ type: "exit_intent" }, { type: "scroll", value: 60 }] },
          { type: "working_hours", value: true },
        ],
      },
      do: [{ type: "invitation", text: "Need help with your order?", department_id: 2 }],
    },
  ],
};
const nested = (levels: number): unknown =>
  levels === 0 ? { type: "exit_intent" } : { not: nested(levels - 1) };
const invalidRule = (part: object): unknown => ({ do: [{ type: "open" }], ...part });

test("[WG-050] setRules takes an object with rules, the list itself, and nothing to switch all off", () => {
  expect(parseRules(example)).toEqual(example.rules);
  expect(parseRules(example.rules)).toEqual(example.rules);
  expect(parseRules({})).toEqual([]);
  expect(parseRules([])).toEqual([]);
});

const circular: Record<string, unknown> = {};
circular["rules"] = circular;
test.each([
  [null],
  [undefined],
  ["[]"],
  [7],
  [{ rules: "x" }],
  [{ rules: null }],
  [{ other: [] }],
  [() => []],
  [circular],
  [1n],
])("[WG-050] anything else is no object of rules: %s", (given) => {
  expect(parseRules(given)).toBe("Rules must be object.");
});

test("[WG-050] rules are copied: what the page changes later changes nothing", () => {
  const given = JSON.parse(JSON.stringify(example)) as typeof example;
  const rules = parseRules(given) as Rule[];
  given.rules[0]!.name = "other";
  expect(rules[0]?.name).toBe("cart help");
});

test.each<[unknown, string]>([
  [7, "rules[0]: must be an object"],
  [{}, "rules[0].do: must be a list of 1 to 5"],
  [{ do: [] }, "rules[0].do: must be a list of 1 to 5"],
  [invalidRule({ when: {} }), "rules[0].when: is not known here"],
  [invalidRule({ once: "week" }), "rules[0].once: must be session or page or visitor or always"],
  [invalidRule({ enabled: 1 }), "rules[0].enabled: must be true or false"],
  [invalidRule({ if: [] }), "rules[0].if: must be an object"],
  [invalidRule({ if: { type: "weather" } }), "rules[0].if.type: is no condition"],
  [invalidRule({ if: { type: "toString" } }), "rules[0].if.type: is no condition"],
  [
    invalidRule({ if: { all: [{ type: "scroll", value: 0 }] } }),
    "rules[0].if.all[0].value: must be a whole number from 1 to 100",
  ],
  [
    invalidRule({ if: { any: [{ type: "url", value: "/", op: "like" }] } }),
    "rules[0].if.any[0].op: must be contains or equals or starts or ends or matches",
  ],
  [
    invalidRule({ if: { type: "url", op: "matches", value: "(a)\\1" } }),
    "rules[0].if.value: must not use backreferences or octal escapes",
  ],
  [
    invalidRule({ if: { type: "visits", value: "2" } }),
    "rules[0].if.value: must be a whole number from 0 to 1000000",
  ],
  [
    invalidRule({ if: { type: "exit_intent", value: true } }),
    "rules[0].if.value: must be left out",
  ],
  [
    invalidRule({ if: { type: "device", value: "watch" } }),
    "rules[0].if.value: must be desktop or mobile or tablet",
  ],
  [
    invalidRule({ if: { type: "device", value: "mobile", op: "=" } }),
    "rules[0].if.op: is not known here",
  ],
  [
    invalidRule({ if: { type: "utm", value: { sauce: "x" } } }),
    "rules[0].if.value.sauce: is not known here",
  ],
  [
    invalidRule({ if: { type: "utm", value: {} } }),
    "rules[0].if.value: must name source or campaign or content or medium or term",
  ],
  [
    invalidRule({ if: { type: "url", value: "" } }),
    "rules[0].if.value: must be text of 1 to 500 characters",
  ],
  [
    invalidRule({ if: { not: { type: "referrer", op: "matches", value: " " } } }),
    "rules[0].if.not.value: must be text of 1 to 500 characters",
  ],
  [
    invalidRule({ if: { not: nested(5) } }),
    "rules[0].if.not.not.not.not.not: lies deeper than 5 levels",
  ],
  [
    invalidRule({ if: { type: "country", value: ["de"] } }),
    "rules[0].if.value[0]: must be two letters",
  ],
  [
    invalidRule({ if: { type: "country", value: [] } }),
    "rules[0].if.value: must be a list of 1 to 250",
  ],
  [
    invalidRule({ if: { type: "segment", value: ["pro"] } }),
    "rules[0].if.value[0]: must be a whole number from 1 to 9007199254740991",
  ],
  [
    invalidRule({ if: { type: "variable", value: "pro" } }),
    "rules[0].if.name: must be text of 1 to 255 characters",
  ],
  [
    invalidRule({ if: { type: "variable", name: "sum", op: ">=", value: "10" } }),
    "rules[0].if.value: must be a number",
  ],
  [
    invalidRule({ if: { type: "variable", name: "plan", op: "contains", value: "" } }),
    "rules[0].if.value: must be text of 1 to 500 characters",
  ],
  [
    invalidRule({ if: { type: "url", name: "plan", value: "/" } }),
    "rules[0].if.name: is not known here",
  ],
  [invalidRule({ do: [{ type: "hide", text: "x" }] }), "rules[0].do[0].text: is not known here"],
  [invalidRule({ if: { all: [], any: [] } }), "rules[0].if.any: is not known here"],
  [
    invalidRule({ do: [{ type: "shout" }] }),
    "rules[0].do[0].type: must be open or invitation or label or hide",
  ],
  [
    invalidRule({ do: [{ type: "invitation", text: " " }] }),
    "rules[0].do[0].text: must be text of 1 to 500 characters",
  ],
  [
    invalidRule({ do: [{ type: "invitation", text: "Hi", texts: { de: "" } }] }),
    "rules[0].do[0].texts.de: must be text of 1 to 500 characters",
  ],
  [
    invalidRule({ do: [{ type: "label", text: "Hi", texts: { he: "Shalom" } }] }),
    "rules[0].do[0].texts.he: is not known here",
  ],
  [
    invalidRule({ do: [{ type: "label", text: "Hi", texts: ["Hoi"] }] }),
    "rules[0].do[0].texts: must be an object",
  ],
  [
    invalidRule({ do: [{ type: "label", text: "x".repeat(61) }] }),
    "rules[0].do[0].text: must be text of 1 to 60 characters",
  ],
  [invalidRule({ name: "x".repeat(20_000) }), "rules[0]: is too large"],
])("[WG-050] a fault has its place: %j", (rule, fault) => {
  expect(parseRules([rule])).toBe(fault);
  expect(validateRule(rule)?.join(": ")).toBe(fault.replace("rules[0]", ""));
});

test("[WG-051] at most 100 rules; the rule that is wrong is named", () => {
  const rule = { do: [{ type: "open", start: "call" }] };
  expect(parseRules(Array.from({ length: 100 }, () => rule))).toHaveLength(100);
  expect(parseRules(Array.from({ length: 101 }, () => rule))).toBe("rules[100]: is one too many");
  expect(parseRules([rule, rule, {}])).toBe("rules[2].do: must be a list of 1 to 5");
  expect(parseRules([invalidRule({ if: nested(5) })])).toHaveLength(1);
});

const facts: RuleFacts = {
  time_on_page: 20,
  time_on_site: 90,
  url: "https://shop.example/cart?step=2",
  referrer: "",
  scroll: 60,
  exit_intent: false,
  visits: 2,
  pages: 3,
  working_hours: true,
  operators_online: false,
  device: "desktop",
  utm: { source: "news", medium: null },
  language: "en-GB",
  country: "DE",
  segment: [5, 7],
  variable: { plan: "pro", sum: 120, isGuest: false, sizes: ["S", "M"] },
};
test.each<[Condition, boolean]>([
  [{ type: "time_on_page", value: 20 }, true],
  [{ type: "time_on_page", value: 21 }, false],
  [{ type: "time_on_site", op: "<=", value: 90 }, true],
  [{ type: "time_on_site", op: "=", value: 91 }, false],
  [{ type: "url", value: "/cart" }, true],
  [{ type: "url", op: "starts", value: "https://shop" }, true],
  [{ type: "url", op: "ends", value: "/cart" }, false],
  [{ type: "url", op: "matches", value: "step=\\d$" }, true],
  [{ type: "referrer", op: "equals", value: "" }, true],
  [{ type: "scroll", value: 61 }, false],
  [{ type: "exit_intent" }, false],
  [{ type: "visits", op: "=", value: 2 }, true],
  [{ type: "pages", op: "<=", value: 2 }, false],
  [{ type: "working_hours", value: true }, true],
  [{ type: "operators_online", value: false }, true],
  [{ type: "device", value: "mobile" }, false],
  [{ type: "utm", value: { source: "news" } }, true],
  [{ type: "utm", value: { source: "news", campaign: "x" } }, false],
  [{ type: "language", value: "EN" }, true],
  [{ type: "language", value: "de" }, false],
  [{ type: "country", value: ["AT", "DE"] }, true],
  [{ type: "country", value: ["AT"] }, false],
  [{ type: "segment", value: [4, 7] }, true],
  [{ type: "segment", value: [4] }, false],
  [{ type: "variable", name: "plan", value: "pro" }, true],
  [{ type: "variable", name: "plan", value: "pr" }, false],
  [{ type: "variable", name: "plan", op: "contains", value: "r" }, true],
  [{ type: "variable", name: "plan", op: ">=", value: 1 }, false],
  [{ type: "variable", name: "sum", op: ">=", value: 99.5 }, true],
  [{ type: "variable", name: "sum", op: "<=", value: 100 }, false],
  [{ type: "variable", name: "isGuest", value: "false" }, true],
  [{ type: "variable", name: "sizes", op: "contains", value: "M" }, true],
  [{ type: "variable", name: "other", op: "equals", value: "" }, true],
  [{ type: "variable", name: "other", op: "<=", value: 1 }, false],
  [{ all: [] }, true],
  [{ any: [] }, false],
  [{ not: { type: "exit_intent" } }, true],
])("[WG-052] %j", (condition, expected) => {
  expect(validateRule({ if: condition, do: [{ type: "open" }] })).toBeNull();
  expect(evaluateCondition(condition, facts)).toBe(expected);
  expect(evaluateCondition(condition, {})).toBe(
    listConditions(condition).length === 0 ? expected : null,
  );
});

test("[WG-052] every condition stands in the table with its words and its turns", () => {
  expect(conditionTypes).toHaveLength(16);
  expect(getOperators("scroll")).toEqual([">=", "<=", "="]);
  expect(getOperators("device")).toEqual([]);
  expect(
    [">=", "<=", "="].map((op) => getConditionChangeTimes({ type: "time_on_page", op, value: 5 })),
  ).toEqual([[5], [6], [5, 6]]);
});

/** Generates parts of rules, valid and invalid. */
const arbitraryLeaf = fc.record(
  {
    type: fc.constantFrom(...conditionTypes, "weather"),
    name: fc.constantFrom(undefined, "plan", "", 7),
    op: fc.constantFrom(undefined, ">=", "contains", "matches", "like"),
    value: fc.oneof(
      fc.constantFrom<unknown>(
        undefined,
        true,
        5,
        "/",
        "desktop",
        101,
        -1,
        "(",
        { source: "news" },
        { sauce: 1 },
      ),
      fc.jsonValue({ maxDepth: 1 }),
    ),
  },
  { requiredKeys: ["type"] },
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", maxDepth: 7 },
    arbitraryLeaf,
    fc.record({ all: fc.array(tie("tree"), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie("tree"), { maxLength: 3 }) }),
    fc.record({ not: tie("tree") }),
  ),
}));

test("[WG-050] whatever is given, page and service API say the same of it, and a rule without fault can be looked at", () => {
  const body = Compile(NewTrigger);
  fc.assert(
    fc.property(tree, (condition) => {
      const rule = { name: "x", if: condition, do: [{ type: "open" }] };
      const plain = JSON.parse(JSON.stringify(rule)) as unknown;
      const fault = validateRule(plain);
      expect(parseRules([rule])).toEqual(fault === null ? [plain] : `rules[0]${fault.join(": ")}`);
      if (fault !== null) return;
      // Every rule that passes validation must also match the schema of the route.
      expect(body.Check(plain)).toBe(true);
      expect(typeof evaluateCondition((plain as Rule).if, facts)).toBe("boolean");
    }),
    { numRuns: 2000 },
  );
});
