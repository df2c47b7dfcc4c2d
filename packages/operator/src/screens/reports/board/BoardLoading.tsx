import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { t } from "../text.ts";
import type { useLiveReport } from "./use-live-report.ts";

/** Shown instead of the figures while they load, and if they could not be loaded. */
export function BoardLoading({ query }: { query: ReturnType<typeof useLiveReport> }) {
  const isDelayed = useDelayedLoading(query.isPending);
  if (query.isError)
    return (
      <ErrorMessage error={query.error} onRetry={() => void query.refetch()}>
        {t("board.failed")}
      </ErrorMessage>
    );
  return isDelayed ? (
    <div className="tile">
      <span className="vh">{t("board.busy")}</span>
      <LineSkeleton lines={8} />
    </div>
  ) : null;
}
