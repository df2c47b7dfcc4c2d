import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { t } from "./text.ts";
import type { useReport } from "./use-report.ts";

/** Shows the status of the report: failed, outdated or loading. */
export function ReportStatus({ query }: { query: ReturnType<typeof useReport> }) {
  const { error, isError, isPending, dataUpdatedAt, refetch } = query;
  const isDelayed = useDelayedLoading(isPending && !isError);
  return (
    <>
      {isError && dataUpdatedAt === 0 && (
        <ErrorMessage error={error} onRetry={() => void refetch()}>
          {t("reports.failed")}
        </ErrorMessage>
      )}
      <StaleNotice query={query} />
      {isDelayed && (
        <div className="card sect">
          <span className="vh">{t("reports.busy")}</span>
          <LineSkeleton lines={8} />
        </div>
      )}
    </>
  );
}
