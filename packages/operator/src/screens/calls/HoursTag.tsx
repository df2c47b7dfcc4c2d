import type { AccountHours, CallSettings, WorkingHours } from "@parlour/protocol/api";
import { Tag } from "../../ui/badges.tsx";
import { getHoursOverview } from "./hours-overview.ts";
import { t } from "../../ui/calls/text.ts";
import { stripLeadingZero, formatWeekday } from "./format.ts";

/**
 * Returns the hours in which calls can be requested: the call settings' own hours, or those of the
 * account. Null if always open, undefined until loaded.
 */
export function getEffectiveCallHours(
  settings: CallSettings,
  account: AccountHours | undefined,
): WorkingHours | null | undefined {
  if (settings.hours !== null || account === undefined) return settings.hours ?? undefined;
  const { timezone, week, exceptions, exception_details } = account;
  return timezone === null ? null : { timezone, week, exceptions, exception_details };
}

/** Shows whether calls can be requested now, and until when. */
export function HoursTag({
  settings,
  account,
  now,
}: {
  settings: CallSettings;
  account: AccountHours | undefined;
  now: number;
}) {
  const hours = getEffectiveCallHours(settings, account);
  const overview = hours ? getHoursOverview(hours, now) : null;
  if (settings.open_now)
    return (
      <Tag tone="ok">
        {overview?.until
          ? t("calls.open.until", { time: stripLeadingZero(overview.until) })
          : t("calls.open")}
      </Tag>
    );
  if (!overview?.opens) return <Tag>{t("calls.shut")}</Tag>;
  const { date, time } = overview.opens;
  const day = date === overview.today.date ? "" : `${formatWeekday(date, "short")} `;
  return <Tag>{t("calls.shut.until", { time: `${day}${stripLeadingZero(time)}` })}</Tag>;
}
