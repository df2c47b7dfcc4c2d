/** A node of the syntax tree that `parseSync` of vite returns. */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

export function listChildren(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** Returns the name of an identifier. "": the node has none. */
export const getName = (node: unknown): string =>
  isNode(node) && typeof node["name"] === "string" ? node["name"] : "";
