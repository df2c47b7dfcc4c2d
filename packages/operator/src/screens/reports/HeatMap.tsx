import type { Report } from "@parlour/protocol/api";
import { i18n } from "../../text/index.ts";
import { count, hourName, weekdayName } from "./figures.ts";
import { t } from "./text.ts";

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const two = (hour: number): string => String(hour).padStart(2, "0");
const countsOf = (report: Report): ReadonlyMap<number, number> =>
  new Map(report.hours.map(({ weekday, hour, chats }) => [weekday * 24 + hour, chats]));

/** Chats by hour and weekday as an average of the period: a table whose ground tells how many. */
export function HeatMap({ report }: { report: Report }) {
  const counts = countsOf(report);
  const average = (weekday: number, hour: number): number => {
    const days = report.weekdays[weekday - 1] ?? 0;
    return days === 0 ? 0 : (counts.get(weekday * 24 + hour) ?? 0) / days;
  };
  const cells = weekdays.flatMap((weekday) => hours.map((hour) => ({ weekday, hour, n: average(weekday, hour) })));
  const peak = cells.reduce((most, cell) => (cell.n > most.n ? cell : most), { weekday: 1, hour: 0, n: 0 });
  const shown = (n: number): string => i18n.number(n, { maximumFractionDigits: n < 1 ? 1 : 0 });
  const level = (n: number): number => (n === 0 ? 0 : Math.max(1, Math.ceil((n / peak.n) * 4)));
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="wide heatbox" tabIndex={0} aria-label={t("as.table.of", { name: t("chart.hours") })}>
        <table className="heat">
          <caption className="vh">{t("def.hours")}</caption>
          <Hours named={(hour) => hour % 3 === 0} />
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday)}</th>
                {hours.map((hour) => {
                  const n = average(weekday, hour);
                  const isPeak = n > 0 && weekday === peak.weekday && hour === peak.hour;
                  return (
                    <td key={hour} className={`h${level(n)}${isPeak ? " peak" : ""}`}>
                      {n === 0 ? <span className="vh">0</span> : shown(n)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {peak.n > 0 && (
        <p className="heat-l">
          {[1, 2, 3, 4].map((step) => (
            <span key={step}>
              <i className={`h${step}`} />
              {step === 4
                ? t("hours.more", { from: shown((peak.n * 3) / 4) })
                : t("hours.range", { from: shown((peak.n * (step - 1)) / 4), to: shown((peak.n * step) / 4) })}
            </span>
          ))}
          <span className="at-end">{t("hours.peak", { day: weekdayName(peak.weekday), hour: hourName(peak.hour), n: shown(peak.n) })}</span>
        </p>
      )}
    </>
  );
}

/** All chats of each hour of the week; each number lists them. */
export function HourTable({ report, onOpen }: { report: Report; onOpen: (weekday: number, hour: number) => void }) {
  const counts = countsOf(report);
  return (
    <table className="tbl heatplain">
      <Hours named={() => true} />
      <tbody>
        {weekdays.map((weekday) => (
          <tr key={weekday}>
            <th scope="row">{weekdayName(weekday)}</th>
            {hours.map((hour) => {
              const n = counts.get(weekday * 24 + hour) ?? 0;
              return (
                <td key={hour} className="end num">
                  {n === 0 ? (
                    <span className="faint">0</span>
                  ) : (
                    <button
                      type="button"
                      className="n"
                      aria-label={t("hours.cell", { day: weekdayName(weekday), hour: hourName(hour), n })}
                      onClick={() => onOpen(weekday, hour)}
                    >
                      {count(n)}
                    </button>
                  )}
                </td>
              );
            })}
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
