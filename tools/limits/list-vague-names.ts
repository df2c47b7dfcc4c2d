import { getName, isNode, type Node } from "../syntax-tree.ts";
import { findVagueText, findVagueWord } from "../vocabulary.ts";

/**
 * Returns the vague names that a node declares: variables, parameters, functions, and properties of
 * types and classes. A variable that takes the name of its property is not counted, because only
 * the property can be renamed.
 */
export function listVagueNames(node: Node): readonly string[] {
  return listDeclaredNames(node).filter((name) => findVagueWord(name) !== undefined);
}

/** Returns the vague texts of errors: `new Error("…")`, `refuse(code, "…")`, `fail(code, "…")`. */
export function listVagueErrors({ type, callee, arguments: args }: Node): readonly string[] {
  const name = getName(callee);
  const isError =
    (type === "NewExpression" && name.endsWith("Error")) ||
    (type === "CallExpression" && (name === "refuse" || name === "fail"));
  if (!isError) return [];
  return (args as Node[]).map(readText).filter((text) => findVagueText(text) !== undefined);
}

const functions = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
const properties = [
  "TSPropertySignature",
  "TSMethodSignature",
  "PropertyDefinition",
  "MethodDefinition",
];

function listDeclaredNames(node: Node): readonly string[] {
  if (node.type === "VariableDeclarator") return listBoundNames(node["id"]);
  if (functions.includes(node.type))
    return [getName(node["id"]), ...(node["params"] as Node[]).flatMap(listBoundNames)];
  return properties.includes(node.type) ? [getName(node["key"])] : [];
}

/** Returns the names that a pattern or parameter chooses itself. */
function listBoundNames(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
      return [getName(pattern)];
    case "AssignmentPattern":
      return listBoundNames(pattern["left"]);
    case "RestElement":
      return listBoundNames(pattern["argument"]);
    case "TSParameterProperty":
      return listBoundNames(pattern["parameter"]);
    case "ArrayPattern":
      return (pattern["elements"] as unknown[]).flatMap(listBoundNames);
    case "ObjectPattern":
      return (pattern["properties"] as Node[]).flatMap((property) =>
        property.type === "RestElement"
          ? listBoundNames(property)
          : listBoundNames(property["value"]).filter((name) => name !== getName(property["key"])),
      );
    default:
      return [];
  }
}

/** Returns the text of a literal, or the fixed parts of a template. */
function readText({ type, value, quasis }: Node): string {
  if (type === "Literal" && typeof value === "string") return value;
  if (type !== "TemplateLiteral") return "";
  return (quasis as Node[]).map((part) => (part["value"] as { raw: string }).raw).join(" ");
}
