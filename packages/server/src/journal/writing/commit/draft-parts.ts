import {
  assigned,
  AssignedNumber,
  NumberedObject,
  type AssignedNumbers,
} from "../../../core/draft.ts";

/**
 * A JSON text in parts: texts, and between them the numbers that are not assigned yet. The part of
 * a chat's number is its whole field with the comma before it, because a chat may have none.
 */
export type DraftParts = readonly (string | AssignedNumber)[];

/** Serialises a draft. `known`: the numbers that are assigned already. */
export function toParts(draft: unknown, known: Partial<AssignedNumbers>): DraftParts {
  const parts: (string | AssignedNumber)[] = [];
  let text = "";
  const addNumber = (number: AssignedNumber): void => {
    const value = known[number.kind];
    if (value !== undefined) return void (text += JSON.stringify(value));
    parts.push(text, number);
    text = "";
  };
  const add = (value: unknown): void => {
    if (value instanceof AssignedNumber) return addNumber(value);
    if (value instanceof NumberedObject) {
      addFields(value.first);
      const rest = JSON.stringify(value.rest);
      return void (text += rest === "{}" ? "}" : `,${rest.slice(1)}`);
    }
    if (typeof value !== "object" || value === null || !hasAssignedNumber(value))
      return void (text += serialize(value));
    if (Array.isArray(value)) return addItems(value);
    addFields(value);
    text += "}";
  };
  const addItems = (items: readonly unknown[]): void => {
    text += "[";
    for (const [n, item] of items.entries()) {
      if (n > 0) text += ",";
      add(item);
    }
    text += "]";
  };
  const addFields = (fields: object): void => {
    let separator = "{";
    for (const [key, inner] of Object.entries(fields)) {
      if (inner === undefined) continue;
      if (inner === assigned.chatNumber) {
        if (separator === "{") throw new Error("the number of a chat follows another field");
        addNumber(inner);
        continue;
      }
      text += `${separator}${JSON.stringify(key)}:`;
      separator = ",";
      add(inner);
    }
  };
  add(draft);
  parts.push(text);
  return parts;
}

/** Returns the JSON text of a value. Most fields are not texts and need no escaping. */
const serialize = (value: unknown): string =>
  value === null || typeof value === "boolean" || Number.isInteger(value)
    ? String(value)
    : JSON.stringify(value);

function hasAssignedNumber(value: object): boolean {
  for (const inner of Object.values(value)) {
    if (typeof inner !== "object" || inner === null) continue;
    if (inner instanceof AssignedNumber || inner instanceof NumberedObject) return true;
    if (hasAssignedNumber(inner)) return true;
  }
  return false;
}

/** Returns the JSON text with its numbers. `fill_numbers` of the database returns the same text. */
export function joinParts(parts: DraftParts, numbers: AssignedNumbers): string {
  let text = "";
  for (const part of parts) text += typeof part === "string" ? part : toText(part, numbers);
  return text;
}
function toText(part: AssignedNumber, numbers: AssignedNumbers): string {
  const number = numbers[part.kind];
  if (part.kind !== "chatNumber") return String(number);
  return number === null ? "" : `,"number":${number}`;
}

/**
 * Returns the text that `fill_numbers` of the database takes. A control character and a code are in
 * the place of each number. JSON escapes control characters, so no other text is like them.
 */
export function encodeParts(parts: DraftParts): string {
  let text = "";
  for (const part of parts) text += typeof part === "string" ? part : codes[part.kind];
  return text;
}
const codes = {
  seq: "\u00011",
  chatNumber: "\u00012",
  visitorNumber: "\u00013",
} as const satisfies Readonly<Record<AssignedNumber["kind"], string>>;
