import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Builds the files of the npm package `@parlour/sdk` into `dist`: modules, types and the license.
 * `npm pack` calls it (`prepack`).
 */
const folder = import.meta.dirname;
const root = join(folder, "../..");
const dist = join(folder, "dist");
/** Where the compiler writes the types of this package, beside those of other packages. */
const emitted = join(dist, "types");
const emittedSources = join(emitted, "packages/sdk/src");

run(join(root, "node_modules/vite/bin/vite.js"), ["build", "--logLevel", "warn"]);
run(join(root, "node_modules/typescript/bin/tsc"), ["-p", "tsconfig.declarations.json"]);
for (const entry of listEntries()) copyTypes(join(emittedSources, entry));
rmSync(emitted, { recursive: true });
cpSync(join(root, "LICENSE"), join(dist, "LICENSE"));

function run(script: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Returns the paths of the types of all entry points, relative to `dist`. */
function listEntries(): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, { readonly types: string }>>;
  };
  return Object.values(exports).map(({ types }) => types.replace("./dist/", ""));
}

/**
 * Copies a file of types and those that it imports. Throws if one imports a package: the published
 * types must not need other packages of this repository.
 */
function copyTypes(file: string, copied = new Set<string>()): void {
  if (copied.has(file)) return;
  copied.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, target = ""] of text.matchAll(/(?:from|import\() ?"([^"]+)"/g)) {
    if (!target.startsWith(".")) throw new Error(`${file} imports the types of ${target}`);
    copyTypes(join(dirname(file), target.replace(/\.(?:js|ts)$/, ".d.ts")), copied);
  }
  const path = join(dist, relative(emittedSources, file));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll(/((?:from|import\() ?"\.[^"]+)\.ts"/g, '$1.js"'));
}
