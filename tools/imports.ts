import { dirname, posix } from "node:path";
import { read } from "./source.ts";

/** One import of a file: what stands in it, as `server/core/ports.ts` or as a module's name, and whether it goes with the types. */
export interface Import {
  readonly target: string;
  readonly type: boolean;
}

/** What a file imports or exports again. An `import { type A }` loads its module, so it is none of types. */
export function importsOf(file: string, text: string): readonly Import[] {
  const found: Import[] = [];
  for (const m of text.matchAll(/^\s*(import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm)) {
    found.push({ target: resolve(file, m[3] ?? ""), type: m[2] !== undefined });
  }
  for (const m of text.matchAll(/\bimport\("([^"]+)"\)/g)) found.push({ target: resolve(file, m[1] ?? ""), type: false });
  return found;
}

/** `packages/server/src/core/ports.ts` as `server/core/ports.ts`. */
export const shortOf = (file: string): string => file.replace(/^packages\//, "").replace("/src/", "/");

function resolve(file: string, target: string): string {
  if (target.startsWith("@parlour/")) return target.slice("@parlour/".length);
  return target.startsWith(".") ? shortOf(posix.join(dirname(file), target)) : target;
}

/** Circles of files that load each other, each as its way round; types make none, as nothing loads them. */
export function findCycles(files: readonly string[]): readonly (readonly string[])[] {
  const graph = new Map(
    files.map((file) => {
      const loaded = importsOf(file, read(file).replaceAll(/\bimport\("[^"]+"\)/g, "")).filter((one) => !one.type);
      return [shortOf(file), loaded.map((one) => one.target)] as const;
    }),
  );
  const found: string[][] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (node: string, path: readonly string[]): void => {
    if (state.get(node) === "done") return;
    if (state.get(node) === "open") return void found.push([...path.slice(path.indexOf(node)), node]);
    state.set(node, "open");
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    state.set(node, "done");
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

/** Folders of a package that import each other, types too: neither can be read, or taken out, alone. */
export function findPairs(files: readonly string[]): readonly { readonly folders: readonly [string, string]; readonly by: string }[] {
  const arrows = new Map<string, string>();
  for (const file of files) {
    const from = folderOf(shortOf(file));
    for (const { target } of importsOf(file, read(file))) {
      const to = folderOf(target);
      if (from !== null && to !== null && from !== to && from.split("/")[0] === to.split("/")[0] && !arrows.has(`${from} ${to}`))
        arrows.set(`${from} ${to}`, `${shortOf(file)} -> ${target}`);
    }
  }
  return [...arrows].flatMap(([key, by]) => {
    const [from = "", to = ""] = key.split(" ");
    const back = arrows.get(`${to} ${from}`);
    return back !== undefined && from < to ? [{ folders: [from, to] as const, by: `${by}, ${back}` }] : [];
  });
}
/** `server/edges/bot`, `server/core`; null: a file that stands in no folder of its package. */
function folderOf(path: string): string | null {
  const [name = "", first = "", second = "", third] = path.split("/");
  if (name === "server" && first === "edges") return third === undefined ? null : `${name}/${first}/${second}`;
  return second === "" ? null : `${name}/${first}`;
}
