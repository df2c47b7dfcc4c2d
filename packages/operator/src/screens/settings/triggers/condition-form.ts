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
  };
  const value = values[type];
  return { type, ...(value === undefined ? {} : { value }) };
}

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

/** Converts a plain value to text for a field. */
export const toFieldText = (value: SingleCondition["value"]): string =>
  value === undefined || typeof value === "object" ? "" : String(value);

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
