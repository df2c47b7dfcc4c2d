import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { isProduct } from "./limits/product-figures.ts";
import { measureFile, type FileMeasures } from "./measure-code.ts";
import { measureDeps } from "./measure-deps.ts";
import { listFiles, read, root } from "./source.ts";
import { countFilesPerFolder } from "./structure.ts";

/**
 * Prints figures of the product code that have no limit in `tools/structure-limits.json`, as it is
 * and formatted at 80 columns, beside their targets: `npm run x -- node tools/code-metrics.ts`
 */
function printMetrics(): void {
  const measures = productFiles.map((file) => measureFile(file, read(file)));
  const narrow = formatAt80Columns(productFiles);
  console.log(
    "Product code: packages/*/src without tests, fixtures, testkit and generated files\n",
  );
  printFiles(measures, narrow);
  printFunctions(measures, narrow);
  printImports(measures);
  printDeps(measures);
  printFolders();
  printTypes(measures);
  printWords(measures);
  printTests();
  printCommits();
}

const productFiles = listFiles("packages", [".ts", ".tsx"]).filter(isProduct);

function printFiles(measures: readonly FileMeasures[], narrow: readonly FileMeasures[]): void {
  printTarget("files", measures.length, 1600);
  printFigure("lines", `${sumLines(measures)}; at 80 columns ${sumLines(narrow)}`);
  for (const [width, files] of widths(measures, narrow)) {
    const lines = files.map((file) => file.lines);
    printFigure(`lines of a file${width}: median`, quantile(lines, 0.5));
    printTarget(`lines of a file${width}: 90th percentile`, quantile(lines, 0.9), 200);
  }
  console.log("\n    package     files    lines  median    p90    max  | at 80 columns");
  const namesOfPackages = new Set(measures.map(packageOf));
  for (const name of namesOfPackages) {
    const columns = [measures, narrow].map((files) => {
      const lines = files.filter((file) => packageOf(file) === name).map((file) => file.lines);
      return [sum(lines), quantile(lines, 0.5), quantile(lines, 0.9), maxOf(lines)];
    });
    const count = measures.filter((file) => packageOf(file) === name).length;
    const [wide = [], narrowColumns = []] = columns.map((row) => row.map((n) => pad(n)));
    console.log(
      `    ${name.padEnd(10)}${pad(count)} ${wide.join(" ")}  |${narrowColumns.join(" ")}`,
    );
  }
}

function printFunctions(measures: readonly FileMeasures[], narrow: readonly FileMeasures[]): void {
  for (const [width, files] of widths(measures, narrow)) {
    const functions = files.flatMap((file) => file.functions);
    const lines = functions.map((f) => f.lines);
    printFigure(`functions over 3 lines${width}`, functions.length);
    printFigure(`lines of a function${width}: median`, quantile(lines, 0.5));
    printTarget(`lines of a function${width}: 90th percentile`, quantile(lines, 0.9), 32);
    printFigure(`functions over 60 lines${width}`, lines.filter((n) => n > 60).length);
  }
  const functions = measures.flatMap((file) => file.functions);
  printFigure("functions with over 4 parameters", functions.filter((f) => f.params > 4).length);
}

function printImports(measures: readonly FileMeasures[]): void {
  const imports = measures.map((file) => file.imports);
  printFigure("imports of a file: median", quantile(imports, 0.5));
  printFigure("imports of a file: 90th percentile", quantile(imports, 0.9));
}

function printDeps(measures: readonly FileMeasures[]): void {
  const deps = measureDeps(measures);
  const fields = deps.map((type) => type.fields);
  printFigure("Deps types", deps.length);
  printFigure("Deps types over 7 fields", fields.filter((n) => n > 7).length);
  printTarget("fields of a Deps type with inherited ones: maximum", maxOf(fields), 12);
  printWorst(deps.map((type) => [type.fields, `${type.name} in ${type.file}`]));
}

function printFolders(): void {
  const folders = countFilesPerFolder(productFiles).filter(
    ([name]) => !/^packages\/lab\b/.test(name),
  );
  printFigure("folders", folders.length);
  printTarget(
    "folders over 25 files, without the lab",
    folders.filter(([, count]) => count > 25).length,
    0,
  );
}

function printTypes(measures: readonly FileMeasures[]): void {
  const lines = sumLines(measures);
  const perThousand = (count: number): string =>
    `${count}, ${((1000 * count) / lines).toFixed(2)} per 1,000 lines`;
  printFigure("type any", perThousand(sum(measures.map((file) => file.counts.any))));
  printFigure("assertion !", perThousand(sum(measures.map((file) => file.counts.nonNull))));
  printFigure("assertion as", perThousand(sum(measures.map((file) => file.counts.as))));
  const suppressed = /@ts-(?:ignore|expect-error|nocheck)|(?:oxlint|eslint)-disable/;
  printFigure("suppressed checks", countFiles(productFiles, suppressed));
  printFigure("throws of failures", sum(measures.map((file) => file.counts.typedThrow)));
  printFigure("throws of new Error", sum(measures.map((file) => file.counts.errorThrow)));
}

function printWords(measures: readonly FileMeasures[]): void {
  printFigure("files with TODO", countFiles(productFiles, /\b(?:TODO|FIXME|XXX)\b/));
  printFigure("files with a vague name", productFiles.filter(hasVagueName).length);
  const core = productFiles.filter((file) => file.startsWith("packages/server/src/core/"));
  printFigure(
    "core files with client_id or recipient",
    countFiles(core, /\b(?:client_id|recipient)\b/),
  );
  for (const name of ["server", "operator", "widget", "client"]) {
    const files = measures.filter((file) => packageOf(file) === name && !isClock(file));
    const [timers, times] = [
      sum(files.map((f) => f.counts.timer)),
      sum(files.map((f) => f.counts.now)),
    ];
    printFigure(`${name}: timers, readings of the time`, `${timers}, ${times}`);
  }
  const server = productFiles.filter((file) => file.startsWith("packages/server/"));
  printFigure("server files with process.env", countFiles(server, /\bprocess\.env\b/));
  printFigure(
    "server files that write journal rows",
    countFiles(server, /\b(?:insert into|update|delete from) (?:journal|account_head)\b/),
  );
}

const isClock = ({ file }: FileMeasures): boolean => file.endsWith("/clock.ts");
/** A name that does not say what the file holds. `text.ts` and `index.ts` have one meaning each. */
const hasVagueName = (file: string): boolean =>
  /^(?:utils?|helpers?|managers?|commons?|shared|misc|parts|data|work|later|bound|stuff)$/i.test(
    basename(file).replace(/\..*$/, ""),
  );

function printTests(): void {
  const tests = ["packages", "tests", "tools"].flatMap((folder) =>
    listFiles(folder, [".test.ts", ".test.tsx"]),
  );
  const lines = sum(tests.map((file) => read(file).split("\n").length));
  printFigure("test files", `${tests.length} with ${lines} lines`);
  printFigure("test files with mocked modules", countFiles(tests, /\bvi\.(?:do)?mock\(/));
  printFigure("test files with spies", countFiles(tests, /\bvi\.spyOn\(/));
  printFigure("test files with timers", countFiles(tests, /\bsetTimeout\(/));
}

function printCommits(): void {
  const subjects = execFileSync("git", ["log", "-100", "--no-merges", "--format=%s"], {
    cwd: root,
    encoding: "utf8",
  });
  const long = subjects.split("\n").filter((subject) => subject.length > 72).length;
  printTarget("subjects over 72 characters in the last 100 commits", long, 0);
}

/** Measures copies of the files that are formatted at 80 columns. The checkout does not change. */
function formatAt80Columns(files: readonly string[]): readonly FileMeasures[] {
  const folder = mkdtempSync(join(tmpdir(), "code-metrics-"));
  try {
    for (const file of files) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), read(file));
    }
    const options = JSON.parse(read(".oxfmtrc.json")) as Record<string, unknown>;
    writeFileSync(join(folder, ".oxfmtrc.json"), JSON.stringify({ ...options, printWidth: 80 }));
    execFileSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), "packages"], {
      cwd: folder,
    });
    return files.map((file) => measureFile(file, readFileSync(join(folder, file), "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const widths = (measures: readonly FileMeasures[], narrow: readonly FileMeasures[]) =>
  [
    ["", measures],
    [" at 80 columns", narrow],
  ] as const;
const packageOf = ({ file }: FileMeasures): string => file.split("/")[1] ?? "";
const sum = (values: readonly number[]): number => values.reduce((total, n) => total + n, 0);
const maxOf = (values: readonly number[]): number => Math.max(0, ...values);
const sumLines = (files: readonly FileMeasures[]): number => sum(files.map((file) => file.lines));
const countFiles = (files: readonly string[], expression: RegExp): number =>
  files.filter((file) => expression.test(read(file))).length;
const pad = (value: number): string => String(value).padStart(6);

/** Returns the value below which the given share of all values is. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function printFigure(name: string, value: number | string): void {
  console.log(`${name.padEnd(54)} ${String(value).padStart(6)}`);
}

/** Prints a figure with the most that it should be. */
function printTarget(name: string, value: number, most: number): void {
  printFigure(name, `${pad(value)}   ${value <= most ? "met" : "MISSED"} (at most ${most})`);
}

/** Prints the five largest values. */
function printWorst(rows: readonly (readonly [number, string])[]): void {
  for (const [value, text] of rows.toSorted(([a], [b]) => b - a).slice(0, 5))
    console.log(`    ${pad(value)}  ${text}`);
}

printMetrics();
