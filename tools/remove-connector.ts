import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readImportGraph, toShortPath } from "./imports.ts";
import { listFiles, read, root } from "./source.ts";
import {
  dailySetFile,
  findRules,
  groupByRule,
  listRuleTests,
  rulesNotDueFile,
  type RulesNotDue,
} from "./spec-coverage.ts";

/**
 * Removes a connector from a clone of the last commit, and checks the rest there
 * (docs/architecture.md, "How to remove an edge"): `npm run x -- node tools/remove-connector.ts
 * telegram`. Arguments after the kind are test files that are run too.
 */
const [kind = "", ...testFiles] = process.argv.slice(2);
/** An edge can serve two kinds. */
const maxLines = 4;
const folders = [
  `packages/server/src/edges/${kind}`,
  `packages/operator/src/screens/settings/connectors/kinds/${kind}`,
];
/** The lab still simulates the service, but tests that use it need the connector. */
const simulated = `packages/lab/src/services/${kind}`;
const rulesPage = `docs/spec/${kind}.md`;
const pages = [rulesPage, `docs/operate/${kind}.md`];
const lines: readonly (readonly [file: string, line: RegExp])[] = [
  ["packages/server/src/compose/connectors/kinds.ts", new RegExp(`edges/${kind}/`)],
  ["packages/operator/src/screens/settings/connectors/kinds/index.ts", new RegExp(`"\\./${kind}/`)],
  ["docs/style.md", new RegExp(`^\\| \`edges/${kind}\` \\|`)],
];
if (!folders.every((folder) => existsSync(join(root, folder))))
  throw new Error(`"${kind}" is no connector`);

const copy = mkdtempSync(join(tmpdir(), "parlour-remove-"));
try {
  execFileSync("git", ["clone", "-q", "--shared", root, copy]);
  linkLibraries();
  const tests = listOwnTests();
  for (const path of [...folders, ...pages, ...tests])
    rmSync(join(copy, path), { recursive: true, force: true });
  const removed = lines.map(([file, line]) => removeLines(join(copy, file), line));
  const testNames = tests.map((test) => test.replaceAll(".", "\\."));
  removeLines(join(copy, "tools/test-wiring.ts"), new RegExp(`"(?:${testNames.join("|")})"`));
  const count = removed.reduce((sum, one) => sum + one, 0);
  console.log(`${kind}: ${folders.length} folders, ${count} lines, ${tests.length} files of tests`);
  console.log(tests.join("\n"));
  const { untested, remaining } = separateRules();
  console.log(`${kind}: ${untested.length} rules have no test now: ${untested.join(", ")}`);
  console.log(`${kind}: parts that stay keep ${remaining.length} rules: ${remaining.join(", ")}`);
  if (removed.includes(0) || count > maxLines) process.exitCode = 1;
  // Git has not the modules of the SDKs.
  run("node", "tools/generate-sdks.ts");
  run("tsc", "-b", "--checkers", "2");
  run("oxlint", "--deny-warnings");
  // Exports and parts of the frame that only this connector used may stay for the next one.
  run("knip", "--no-progress", "--include", "dependencies,unlisted,unresolved");
  for (const check of ["architecture", "vocabulary", "spec-coverage"])
    run("node", `tools/check-${check}.ts`);
  // Without tools/written-pages.test.ts: pages that name the removed rules are edited by hand.
  const projects = ["unit", "app", "screens"].flatMap((name) => ["--project", name]);
  run("vitest", "run", ...projects, "packages/", "tools/generate-");
  if (testFiles.length > 0) run("vitest", "run", "--project", "server", ...testFiles);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Links the installed libraries. The packages of the repository are those of the copy. */
function linkLibraries(): void {
  for (const folder of ["", ...readdirSync(join(root, "packages"), { encoding: "utf8" })]) {
    const path = folder === "" ? "node_modules" : `packages/${folder}/node_modules`;
    if (!existsSync(join(root, path))) continue;
    mkdirSync(join(copy, path));
    for (const name of readdirSync(join(root, path)).filter((one) => one !== "@parlour"))
      symlinkSync(join(root, path, name), join(copy, path, name));
  }
  // Their links are relative, so they lead to the packages of the copy.
  cpSync(join(root, "node_modules/@parlour"), join(copy, "node_modules/@parlour"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // With them, only what changed is compiled.
  for (const path of listFiles("", [".tsbuildinfo"]))
    cpSync(join(root, path), join(copy, path), { preserveTimestamps: true });
}

/** Returns the tests that load the connector, and files that only they load. */
function listOwnTests(): readonly string[] {
  const files = listFiles("", [".ts", ".tsx"]);
  const graph = readImportGraph(files);
  const users = new Map<string, string[]>();
  for (const [user, targets] of graph)
    for (const target of targets) users.set(target, [...(users.get(target) ?? []), user]);
  const isTest = (name: string): boolean => /(?:^|\/)tests\//.test(name);
  const removed = files
    .filter((file) => [...folders, simulated].some((folder) => file.startsWith(`${folder}/`)))
    .map(toShortPath);
  const loading = reach(removed, (name) => (users.get(name) ?? []).filter(isTest));
  const loaded = reach([...loading], (name) => (graph.get(name) ?? []).filter(isTest));
  const others = [...graph.keys()].filter((name) => !loaded.has(name));
  const needed = reach(others, (name) => graph.get(name) ?? []);
  return files.filter((file) => {
    const name = toShortPath(file);
    return isTest(name) && (loading.has(name) || (loaded.has(name) && !needed.has(name)));
  });
}

/** Returns the names, those that `next` returns for them, and so on. */
function reach(names: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const one of next(name)) found.add(one);
  return found;
}

/**
 * Makes rules and tests of the copy agree. Rules of other pages that only the removed tests cover
 * (`untested`) are listed as not due. Rules of the removed page that other tests cover
 * (`remaining`) stay on it. A real removal writes tests for the first, and moves the second to
 * another page.
 */
function separateRules(): {
  readonly untested: readonly string[];
  readonly remaining: readonly string[];
} {
  const tests = listRuleTests();
  const isKept = ({ file }: { readonly file: string }): boolean => existsSync(join(copy, file));
  const kept = groupByRule(tests.filter(isKept));
  const removed = groupByRule(tests.filter((test) => !isKept(test)));
  const own = findRules(read(rulesPage));
  const untested = [...removed.keys()].filter((id) => !kept.has(id) && !own.includes(id));
  const remaining = own.filter((id) => kept.has(id));
  const notDue = JSON.parse(read(rulesNotDueFile)) as RulesNotDue;
  const why = `Only tests of the connector ${kind} covered them.`;
  const listed = { ...notDue, [`without ${kind}`]: { why, rules: untested } };
  writeFileSync(join(copy, rulesNotDueFile), JSON.stringify(listed, null, 1));
  // The daily tests were chosen with those of the connector.
  writeFileSync(join(copy, dailySetFile), JSON.stringify({ left: {} }));
  const lines = remaining.map((id) => `- **${id}** A rule of a part that stays.`);
  if (lines.length > 0) writeFileSync(join(copy, rulesPage), `${lines.join("\n")}\n`);
  return { untested, remaining };
}

function removeLines(path: string, line: RegExp): number {
  const all = readFileSync(path, "utf8").split("\n");
  const kept = all.filter((one) => !line.test(one));
  writeFileSync(path, kept.join("\n"));
  return all.length - kept.length;
}

function run(command: string, ...options: string[]): void {
  const { status } = spawnSync(command, options, { cwd: copy, stdio: "inherit" });
  console.log(`${kind}: ${[command, ...options].join(" ")} ${status === 0 ? "passes" : "FAILS"}`);
  if (status !== 0) process.exitCode = 1;
}
