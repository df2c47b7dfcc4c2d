import { posix } from "node:path";
import { parseSync } from "vite";
import { getName, isNode, listChildren, type Node } from "./syntax-tree.ts";

/** What `tools/code-metrics.ts` counts in one file. */
export interface FileMeasures {
  readonly file: string;
  readonly lines: number;
  /** Lines that contain only a comment. */
  readonly commentLines: number;
  /** Functions, methods and arrow functions of more than 3 lines, nested ones included. */
  readonly functions: readonly FunctionMeasures[];
  /** Modules that the file names in imports and re-exports, types included. */
  readonly imports: number;
  /** The most cases of a `switch`. */
  readonly maxCases: number;
  readonly counts: Readonly<Record<Count, number>>;
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

/** A type that names what a function needs. */
export interface DepsMeasures {
  readonly file: string;
  readonly name: string;
  /** Fields that the type declares itself. */
  readonly ownFields: number;
  /** All fields: its own, inherited, joined and picked ones. */
  readonly fields: number;
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
    maxCases: Math.max(0, ...nodes.map(countCases)),
    counts,
    types: nodes.flatMap(readTypeDeclaration),
    importedNames: new Map(nodes.flatMap((node) => readImportedNames(file, node))),
  };
}

/**
 * Returns the types that say what a function needs: names that end in Deps or Ports, and in Options
 * beside a function `create…`, `open…` or `start…`.
 */
export function measureDeps(files: readonly FileMeasures[]): readonly DepsMeasures[] {
  const byFile = new Map(files.map((measures) => [measures.file, measures]));
  return files.flatMap((measures) =>
    measures.types
      .filter(({ name }) => isDeps(name, measures))
      .map(({ name, node }) => ({
        file: measures.file,
        name,
        ownFields: countOwnFields(node),
        fields: listFields(node, measures, byFile).size,
      })),
  );
}

function isDeps(name: string, { functions }: FileMeasures): boolean {
  return (
    /(?:Deps|Ports)$/.test(name) ||
    (name.endsWith("Options") && functions.some((f) => /^(?:create|open|start)[A-Z]/.test(f.name)))
  );
}

function countOwnFields(node: Node): number {
  const body = node.type === "TSInterfaceDeclaration" ? (node["body"] as Node) : node;
  if (body.type === "TSIntersectionType")
    return (body["types"] as Node[]).reduce((total, part) => total + countOwnFields(part), 0);
  return ((body["body"] ?? body["members"] ?? []) as unknown[]).length;
}

/** Returns the names of the fields of a type. A type of a library has none. */
function listFields(
  node: unknown,
  source: FileMeasures,
  files: ReadonlyMap<string, FileMeasures>,
): ReadonlySet<string> {
  if (!isNode(node)) return new Set();
  const fieldsOf = (part: unknown): string[] => [...listFields(part, source, files)];
  const parts = (key: string): string[] => ((node[key] as unknown[]) ?? []).flatMap(fieldsOf);
  switch (node.type) {
    case "TSInterfaceDeclaration":
      return new Set([...fieldsOf(node["body"]), ...parts("extends")]);
    case "TSInterfaceBody":
      return new Set((node["body"] as Node[]).map(fieldName));
    case "TSTypeLiteral":
      return new Set((node["members"] as Node[]).map(fieldName));
    case "TSIntersectionType":
    case "TSUnionType":
      return new Set(parts("types"));
    case "TSParenthesizedType":
      return new Set(fieldsOf(node["typeAnnotation"]));
    case "TSInterfaceHeritage":
    case "TSTypeReference":
      return listReferencedFields(node, source, files);
    default:
      return new Set();
  }
}

function listReferencedFields(
  node: Node,
  source: FileMeasures,
  files: ReadonlyMap<string, FileMeasures>,
): ReadonlySet<string> {
  const name = getName(node["typeName"] ?? node["expression"]);
  const args = ((node["typeArguments"] as Node | null)?.["params"] as Node[] | undefined) ?? [];
  const first = listFields(args[0], source, files);
  if (name === "Pick") return new Set(listLiterals(args[1]));
  if (name === "Omit") {
    const omitted = listLiterals(args[1]);
    return new Set([...first].filter((field) => !omitted.includes(field)));
  }
  if (name === "Partial" || name === "Required" || name === "Readonly") return first;
  const imported = source.importedNames.get(name);
  const home = imported === undefined ? source : files.get(imported.file);
  const declared = home?.types.find((type) => type.name === (imported?.name ?? name));
  return home === undefined || declared === undefined || declared.node === node
    ? new Set()
    : listFields(declared.node, home, files);
}

function listLiterals(node: Node | undefined): string[] {
  if (node?.type === "TSUnionType") return (node["types"] as Node[]).flatMap(listLiterals);
  const value = (node?.["literal"] as Node | undefined)?.["value"];
  return typeof value === "string" ? [value] : [];
}

function fieldName(member: Node): string {
  const key = member["key"] as Node | undefined;
  const value = key?.["value"];
  return getName(key) || (typeof value === "string" ? value : member.type);
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

function countCases(node: Node): number {
  return node.type === "SwitchStatement" ? (node["cases"] as Node[]).length : 0;
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
