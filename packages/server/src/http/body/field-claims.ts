import type { FieldClaims } from "../../core/field-values.ts";
import { cleanText } from "../../core/text.ts";
import { isJsonObject, JsonNumber } from "./json.ts";

/** Returns clean values (FLD-015). null counts as absent. undefined: not an object. */
export function parseFieldClaims(
  source: FieldClaims["source"],
  value: unknown,
): FieldClaims | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== null)
    .map(([key, item]) => [key, toPlainValue(item)] as const);
  return { source, values: Object.fromEntries(entries) };
}

function toPlainValue(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  return value instanceof JsonNumber ? Number(value.literal) : value;
}
