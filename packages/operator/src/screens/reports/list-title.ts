import type { Report } from "@parlour/protocol/api";
import { hourName, nameOf, weekDayName, weekdayName } from "./figures.ts";
import type { Listed, ListedOf } from "./listed.ts";
import { t } from "./text.ts";

/** Returns the title of a list: its number, with the day, hour or row. */
export function titleOf({ number, of }: Listed, report: Report): string {
  return of === undefined ? t(`list.${number}`) : t("list.on", { what: t(`list.${number}`), where: whereOf(of, report) });
}
function whereOf(of: ListedOf, { channels, departments, people }: Report): string {
  if (of.kind === "day") return weekDayName(of.date);
  if (of.kind === "hour") return `${weekdayName(of.weekday)} ${hourName(of.hour)}`;
  const rows = of.kind === "channel" ? channels : of.kind === "department" ? departments : people.filter(({ kind }) => kind === of.kind);
  const without = of.kind === "department" ? t("table.nodepartment") : t("table.nobody");
  return nameOf(of.id, rows.find(({ id }) => id === of.id)?.name ?? null, without);
}
