import { posix } from "node:path";
import { parseSync } from "vite";
import { countPatterns, type Pattern } from "./limits/count-patterns.ts";
import { listVagueErrors, listVagueNames } from "./limits/list-vague-names.ts";
import { getName, isNode, listChildren, type Node } from "./syntax-tree.ts";

/** What is counted in one file, for `tools/limits` and `tools/code-metrics.ts`. */
export interface FileMeasures {
  readonly file: string;
  readonly lines: number;
  /** Lines that contain only a comment. */
  readonly commentLines: number;
  /** Functions, methods and arrow functions of more than 3 lines, nested ones included. */
  readonly functions: readonly FunctionMeasures[];
  /** Modules that the file names in imports and re-exports, types included. */
  readonly imports: number;
  /** Numbers of cases, one for each `switch`. */
  readonly cases: readonly number[];
  readonly counts: Readonly<Record<Count, number>>;
  readonly patterns: Readonly<Record<Pattern, number>>;
  /** Declared names, and texts of errors, with a word that the glossary refuses. */
  readonly vagueNames: readonly string[];
  readonly vagueErrors: readonly string[];
  readonly types: readonly TypeDeclaration[];
  /** Imported names with their file and their name there. */
  readonly importedNames: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

export interface FunctionMeasures {
  readonly file: string;
  readonly name: string;
  readonly lines: number;
  readonly params: number;
}

/** `as const` is no assertion. `typedThrow` throws anything but a new `Error`. */
type Count = "any" | "nonNull" | "as" | "typedThrow" | "errorThrow" | "timer" | "now";

interface TypeDeclaration {
  readonly name: string;
  /** The interface or the type on the right of an alias. */
  readonly node: Node;
}

/** Counts what one file contains. `file`: its path, by which imports are resolved. */
export function measureFile(file: string, text: string): FileMeasures {
  const { program, comments } = parseSync(file, text);
  const lineAt = lineCounter(text);
  const nodes = listNodes(program as unknown as Node);
  const counts = { any: 0, nonNull: 0, as: 0, typedThrow: 0, errorThrow: 0, timer: 0, now: 0 };
  for (const node of nodes) for (const count of countsOf(node)) counts[count]++;
  return {
    file,
    lines: text.replace(/\n$/, "").split("\n").length,
    commentLines: countCommentLines(text, comments, lineAt),
    functions: nodes.flatMap((node) => measureFunctions(file, node, lineAt)),
    imports: new Set(nodes.flatMap(listSources)).size,
    cases: nodes.flatMap(countCases),
    counts,
    patterns: countPatterns(nodes),
    vagueNames: nodes.flatMap(listVagueNames),
    vagueErrors: nodes.flatMap(listVagueErrors),
    types: nodes.flatMap(readTypeDeclaration),
    importedNames: new Map(nodes.flatMap((node) => readImportedNames(file, node))),
  };
}

function listNodes(root: Node): Node[] {
  const found: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    open.push(...listChildren(node).map((child) => withName(child, node)));
  }
  return found;
}

/** A function without a name takes that of its variable, property or method. */
const names = new WeakMap<Node, string>();
function withName(child: Node, parent: Node): Node {
  const name = getName(child["id"]) || getName(parent["id"]) || getName(parent["key"]);
  if (isFunction(child)) names.set(child, name || "(unnamed)");
  return child;
}

const isFunction = ({ type, body }: Node): boolean =>
  isNode(body) &&
  (type === "FunctionDeclaration" ||
    type === "FunctionExpression" ||
    type === "ArrowFunctionExpression");

const minFunctionLines = 4;
function measureFunctions(
  file: string,
  node: Node,
  lineAt: (offset: number) => number,
): FunctionMeasures[] {
  if (!isFunction(node)) return [];
  const lines = lineAt(node["end"] as number) - lineAt(node["start"] as number) + 1;
  if (lines < minFunctionLines) return [];
  const params = (node["params"] as Node[]).length;
  return [{ file, name: names.get(node) ?? "(unnamed)", lines, params }];
}

function countsOf(node: Node): Count[] {
  switch (node.type) {
    case "TSAnyKeyword":
      return ["any"];
    case "TSNonNullExpression":
      return ["nonNull"];
    case "TSAsExpression":
      return isConst(node["typeAnnotation"]) ? [] : ["as"];
    case "ThrowStatement":
      return countsOfThrow(node["argument"] as Node);
    case "CallExpression":
      return countsOfCall(node);
    case "NewExpression":
      return getName(node["callee"]) === "Date" && (node["arguments"] as Node[]).length === 0
        ? ["now"]
        : [];
    default:
      return [];
  }
}

const isConst = (type: unknown): boolean =>
  isNode(type) && type.type === "TSTypeReference" && getName(type["typeName"]) === "const";

/** Throwing a caught error again is no failure of its own. */
function countsOfThrow(thrown: Node): Count[] {
  if (thrown.type === "Identifier") return [];
  return /^(?:Type|Range)?Error$/.test(getName(thrown["callee"])) ? ["errorThrow"] : ["typedThrow"];
}

function countsOfCall({ callee }: Node): Count[] {
  if (/^set(?:Timeout|Interval)$/.test(getName(callee))) return ["timer"];
  const { object, property } = callee as Node;
  return getName(object) === "Date" && getName(property) === "now" ? ["now"] : [];
}

function countCases(node: Node): number[] {
  return node.type === "SwitchStatement" ? [(node["cases"] as Node[]).length] : [];
}

function listSources({ type, source }: Node): string[] {
  const names = ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration"];
  return names.includes(type) && isNode(source) ? [String(source["value"])] : [];
}

function readTypeDeclaration(node: Node): TypeDeclaration[] {
  if (node.type === "TSInterfaceDeclaration") return [{ name: getName(node["id"]), node }];
  if (node.type !== "TSTypeAliasDeclaration") return [];
  return [{ name: getName(node["id"]), node: node["typeAnnotation"] as Node }];
}

function readImportedNames(
  importer: string,
  node: Node,
): (readonly [string, { file: string; name: string }])[] {
  if (node.type !== "ImportDeclaration") return [];
  const source = String((node["source"] as Node)["value"]);
  if (!source.startsWith(".")) return [];
  const file = posix.join(posix.dirname(importer), source);
  return (node["specifiers"] as Node[]).map(({ local, imported }) => [
    getName(local),
    { file, name: getName(imported) },
  ]);
}

/** Counts lines that a comment covers and nothing else. */
function countCommentLines(
  text: string,
  comments: readonly { readonly start: number; readonly end: number }[],
  lineAt: (offset: number) => number,
): number {
  const lines = new Set<number>();
  for (const { start, end } of comments) {
    const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
    if (!/^\s*\{?$/.test(before)) continue;
    for (let line = lineAt(start); line <= lineAt(end); line++) lines.add(line);
  }
  return lines.size;
}

/** Returns a function that converts an offset into the number of its line. */
function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
