import type { LiveReport } from "@parlour/protocol/api";
import { formatDuration } from "../../../ui/time.ts";
import { formatNumber, formatSeconds } from "../figures.ts";
import { t } from "../text.ts";

/** The large figures: waiting, open, at risk, first reply. */
export function BoardFigures({ report, now }: { report: LiveReport; now: number }) {
  const { waiting, open, snoozed, bot, today } = report;
  const since = report.waiting_since;
  return (
    <dl className="numbers" aria-label={t("board.now")}>
      <div className={waiting > 0 ? "tile bad" : "tile"}>
        <dt>{t("board.waiting")}</dt>
        <dd className="v num">{formatNumber(waiting)}</dd>
        <dd className="hint num">
          {since === null
            ? t("board.nobody")
            : t("board.longest", { time: formatDuration(now - Date.parse(since)) })}
        </dd>
      </div>
      <div className="tile">
        <dt>{t("board.open")}</dt>
        <dd className="v num">{formatNumber(open)}</dd>
        <dd className="hint">{t("board.rest", { snoozed, bot })}</dd>
      </div>
      <div className={report.at_risk + report.broken > 0 ? "tile warn" : "tile"}>
        <dt>{t("board.risk")}</dt>
        <dd className="v num">{formatNumber(report.at_risk)}</dd>
        <dd className="hint num">{t("board.broken", { n: report.broken })}</dd>
      </div>
      <div className="tile">
        <dt>{t("board.reply")}</dt>
        <dd className="v num">{formatSeconds(today.answer_median_s)}</dd>
        <dd className="hint">{t("board.reply.hint")}</dd>
      </div>
    </dl>
  );
}
