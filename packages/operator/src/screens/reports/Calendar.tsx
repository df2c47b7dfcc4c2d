import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { i18n } from "../../text/index.ts";
import { Button } from "../../ui/Button.tsx";
import { dayByKey, firstDayOf, weeksOfMonth } from "./calendar-days.ts";
import { longDayName, monthName, weekdayWords } from "./figures.ts";
import { addMonths, monthOf, type Period } from "./period.ts";
import { t } from "./text.ts";

interface CalendarProps {
  readonly period: Period;
  readonly today: string;
  /** Number of months side by side. */
  readonly months: 1 | 2;
  readonly onChoose: (period: Period) => void;
}

/**
 * A calendar in which the first press chooses the start of a period and the second its end. Days
 * after today are disabled.
 */
export function Calendar({ period, today, months, onChoose }: CalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState(monthOf(period.to));
  const [at, setAt] = useState(period.to);
  /** The chosen start, until the end is chosen. */
  const [start, setStart] = useState<string | null>(null);
  const moved = useRef(false);
  const firstDay = firstDayOf(i18n.locales?.[0] ?? i18n.locale);
  const shown = Array.from({ length: months }, (_, n) => addMonths(last, n + 1 - months));
  // After a preset or a typed day, shows the end of the period.
  const [drawn, setDrawn] = useState(period);
  if (drawn !== period) {
    setDrawn(period);
    if (start !== null && period.from !== start) setStart(null);
    if (!shown.includes(monthOf(period.to))) setLast(monthOf(period.to));
    if (at !== period.from) setAt(period.to);
  }
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    box.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const choose = (day: string) => {
    setAt(day);
    if (start === null) {
      setStart(day);
      onChoose({ from: day, to: day });
    } else {
      setStart(null);
      onChoose(day < start ? { from: day, to: start } : { from: start, to: day });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const day = dayByKey(event.key, at, { firstDay, last: today });
    if (day === null) return;
    event.preventDefault();
    moved.current = true;
    setAt(day);
    const month = monthOf(day);
    if (month > last) setLast(month);
    else if (month < (shown[0] ?? month)) setLast(addMonths(month, months - 1));
  };
  /** The day in the tab order: the focused one, or the first of the visible months. */
  const tab = shown.includes(monthOf(at)) ? at : `${last}-01`;
  return (
    <div className="months" ref={box}>
      {shown.map((month, n) => (
        <div key={month}>
          <div className="mhead">
            {n === 0 && (
              <Button
                variant="quiet"
                small
                icon={IconChevronLeft}
                flipIcon
                aria-label={t("period.back")}
                onClick={() => setLast(addMonths(last, -1))}
              />
            )}
            <span className="grow" aria-live="polite">
              {monthName(month)}
            </span>
            {n === shown.length - 1 && (
              <Button
                variant="quiet"
                small
                icon={IconChevronRight}
                flipIcon
                aria-label={t("period.next")}
                unavailable={last >= monthOf(today)}
                onClick={() => setLast(addMonths(last, 1))}
              />
            )}
          </div>
          <Month {...{ month, period, today, tab, firstDay }} onChoose={choose} onKeyDown={onKeyDown} onReach={setAt} />
        </div>
      ))}
    </div>
  );
}

interface MonthProps extends Pick<CalendarProps, "period" | "today"> {
  readonly month: string;
  readonly tab: string;
  readonly firstDay: number;
  readonly onChoose: (day: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** The day received the focus. */
  readonly onReach: (day: string) => void;
}

function Month({ month, period, today, tab, firstDay, onChoose, onKeyDown, onReach }: MonthProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of WAI-ARIA for a calendar: its days have keys
    <table role="grid" aria-label={monthName(month)}>
      <thead>
        <tr>
          {weekdayWords(firstDay).map(({ long, short }) => (
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
              <td key={column} className={day === null ? "" : placeIn(period, day)} aria-selected={day !== null && isIn(period, day)}>
                {day !== null && (
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === tab ? 0 : -1}
                    aria-label={nameIn(period, day)}
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

const isIn = ({ from, to }: Period, day: string): boolean => from <= day && day <= to;
const placeIn = (period: Period, day: string): string =>
  [day === period.from && "edge s", day === period.to && "edge e", isIn(period, day) && "in"].filter(Boolean).join(" ");
function nameIn({ from, to }: Period, day: string): string {
  const name = longDayName(day);
  if (day === from && day === to) return t("period.both", { day: name });
  if (day === from) return t("period.start", { day: name });
  return day === to ? t("period.end", { day: name }) : name;
}
