import type { FileMeasures } from "./measure-code.ts";
import { getName, isNode, type Node } from "./syntax-tree.ts";

/** A type that names what a function needs. */
export interface DepsMeasures {
  readonly file: string;
  readonly name: string;
  /** Fields that the type declares itself. */
  readonly ownFields: number;
  /** All fields: its own, inherited, joined and picked ones. */
  readonly fields: number;
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
