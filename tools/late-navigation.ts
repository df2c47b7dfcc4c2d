import { parseSync } from "vite";
import { getName, isNode, listChildren, type Node } from "./syntax-tree.ts";

/** Hooks whose result navigates, and may be used only during a press (CORE-484). */
const navigationHooks = ["useNavigate", "useNavigateIfStill", "useOpenCreated"];

/**
 * Returns the lines that navigate after an `await`, or in a callback of `then`. The person may have
 * gone elsewhere by then, so `useNavigateIfStill` must be used. Its place must be remembered before
 * the `await`. Functions of the same file that navigate count like the navigation.
 */
export function findLateNavigation(file: string, text: string): readonly number[] {
  const { program } = parseSync(file, text);
  const root = program as unknown as Node;
  const navigators = listNavigators(root);
  const lines = new Set<number>();
  const visit = (node: Node, isLate: boolean): boolean => {
    if (isFunction(node)) {
      for (const child of listChildren(node)) visit(child, false);
      return isLate;
    }
    let late = isLate;
    if (node.type === "CallExpression") {
      const callee = node["callee"] as Node;
      const isThen = getName(callee["property"]) === "then";
      for (const child of listChildren(node))
        late = isThen && isFunction(child) ? visitBody(child, late) : visit(child, late);
      if (late && navigators.has(getCalleeName(callee))) lines.add(toLine(text, node));
      return late;
    }
    for (const child of listChildren(node)) late = visit(child, late);
    return late || node.type === "AwaitExpression";
  };
  const visitBody = (callback: Node, isLate: boolean): boolean => {
    for (const child of listChildren(callback)) visit(child, true);
    return isLate;
  };
  visit(root, false);
  return [...lines].toSorted((a, b) => a - b);
}

const isFunction = ({ type }: Node): boolean =>
  /^(?:Arrow)?Function(?:Expression|Declaration)?$/.test(type);

/** `navigate` for `navigate()` and `router.navigate()`. */
const getCalleeName = (callee: Node): string => getName(callee) || getName(callee["property"]);

const toLine = (text: string, { start }: Node): number =>
  text.slice(0, Number(start)).split("\n").length;

/** Names of functions that navigate: those of the hooks, and those of the file that call them. */
function listNavigators(root: Node): ReadonlySet<string> {
  const names = new Set(["navigate", "rememberPage"]);
  const functions = new Map<string, Node>();
  const collect = (node: Node): void => {
    const { init, id } = node as { init?: unknown; id?: unknown };
    if (node.type === "VariableDeclarator" && isNode(init)) {
      const hook = init.type === "CallExpression" ? getName(init["callee"]) : "";
      if (navigationHooks.includes(hook)) names.add(getName(id));
      else if (isFunction(init)) functions.set(getName(id), init);
    }
    if (node.type === "FunctionDeclaration") functions.set(getName(id), node);
    listChildren(node).forEach(collect);
  };
  collect(root);
  const callsNavigator = (node: Node): boolean =>
    (node.type === "CallExpression" && names.has(getCalleeName(node["callee"] as Node))) ||
    listChildren(node).some((child) => !isFunction(child) && callsNavigator(child));
  for (let before = -1; before !== names.size;) {
    before = names.size;
    for (const [name, body] of functions)
      if (!/^use[A-Z]|^[A-Z]/.test(name) && callsNavigator(body)) names.add(name);
  }
  names.delete("");
  return names;
}
