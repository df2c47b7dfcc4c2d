import { createLeftFilter, type DailySet } from "../tests/daily-set.ts";
import { listDeclaredTests, type DeclaredTest } from "./daily/declared-tests.ts";
import { listFiles, read } from "./source.ts";

const ruleId = /\*\*([A-Z]+-\d{3})\*\*/g;

/** Rules that no test covers, by the reason. */
export type RulesNotDue = Readonly<
  Record<string, { readonly why: string; readonly rules: readonly string[] }>
>;
export const rulesNotDueFile = "tests/rules-not-due.json";
export const dailySetFile = "tests/daily.json";

export const listRulePages = (): readonly string[] => listFiles("docs/spec", [".md"]);

/** Returns the ids of the rules of a page, which are bold. */
export const findRules = (page: string): readonly string[] =>
  Array.from(page.matchAll(ruleId), ([, id = ""]) => id);

/** A declared test with its file. */
export interface RuleTest extends DeclaredTest {
  readonly file: string;
  /** Whether `npm test` runs it. */
  readonly isDaily: boolean;
}

/**
 * Lists the declared tests of all files but `*.long.test.ts`. Those of `*.process.test.ts`, and
 * those that run only under a condition, are not daily.
 */
export function listRuleTests(): readonly RuleTest[] {
  const daily = JSON.parse(read(dailySetFile)) as DailySet;
  return ["packages", "tests", "tools"]
    .flatMap((folder) => listFiles(folder, [".test.ts", ".test.tsx"]))
    .filter((file) => !file.endsWith(".long.test.ts"))
    .flatMap((file) => {
      const isLeft = createLeftFilter(daily, file);
      const canBeDaily = !file.endsWith(".process.test.ts");
      return listDeclaredTests(file, read(file)).map((test) => ({
        ...test,
        file,
        isDaily: canBeDaily && !test.isConditional && !isLeft(test.title),
      }));
    });
}

/** Returns the tests of each rule that a title names. */
export function groupByRule(tests: readonly RuleTest[]): ReadonlyMap<string, readonly RuleTest[]> {
  const found = new Map<string, RuleTest[]>();
  for (const test of tests)
    for (const id of test.rules) found.set(id, [...(found.get(id) ?? []), test]);
  return found;
}

/** Most tests that a pin keeps in the daily set. */
const maxPins = 60;

/** Returns faults of pins, and rows of the daily set that name no test. */
export function findDailyFaults(tests: readonly RuleTest[], { left }: DailySet): readonly string[] {
  const pinned = tests.filter(({ pin }) => pin !== null);
  const titles = new Set(tests.map(({ file, title }) => `${file} ${title}`));
  const files = new Set(tests.map(({ file }) => file));
  return [
    ...pinned
      .filter(({ pin }) => (pin ?? "").trim().split(/\s+/).length < 3)
      .map(({ file, title }) => `${file}: the pin of “${title}” needs a reason`),
    ...pinned
      .slice(maxPins)
      .map(({ file, title }) => `${file}: “${title}” is one of more than ${maxPins} pins`),
    ...pinned
      .filter(({ isDaily }) => !isDaily)
      .map(({ file, title }) => `${file}: “${title}” has a pin and is not daily`),
    ...Object.entries(left).flatMap(([file, list]) =>
      list === "all"
        ? files.has(file)
          ? []
          : [`${dailySetFile}: ${file} does not exist`]
        : list
            .filter((title) => !titles.has(`${file} ${title}`))
            .map((title) => `${dailySetFile}: ${file} has no test “${title}”`),
    ),
  ];
}
