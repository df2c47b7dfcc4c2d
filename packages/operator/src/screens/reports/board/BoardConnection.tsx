import type { LiveReport } from "@parlour/protocol/api";
import { useLiveState } from "../../../state/live-context.tsx";
import { formatClock } from "../../../ui/time.ts";
import { t } from "../text.ts";

/** Says whether the figures are kept current. */
export function BoardConnection({ report }: { report: LiveReport }) {
  const connection = useLiveState((state) => state.connection);
  return (
    <footer>
      {connection.kind === "offline" ? (
        <output className="danger">
          {t("board.offline", {
            since: formatClock(connection.since),
            at: formatClock(report.at),
          })}
        </output>
      ) : (
        <p className="line">
          <span className="dot" />
          {t("board.live")}
        </p>
      )}
      <span className="caption">{t("board.key")}</span>
    </footer>
  );
}
