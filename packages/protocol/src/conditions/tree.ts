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
export const maxNestingDepth = 5;

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

const negate = (value: boolean | null): boolean | null => (value === null ? null : !value);
const conjunction = (values: readonly (boolean | null)[]): boolean | null =>
  values.includes(false) ? false : values.includes(null) ? null : true;
