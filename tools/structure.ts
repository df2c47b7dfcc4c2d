import { posix } from "node:path";
import type { Figure } from "./limits/limits.ts";

/** Files with the files they import. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Two folders that import each other, with the imports of both directions. */
export interface TwoWayFolders {
  readonly folders: readonly [string, string];
  readonly imports: readonly [readonly string[], readonly string[]];
}

/**
 * Returns groups of files that reach each other through imports (strongly connected components),
 * the largest first. A file that imports itself is a group too.
 */
export function findCircles(graph: ImportGraph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const lower = (file: string, to: number | undefined): void => {
    lowest.set(file, Math.min(lowest.get(file) ?? 0, to ?? 0));
  };
  const visit = (file: string): void => {
    lowest.set(file, order.size);
    order.set(file, order.size);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next);
        lower(file, lowest.get(next));
      } else if (open.includes(next)) lower(file, order.get(next));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || graph.get(file)?.includes(file) === true) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.sort((a, b) => b.length - a.length || (a[0] ?? "").localeCompare(b[0] ?? ""));
}

/**
 * Returns folders that import each other, at every depth. An import counts for the two folders in
 * which its files part: `core/chat/close.ts` -> `core/bot/scope.ts` counts for `core/chat` and
 * `core/bot`. So neither folder contains the other.
 */
export function findTwoWayFolders(graph: ImportGraph): readonly TwoWayFolders[] {
  const imports = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const folders = partingFolders(file, target);
      if (folders === null) continue;
      const key = folders.join(" ");
      imports.set(key, [...(imports.get(key) ?? []), `${file} -> ${target}`]);
    }
  }
  return [...imports]
    .flatMap(([key, there]): TwoWayFolders[] => {
      const [from = "", to = ""] = key.split(" ");
      const back = imports.get(`${to} ${from}`);
      return back !== undefined && from < to
        ? [{ folders: [from, to], imports: [there, back] }]
        : [];
    })
    .sort((a, b) => a.folders.join(" ").localeCompare(b.folders.join(" ")));
}

/**
 * Returns whether the folders are two parts of a package, such as `server/core` and `server/store`,
 * or two edges.
 */
export function areParts({ folders }: TwoWayFolders): boolean {
  return folders.every((folder) => /^(?:[^/]+|server\/edges)\/[^/]+$/.test(folder));
}

function partingFolders(file: string, target: string): readonly [string, string] | null {
  const from = posix.dirname(file).split("/");
  const to = posix.dirname(target).split("/");
  const common = from.findIndex((name, i) => name !== to[i]);
  if (common < 0 || common >= to.length) return null;
  return [from.slice(0, common + 1).join("/"), to.slice(0, common + 1).join("/")];
}

/** Returns folders with the number of files directly in them, the largest first. */
export function countFilesPerFolder(
  files: readonly string[],
): readonly (readonly [string, number])[] {
  const count = new Map<string, number>();
  for (const file of files)
    count.set(posix.dirname(file), (count.get(posix.dirname(file)) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}

const maxFilesPerFolder = 15;

/** Computes the figures that `tools/structure-limits.json` limits. */
export function measureStructure(graph: ImportGraph): readonly Figure[] {
  const circles = findCircles(graph);
  const twoWay = findTwoWayFolders(graph);
  const folders = countFilesPerFolder([...graph.keys()]);
  const large = folders.filter(([, count]) => count > maxFilesPerFolder);
  const circleTexts = circles.map((circle) => circle.join(", "));
  const sizes = large.map(([folder, count]) => `${folder} has ${count} files`);
  return [
    { name: "circles", value: circles.length, offenders: circleTexts },
    { name: "filesInCircles", value: circles.flat().length, offenders: circleTexts },
    { name: "twoWayFolders", value: twoWay.length, offenders: twoWay.map(describeTwoWay) },
    { name: "foldersOver15Files", value: large.length, offenders: sizes },
    { name: "filesOfLargestFolder", value: folders[0]?.[1] ?? 0, offenders: sizes.slice(0, 1) },
  ];
}

/**
 * Counts the pairs of screens of which the first imports the second. The offenders are the pairs
 * with the fewest imports first, because these are easier to remove.
 */
export function measureScreens(graph: ImportGraph): Figure {
  const pairs = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const [from, to] = [screenOf(file), screenOf(target)];
      if (from === null || to === null || from === to) continue;
      const pair = `${from} imports ${to}`;
      pairs.set(pair, [...(pairs.get(pair) ?? []), `${file} -> ${target}`]);
    }
  }
  return {
    name: "screenImportsScreen",
    value: pairs.size,
    offenders: [...pairs]
      .toSorted(([, a], [, b]) => a.length - b.length)
      .map(([pair, imports]) => `${pair}: ${imports.slice(0, 3).join(", ")}`),
  };
}

/** Returns the folder of the screen that a file belongs to. null: the file is not in one. */
function screenOf(file: string): string | null {
  return /^operator\/screens\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** Shows the imports of the direction that has fewer, because these are easier to turn. */
export function describeTwoWay({ folders, imports: [there, back] }: TwoWayFolders): string {
  return `${folders.join(" and ")}: ${(back.length < there.length ? back : there).join(", ")}`;
}
