import type { SlaReport } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/Button.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { useNow } from "../../../ui/time.ts";
import { ChartCard, type TableFile } from "../charts/ChartCard.tsx";
import { pickFilter, type ReportUrlParams } from "../report-url.ts";
import { t } from "../text.ts";
import { useReportChats } from "../use-report.ts";
import { formatLateness, policyTargetName } from "../policy-target.ts";

interface BrokenChatsProps {
  readonly report: SlaReport;
  readonly address: ReportUrlParams;
  readonly file: TableFile;
}

/** Lists the chats with missed targets, latest first. */
export function BrokenChats({ report: { from, to }, address, file }: BrokenChatsProps) {
  const pages = useReportChats({ number: "sla_broken", from, to, ...pickFilter(address) });
  const isDelayed = useDelayedLoading(pages.isPending);
  const now = useNow(60_000);
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <ChartCard
      title={t("sla.missed")}
      definition={t("sla.def")}
      file={file}
      table={
        <>
          {pages.isError && (
            <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {isDelayed && <LineSkeleton lines={4} />}
          <table className="tbl">
            <thead>
              <tr>
                {(["chat", "target", "lateby", "with"] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`sla.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map(
                ({ chat, sla }) =>
                  sla && (
                    <tr key={`${chat.id} ${sla.target} ${sla.due_at}`}>
                      <th scope="row">
                        <Link
                          to="/archive/{-$chat}"
                          params={{ chat: String(chat.id) }}
                          search={{}}
                          title={t("list.open")}
                        >
                          {getVisitorName(chat)}
                        </Link>{" "}
                        <span className="faint num">{chat.number}</span>
                      </th>
                      <td dir="auto">{policyTargetName({ ...sla.policy, target: sla.target })}</td>
                      <td className="late num">{formatLateness(sla, now)}</td>
                      <td dir="auto">{chat.assignee?.name ?? t("sla.nobody")}</td>
                    </tr>
                  ),
              )}
            </tbody>
          </table>
        </>
      }
      foot={
        pages.hasNextPage && (
          <p className="pager">
            <Button
              small
              onClick={() => void pages.fetchNextPage()}
              unavailable={pages.isFetchingNextPage}
            >
              {t("list.more")}
            </Button>
          </p>
        )
      }
    />
  );
}
