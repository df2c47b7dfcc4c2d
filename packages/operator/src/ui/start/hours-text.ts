import type { GetStarted } from "@parlour/protocol/api";
import { i18n } from "../../text/index.ts";
import { t } from "./text.ts";

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/**
 * Formats hours as "Mon to Fri, 9:00 to 18:00" if all days are equal, or says that some are set.
 */
export function hoursText({ timezone, week }: NonNullable<GetStarted["hours"]>): string {
  if (timezone === null) return t("start.hours.always");
  const open = days.map((day) => week[day]?.join(", ") ?? "");
  const first = open.findIndex((hours) => hours !== "");
  const last = open.findLastIndex((hours) => hours !== "");
  const span = open.slice(first, last + 1);
  const [from, to, more] = (span[0] ?? "").split("-");
  if (
    first === -1 ||
    from === undefined ||
    to === undefined ||
    more !== undefined ||
    span.some((hours) => hours !== span[0])
  )
    return t("start.hours.set");
  const values = { from: plain(from), to: plain(to), first: dayName(first), last: dayName(last) };
  return t(first === last ? "start.hours.day" : "start.hours.days", values);
}

const plain = (time: string): string => time.replace(/^0/, "");
/** Uses 1 January 2024, which was a Monday. */
const dayName = (n: number): string =>
  i18n.date(new Date(Date.UTC(2024, 0, 1 + n)), { weekday: "short", timeZone: "UTC" });
