import type { Report, SlaReport } from "@parlour/protocol/api";
import { formatHour, rowName, formatDayWithWeekday, formatWeekday } from "../figures.ts";
import type { ChatListQuery, ChatListSubject } from "./chat-list-query.ts";
import { policyTargetName } from "../policy-target.ts";
import { t } from "../text.ts";

/** Returns the title of a chat list: its number with the day, hour or row. */
export function listTitle(
  { number, of }: ChatListQuery,
  report: Partial<Report & SlaReport>,
): string {
  return of === undefined
    ? t(`list.${number}`)
    : t("list.on", { what: t(`list.${number}`), where: subjectText(of, report) });
}
function subjectText(
  subject: ChatListSubject,
  { channels = [], departments = [], people = [], policies = [] }: Partial<Report & SlaReport>,
): string {
  if (subject.kind === "day") return formatDayWithWeekday(subject.date);
  if (subject.kind === "hour")
    return `${formatWeekday(subject.weekday)} ${formatHour(subject.hour)}`;
  if (subject.kind === "policy") {
    const { id, target } = subject;
    const name = policies.find((policy) => policy.id === id)?.name ?? null;
    return policyTargetName({ id, name, target });
  }
  const rows =
    subject.kind === "channel"
      ? channels
      : subject.kind === "department"
        ? departments
        : people.filter(({ kind }) => kind === subject.kind);
  const missingName = subject.kind === "department" ? t("table.nodepartment") : t("table.nobody");
  return rowName(subject.id, rows.find(({ id }) => id === subject.id)?.name ?? null, missingName);
}
