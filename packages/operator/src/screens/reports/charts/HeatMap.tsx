import type { Report } from "@parlour/protocol/api";
import { formatHour, noValue, formatWeekday } from "../figures.ts";
import {
  averageCells,
  listCells,
  levelRange,
  colourLevel,
  findPeak,
  createScale,
  type HourCell,
  type Measure,
} from "./hours.ts";
import { t } from "../text.ts";

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const pad = (hour: number): string => String(hour).padStart(2, "0");
const cellsOfDay = (cells: readonly HourCell[], weekday: number): readonly HourCell[] =>
  cells.slice((weekday - 1) * 24, weekday * 24);

interface HoursProps {
  readonly report: Report;
  readonly measure: Measure;
  readonly measureName: string;
}

/**
 * Shows a number by weekday and hour, averaged over the period. Higher values have darker cells.
 */
export function HeatMap({ report, measure, measureName }: HoursProps) {
  const cells = averageCells(report, measure);
  const peak = findPeak(cells);
  const scale = createScale(measure, peak?.n ?? 0);
  const formatCell = (n: number): string => measure.formatShort(n, scale.unit);
  return (
    <>
      <section
        className="wide heatbox"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("as.table.of", { name: t("hours.of", { what: measureName }) })}
      >
        <table className="heat">
          <caption className="vh">{t("def.hours")}</caption>
          <HourHeads isLabelled={(hour) => hour % 3 === 0} />
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{formatWeekday(weekday)}</th>
                {cellsOfDay(cells, weekday).map(({ hour, n }) => {
                  const isPeak = weekday === peak?.weekday && hour === peak.hour;
                  return (
                    <td key={hour} className={`h${colourLevel(n, scale)}${isPeak ? " peak" : ""}`}>
                      {n === null ? (
                        <span className="vh">{measure.isSum ? 0 : noValue}</span>
                      ) : (
                        formatCell(n)
                      )}
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
          {[1, 2, 3, 4].slice(0, colourLevel(peak.n, scale)).map((step) => (
            <span key={step}>
              <i className={`h${step}`} />
              <LevelRange {...levelRange(scale, step)} step={step} formatCell={formatCell} />
            </span>
          ))}
          <span className="at-end">
            {t(measure.isSum ? "hours.peak" : "hours.longest", {
              day: formatWeekday(peak.weekday),
              hour: formatHour(peak.hour),
              n: measure.isSum ? formatCell(peak.n) : measure.formatFull(peak.n),
            })}
          </span>
        </p>
      )}
    </>
  );
}

function LevelRange({
  from,
  to,
  step,
  formatCell,
}: {
  from: number;
  to: number;
  step: number;
  formatCell: (n: number) => string;
}) {
  if (step === 4) return t("hours.more", { from: formatCell(from) });
  if (step === 1) return t("hours.upto", { to: formatCell(to) });
  return from === to
    ? formatCell(to)
    : t("hours.range", { from: formatCell(from), to: formatCell(to) });
}

/** Table of the totals of each hour of the week. Each number opens a list of its chats. */
export function HourTable({
  report,
  measure,
  measureName,
  onOpen,
}: HoursProps & { onOpen: (weekday: number, hour: number) => void }) {
  const cells = listCells(report, measure);
  return (
    <table className="tbl heatplain">
      <HourHeads isLabelled={() => true} />
      <tbody>
        {weekdays.map((weekday) => (
          <tr key={weekday}>
            <th scope="row">{formatWeekday(weekday)}</th>
            {cellsOfDay(cells, weekday).map(({ hour, n }) => (
              <td key={hour} className="end num">
                {n === null ? (
                  <span className="faint">{measure.isSum ? 0 : noValue}</span>
                ) : (
                  <button
                    type="button"
                    className="n"
                    aria-label={t("hours.cell", {
                      day: formatWeekday(weekday),
                      hour: formatHour(hour),
                      what: measureName,
                      n: measure.formatFull(n),
                    })}
                    onClick={() => onOpen(weekday, hour)}
                  >
                    {measure.formatFull(n)}
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

function HourHeads({ isLabelled }: { isLabelled: (hour: number) => boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="vh">{t("hours.weekday")}</span>
        </th>
        {hours.map((hour) => (
          <th key={hour} scope="col">
            {isLabelled(hour) ? pad(hour) : <span className="vh">{pad(hour)}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}
