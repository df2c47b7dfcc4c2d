import type { Condition, SingleCondition } from "@parlour/protocol/rules";
import { t } from "./text.ts";

/** Ways to join the conditions of a group. */
export const joinModes = ["all", "any", "none", "notall"] as const;
export type JoinMode = (typeof joinModes)[number];
export interface EditorGroup {
  readonly join: JoinMode;
  readonly items: readonly Condition[];
}
/**
 * Converts a condition to a group of the editor. A single condition becomes a group with one item.
 */
export function toGroup(condition: Condition | null): EditorGroup {
  if (condition === null) return { join: "all", items: [] };
  if ("all" in condition) return { join: "all", items: condition.all };
  if ("any" in condition) return { join: "any", items: condition.any };
  if (!("not" in condition)) return { join: "all", items: [condition] };
  const inner = condition.not;
  if ("any" in inner) return { join: "none", items: inner.any };
  if ("all" in inner) return { join: "notall", items: inner.all };
  return { join: "none", items: [inner] };
}
export function toCondition({ join, items }: EditorGroup): Condition {
  if (join === "all") return { all: items };
  if (join === "any") return { any: items };
  return { not: join === "none" ? { any: items } : { all: items } };
}
/**
 * Returns the path of an item in a group, as used in rule errors. `path` is the path of the group.
 */
export const getItemPath = (condition: Condition, path: string, n: number): string => {
  if ("all" in condition) return `${path}.all[${n}]`;
  if ("any" in condition) return `${path}.any[${n}]`;
  return "not" in condition
    ? "not" in condition.not || "type" in condition.not
      ? `${path}.not`
      : getItemPath(condition.not, `${path}.not`, n)
    : path;
};
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
