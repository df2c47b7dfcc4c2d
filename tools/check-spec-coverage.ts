import { reportFaults, read } from "./source.ts";
import type { DailySet } from "../tests/daily-set.ts";
import {
  dailySetFile,
  findDailyFaults,
  findRules,
  groupByRule,
  listRulePages,
  listRuleTests,
  rulesNotDueFile,
  type RulesNotDue,
} from "./spec-coverage.ts";

/**
 * Checks that tests cover the rules. A rule is a bold id at the start of a statement or table row
 * in docs/spec; a test covers it by the id in its title. A daily test must (tests/daily.json), or
 * one of `*.process.test.ts` if only other processes can show it. Rules that are not implemented,
 * or not completely, are listed in tests/rules-not-due.json with the reason. A rule has at most
 * `maxRuleLength` characters, without the tables and code blocks below it.
 */
const maxRuleLength = 600;
const rules = new Map<string, string>();
const longRules: string[] = [];
const repeatedRules: string[] = [];
for (const file of listRulePages()) {
  const text = read(file);
  for (const id of findRules(text)) {
    if (rules.has(id)) repeatedRules.push(`${id} is a rule twice (${rules.get(id)}, ${file})`);
    rules.set(id, file);
  }
  for (const { id, length } of measureRules(text)) {
    if (length > maxRuleLength)
      longRules.push(
        `${id} (${file}) has ${length} characters, more than ${maxRuleLength}: split it`,
      );
  }
}

const tests = listRuleTests();
const covered = groupByRule(tests);
const notDue = JSON.parse(read(rulesNotDueFile)) as RulesNotDue;
const notDueRules = new Map(
  Object.entries(notDue).flatMap(([step, { rules: ids }]) => ids.map((id) => [id, step] as const)),
);

const violations = [
  ...repeatedRules,
  ...longRules,
  ...findDailyFaults(tests, JSON.parse(read(dailySetFile)) as DailySet),
];
let byProcesses = 0;
for (const [id, file] of rules) {
  const proofs = covered.get(id);
  if (proofs === undefined) {
    if (!notDueRules.has(id))
      violations.push(`${id} (${file}) has no test and is not listed as not yet due`);
  } else if (proofs.every(({ file: test }) => test.endsWith(".process.test.ts"))) byProcesses += 1;
  else if (!proofs.some(({ isDaily }) => isDaily))
    violations.push(
      `${id} (${file}) has no daily test: run npm run x -- node tools/choose-daily.ts`,
    );
}
for (const [id, [first]] of covered)
  if (!rules.has(id)) violations.push(`${id} in ${first?.file ?? ""} is no rule of docs/spec`);
for (const id of notDueRules.keys())
  if (!rules.has(id)) violations.push(`${id} in ${rulesNotDueFile} is no rule of docs/spec`);

const startedRules = [...notDueRules.keys()].filter((id) => covered.has(id)).length;
reportFaults(
  "spec coverage",
  violations,
  `${rules.size} rules: ${rules.size - notDueRules.size} due and tested, ${byProcesses} of them only by other processes, ` +
    `${notDueRules.size} not yet due (${startedRules} of them begun)`,
);

/**
 * Returns the length of each rule in characters, from its bold id to the next rule or heading,
 * without the tables and code blocks below it.
 */
function measureRules(text: string): { id: string; length: number }[] {
  const starts = [...text.matchAll(/^(?:\| |- )?\*\*([A-Z]+-\d{3})\*\*|^#+ /gm)];
  return starts.flatMap((start, index) => {
    const id = start[1];
    if (id === undefined) return [];
    const rule = text
      .slice(start.index + start[0].indexOf("**"), starts[index + 1]?.index)
      .replaceAll(/^```.*?^```$/gms, "")
      .replaceAll(/^\|.*$/gm, "")
      .trim();
    return [{ id, length: rule.length }];
  });
}
