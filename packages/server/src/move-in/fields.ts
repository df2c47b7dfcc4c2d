import { chatFacts } from "@parlour/protocol/conditions/facts";
import { findFieldValueProblem } from "@parlour/protocol/field-values";
import type { FieldObject, FieldValue, ValueKind } from "@parlour/protocol/field-kinds";
import type { MoveField } from "@parlour/protocol/move-in/record";
import type { AccountConfig, FieldConfig } from "../core/command.ts";

const maxKeyLength = 40;

/** Returns the key of a field here. It is the same for the same key of the other system. */
export function toFieldKey(object: FieldObject, key: string): string {
  const plain = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const named = /^[a-z]/.test(plain) ? plain : `field_${plain}`;
  const free = Object.hasOwn(chatFacts, `${object}.${named}`) ? `imported_${named}` : named;
  return free.slice(0, maxKeyLength);
}

/** Returns the kind of a field here, or null if it has no place. */
export function toValueKind({ type, options = [] }: MoveField): ValueKind | null {
  if (type === "other") return null;
  if (type === "list") return options.length > 0 && options.length <= 100 ? "one_of" : "text";
  return type === "checkbox" ? "flag" : type;
}

/** Returns the values that the fields of visitors or chats take. Others are left out. */
export function toFieldValues(
  { fields = [] }: AccountConfig,
  object: FieldObject,
  values: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, FieldValue>> {
  const taken: Record<string, FieldValue> = {};
  for (const [key, value] of Object.entries(values)) {
    const name = toFieldKey(object, key);
    const definition = fields.find((field) => field.object === object && field.key === name);
    const converted = definition === undefined ? null : convertValue(definition, value);
    if (converted !== null) taken[name] = converted;
  }
  return taken;
}

function convertValue(definition: FieldConfig, value: unknown): FieldValue | null {
  const converted = toKind(definition.kind, value);
  return converted === null || findFieldValueProblem(definition, converted) !== null
    ? null
    : converted;
}

function toKind(kind: ValueKind, value: unknown): FieldValue | null {
  if (kind === "several_of") return Array.isArray(value) ? value.map(String) : null;
  if (typeof value === "boolean")
    return kind === "flag" ? value : kind === "text" ? `${value}` : null;
  if (typeof value !== "string" && typeof value !== "number") return null;
  if (kind === "number") return value === "" ? null : Number(value);
  if (kind === "flag")
    return value === "true" || value === 1 ? true : value === "false" || value === 0 ? false : null;
  return kind === "date" ? String(value).slice(0, 10) : String(value);
}
