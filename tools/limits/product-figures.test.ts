import { expect, test } from "vitest";
import { measureFile } from "../measure-code.ts";
import type { Figure } from "./limits.ts";
import { isProduct, measureProduct } from "./product-figures.ts";

const figuresOf = (text: string, file = "packages/a/src/a.ts"): ReadonlyMap<string, Figure> =>
  new Map(measureProduct([measureFile(file, text)]).map((figure) => [figure.name, figure]));
const valueOf = (name: string, text: string): number | undefined =>
  figuresOf(text).get(name)?.value;

const lines = (count: number, line = "use();\n"): string => line.repeat(count);
const functionOf = (count: number): string => `function run() {\n${lines(count - 2)}}\n`;
const importsOf = (count: number): string =>
  Array.from({ length: count }, (_, i) => `import "./m${i}.ts";\n`).join("");
const depsOf = (count: number): string =>
  `interface RunDeps { ${Array.from({ length: count }, (_, i) => `f${i}: 1;`).join("")} }`;
const switchOf = (count: number): string =>
  `switch (a) { ${Array.from({ length: count }, (_, i) => `case ${i}:`).join(" ")} }`;

/** Figures with a text that they count once, and a similar one that they do not count. */
const counted = [
  ["filesOver400Lines", lines(401), lines(400)],
  ["functionsOver80Lines", functionOf(81), functionOf(80)],
  ["depsOver12Fields", depsOf(13), depsOf(12)],
  ["filesOver20Imports", importsOf(21), importsOf(20)],
  ["switchesOver8Cases", switchOf(9), switchOf(8)],
  ["castsOfAnswers", "JSON.parse(answer) as A;", "JSON.parse(body) as A;"],
  ["castsOfAnswers", "(JSON.parse(result.answer)) as A;", "parse(result.answer) as A;"],
  ["conditionalSpreads", "b = { ...(a && { a }) };", "b = { ...a };"],
  ["conditionalSpreads", "b = { ...(a ? {} : { a }) };", "b = { ...(a ? { c } : { a }) };"],
  ["conditionalSpreads", "b = { ...(a ? { a } : {}) };", "b = a ? {} : { a };"],
  ["conditionalSpreads", "b = { ...(a && { a }) };", "b = [...(a ? [a] : [])];"],
  ["picks", 'type A = Pick<B, "c">;', 'type A = Omit<B, "c">;'],
  ["aliasBindings", "const { a: b } = c;", "const { a } = c;"],
  ["aliasBindings", "const f = ({ a: b = 1 }) => b;", "const f = ({ a = 1 }) => a;"],
  ["aliasBindings", "const { a: b } = c;", 'const { "a-b": b, [a]: d, ...e } = c;'],
  ["aliasBindings", "const { a: { b: d } } = c;", "const { a: { b } } = f({ a: b });"],
  ["vagueNames", "const [thing] = list;", "const { thing } = chat;"],
  ["vagueNames", "const f = ({ a: told }) => told;", "const f = ({ told }) => told;"],
  ["vagueNames", "interface A { whoTyped: B }", 'interface A { "who typed": B }'],
  ["vagueNames", "function hearFrame() {}", "hearFrame();"],
  ["vagueErrorTexts", 'new Error("nobody knows it")', 'new Error("the chat has no operator")'],
  ["vagueErrorTexts", "refuse(code, `${a} says no`);", "refuse(code, `${says} is missing`);"],
  ["vagueErrorTexts", "fail(code, `Nobody has it`);", "fail(code, `No operator has it`);"],
] as const;

test.each(counted)("%s counts the first text, and not the second", (name, one, none) => {
  expect(valueOf(name, none)).toBe(0);
  expect(valueOf(name, one)).toBe(1);
});

test("a JSX attribute that is spread by a condition counts", () => {
  const text = "const A = () => <B {...(a && { a })} {...c} />;";
  expect(figuresOf(text, "packages/a/src/a.tsx").get("conditionalSpreads")?.value).toBe(1);
});

test.each([
  ["linesOfLargestFile", lines(30)],
  ["linesOfLargestFunction", functionOf(30)],
  ["importsOfLargestFile", importsOf(30)],
])("%s is the largest size", (name, text) => {
  expect(valueOf(name, text)).toBe(30);
});

test("comments count in percent of all lines, rounded up to a tenth", () => {
  expect(valueOf("commentPercent", "")).toBe(0);
  expect(valueOf("commentPercent", `${lines(7)}`)).toBe(0);
  expect(valueOf("commentPercent", `// Why.\n${lines(6)}`)).toBe(14.3);
  expect(valueOf("commentPercent", `${lines(6)}use(); // Why.\n`)).toBe(0);
});

test("figures name their worst places first", () => {
  const files = [
    measureFile("packages/a/src/few.ts", 'type A = Pick<B, "c">;'),
    measureFile("packages/a/src/more.ts", 'type A = Pick<B, "c"> & Pick<D, "e">;'),
    measureFile("packages/a/src/none.ts", functionOf(81)),
  ];
  const figures = new Map(measureProduct(files).map((figure) => [figure.name, figure.offenders]));
  expect(figures.get("picks")).toEqual([
    "packages/a/src/more.ts has 2",
    "packages/a/src/few.ts has 1",
  ]);
  expect(figures.get("functionsOver80Lines")).toEqual([
    "run in packages/a/src/none.ts has 81 lines",
  ]);
});

test("a table of texts may be long", () => {
  const file = "packages/operator/src/screens/calls/text.ts";
  expect(figuresOf(lines(500), file).get("filesOver400Lines")?.value).toBe(0);
});

test.each([
  ["packages/server/src/core/event.ts", true],
  ["packages/operator/src/ui/Field.tsx", true],
  ["packages/server/src/core/event.test.ts", false],
  ["packages/server/src/core/event.fixture.ts", false],
  ["packages/server/tests/journey.ts", false],
  ["packages/testkit/src/index.ts", false],
  ["packages/sdk/src/generated/bot.ts", false],
])("%s is code of the product: %s", (file, expected) => {
  expect(isProduct(file)).toBe(expected);
});
