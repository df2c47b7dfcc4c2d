import { describe, expect, it } from "vitest";
import { conditionHolds, findConditionProblem, type Condition } from "./condition.ts";
import { chatFacts, type ConditionSubject, type Facts } from "./facts.ts";
import { operators, operatorsOf } from "./operators.ts";
import { createTestChat } from "../entity/chat.fixture.ts";

const facts: Facts = chatFacts;
const now = Date.parse("2026-11-20T12:00:00.000Z");
const open = { fact: "chat.state", op: "is", value: "open" } as const;
const chat = (changes: object = {}): ConditionSubject =>
  ({ ...createTestChat(1), state: "open", ...changes }) as ConditionSubject;
const holds = (condition: Condition, changes?: object): boolean =>
  conditionHolds({ condition, facts, now }, chat(changes));
const problemOf = (value: unknown) => findConditionProblem(value, facts, "if");
const nest = (levels: number): unknown =>
  levels === 0 ? open : { not: { all: [nest(levels - 1)] } };

describe("tree", () => {
  it("[PERF-26] a condition is read once, for all chats", () => {
    let reads = 0;
    const condition = new Proxy<Condition>(
      { fact: "visitor.name", op: "contains", value: "ADA" },
      {
        get(target, key) {
          reads++;
          return Reflect.get(target, key);
        },
      },
    );
    const ada = { visitor: { name: { value: "Ada Lovelace" } } };
    expect(holds(condition, ada)).toBe(true);
    const readsOfFirst = reads;
    expect([holds(condition, ada), holds(condition)]).toEqual([true, false]);
    expect(reads).toBe(readsOfFirst);
  });

  it("[CND-001] joins tests by all, any and not; empty groups have an answer", () => {
    const closed = { fact: "chat.state", op: "is", value: "closed" } as const;
    expect(holds({ all: [open, closed] })).toBe(false);
    expect(holds({ any: [open, closed] })).toBe(true);
    expect(holds({ not: closed })).toBe(true);
    expect(holds({ all: [] })).toBe(true);
    expect(holds({ any: [] })).toBe(false);
    expect(problemOf({ all: [], any: [] })).toEqual(["if.any", "is not known here"]);
    expect(problemOf({ ...open, unit: "h" })).toEqual(["if.unit", "is not known here"]);
    expect(problemOf([open])).toEqual(["if", "must be an object"]);
    expect(problemOf({ all: open })).toEqual(["if.all", "must be a list of 0 to 100"]);
  });

  it("[CND-002] limits depth, elements, tests, lists, texts and seconds", () => {
    expect(problemOf(nest(2))).toBeNull();
    expect(problemOf({ any: [nest(2)] })).toBeNull();
    expect(problemOf(nest(3))?.[1]).toBe("lies deeper than 5 levels");
    expect(problemOf({ all: Array(100).fill(open) })).toBeNull();
    expect(problemOf({ all: Array(101).fill(open) })?.[0]).toBe("if.all");
    expect(
      problemOf({ all: [{ all: Array(60).fill(open) }, { all: Array(41).fill(open) }] }),
    ).toEqual(["if.all[1].all[40]", "is one test too many: a condition has at most 100"]);
    const problemOfValue = (fact: string, op: string, value: unknown) =>
      problemOf({ fact, op, value })?.[0] ?? null;
    expect(problemOfValue("chat.tags", "any_of", Array(100).fill(1))).toBeNull();
    expect(problemOfValue("chat.tags", "any_of", Array(101).fill(1))).toBe("if.value");
    expect(problemOfValue("chat.tags", "any_of", [])).toBe("if.value");
    expect(problemOfValue("chat.page", "contains", "😀".repeat(500))).toBeNull();
    for (const text of ["", "a".repeat(501), "\0", "\uD800"])
      expect(problemOfValue("chat.page", "contains", text)).toBe("if.value");
    expect(problemOfValue("chat.created_at", "within_last", 315_360_000)).toBeNull();
    for (const seconds of [0, -1, 1.5, 315_360_001, "60"])
      expect(problemOfValue("chat.created_at", "within_last", seconds)).toBe("if.value");
  });

  it("[CND-003] a problem has the path of the first invalid part and all allowed values", () => {
    const [path, problem, allowed] = problemOf({
      all: [open, { not: { ...open, fact: "chat.x" } }],
    })!;
    expect(path).toBe("if.all[1].not.fact");
    expect(problem).toMatch(/^must be chat\.number or /);
    expect(allowed).toEqual(Object.keys(facts));
    expect(problemOf({ ...open, op: "contains" })).toEqual([
      "if.op",
      "must be is or is_not or any_of or none_of or missing or present",
      operatorsOf.choice,
    ]);
    expect(problemOf({ fact: "chat.state", op: "any_of", value: ["open", "asleep"] })).toEqual([
      "if.value[1]",
      "must be bot or waiting or open or closed",
      ["bot", "waiting", "open", "closed"],
    ]);
    expect(problemOf({ fact: "chat.tags", op: "any_of", value: ["vip"] })).toEqual([
      "if.value[0]",
      "must be the id of a tag",
    ]);
    // Names of the language itself are no facts and no operators.
    expect(problemOf({ ...open, fact: "toString" })?.[0]).toBe("if.fact");
    expect(problemOf({ ...open, op: "constructor" })?.[0]).toBe("if.op");
  });
});

describe("operators", () => {
  it("[CND-021] the operand decides about the value", () => {
    for (const [kind, fact, value, wrong] of [
      ["text", "chat.page", "a", 1],
      ["number", "chat.number", 1, "1"],
      ["flag", "chat.with_bot", true, "true"],
      ["time", "chat.created_at", "2026-11-20T09:00:00+01:00", "2026-11-20"],
      ["row", "chat.bot", 1, 0],
      ["rows", "chat.tags", 1, 1.5],
      ["names", "chat.tag_names", "vip", 7],
    ] as const)
      for (const op of operatorsOf[kind]) {
        const operand = operators[op];
        const given = { none: undefined, value, values: [value], seconds: 60 }[operand];
        const refused = { none: value, value: wrong, values: [wrong], seconds: value }[operand];
        expect(problemOf({ fact, op, value: given }), `${fact} ${op}`).toBeNull();
        expect(problemOf({ fact, op, value: refused })?.[0], `${fact} ${op}`).toMatch(/^if\.value/);
      }
  });

  it("[CND-022] a missing value fulfils missing and the opposites, nothing else", () => {
    const values: Readonly<Record<string, Condition>> = {
      is: { fact: "chat.country", op: "is", value: "DE" },
      is_not: { fact: "chat.country", op: "is_not", value: "DE" },
      contains: { fact: "chat.country", op: "contains", value: "D" },
      contains_not: { fact: "chat.country", op: "contains_not", value: "D" },
      missing: { fact: "chat.country", op: "missing" },
      present: { fact: "chat.country", op: "present" },
    };
    const answers = (changes: object) =>
      Object.entries(values).flatMap(([name, condition]) =>
        holds(condition, changes) ? [name] : [],
      );
    const inCountry = (code: string) => ({ session: { geoip: { country_code: code } } });
    for (const missing of [{ session: null }, { session: {} }, inCountry("")])
      expect(answers(missing)).toEqual(["is_not", "contains_not", "missing"]);
    expect(answers(inCountry("DE"))).toEqual(["is", "contains", "present"]);
    expect(answers(inCountry("FR"))).toEqual(["is_not", "contains_not", "present"]);
    const tags = { fact: "chat.tags", op: "none_of", value: [7] } as const;
    expect([holds(tags, { tags: [] }), holds({ ...tags, op: "all_of" }, { tags: [] })]).toEqual([
      true,
      false,
    ]);
    expect(holds({ fact: "chat.created_at", op: "after", value: "1970-01-01T00:00:00Z" })).toBe(
      true,
    );
  });

  it("[CND-023] texts ignore case and have no special characters; quotation marks in names do not count", () => {
    const onPage = (url: string) => ({ page: { url, title: null } });
    const is = (value: string): Condition => ({ fact: "chat.page", op: "is", value });
    expect(holds(is("Straße"), onPage("STRAßE"))).toBe(true);
    expect(holds(is("strasse"), onPage("Straße"))).toBe(false);
    expect(holds({ fact: "chat.page", op: "contains", value: "%" }, onPage("abc"))).toBe(false);
    expect(holds({ fact: "chat.page", op: "starts", value: "a." }, onPage("abc"))).toBe(false);
    expect(holds({ fact: "chat.page", op: "ends", value: "_c" }, onPage("ab_C"))).toBe(true);
    const named: Condition = { fact: "chat.tag_names", op: "any_of", value: ["the best"] };
    expect(holds(named, { tags: [{ id: 1, name: 'The "Best"' }] })).toBe(true);
  });

  it("[CND-024] an id that no longer exists is valid, and matches the chats that have it", () => {
    const removed = { fact: "chat.tags", op: "any_of", value: [999_999] } as const;
    expect(problemOf(removed)).toBeNull();
    expect(holds(removed, { tags: [{ id: 999_999, name: "spring-sale" }] })).toBe(true);
  });
});
