import type { Report, ReportNumber } from "@parlour/protocol/api";
import { formatNumber, formatRatedShare, formatWeek, groupWeeks } from "../figures.ts";
import { CountButton } from "../KeyFigures.tsx";
import { ChartDataTable } from "./ChartDataTable.tsx";
import { t } from "../text.ts";

interface RatingsProps {
  report: Report;
  onOpen: (number: ReportNumber) => void;
}

/** Shows the ratings by week. */
export function Ratings({ report: { now }, onOpen }: RatingsProps) {
  if (now.totals.rated === 0) return <p className="soft t13">{t("rating.none.text")}</p>;
  return (
    <>
      <ol className="rates">
        {groupWeeks(now.days).map((week) => (
          <li key={week.from}>
            <span>{formatWeek(week)}</span>
            <span className="num">{formatRatedShare(week.positive, week.rated)}</span>
            <span className={week.rated === 0 ? "bar unrated" : "bar"} aria-hidden="true">
              <span
                style={{
                  inlineSize: week.rated === 0 ? 0 : `${(week.positive / week.rated) * 100}%`,
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      <p className="rest">
        <CountButton
          figures={now.totals}
          number="negative"
          text={t("rating.bad", { n: now.totals.negative })}
          onOpen={onOpen}
        />
        {", "}
        <CountButton
          figures={now.totals}
          number="commented"
          text={t("rating.comment", { n: now.totals.commented })}
          onOpen={onOpen}
        />
      </p>
    </>
  );
}

export function RatingTable({ report: { now } }: { report: Report }) {
  return (
    <ChartDataTable first={t("table.week")} columns={[t("table.rating"), t("table.rated")]}>
      {groupWeeks(now.days).map((week) => (
        <tr key={week.from}>
          <th scope="row">{formatWeek(week)}</th>
          <td className="end num">{formatRatedShare(week.positive, week.rated)}</td>
          <td className="end num">{formatNumber(week.rated)}</td>
        </tr>
      ))}
    </ChartDataTable>
  );
}
