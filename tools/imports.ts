import { dirname, posix } from "node:path";
import { read } from "./source.ts";
import type { ImportGraph } from "./structure.ts";

/**
 * One import of a file. `target`: a path like `server/core/command.ts`, or a module name. `type`: a
 * type-only import.
 */
export interface Import {
  readonly target: string;
  readonly type: boolean;
}

/**
 * Returns the imports and re-exports of a file. `import { type A }` loads its module, so it does
 * not count as type-only.
 */
export function parseImports(file: string, text: string): readonly Import[] {
  const found: Import[] = [];
  for (const m of text.matchAll(
    /^\s*(import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm,
  )) {
    found.push({ target: resolveTarget(file, m[3] ?? ""), type: m[2] !== undefined });
  }
  for (const m of text.matchAll(/\bimport\("([^"]+)"\)/g))
    found.push({ target: resolveTarget(file, m[1] ?? ""), type: false });
  return found;
}

/** Converts `packages/server/src/core/command.ts` to `server/core/command.ts`. */
export const toShortPath = (file: string): string =>
  file.replace(/^packages\//, "").replace("/src/", "/");

function resolveTarget(file: string, target: string): string {
  if (target.startsWith("@parlour/")) return target.slice("@parlour/".length);
  return target.startsWith(".") ? toShortPath(posix.join(dirname(file), target)) : target;
}

/** Returns the given files with those of them that each imports, types included. */
export function readImportGraph(files: readonly string[]): ImportGraph {
  return readGraph(files, parseImports);
}

/**
 * Returns the given files with those of them that each loads at once. Type-only imports load
 * nothing, and `import()` loads later.
 */
export function readLoadGraph(files: readonly string[]): ImportGraph {
  return readGraph(files, (file, text) =>
    parseImports(file, text.replaceAll(/\bimport\("[^"]+"\)/g, "")).filter(({ type }) => !type),
  );
}

function readGraph(files: readonly string[], parse: typeof parseImports): ImportGraph {
  const names = new Set(files.map(toShortPath));
  return new Map(
    files.map((file) => {
      const targets = parse(file, read(file)).map(({ target }) => target);
      return [
        toShortPath(file),
        [...new Set(targets)].filter((target) => names.has(target)),
      ] as const;
    }),
  );
}
