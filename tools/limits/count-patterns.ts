import { getName, isNode, type Node } from "../syntax-tree.ts";

/**
 * Forms of code that the limits count. A conditional spread adds fields to an object only if a
 * condition is true. An alias binding is `{ a: b }` in a pattern: the variable has another name
 * than the property. A cast of an answer gives a type to the parsed answer of a command.
 */
export type Pattern = "conditionalSpread" | "pick" | "aliasBinding" | "castOfAnswer";

/** Counts the patterns of all nodes of a file. */
export function countPatterns(nodes: readonly Node[]): Readonly<Record<Pattern, number>> {
  const counts = { conditionalSpread: 0, pick: 0, aliasBinding: 0, castOfAnswer: 0 };
  for (const node of nodes) {
    if (isConditionalSpread(node)) counts.conditionalSpread++;
    if (node.type === "TSTypeReference" && getName(node["typeName"]) === "Pick") counts.pick++;
    if (isCastOfAnswer(node)) counts.castOfAnswer++;
    if (node.type === "ObjectPattern")
      counts.aliasBinding += (node["properties"] as Node[]).filter(isAlias).length;
  }
  return counts;
}

/** `...(a ? {} : { b })`, `...(a ? { b } : {})` or `...(a && { b })`, in objects and in JSX. */
function isConditionalSpread({ type, argument }: Node): boolean {
  if (type !== "SpreadElement" && type !== "JSXSpreadAttribute") return false;
  const spread = withoutParentheses(argument);
  if (spread?.type === "ConditionalExpression")
    return [spread["consequent"], spread["alternate"]].some(isEmptyObject);
  return (
    spread?.type === "LogicalExpression" &&
    spread["operator"] === "&&" &&
    withoutParentheses(spread["right"])?.type === "ObjectExpression"
  );
}

function isEmptyObject(value: unknown): boolean {
  const node = withoutParentheses(value);
  return node?.type === "ObjectExpression" && (node["properties"] as Node[]).length === 0;
}

/** Whether a pattern gives a property another name. `{ a: b = 1 }` does too. */
function isAlias({ type, key, value, computed }: Node): boolean {
  if (type !== "Property" || computed === true || !isNode(value)) return false;
  const bound = value.type === "AssignmentPattern" ? value["left"] : value;
  const names = [key, bound].map((part) =>
    isNode(part) && part.type === "Identifier" ? getName(part) : "",
  );
  return names[0] !== names[1] && !names.includes("");
}

/** `JSON.parse(answer) as A` and `JSON.parse(result.answer) as A`. */
function isCastOfAnswer({ type, expression }: Node): boolean {
  const call = withoutParentheses(expression);
  if (type !== "TSAsExpression" || call?.type !== "CallExpression") return false;
  const { object, property } = call["callee"] as Node;
  const [parsed] = call["arguments"] as (Node | undefined)[];
  return (
    getName(object) === "JSON" &&
    getName(property) === "parse" &&
    (getName(parsed) === "answer" || getName(parsed?.["property"]) === "answer")
  );
}

function withoutParentheses(value: unknown): Node | null {
  if (!isNode(value)) return null;
  return value.type === "ParenthesizedExpression" ? withoutParentheses(value["expression"]) : value;
}
