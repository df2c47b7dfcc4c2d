import { ScimError } from "./errors.ts";

export type ScimResource = Readonly<Record<string, unknown>>;
/** A query as Fastify parses it. */
export type ScimQuery = Readonly<Record<string, unknown>>;

/** A comparison of a filter. `path` is in lower case, and has no condition in brackets. */
export interface Comparison {
  readonly path: string;
  readonly value: string | boolean;
}

const maxPageSize = 200;
const maxFilterLength = 1_000;

/** Attributes that a filter may compare, by their path in lower case. */
export type Comparable = Readonly<
  Record<string, (resource: ScimResource, value: string | boolean) => boolean>
>;

/** Returns the resources of a list request as a page (RFC 7644, 3.4.2). */
export function createListResponse(
  resources: readonly ScimResource[],
  query: ScimQuery,
  comparable: Comparable,
): object {
  const comparisons = parseFilter(query["filter"], comparable);
  const found = resources.filter((resource) =>
    comparisons.every(({ path, value }) => comparable[path]?.(resource, value) === true),
  );
  const startIndex = Math.max(1, parseCount(query["startIndex"], 1));
  const count = Math.min(maxPageSize, parseCount(query["count"], maxPageSize));
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: found.length,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map((resource) => selectAttributes(resource, query)),
  };
}

/** Returns the requested attributes of a resource: `attributes` and `excludedAttributes`. */
export function selectAttributes(resource: ScimResource, query: ScimQuery): ScimResource {
  const wanted = parseNames(query["attributes"]);
  const excluded = parseNames(query["excludedAttributes"]);
  const isShown = (name: string): boolean =>
    name === "schemas" ||
    name === "id" ||
    (wanted.size === 0 ? !excluded.has(name.toLowerCase()) : wanted.has(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

/** Returns the names of top attributes in lower case. `name.formatted` asks for `name`. */
const parseNames = (text: unknown): ReadonlySet<string> =>
  new Set(
    typeof text === "string"
      ? text
          .split(",")
          .map((name) => removeSchema(name.trim()).split(".")[0]!.toLowerCase())
          .filter((name) => name !== "")
      : [],
  );

/** Removes the name of a core schema before an attribute. */
export const removeSchema = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, "");

function parseCount(value: unknown, absent: number): number {
  if (value === undefined) return absent;
  const count = Number(value);
  if (!Number.isSafeInteger(count))
    throw new ScimError(400, "invalidValue", "startIndex and count must be whole numbers.");
  return Math.max(0, count);
}

const comparisonPattern =
  /\s*([A-Za-z][\w:.$-]*)(?:\[[^\]"]*(?:"[^"]*"[^\]"]*)*\])?(\.\w+)?\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(and\s|$)/iy;

/** Parses a filter of comparisons with `eq`, joined by `and` (SSO-022). */
function parseFilter(filter: unknown, comparable: Comparable): readonly Comparison[] {
  if (filter === undefined || filter === "") return [];
  if (typeof filter !== "string" || filter.length > maxFilterLength)
    throw new ScimError(400, "invalidFilter", "The filter is too long.");
  const comparisons: Comparison[] = [];
  comparisonPattern.lastIndex = 0;
  for (let isComplete = false; !isComplete;) {
    const match = comparisonPattern.exec(filter);
    if (match === null)
      throw new ScimError(
        400,
        "invalidFilter",
        `This filter is not supported. Use comparisons with eq, joined by and, of: ${Object.keys(comparable).join(", ")}.`,
      );
    const path = removeSchema(`${match[1]}${match[2] ?? ""}`).toLowerCase();
    if (!Object.hasOwn(comparable, path))
      throw new ScimError(
        400,
        "invalidFilter",
        `A filter cannot compare ${path}, only: ${Object.keys(comparable).join(", ")}.`,
      );
    comparisons.push({ path, value: parseValue(match[3] ?? "") });
    isComplete = match[4] === "";
  }
  return comparisons;
}

function parseValue(text: string): string | boolean {
  if (!text.startsWith('"')) return text.toLowerCase() === "true";
  try {
    return String(JSON.parse(text));
  } catch {
    throw new ScimError(400, "invalidFilter", "A text of the filter has a wrong escape.");
  }
}

/** Compares texts without regard to case. */
export const isSameText = (text: unknown, value: string | boolean): boolean =>
  typeof text === "string" && text.toLowerCase() === String(value).toLowerCase();
