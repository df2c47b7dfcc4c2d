import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Condition, SingleCondition } from "@parlour/protocol/rules";
import { t } from "./text.ts";

export const isGroup = (condition: Condition): condition is Exclude<Condition, SingleCondition> =>
  !("type" in condition);

/** Creates a condition of the given type with an initial value. */
export function createCondition(type: SingleCondition["type"]): SingleCondition {
  const values: Readonly<Partial<Record<SingleCondition["type"], SingleCondition["value"]>>> = {
    time_on_page: 30,
    time_on_site: 60,
    scroll: 50,
    visits: 2,
    pages: 3,
    working_hours: true,
    operators_online: true,
    device: "desktop",
    utm: { source: "" },
    url: "",
    referrer: "",
    language: "",
    country: [],
    segment: [],
  };
  const value = values[type];
  if (type === "variable") return { type, name: "", value: "" };
  return {
    type,
    ...omitAbsent({ value }),
  };
}

/** Whether a test of a page variable compares numbers. */
export const isAmount = ({ type, op }: SingleCondition): boolean =>
  type === "variable" && (op === ">=" || op === "<=");

/** Changes the operator. The value of a page variable becomes a number or a text with it. */
export function changeOperator(leaf: SingleCondition, op: string): SingleCondition {
  const changed = { ...leaf, op };
  if (leaf.type !== "variable") return changed;
  const text = toFieldText(leaf.value);
  return { ...changed, value: isAmount(changed) ? parseAmount(text) : text };
}

/** Returns a number, or the text if it is none. */
export const parseAmount = (text: string): number | string =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;

const operatorIds = {
  ">=": "least",
  "<=": "most",
  "=": "exactly",
  contains: "contains",
  equals: "equals",
  starts: "starts",
  ends: "ends",
  matches: "matches",
} as const;
/** Returns the text of a comparison operator. */
export const operatorText = (op: string): string =>
  Object.hasOwn(operatorIds, op) ? t(`op.${operatorIds[op as keyof typeof operatorIds]}`) : op;

/** Converts a plain value, or a list of them, to text for a field. */
export const toFieldText = (value: SingleCondition["value"]): string =>
  Array.isArray(value)
    ? value.join(" ")
    : value === undefined || typeof value === "object"
      ? ""
      : String(value);

/** Parses country codes that are separated by spaces or commas. */
export const parseCountries = (text: string): readonly string[] =>
  text.toUpperCase().match(/[^\s,;]+/g) ?? [];

/** Formats a UTM value as `source=news&medium=mail`. `parseUtm` is the inverse. */
export const formatUtm = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Object.entries(value as Record<string, string>)
        .map(([part, text]) => `${part}=${text}`)
        .join("&")
    : "";
export const parseUtm = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("&")
      .filter((part) => part !== "")
      .map((part) => {
        const separatorIndex = part.indexOf("=");
        return separatorIndex < 0
          ? [part, ""]
          : [part.slice(0, separatorIndex).replace(/^utm_/, ""), part.slice(separatorIndex + 1)];
      }),
  );
