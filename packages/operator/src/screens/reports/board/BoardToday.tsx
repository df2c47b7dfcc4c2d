import type { LiveReport } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { i18n } from "../../../text/index.ts";
import {
  countDelta,
  durationDelta,
  formatNumber,
  formatSeconds,
  formatShare,
  percentagePointDelta,
  type Delta,
} from "../figures.ts";
import { DeltaText } from "../KeyFigures.tsx";
import { t } from "../text.ts";

/** Compares today with the same weekday of the last week until the same time. */
export function BoardToday({ report }: { report: LiveReport }) {
  const { today } = report;
  const before = report.last_week;
  const timeZone = report.timezone;
  return (
    <section className="tile">
      <h2>
        {t("board.today", { day: i18n.date(new Date(report.at), { weekday: "long", timeZone }) })}
      </h2>
      <dl className="today">
        <Compared name={t("board.today.chats")} delta={countDelta(today.chats, before.chats)}>
          {formatNumber(today.chats)}
        </Compared>
        <Compared name={t("board.today.missed")} delta={countDelta(today.missed, before.missed)}>
          {formatNumber(today.missed)}
        </Compared>
        <Compared
          name={t("board.today.rating")}
          delta={percentagePointDelta(
            [today.positive, today.rated],
            [before.positive, before.rated],
            "up",
          )}
        >
          {formatShare(today.positive, today.rated)}
        </Compared>
        <Compared
          name={t("board.reply")}
          delta={durationDelta(today.answer_median_s, before.answer_median_s, "down")}
        >
          {formatSeconds(today.answer_median_s)}
        </Compared>
      </dl>
    </section>
  );
}

function Compared({
  name,
  delta,
  children,
}: {
  name: string;
  delta: Delta | null;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="v num">{children}</dd>
      {delta !== null && <DeltaText delta={delta} />}
    </div>
  );
}
