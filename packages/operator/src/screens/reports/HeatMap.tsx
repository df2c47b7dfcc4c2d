import type { Report } from "@parlour/protocol/api";
import { hourName, none, weekdayName } from "./figures.ts";
import { averagesOf, cellsOf, endsOf, levelOf, peakOf, scaleOf, type Cell, type Measure } from "./hours.ts";
import { t } from "./text.ts";

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const two = (hour: number): string => String(hour).padStart(2, "0");
const ofDay = (cells: readonly Cell[], weekday: number): readonly Cell[] => cells.slice((weekday - 1) * 24, weekday * 24);

interface HoursProps {
  readonly report: Report;
  readonly measure: Measure;
  /** Name of the measure. */
  readonly what: string;
}

/** A number by weekday and hour, averaged over the period. The colour of a cell shows its size. */
export function HeatMap({ report, measure, what }: HoursProps) {
  const cells = averagesOf(report, measure);
  const peak = peakOf(cells);
  const scale = scaleOf(measure, peak?.n ?? 0);
  const shown = (n: number): string => measure.short(n, scale.unit);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="wide heatbox" tabIndex={0} aria-label={t("as.table.of", { name: t("hours.of", { what }) })}>
        <table className="heat">
          <caption className="vh">{t("def.hours")}</caption>
          <Hours named={(hour) => hour % 3 === 0} />
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday)}</th>
                {ofDay(cells, weekday).map(({ hour, n }) => {
                  const isPeak = weekday === peak?.weekday && hour === peak.hour;
                  return (
                    <td key={hour} className={`h${levelOf(n, scale)}${isPeak ? " peak" : ""}`}>
                      {n === null ? <span className="vh">{measure.isSum ? 0 : none}</span> : shown(n)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {peak && (
        <p className="heat-l">
          {[1, 2, 3, 4].slice(0, levelOf(peak.n, scale)).map((step) => (
            <span key={step}>
              <i className={`h${step}`} />
              <Ends {...endsOf(scale, step)} step={step} shown={shown} />
            </span>
          ))}
          <span className="at-end">
            {t(measure.isSum ? "hours.peak" : "hours.longest", {
              day: weekdayName(peak.weekday),
              hour: hourName(peak.hour),
              n: measure.isSum ? shown(peak.n) : measure.whole(peak.n),
            })}
          </span>
        </p>
      )}
    </>
  );
}

function Ends({ from, to, step, shown }: { from: number; to: number; step: number; shown: (n: number) => string }) {
  if (step === 4) return t("hours.more", { from: shown(from) });
  if (step === 1) return t("hours.upto", { to: shown(to) });
  return from === to ? shown(to) : t("hours.range", { from: shown(from), to: shown(to) });
}

/** The totals of each hour of the week. Each number lists its chats. */
export function HourTable({ report, measure, what, onOpen }: HoursProps & { onOpen: (weekday: number, hour: number) => void }) {
  const cells = cellsOf(report, measure);
  return (
    <table className="tbl heatplain">
      <Hours named={() => true} />
      <tbody>
        {weekdays.map((weekday) => (
          <tr key={weekday}>
            <th scope="row">{weekdayName(weekday)}</th>
            {ofDay(cells, weekday).map(({ hour, n }) => (
              <td key={hour} className="end num">
                {n === null ? (
                  <span className="faint">{measure.isSum ? 0 : none}</span>
                ) : (
                  <button
                    type="button"
                    className="n"
                    aria-label={t("hours.cell", { day: weekdayName(weekday), hour: hourName(hour), what, n: measure.whole(n) })}
                    onClick={() => onOpen(weekday, hour)}
                  >
                    {measure.whole(n)}
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

function Hours({ named }: { named: (hour: number) => boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="vh">{t("hours.weekday")}</span>
        </th>
        {hours.map((hour) => (
          <th key={hour} scope="col">
            {named(hour) ? two(hour) : <span className="vh">{two(hour)}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}
