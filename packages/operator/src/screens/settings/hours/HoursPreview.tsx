import { isOpen, nextClosing, nextOpening } from "@parlour/protocol/hours/open-hours";
import type { ReactNode } from "react";
import { i18n } from "../../../text/index.ts";
import { useNow } from "../../../ui/time.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { findChangedDay, toOpeningHours, validateHours, type HoursValues } from "./hours-form.ts";
import { formatRanges } from "./format.ts";
import { t } from "./text.ts";
import {
  findClosedMoment,
  formatTimeOfDay,
  formatWindowText,
  toLocalDay,
} from "./window-sentence.ts";

interface HoursPreviewProps {
  /** The edited hours. Null: always open. */
  hours: HoursValues | null;
  saved: HoursValues | null;
  isChanged: boolean;
}

/** Shows what the edited hours do now, and on the first day that was changed (CORE-344). */
export function HoursPreview({ hours, saved, isChanged }: HoursPreviewProps) {
  const now = useNow(30_000);
  const title = t(isChanged ? "hours.preview" : "hours.now");
  if (hours !== null && validateHours(hours) !== null)
    return (
      <SideCard id="s-open" title={title}>
        <p className="t13 soft">{t("hours.preview.wrong")}</p>
      </SideCard>
    );
  const changed = isChanged && hours !== null ? findChangedDay(hours, saved) : null;
  return (
    <SideCard id="s-open" title={title}>
      <OpenSentence hours={hours} now={now} />
      {changed && (
        <div className="changedday">
          <p className="t12 faint medium">
            {t("hours.preview.day", { day: formatChangedDay(changed.day) })}
          </p>
          <p className="t13">{formatRanges(changed.ranges)}</p>
        </div>
      )}
      {hours !== null && <WindowText hours={hours} day={changed?.day ?? null} now={now} />}
    </SideCard>
  );
}

function OpenSentence({ hours, now }: { hours: HoursValues | null; now: number }): ReactNode {
  const opening = hours && toOpeningHours(hours);
  const isNowOpen = isOpen(opening, now);
  const closesAt = nextClosing(opening, now);
  const opensAt = nextOpening(opening, closesAt ?? now);
  const at = (time: number) => formatMoment(time, now, hours?.timezone ?? "UTC");
  return (
    <div className="openstate" aria-live="polite">
      <p className="line">
        <span className={isNowOpen ? "dot" : "dot off"} aria-hidden="true" />
        <strong className="medium">{t(isNowOpen ? "hours.open.now" : "hours.closed.now")}</strong>
      </p>
      <p className="t13 soft">
        {opening === null && t("hours.always")}
        {opening !== null && isNowOpen && closesAt === null && t("hours.preview.stays")}
        {closesAt !== null && `${t("hours.closes", { time: at(closesAt) })} `}
        {opensAt !== null &&
          t(isNowOpen ? "hours.opens.again" : "hours.opens", { time: at(opensAt) })}
        {opening !== null && !isNowOpen && opensAt === null && t("hours.never")}
      </p>
    </div>
  );
}

/** Shows what the chat window says at a moment at which the edited hours are closed. */
function WindowText({ hours, day, now }: { hours: HoursValues; day: string | null; now: number }) {
  const at = findClosedMoment(hours, day, now);
  if (at === null) return null;
  const moment = formatMoment(at, now, hours.timezone);
  return (
    <div className="changedday">
      <p className="t12 faint medium">
        {at === now ? t("hours.window.now") : t("hours.window", { moment })}
      </p>
      <p className="windowtext t13">{formatWindowText(hours, at)}</p>
    </div>
  );
}

/** Formats a moment as "today at 18:00", "tomorrow at 09:00" or "Mon 30 Nov at 09:00". */
function formatMoment(at: number, now: number, timeZone: string): string {
  const days = toLocalDay(at, timeZone) - toLocalDay(now, timeZone);
  const time = formatTimeOfDay(at, timeZone);
  const day =
    days <= 1
      ? new Intl.RelativeTimeFormat(i18n.locale, { numeric: "auto" }).format(days, "day")
      : i18n.date(new Date(at), { weekday: "short", day: "numeric", month: "short", timeZone });
  return t("hours.at", { day, time });
}

const formatChangedDay = (day: string): string =>
  /^\d/.test(day)
    ? i18n.date(new Date(`${day}T12:00:00`), { weekday: "short", day: "numeric", month: "short" })
    : t(`day.${day as "mon"}`);
