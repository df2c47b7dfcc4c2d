import { i18n } from "../../../text/index.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";
import type { PurposeGroup, UsageFigures, UsageNumber, UsageStep } from "./usage-figures.ts";
import { t } from "./usage-text.ts";

interface UsageChartProps {
  readonly title: string;
  readonly unit: "hours" | "days";
  readonly steps: readonly UsageStep[];
  readonly groups: readonly (UsageFigures & { readonly group: PurposeGroup })[];
  readonly number: UsageNumber;
  /** Columns of the table. */
  readonly numbers: readonly UsageNumber[];
  readonly format: (value: number, number: UsageNumber) => string;
}

/** Renders a bar for each hour or day, a bar of the purposes, and the same as a table. */
export function UsageChart(chart: UsageChartProps) {
  const { title, unit, steps, number, format } = chart;
  const highest = Math.max(1, ...steps.map((step) => step[number]));
  return (
    <figure className="usage">
      <figcaption>
        <span className="medium">{title}</span>
        <span className="t12 soft num">{t("usage.highest", { n: format(highest, number) })}</span>
      </figcaption>
      <div className="bars" aria-hidden="true">
        {steps.map((step) => (
          <span key={step.at} title={`${stepName(step.at, unit)}: ${format(step[number], number)}`}>
            <span style={{ blockSize: `${(step[number] / highest) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className="axis" aria-hidden="true">
        {axisNames(steps, unit).map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <Purposes {...chart} />
      <UsageTable {...chart} />
    </figure>
  );
}

const stepName = (at: string, unit: UsageChartProps["unit"]): string =>
  unit === "hours"
    ? `${at.slice(11, 13)}:00`
    : i18n.date(new Date(`${at}T12:00:00Z`), { day: "numeric", month: "short", timeZone: "UTC" });

/** Names of the first, the middle and the last step. */
function axisNames(steps: readonly UsageStep[], unit: UsageChartProps["unit"]): readonly string[] {
  if (unit === "hours") return ["00:00", "06:00", "12:00", "18:00", "24:00"];
  const shown = [0, Math.floor((steps.length - 1) / 2), steps.length - 1];
  return shown.map((n) => stepName(steps[n]?.at ?? "", unit));
}

function Purposes({ groups, number, format }: UsageChartProps) {
  const shown = groups.filter((group) => group[number] > 0);
  const all = shown.reduce((sum, group) => sum + group[number], 0);
  if (all === 0) return null;
  const label = t("usage.purposes", { number: t(`usage.number.${number}`) });
  return (
    <>
      <div className="purposes" aria-hidden="true">
        {shown.map(({ group, [number]: value }) => (
          <span key={group} className={group} style={{ inlineSize: `${(value / all) * 100}%` }} />
        ))}
      </div>
      <ul className="purposelist" aria-label={label}>
        {shown.map(({ group, [number]: value }) => (
          <li key={group}>
            <span className={`swatch ${group}`} aria-hidden="true" />
            {t(`usage.purpose.${group}`)} <span className="num">{format(value, number)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function UsageTable({ title, unit, steps, numbers, format }: UsageChartProps) {
  const rows = steps.filter(({ requests, failed }) => requests + failed > 0).toReversed();
  if (rows.length === 0) return null;
  return (
    <Disclosure title={t("usage.table")}>
      <table className="usagetable" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t(unit === "hours" ? "usage.table.hour" : "usage.table.day")}</th>
            {numbers.map((name) => (
              <th key={name} scope="col" className="end">
                {t(`usage.number.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <th scope="row">{stepName(row.at, unit)}</th>
              {numbers.map((name) => (
                <td key={name} className="end num">
                  {format(row[name], name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
