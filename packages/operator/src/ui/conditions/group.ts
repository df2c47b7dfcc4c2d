import type { Tree } from "@parlour/protocol/conditions/tree";

/** Ways to join the conditions of a group. */
export const joinModes = ["all", "any", "none", "notall"] as const;
export type JoinMode = (typeof joinModes)[number];
export interface EditorGroup<T> {
  readonly join: JoinMode;
  readonly items: readonly Tree<T>[];
}

/** Converts a condition to a group of the editor, with at least one item. */
export function toGroup<T extends object>(condition: Tree<T> | null): EditorGroup<T> {
  if (condition === null) return { join: "all", items: [] };
  if ("all" in condition) return { join: "all", items: condition.all };
  if ("any" in condition) return { join: "any", items: condition.any };
  if (!("not" in condition)) return { join: "all", items: [condition] };
  const inner = condition.not;
  if ("any" in inner) return { join: "none", items: inner.any };
  if ("all" in inner) return { join: "notall", items: inner.all };
  return { join: "none", items: [inner] };
}

export function toCondition<T>({ join, items }: EditorGroup<T>): Tree<T> {
  if (join === "all") return { all: items };
  if (join === "any") return { any: items };
  return { not: join === "none" ? { any: items } : { all: items } };
}

/** Returns the path of an item in a group, as used in errors. `path` is the path of the group. */
export function getItemPath<T extends object>(condition: Tree<T>, path: string, n: number): string {
  if ("all" in condition) return `${path}.all[${n}]`;
  if ("any" in condition) return `${path}.any[${n}]`;
  if (!("not" in condition)) return path;
  const inner = condition.not;
  return "any" in inner || "all" in inner ? getItemPath(inner, `${path}.not`, n) : `${path}.not`;
}
