import { expect, test } from "vitest";
import { createLeftFilter, listLeftFiles, toNamePattern } from "../../tests/daily-set.ts";
import { findDailyFaults, type RuleTest } from "../spec-coverage.ts";
import { chooseDaily, listLeft, listSpareBrowserTests, type TestUnit } from "./choose.ts";
import { listDeclaredTests } from "./declared-tests.ts";

test("the tests of a file have the rules of their suites, their pin and their condition", () => {
  const text = `
    describe("[AB-001] a suite", () => {
      test("[AB-002] [AB-003] one SHA-256", () => {});
      it.each(rows)("%s: two", { meta: { pin: "main path of it" } }, async () => {});
    });
    test.runIf(isLong).each([1])(\`[AB-004] \${name} waits\`, () => {});
    pattern.test("no test");`;
  const one = { pin: null, isConditional: false };
  expect(listDeclaredTests("a.test.ts", text)).toEqual([
    { ...one, title: "[AB-002] [AB-003] one SHA-256", rules: ["AB-001", "AB-002", "AB-003"] },
    { title: "%s: two", rules: ["AB-001"], pin: "main path of it", isConditional: false },
    { title: "[AB-004] ${} waits", rules: ["AB-004"], pin: null, isConditional: true },
  ]);
});

test("a written title stands for the names of all its rows", () => {
  const pattern = toNamePattern("[AB-001] %s (a+b) $name.first ${}: %i");
  expect(pattern.test("[AB-001] a\nrow (a+b) Ann x: 7")).toBe(true);
  expect(pattern.test("[AB-001] a row (aab) Ann x: 7")).toBe(false);
});

test("only listed tests are left, and the whole files are named", () => {
  const daily = { left: { "a.test.ts": ["[AB-001] %s"], "b.test.ts": "all" } } as const;
  expect(listLeftFiles(daily)).toEqual(["b.test.ts"]);
  const isLeft = createLeftFilter(daily, "a.test.ts");
  expect([isLeft("[AB-001] x"), isLeft("[AB-002] x"), isLeft("new")]).toEqual([true, false, false]);
  expect(createLeftFilter(daily, "c.test.ts")("[AB-001] x")).toBe(false);
});

const unit = (title: string, more: Partial<TestUnit> = {}): TestUnit => ({
  file: "a.test.ts",
  title,
  level: "server",
  rules: ["AB-001"],
  seconds: 1,
  isKept: false,
  needsOrder: false,
  ...more,
});
const choose = (units: readonly TestUnit[], hookSeconds = new Map<string, number>()) =>
  [...chooseDaily(units, hookSeconds)].map(({ title }) => title).toSorted();

test("each rule has its two cheapest proofs, of two levels if there are such", () => {
  const server = [unit("dear", { seconds: 9 }), unit("cheap"), unit("usual", { seconds: 2 })];
  expect(choose(server)).toEqual(["cheap", "usual"]);
  const screen = unit("screen", { file: "b.test.tsx", level: "screen", seconds: 5 });
  expect(choose([...server, screen])).toEqual(["cheap", "screen"]);
  expect(choose([unit("only")])).toEqual(["only"]);
});

test("the hooks of a file count until it has a daily test", () => {
  const units = [
    unit("here", { seconds: 2 }),
    unit("there", { file: "b.test.ts" }),
    unit("here too", { seconds: 2 }),
  ];
  const hookSeconds = new Map([["b.test.ts", 10]]);
  expect(choose(units, hookSeconds)).toEqual(["here", "here too"]);
});

test("pure and kept tests, and those of screens without a rule, are daily in any case", () => {
  const units = [
    unit("a"),
    unit("b"),
    unit("pure", { level: "pure", seconds: 9 }),
    unit("look", { level: "screen", rules: [], seconds: 9 }),
    unit("kept", { level: "browser", rules: [], isKept: true, seconds: 9 }),
    unit("left", { rules: [] }),
  ];
  expect(choose(units)).toEqual(["a", "kept", "look", "pure"]);
});

test("a file whose tests need their order is daily as a whole", () => {
  const units = [
    unit("one", { needsOrder: true }),
    unit("two", { needsOrder: true, rules: [] }),
    unit("three", { file: "b.test.ts", needsOrder: true, rules: [] }),
  ];
  expect(choose(units)).toEqual(["one", "two"]);
});

test("a browser test is spare if two cheaper tests prove each of its rules", () => {
  const browser = { level: "browser" } as const;
  const units = [
    unit("a"),
    unit("b"),
    unit("c", { rules: ["AB-002"] }),
    unit("spare", browser),
    unit("needed", { ...browser, rules: ["AB-001", "AB-002"] }),
  ];
  expect(listSpareBrowserTests(units).map(({ title }) => title)).toEqual(["spare"]);
  expect(choose(units)).toEqual(["a", "c", "needed"]);
});

test("a test whose names look like those of a daily one is not left", () => {
  const [a, b, c] = [unit("[AB-001] %s"), unit("[AB-001] one"), unit("two")];
  const other = unit("x", { file: "b.test.ts" });
  const units = [a!, b!, c!, other];
  expect(listLeft(units, new Set([b!]), new Set())).toEqual({
    "a.test.ts": ["two"],
    "b.test.ts": "all",
  });
  expect(listLeft(units, new Set([c!]), new Set(["b.test.ts"]))).toEqual({
    "a.test.ts": ["[AB-001] %s", "[AB-001] one"],
    "b.test.ts": ["x"],
  });
});

test("a pin needs a reason, pins have a limit, and the daily set names only tests that exist", () => {
  const declared = (title: string, more: Partial<RuleTest> = {}): RuleTest => ({
    file: "a.test.ts",
    title,
    rules: [],
    pin: null,
    isConditional: false,
    isDaily: true,
    ...more,
  });
  const pinned = Array.from({ length: 60 }, (_, n) => declared(`p${n}`, { pin: "a good reason" }));
  const none = { left: {} };
  expect(findDailyFaults(pinned, none)).toEqual([]);
  expect(
    findDailyFaults([...pinned, declared("one more", { pin: "main path here" })], none),
  ).toEqual(["a.test.ts: “one more” is one of more than 60 pins"]);
  const faulty = [
    declared("p", { pin: "" }),
    declared("q", { pin: "of the edge", isDaily: false }),
  ];
  expect(
    findDailyFaults(faulty, { left: { "a.test.ts": ["gone"], "gone.test.ts": "all" } }),
  ).toEqual([
    "a.test.ts: the pin of “p” needs a reason",
    "a.test.ts: “q” has a pin and is not daily",
    "tests/daily.json: a.test.ts has no test “gone”",
    "tests/daily.json: gone.test.ts does not exist",
  ]);
});
