/**
 * Trees of tests: `all`, `any` and `not` around single tests. Rules of a widget (WG-052) and
 * conditions on chats (decision 0208) have this form. Without a library, because it is part of the
 * script on host pages.
 */

export type Tree<T> =
  | T
  | { readonly all: readonly Tree<T>[] }
  | { readonly any: readonly Tree<T>[] }
  | { readonly not: Tree<T> };

/** Maximum number of groups around a test. */
const maxNestingDepth = 5;
/** Maximum number of tests and groups in `all` or `any`. */
const maxChildren = 100;

/**
 * Evaluates a tree. `holds` returns null for a test whose result depends on unknown values. The
 * result is null if it depends on such a test. An empty `all` is true, an empty `any` false.
 */
export function evaluateTree<T extends object>(
  tree: Tree<T>,
  holds: (test: T) => boolean | null,
): boolean | null {
  if ("not" in tree) return negate(evaluateTree(tree.not, holds));
  if ("any" in tree)
    return negate(conjunction(tree.any.map((child) => negate(evaluateTree(child, holds)))));
  if ("all" in tree) return conjunction(tree.all.map((child) => evaluateTree(child, holds)));
  return holds(tree);
}

/** Returns the single tests of a tree, without the groups that contain them. */
export function listTests<T extends object>(tree: Tree<T>): readonly T[] {
  if ("not" in tree) return listTests(tree.not);
  if ("any" in tree) return tree.any.flatMap(listTests<T>);
  if ("all" in tree) return tree.all.flatMap(listTests<T>);
  return [tree];
}

/** Returns a tree with other tests. What is no tree stays, so that a check reports it. */
export function mapTests<T extends object>(tree: Tree<T>, map: (test: T) => Tree<T>): Tree<T> {
  if (!isObject(tree)) return tree;
  const group = (["all", "any", "not"] as const).find((name) => Object.hasOwn(tree, name));
  if (group === undefined) return map(tree as T);
  const inner = (tree as JsonObject)[group];
  const mapped = Array.isArray(inner)
    ? inner.map((child: Tree<T>) => mapTests(child, map))
    : group === "not"
      ? mapTests(inner as Tree<T>, map)
      : inner;
  return { ...tree, [group]: mapped } as Tree<T>;
}

/** The invalid part of a tree: its path, and the end of a sentence that begins with the path. */
export type TreeProblem = readonly [path: string, problem: string];

/** Returns the first problem, or null. `levels`: how many groups may be around a test. */
export function findTreeProblem<P>(
  value: unknown,
  path: string,
  findTestProblem: (test: JsonObject, path: string) => P | null,
  levels = maxNestingDepth,
): P | TreeProblem | null {
  if (!isObject(value)) return [path, "must be an object"];
  const group = (["all", "any", "not"] as const).find((name) => Object.hasOwn(value, name));
  if (group === undefined) return findTestProblem(value, path);
  if (levels === 0) return [path, `lies deeper than ${maxNestingDepth} levels`];
  const other = Object.keys(value).find((key) => key !== group);
  if (other !== undefined) return [`${path}.${other}`, "is not known here"];
  const [inner, innerPath] = [value[group], `${path}.${group}`];
  const check = (child: unknown, at: string) =>
    findTreeProblem(child, at, findTestProblem, levels - 1);
  if (group === "not") return check(inner, innerPath);
  if (!Array.isArray(inner) || inner.length > maxChildren)
    return [innerPath, `must be a list of 0 to ${maxChildren}`];
  return findFirst(inner, (child, n) => check(child, `${innerPath}[${n}]`));
}

/** Calls `visit` with each test of a valid tree. `path`: that of the tree. */
export function visitTests<T extends object>(
  tree: Tree<T>,
  path: string,
  visit: (test: T, path: string) => void,
): void {
  findTreeProblem(tree, path, (test, at) => {
    visit(test as T, at);
    return null;
  });
}

/** Returns the first result that is not null. */
export function findFirst<T, R>(
  items: readonly T[],
  find: (item: T, n: number) => R | null,
): R | null {
  for (let n = 0; n < items.length; n++) {
    const result = find(items[n] as T, n);
    if (result !== null) return result;
  }
  return null;
}
type JsonObject = Readonly<Record<string, unknown>>;
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const negate = (value: boolean | null): boolean | null => (value === null ? null : !value);
const conjunction = (values: readonly (boolean | null)[]): boolean | null =>
  values.includes(false) ? false : values.includes(null) ? null : true;
