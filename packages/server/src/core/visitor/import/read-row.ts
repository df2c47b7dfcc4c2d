import type { FieldValue } from "@parlour/protocol/field-kinds";
import { findFieldValueProblem, type ValueRules } from "@parlour/protocol/field-values";
import type { ImportRowError } from "@parlour/protocol/visitor-import";
import type { FieldConfig } from "../../account-config.ts";
import { normalizeValue } from "../../blacklist/normalize.ts";
import { toKey } from "../../chat/email/recipients.ts";
import { contactNames, contacts, type ContactField, type ContactTexts } from "../../contacts.ts";
import type { ChannelKind } from "../../entity.ts";
import { cleanText } from "../../text.ts";
import { isEmail } from "../offline-form.ts";

/** A visitor as a row of a file describes them. Empty cells are absent. */
export interface ImportedVisitor {
  /** Key of the customer in the channel. */
  readonly customer: string;
  readonly contacts: ContactTexts;
  readonly fields: Readonly<Record<string, FieldValue>>;
}
/** Why a row is refused. `column`: its index, or null for the whole row. */
export interface RowProblem {
  readonly code: ImportRowError;
  readonly column: number | null;
  readonly message: string;
}
/** What the columns of a file contain (VI-010). null: a column is ignored. */
export interface ImportColumns {
  readonly kind: ChannelKind;
  readonly targets: readonly (string | null)[];
  /** The fields of visitors. */
  readonly fields: readonly FieldConfig[];
  /** Returns the key of a visitor of a widget from the id that the site signs (WG-047). */
  readonly toSignedKey: (userId: string) => string;
}

/** Returns the visitor of a row (VI-012, VI-013), or why the row is refused. */
export function readRow(
  columns: ImportColumns,
  cells: readonly string[],
): ImportedVisitor | RowProblem {
  const { kind, targets } = columns;
  if (cells.length !== targets.length)
    return {
      code: "cells",
      column: null,
      message: `The row has ${cells.length} cells, the first line ${targets.length}.`,
    };
  const identityColumn = targets.indexOf("customer");
  const identity = readIdentity(columns, cleanText(cells[identityColumn] ?? "").trim());
  if ("problem" in identity)
    return {
      code: "identity",
      column: identityColumn,
      message: `The identity ${identity.problem}.`,
    };
  const texts: { [F in ContactField]?: string } = {};
  if (kind === "mail") texts.email = identity.address;
  if (kind === "whatsapp") texts.phone = `+${identity.customer}`;
  const values: Record<string, FieldValue> = {};
  for (const [column, target] of targets.entries()) {
    const text = cleanText(cells[column] ?? "").trim();
    if (target === null || column === identityColumn || text === "") continue;
    const contact = contactNames.find((name) => name === target);
    const field = columns.fields.find(({ key }) => target === `fields.${key}`);
    const value = field === undefined ? text : parseFieldText(field, text);
    const problem =
      field !== undefined
        ? findFieldValueProblem(field, value)
        : contact !== undefined
          ? findContactProblem(contact, text)
          : null;
    if (problem !== null) return { code: "value", column, message: `The value ${problem}.` };
    if (contact !== undefined) texts[contact] = text;
    if (field !== undefined) values[field.key] = value;
  }
  return { customer: identity.customer, contacts: texts, fields: values };
}

const phonePattern = /^[1-9]\d{4,19}$/;
const maxCustomerLength = 255;
const maxSignedIdLength = 1_024;

/** Returns the key of a customer in a channel (VI-012). `address`: as the file has it. */
function readIdentity(
  { kind, toSignedKey }: ImportColumns,
  text: string,
): { readonly customer: string; readonly address: string } | { readonly problem: string } {
  if (text === "") return { problem: "is missing" };
  if (kind === "mail")
    return isEmail(text)
      ? { customer: toKey(text), address: text }
      : { problem: "must be an email address" };
  if (kind === "sms" || kind === "whatsapp") {
    const digits = text.replaceAll(/[\s().-]/g, "").replace(/^(?:\+|00)/, "");
    return phonePattern.test(digits)
      ? { customer: digits, address: text }
      : { problem: "must be a phone number with its country code" };
  }
  if (kind === "telegram")
    return /^[1-9]\d{0,19}$/.test(text)
      ? { customer: text, address: text }
      : { problem: "must be the id of a person in Telegram, which has only digits" };
  if (kind === "widget")
    return text.length <= maxSignedIdLength
      ? { customer: toSignedKey(text), address: text }
      : { problem: `must have at most ${maxSignedIdLength} characters` };
  return Array.from(text).length <= maxCustomerLength
    ? { customer: text, address: text }
    : { problem: `must have at most ${maxCustomerLength} characters` };
}

function findContactProblem(field: ContactField, text: string): string | null {
  const { maxClaimLength, comparedAs } = contacts[field];
  if (Array.from(text).length > maxClaimLength)
    return `must have at most ${maxClaimLength} characters`;
  return comparedAs !== undefined && normalizeValue(comparedAs, text) === null
    ? `must be ${comparedAs === "email" ? "an email address" : "a phone number"}`
    : null;
}

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  да: true,
  "1": true,
  false: false,
  no: false,
  нет: false,
  "0": false,
};

/** Returns the value that a cell means. It may be invalid for the field. */
function parseFieldText({ kind, options }: ValueRules, text: string): FieldValue {
  switch (kind) {
    case "number":
      return Number(text);
    case "flag":
      return flags[text.toLowerCase()] ?? text;
    case "several_of":
      return options.includes(text) ? [text] : [...new Set(text.split(/\s*[,;|]\s*/))];
    case "text":
    case "date":
    case "one_of":
    case "link":
      return text;
  }
}
