import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { getDayByKey, getFirstWeekday, weeksOfMonth } from "./calendar-days.ts";
import { formatLongDay, formatMonth, listWeekdayNames } from "../figures.ts";
import { addMonths, toMonth, type Period } from "./period.ts";
import { t } from "../text.ts";

interface CalendarProps {
  readonly period: Period;
  readonly today: string;
  /** Number of months shown next to each other. */
  readonly months: 1 | 2;
  readonly onChoose: (period: Period) => void;
}

/**
 * Calendar in which the first press selects the start of a period and the second press selects its
 * end. Days after today are disabled.
 */
export function Calendar({ period, today, months, onChoose }: CalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  const [lastMonth, setLastMonth] = useState(toMonth(period.to));
  const [focusedDay, setFocusedDay] = useState(period.to);
  /** The selected start, until the end is selected. */
  const [start, setStart] = useState<string | null>(null);
  const mustFocus = useRef(false);
  const firstDay = getFirstWeekday(i18n.locales?.[0] ?? i18n.locale);
  const shownMonths = Array.from({ length: months }, (_, n) =>
    addMonths(lastMonth, n + 1 - months),
  );
  // Shows the end of the period after the operator chose a preset or typed a day.
  const [lastPeriod, setLastPeriod] = useState(period);
  if (lastPeriod !== period) {
    setLastPeriod(period);
    if (start !== null && period.from !== start) setStart(null);
    if (!shownMonths.includes(toMonth(period.to))) setLastMonth(toMonth(period.to));
    if (focusedDay !== period.from) setFocusedDay(period.to);
  }
  useEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    box.current?.querySelector<HTMLElement>(`[data-day="${focusedDay}"]`)?.focus();
  }, [focusedDay]);
  const choose = (day: string) => {
    setFocusedDay(day);
    if (start === null) {
      setStart(day);
      onChoose({ from: day, to: day });
    } else {
      setStart(null);
      onChoose(day < start ? { from: day, to: start } : { from: start, to: day });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const day = getDayByKey(event.key, focusedDay, { firstDay, last: today });
    if (day === null) return;
    event.preventDefault();
    mustFocus.current = true;
    setFocusedDay(day);
    const month = toMonth(day);
    if (month > lastMonth) setLastMonth(month);
    else if (month < (shownMonths[0] ?? month)) setLastMonth(addMonths(month, months - 1));
  };
  /** The day in the tab order: the focused day, or the first of the visible months. */
  const tabStop = shownMonths.includes(toMonth(focusedDay)) ? focusedDay : `${lastMonth}-01`;
  return (
    <div className="months" ref={box}>
      {shownMonths.map((month, n) => (
        <div key={month}>
          <MonthHeader
            month={month}
            isFirst={n === 0}
            isLast={n === shownMonths.length - 1}
            isCurrent={lastMonth >= toMonth(today)}
            onMove={(by) => setLastMonth(addMonths(lastMonth, by))}
          />
          <MonthGrid
            {...{ month, period, today, tabStop, firstDay }}
            onChoose={choose}
            onKeyDown={onKeyDown}
            onReach={setFocusedDay}
          />
        </div>
      ))}
    </div>
  );
}

interface MonthHeaderProps {
  readonly month: string;
  /** The first month has the button back, the last one the button forward. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The last month is the current one or later. */
  readonly isCurrent: boolean;
  readonly onMove: (months: 1 | -1) => void;
}

function MonthHeader({ month, isFirst, isLast, isCurrent, onMove }: MonthHeaderProps) {
  return (
    <div className="mhead">
      {isFirst && (
        <Button
          variant="quiet"
          small
          icon={IconChevronLeft}
          flipIcon
          aria-label={t("period.back")}
          onClick={() => onMove(-1)}
        />
      )}
      <span className="grow" aria-live="polite">
        {formatMonth(month)}
      </span>
      {isLast && (
        <Button
          variant="quiet"
          small
          icon={IconChevronRight}
          flipIcon
          aria-label={t("period.next")}
          unavailable={isCurrent}
          onClick={() => onMove(1)}
        />
      )}
    </div>
  );
}

interface MonthGridProps extends Pick<CalendarProps, "period" | "today"> {
  readonly month: string;
  readonly tabStop: string;
  readonly firstDay: number;
  readonly onChoose: (day: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Called when the day receives the focus. */
  readonly onReach: (day: string) => void;
}

function MonthGrid({
  month,
  period,
  today,
  tabStop,
  firstDay,
  onChoose,
  onKeyDown,
  onReach,
}: MonthGridProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of WAI-ARIA for a calendar: its days have keys
    <table role="grid" aria-label={formatMonth(month)}>
      <thead>
        <tr>
          {listWeekdayNames(firstDay).map(({ long, short }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month, firstDay).map((week, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- weeks have no other name
          <tr key={n}>
            {week.map((day, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- nor have days of another month
              <td
                key={column}
                className={day === null ? "" : dayClass(period, day)}
                aria-selected={day !== null && isInPeriod(period, day)}
              >
                {day !== null && (
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === tabStop ? 0 : -1}
                    aria-label={dayLabel(period, day)}
                    aria-current={day === today ? "date" : undefined}
                    aria-disabled={day > today || undefined}
                    onClick={() => day <= today && onChoose(day)}
                    onFocus={() => onReach(day)}
                    onKeyDown={onKeyDown}
                  >
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isInPeriod = ({ from, to }: Period, day: string): boolean => from <= day && day <= to;
const dayClass = (period: Period, day: string): string =>
  [day === period.from && "edge s", day === period.to && "edge e", isInPeriod(period, day) && "in"]
    .filter(Boolean)
    .join(" ");
function dayLabel({ from, to }: Period, day: string): string {
  const name = formatLongDay(day);
  if (day === from && day === to) return t("period.both", { day: name });
  if (day === from) return t("period.start", { day: name });
  return day === to ? t("period.end", { day: name }) : name;
}
