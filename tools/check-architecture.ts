import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseImports, readImportGraph, readLoadGraph, toShortPath } from "./imports.ts";
import { findRestrictedCode } from "./restricted-code.ts";
import { listFiles, reportFaults, read, root } from "./source.ts";
import { findShortLimits, findShortProcessTests } from "./test-limits.ts";
import { findWiringFaults } from "./test-wiring.ts";
import { areParts, describeTwoWay, findCircles, findTwoWayFolders } from "./structure.ts";

/**
 * Checks the import arrows of docs/style.md 3, read from its tables. All other imports fail. Also
 * checks code that is permitted in only one place: clock, random, connections, HTML from data, wire
 * names. Also finds import cycles of files, folders that import each other, tests that connect
 * parts of the server themselves, and browser tests with shorter limits of time than the usual
 * ones. Types of `Log` and `Config` are permitted outside core.
 */
const packages = [
  "protocol",
  "client",
  "sdk",
  "operator",
  "widget",
  "element",
  "react",
  "react-native",
  "vue",
  "lab",
  "testkit",
];

const violations: string[] = [];
const { arrows, composition } = readTables(read("docs/style.md"));
const sources = listFiles("packages", [".ts", ".tsx"]).filter(
  (f) => f.includes("/src/") && !/\.test\.tsx?$/.test(f),
);

for (const part of [...Object.keys(arrows), ...composition]) {
  if (!sources.some((file) => isWithin(toPart(file).path, part)))
    violations.push(`docs/style.md: no file belongs to ${part}`);
}
for (const file of sources) {
  const from = toPart(file);
  const text = read(file);
  const allowed = arrows[from.part];
  if (allowed && !composition.some((c) => isWithin(from.path, c))) {
    for (const { target, type } of parseImports(file, text)) {
      if (!isPermitted(from.part, allowed, target, type))
        violations.push(`${file}: ${from.part} may not import ${target}`);
    }
  } else if (!allowed && !composition.some((c) => isWithin(from.path, c)))
    violations.push(`${file}: belongs to no part of the arrow tables`);
  violations.push(...findRestrictedCode(file, text));
}
for (const circle of findCircles(readLoadGraph(sources)))
  violations.push(`files load each other in a circle: ${circle.join(", ")}`);
// Neither of two parts that import each other can be understood or removed alone.
for (const pair of findTwoWayFolders(readImportGraph(sources)).filter(areParts))
  violations.push(`parts import each other: ${describeTwoWay(pair)}`);
const testFiles = [
  ...listFiles("packages", [".ts", ".tsx"]),
  ...listFiles("tests", [".ts", ".tsx"]),
]
  .filter((file) => /(?:^|\/)tests\/|\.test\.ts$/.test(file))
  .map((file) => ({ path: file, text: read(file) }));
violations.push(
  ...findWiringFaults(testFiles.filter(({ path }) => /(?:^|\/)tests\//.test(path))),
  ...findShortLimits(testFiles),
  ...findShortProcessTests(testFiles),
);
reportFaults("architecture", violations, `${sources.length} files keep the arrows`);

function toPart(file: string): { part: string; path: string } {
  const path = toShortPath(file);
  const key = Object.keys(arrows)
    .sort((a, b) => b.length - a.length)
    .find((k) => path === k || path.startsWith(`${k}/`));
  return { part: key ?? path.split("/").slice(0, 2).join("/"), path };
}

function isPermitted(
  part: string,
  allowed: readonly string[],
  target: string,
  type: boolean,
): boolean {
  if (isWithin(target, part)) return true;
  if (
    type &&
    (target === "server/log.ts" || target === "server/config/read-config.ts") &&
    part !== "server/core"
  )
    return true;
  return allowed.some((a) =>
    a.startsWith("type:") ? type && isWithin(target, a.slice(5)) : isWithin(target, a),
  );
}
/**
 * `store` contains `store/database/reader.ts`, `react*` contains `react-dom`, `node:` contains
 * `node:fs`.
 */
function isWithin(target: string, part: string): boolean {
  if (part.endsWith("*")) return target.startsWith(part.slice(0, -1));
  return target === part || target.startsWith(part.endsWith(":") ? part : `${part}/`);
}

/**
 * Parses the rows `| from | to, types of to |` of the first table and adds the libraries of the
 * second, `| library | only in |`. Names are in backticks. A row that may import `all` is part of
 * the composition.
 */
function readTables(style: string): {
  arrows: Record<string, readonly string[]>;
  composition: readonly string[];
} {
  const section = /\n## 3\. Import arrows\n([\s\S]*?)\n## /.exec(style)?.[1] ?? "";
  const rows = readRows(section, "From").map(([from, to]) => ({ from: parseNames(from), to }));
  const composed = rows.filter((row) => row.to === "all").flatMap((row) => row.from);
  const parts = rows.filter((row) => row.to !== "all").flatMap((row) => row.from);
  const libraries = readRows(section, "Library").map(([names, only]) => ({
    names: parseNames(names),
    only: parseNames(only),
  }));
  if (parts.length === 0 || composed.length === 0 || libraries.length === 0)
    throw new Error("docs/style.md has no tables of import arrows");
  for (const name of libraries.flatMap((row) => row.only)) {
    if (!parts.some((part) => isListed(part, [name])))
      violations.push(`docs/style.md: ${name} has libraries, but no row of arrows`);
  }
  const full = (name: string): string =>
    packages.includes(name.split("/")[0] ?? "") ||
    ![...parts, ...composed].some((p) => isWithin(name, p))
      ? name
      : `server/${name}`;
  const found: Record<string, readonly string[]> = {};
  for (const { from, to } of rows.filter((row) => row.to !== "all")) {
    const [values = "", types = ""] = to.split(/(?:, )?types of /);
    for (const part of from)
      found[full(part)] = [
        ...parseNames(values).map(full),
        ...parseNames(types).map((name) => `type:${full(name)}`),
        ...libraries.filter((row) => isListed(part, row.only)).flatMap((row) => row.names),
        ...readOwnLibraries(part),
      ];
  }
  return { arrows: found, composition: composed.map(full) };
}
/** Returns whether a part is one of the names. `edges/*` names all edges. */
function isListed(part: string, names: readonly string[]): boolean {
  return names.some((name) => part === name || (name.endsWith("*") && isWithin(part, name)));
}
/** Returns the libraries that a part of the server declares in its own folder. */
function readOwnLibraries(part: string): readonly string[] {
  const manifest = `packages/server/src/${part}/package.json`;
  if (!existsSync(join(root, manifest))) return [];
  const { dependencies = {} } = JSON.parse(read(manifest)) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies);
}
/** Returns the rows of the table of two columns whose first heading is `heading`. */
function readRows(section: string, heading: string): (readonly [string, string])[] {
  const lines = section.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`)) + 2;
  const end = lines.findIndex((line, i) => i >= start && !line.startsWith("|"));
  return lines.slice(start, end < 0 ? undefined : end).map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    return [cells[1] ?? "", cells[2] ?? ""] as const;
  });
}
function parseNames(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}
