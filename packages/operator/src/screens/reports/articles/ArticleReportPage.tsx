import type { ArticleReport } from "@parlour/protocol/api";
import { IconBook2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../../ui/badges.tsx";
import { ChartCard } from "../charts/ChartCard.tsx";
import { ChartDataTable } from "../charts/ChartDataTable.tsx";
import { formatNumber, formatShare } from "../figures.ts";
import { ReportFrame } from "../ReportFrame.tsx";
import { pickPeriod } from "../report-url.ts";
import { t } from "../text.ts";
import { GapList } from "./GapList.tsx";
import { useReport } from "../use-report.ts";
import { useReportUrl } from "../use-report-url.ts";

/** Renders `/reports/articles`: what readers of the help centre did, and what they missed. */
export function ArticleReportPage() {
  const { address, go } = useReportUrl("/reports/articles");
  const query = useReport<ArticleReport>("/reports/articles", pickPeriod(address));
  const report = query.data;
  return (
    <ReportFrame
      path="/reports/articles"
      address={address}
      query={query}
      period={report}
      timezone={report?.timezone}
      onGo={go}
      dialog={null}
    >
      {report &&
        (report.articles.length === 0 && report.searches === 0 ? (
          <div className="card">
            <EmptyState icon={IconBook2} title={t("articlereport.none")}>
              {t("articlereport.none.text")}
            </EmptyState>
          </div>
        ) : (
          <ArticleTable report={report} />
        ))}
      <GapList address={address} />
    </ReportFrame>
  );
}

type Figures = ArticleReport["totals"];

function ArticleTable({ report: { articles, totals } }: { report: ArticleReport }) {
  return (
    <ChartCard
      title={t("articlereport.articles")}
      definition={t("articlereport.articles.hint")}
      table={
        <ChartDataTable
          first={t("table.name")}
          columns={[
            t("articlereport.views"),
            t("articlereport.helpful"),
            t("articlereport.votes"),
            t("articlereport.chats"),
          ]}
          isSorted
        >
          {articles.map(({ id, title, ...figures }) => (
            <tr key={id}>
              <th scope="row">
                <ArticleLink id={id} title={title} />
              </th>
              <FigureCells {...figures} />
            </tr>
          ))}
          <tr>
            <th scope="row">{t("articlereport.all")}</th>
            <FigureCells {...totals} />
          </tr>
        </ChartDataTable>
      }
    />
  );
}

const ArticleLink = ({ id, title }: { id: number; title: string }) => (
  <Link className="cut" to="/articles/$" params={{ _splat: String(id) }} search={{}}>
    <bdi>{title}</bdi>
  </Link>
);

function FigureCells({ views, helpful, not_helpful, chats }: Figures) {
  const votes = helpful + not_helpful;
  return (
    <>
      <td className="end num">{formatNumber(views)}</td>
      <td className="end num">{formatShare(helpful, votes)}</td>
      <td className="end num">{formatNumber(votes)}</td>
      <td className="end num">{formatNumber(chats)}</td>
    </>
  );
}
