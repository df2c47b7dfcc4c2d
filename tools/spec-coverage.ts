import { listFiles, read } from "./source.ts";

const ruleId = /\*\*([A-Z]+-\d{3})\*\*/g;
/** The title of a test, or of the cases of a list that ends above it. */
const testTitle =
  /(?:\b(?:test|it|describe)(?:\.[a-z]+(?:\([^)]*\))?)*\(|\]\)\()\s*[`"']((?:\[[^\]]+\]\s*)+)/g;
const titleId = /\b[A-Z]{2,}-\d{3}\b/g;

/** Rules that no test covers, by the reason. */
export type RulesNotDue = Readonly<
  Record<string, { readonly why: string; readonly rules: readonly string[] }>
>;
export const rulesNotDueFile = "tests/rules-not-due.json";

export const listRulePages = (): readonly string[] => listFiles("docs/spec", [".md"]);

/** Returns the ids of the rules of a page, which are bold. */
export const findRules = (page: string): readonly string[] =>
  Array.from(page.matchAll(ruleId), ([, id = ""]) => id);

/** Lists the tests that `npm test` runs. Those of `*.long.test.ts` are not among them. */
export const listRuleTests = (): readonly string[] =>
  ["packages", "tests", "tools"]
    .flatMap((folder) => listFiles(folder, [".test.ts", ".test.tsx"]))
    .filter((file) => !file.endsWith(".long.test.ts"));

/** Returns the rules in the titles of tests, with the files of the tests. */
export function findCoveredRules(tests: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const covered = new Map<string, string[]>();
  for (const file of tests)
    for (const [, title = ""] of read(file).matchAll(testTitle))
      for (const [id] of title.matchAll(titleId))
        covered.set(id, [...(covered.get(id) ?? []), file]);
  return covered;
}
