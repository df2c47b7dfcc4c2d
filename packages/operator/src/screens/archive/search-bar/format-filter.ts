import { priorityNames } from "@parlour/protocol/chat-priority";
import { i18n } from "../../../text/index.ts";
import { t } from "../text.ts";
import type { Token, TokenName } from "../tokens.ts";

/** Values defined by the query language. All other values are names from the account. */
const fixedValues: Partial<Record<TokenName, readonly string[]>> = {
  from: ["visitor", "operator", "bot"],
  operator: ["me"],
  state: ["waiting", "bot", "open", "closed"],
  rating: ["positive", "negative", "none"],
  priority: [...priorityNames],
  has: ["file"],
};

export function valueLabel(name: TokenName, value: string): string {
  if (fixedValues[name]?.includes(value) === true)
    return t(`value.${name}.${value}` as Parameters<typeof t>[0]);
  if ((name === "after" || name === "before") && /^\d{4}-\d{2}-\d{2}$/.test(value))
    return i18n.date(new Date(`${value}T12:00:00`), {
      day: "numeric",
      month: "short",
      year: "numeric",
    });
  return value;
}

/** Returns the name and value of a filter as text. `visitorNames` maps visitor numbers to names. */
export function filterText(
  { name, value, not }: Token,
  visitorNames: ReadonlyMap<number, string>,
): { readonly name: string; readonly value: string } {
  const label = t(`filter.${name}`);
  const number = Number(value.replace(/^#/, ""));
  return {
    name: not ? t("filter.not", { name: label }) : label,
    value:
      name === "visitor" ? (visitorNames.get(number) ?? `#${number}`) : valueLabel(name, value),
  };
}
