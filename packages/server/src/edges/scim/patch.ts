import { isJsonObject, type JsonObject } from "../../http/body/json.ts";
import { ScimError } from "./errors.ts";
import { removeSchema } from "./list.ts";

/**
 * One change of an attribute. `name` is the top attribute in lower case. `filter` is the condition
 * in brackets and `part` the attribute after it, both as they were sent.
 */
export interface AttributeChange {
  readonly operation: "add" | "replace" | "remove";
  readonly name: string;
  readonly filter: string | null;
  readonly part: string | null;
  readonly value: unknown;
}

const maxOperations = 1_000;
const pathPattern = /^([A-Za-z][\w$-]*)(?:\[([^\]]*)\])?(?:\.([A-Za-z][\w$-]*))?$/;

/**
 * Parses the operations of a PATCH (RFC 7644, 3.5.2). Entra writes `Replace` and sends names such
 * as `name.givenName` as keys of a value. Both are accepted. Attributes of schemas that Parlour
 * does not have are left out (SSO-023).
 */
export function parsePatch(body: unknown): readonly AttributeChange[] {
  const operations = isJsonObject(body) ? (body["Operations"] ?? body["operations"]) : undefined;
  if (!Array.isArray(operations) || operations.length > maxOperations)
    throw new ScimError(
      400,
      "invalidSyntax",
      `Operations must be a list of 1 to ${maxOperations} operations.`,
    );
  return operations.flatMap(parseOperation);
}

function parseOperation(input: unknown): readonly AttributeChange[] {
  const { op, path, value }: JsonObject = isJsonObject(input) ? input : {};
  const operation = typeof op === "string" ? op.toLowerCase() : "";
  if (operation !== "add" && operation !== "replace" && operation !== "remove")
    throw new ScimError(400, "invalidSyntax", "op must be add, replace or remove.");
  if (typeof path === "string" && path !== "") return parsePath(operation, path, value);
  if (!isJsonObject(value))
    throw new ScimError(400, "invalidSyntax", "Without a path, value must be an object.");
  return toChanges(value, operation);
}

/** Returns the attributes of a resource, or of a value without a path, as changes. */
export const toChanges = (
  resource: JsonObject,
  operation: AttributeChange["operation"],
): readonly AttributeChange[] =>
  Object.entries(resource).flatMap(([name, value]) => parsePath(operation, name, value));

function parsePath(
  operation: AttributeChange["operation"],
  path: string,
  value: unknown,
): readonly AttributeChange[] {
  const ownPath = removeSchema(path);
  // An extension, such as that of enterprise users.
  if (ownPath.toLowerCase().startsWith("urn:")) return [];
  const match = pathPattern.exec(ownPath);
  if (match === null) throw new ScimError(400, "invalidPath", `The path ${path} is not supported.`);
  const [, name = "", filter = null, part = null] = match;
  return [{ operation, name: name.toLowerCase(), filter, part, value }];
}

/** Returns a text, or undefined if the value is none. */
export const toText = (value: unknown): string | undefined =>
  typeof value === "string" ? value.trim() : undefined;

const maxExternalIdLength = 255;

/** Returns the id of the provider, or null if the value is none. */
export function toExternalId(value: unknown): string | null {
  const id = toText(value) ?? null;
  if (id === null || id.length <= maxExternalIdLength) return id;
  throw new ScimError(
    400,
    "invalidValue",
    `externalId has at most ${maxExternalIdLength} characters.`,
  );
}

/** Returns a truth value. Entra sends `"True"` and `"False"` as texts. */
export function toTruthValue(value: unknown): boolean {
  const text = typeof value === "string" ? value.toLowerCase() : value;
  if (text === true || text === "true") return true;
  if (text === false || text === "false") return false;
  throw new ScimError(400, "invalidValue", "active must be true or false.");
}
