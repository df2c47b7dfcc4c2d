import { dirname, posix } from "node:path";
import { read } from "./source.ts";

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
export function readImportGraph(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Set(files.map(toShortPath));
  return new Map(
    files.map((file) => {
      const targets = parseImports(file, read(file)).map((entry) => entry.target);
      return [
        toShortPath(file),
        [...new Set(targets)].filter((target) => names.has(target)),
      ] as const;
    }),
  );
}

/** Finds import cycles of files. Type-only imports do not count, because they load nothing. */
export function findCycles(files: readonly string[]): readonly (readonly string[])[] {
  const graph = new Map(
    files.map((file) => {
      const loaded = parseImports(file, read(file).replaceAll(/\bimport\("[^"]+"\)/g, "")).filter(
        (entry) => !entry.type,
      );
      return [toShortPath(file), loaded.map((entry) => entry.target)] as const;
    }),
  );
  const found: string[][] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (node: string, path: readonly string[]): void => {
    if (state.get(node) === "done") return;
    if (state.get(node) === "open")
      return void found.push([...path.slice(path.indexOf(node)), node]);
    state.set(node, "open");
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    state.set(node, "done");
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

/**
 * Finds folders of a package that import each other, including types, because neither can be
 * understood or removed alone.
 */
export function findMutualImports(
  files: readonly string[],
): readonly { readonly folders: readonly [string, string]; readonly by: string }[] {
  const arrows = new Map<string, string>();
  for (const file of files) {
    const from = getFolder(toShortPath(file));
    for (const { target } of parseImports(file, read(file))) {
      const to = getFolder(target);
      if (
        from !== null &&
        to !== null &&
        from !== to &&
        from.split("/")[0] === to.split("/")[0] &&
        !arrows.has(`${from} ${to}`)
      )
        arrows.set(`${from} ${to}`, `${toShortPath(file)} -> ${target}`);
    }
  }
  return [...arrows].flatMap(([key, importPair]) => {
    const [from = "", to = ""] = key.split(" ");
    const reverseImport = arrows.get(`${to} ${from}`);
    return reverseImport !== undefined && from < to
      ? [{ folders: [from, to] as const, by: `${importPair}, ${reverseImport}` }]
      : [];
  });
}
/**
 * Returns a folder like `server/edges/bot` or `server/core`. null: a file directly in its package.
 */
function getFolder(path: string): string | null {
  const [name = "", first = "", second = "", third] = path.split("/");
  if (name === "server" && first === "edges")
    return third === undefined ? null : `${name}/${first}/${second}`;
  return second === "" ? null : `${name}/${first}`;
}
