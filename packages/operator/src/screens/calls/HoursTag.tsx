import type { AccountHours, CallSettings, WorkingHours } from "@parlour/protocol/api";
import { Tag } from "../../ui/marks.tsx";
import { hoursOverview } from "./hours-days.ts";
import { t } from "./text.ts";
import { clockText, weekday } from "./words.ts";

/**
 * Returns the hours of calls: their own, or those of the account. null: always open. undefined: not
 * loaded yet.
 */
export function hoursInForce(settings: CallSettings, account: AccountHours | undefined): WorkingHours | null | undefined {
  if (settings.hours !== null || account === undefined) return settings.hours ?? undefined;
  const { timezone, week, exceptions } = account;
  return timezone === null ? null : { timezone, week, exceptions };
}

/** Whether calls can be requested now, and until when. */
export function HoursTag({ settings, account, now }: { settings: CallSettings; account: AccountHours | undefined; now: number }) {
  const hours = hoursInForce(settings, account);
  const overview = hours ? hoursOverview(hours, now) : null;
  if (settings.open_now)
    return <Tag tone="ok">{overview?.until ? t("calls.open.until", { time: clockText(overview.until) }) : t("calls.open")}</Tag>;
  if (!overview?.opens) return <Tag>{t("calls.shut")}</Tag>;
  const { date, time } = overview.opens;
  const day = date === overview.today.date ? "" : `${weekday(date, "short")} `;
  return <Tag>{t("calls.shut.until", { time: `${day}${clockText(time)}` })}</Tag>;
}
