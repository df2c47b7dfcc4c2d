import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { read, root } from "../source.ts";
import { getName, listChildren, type Node } from "../syntax-tree.ts";
import type { Figure } from "./limits.ts";

/** What knip reports of one file, by kind of issue (`knip.json`). */
export type KnipIssues = { readonly file: string } & Readonly<Record<string, unknown>>;

/** An export that no other file imports. */
interface UnusedExport {
  readonly file: string;
  readonly name: string;
  readonly line?: number;
}

/** Runs knip over the whole checkout. */
export function runKnip(): readonly KnipIssues[] {
  const done = spawnSync(
    process.execPath,
    [join(root, "node_modules/knip/bin/knip.js"), "--no-progress", "--reporter", "json"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  try {
    return (JSON.parse(done.stdout) as { readonly issues: readonly KnipIssues[] }).issues;
  } catch {
    throw new Error(`knip failed:\n${done.stdout}${done.stderr}`);
  }
}

/**
 * Counts the exports that no other file imports. Their own file may use them. Exports of the files
 * that changed last are first, because the newest one raised the figure.
 */
export function measureUnusedExports(
  issues: readonly KnipIssues[],
  changedAt: (file: string) => number = (file) => statSync(join(root, file)).mtimeMs,
): Figure {
  const unused = issues
    .toSorted((a, b) => changedAt(b.file) - changedAt(a.file))
    .flatMap((issue) => [...listExports(issue, "exports"), ...listExports(issue, "types")]);
  return {
    name: "unusedExports",
    value: unused.length,
    offenders: unused.map(describe),
  };
}

/**
 * Returns what nothing uses: files, dependencies and everything else that knip reports, and the
 * exported values that their own file does not use either.
 */
export function findUnusedCode(
  issues: readonly KnipIssues[],
  readText: (file: string) => string = read,
): readonly string[] {
  return issues.flatMap((issue) => {
    const values = listExports(issue, "exports");
    const used = values.length === 0 ? new Set() : listUsedNames(issue.file, readText(issue.file));
    return [
      ...values
        .filter(({ name }) => !used.has(name))
        .map((unused) => `nothing uses ${describe(unused)}`),
      ...Object.entries(issue)
        .filter(([kind]) => kind !== "exports" && kind !== "types" && kind !== "owners")
        .flatMap(([kind, found]) =>
          listNames(found).map((name) => `${kind}: ${name} in ${issue.file}`),
        ),
    ];
  });
}

function listExports(issue: KnipIssues, kind: "exports" | "types"): readonly UnusedExport[] {
  const found = (issue[kind] ?? []) as readonly Omit<UnusedExport, "file">[];
  return found.map((unused) => ({ ...unused, file: issue.file }));
}

const describe = ({ file, name, line }: UnusedExport): string => `${name} in ${file}:${line ?? 1}`;

/** Returns the names of issues. Some kinds of issues are lists of lists. */
function listNames(found: unknown): readonly string[] {
  if (!Array.isArray(found)) return [];
  return found.flatMap((issue: unknown) =>
    Array.isArray(issue)
      ? [listNames(issue).join(", ")]
      : [String((issue as { readonly name: unknown }).name)],
  );
}

/** Returns the names that a file uses, besides their declarations and exports. */
function listUsedNames(file: string, text: string): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === "ExportSpecifier") return;
    const declared = node["id"];
    if (node.type === "Identifier" || node.type === "JSXIdentifier") used.add(getName(node));
    for (const child of listChildren(node)) if (child !== declared) visit(child);
  };
  visit(parseSync(file, text).program as unknown as Node);
  return used;
}
