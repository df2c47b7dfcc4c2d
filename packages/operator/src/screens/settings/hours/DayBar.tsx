import { passesMidnight, toMinutes, type TimeRange } from "./hours-form.ts";

const dayMinutes = 1440;

interface DayBarProps {
  ranges: readonly TimeRange[];
  /** Hours of the day before. Their part after midnight is drawn too. */
  before: readonly TimeRange[];
  /** Minute of the day at which the line of the present time is drawn. Null on other days. */
  now: number | null;
}

/** Draws the hours of one day as bars. Screen readers read the text fields of the row instead. */
export function DayBar({ ranges, before, now }: DayBarProps) {
  const bars = [
    ...before.filter(passesMidnight).map(([, to]) => [0, toMinutes(to)] as const),
    ...ranges.map(
      (range) =>
        [toMinutes(range[0]), passesMidnight(range) ? dayMinutes : toMinutes(range[1])] as const,
    ),
  ];
  return (
    <span className="daybar" aria-hidden="true">
      {bars.map(([start, end], index) =>
        start !== null && end !== null && end > start ? (
          <i
            key={index}
            style={{ insetInlineStart: share(start), inlineSize: share(end - start) }}
          />
        ) : null,
      )}
      {now !== null && <b style={{ insetInlineStart: share(now) }} />}
    </span>
  );
}

/** The hours above the bars of a week. */
export function DayAxis() {
  return (
    <div className="dayaxis t12 faint" aria-hidden="true">
      <span>
        {[0, 6, 12, 18, 24].map((hour) => (
          <i key={hour} style={{ insetInlineStart: share(hour * 60) }}>
            {hour}
          </i>
        ))}
      </span>
    </div>
  );
}

const share = (minutes: number): string => `${(minutes / dayMinutes) * 100}%`;
