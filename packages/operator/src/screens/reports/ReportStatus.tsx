import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { t } from "./text.ts";

/** State of the query of a report. `dataUpdatedAt` is 0 until data was loaded. */
export interface ReportQueryState {
  readonly error: unknown;
  readonly isError: boolean;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** Shows the status of the report: failed, outdated or loading. */
export function ReportStatus({ query }: { query: ReportQueryState }) {
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
