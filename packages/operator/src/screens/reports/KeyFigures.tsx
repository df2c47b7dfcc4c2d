import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import type { Report, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { Definition } from "./Definition.tsx";
import {
  percentChange,
  formatNumber,
  countDelta,
  formatSeconds,
  durationDelta,
  noValue,
  pointDelta,
  formatShare,
  type Delta,
} from "./figures.ts";
import { t } from "./text.ts";

type OpenChats = (number: ReportNumber) => void;
type FigureName = "chats" | "missed" | "answer" | "duration" | "rating" | "bot" | "calls";

/**
 * The seven key figures with their changes. Every number lists its chats. Further numbers are in
 * the explanation of a figure.
 */
export function KeyFigures({
  report: { now, before, people },
  onOpen,
}: {
  report: Report;
  onOpen: OpenChats;
}) {
  const totals = now.totals;
  const previousTotals = before?.totals ?? null;
  const countButton = (number: ReportNumber, text: string) => (
    <CountButton figures={totals} number={number} text={text} onOpen={onOpen} />
  );
  const hasBots = totals.by_bot > 0 || people.some(({ kind }) => kind === "bot");
  return (
    <div className="keybox">
      <dl className="card keyfigures" aria-label={t("keys.label")}>
        <Figure
          name="chats"
          delta={previousTotals && percentChange(totals.chats, previousTotals.chats)}
          more={
            totals.begun > 0 &&
            countButton("begun", t("key.begun", { n: formatNumber(totals.begun) }))
          }
        >
          {countButton("chats", formatNumber(totals.chats))}
        </Figure>
        <Figure
          name="missed"
          delta={
            previousTotals &&
            pointDelta(
              [totals.missed, totals.chats],
              [previousTotals.missed, previousTotals.chats],
              "down",
            )
          }
          more={
            totals.missed_outside_hours > 0 &&
            countButton(
              "missed_outside_hours",
              t("key.outside", { n: formatNumber(totals.missed_outside_hours) }),
            )
          }
        >
          {countButton("missed", formatNumber(totals.missed))}{" "}
          {totals.missed > 0 && <small>{formatShare(totals.missed, totals.chats, 1)}</small>}
        </Figure>
        <Figure
          name="answer"
          delta={
            previousTotals &&
            durationDelta(totals.answer_median_s, previousTotals.answer_median_s, "down")
          }
          more={
            totals.answer_p90_s !== null &&
            countButton("answered", t("key.p90", { time: formatSeconds(totals.answer_p90_s) }))
          }
        >
          {countButton("answered", formatSeconds(totals.answer_median_s))}{" "}
          {totals.answered > 0 && <small>{t("key.median")}</small>}
        </Figure>
        <Figure
          name="duration"
          delta={
            previousTotals &&
            durationDelta(totals.duration_median_s, previousTotals.duration_median_s)
          }
        >
          {countButton("closed", formatSeconds(totals.duration_median_s))}{" "}
          {totals.closed > 0 && <small>{t("key.median")}</small>}
        </Figure>
        <Figure
          name="rating"
          delta={
            previousTotals &&
            pointDelta(
              [totals.positive, totals.rated],
              [previousTotals.positive, previousTotals.rated],
              "up",
            )
          }
        >
          {countButton("positive", formatShare(totals.positive, totals.rated))}{" "}
          <small>
            {totals.rated === 0
              ? t("rating.none")
              : countButton("rated", t("key.of", { n: formatNumber(totals.rated) }))}
          </small>
        </Figure>
        <Figure
          name="bot"
          delta={
            hasBots && previousTotals
              ? pointDelta(
                  [totals.by_bot, totals.chats],
                  [previousTotals.by_bot, previousTotals.chats],
                )
              : null
          }
        >
          {hasBots ? countButton("by_bot", formatShare(totals.by_bot, totals.chats)) : noValue}{" "}
          <small>{hasBots ? formatNumber(totals.by_bot) : t("key.nobot")}</small>
        </Figure>
        <Figure
          name="calls"
          delta={previousTotals && countDelta(totals.calls, previousTotals.calls)}
        >
          {countButton("calls", formatNumber(totals.calls))}{" "}
          {totals.calls > 0 && (
            <small>
              {countButton(
                "calls_reached",
                t("key.reached", { n: formatNumber(totals.calls_reached) }),
              )}
            </small>
          )}
        </Figure>
      </dl>
    </div>
  );
}

interface FigureProps {
  readonly name: FigureName;
  readonly delta: Delta | null;
  /** A further number, shown in the explanation. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

function Figure({ name, delta, more, children }: FigureProps) {
  return (
    <div>
      <dt>
        {t(`name.${name}`)}
        <Definition name={t(`name.${name}`)} text={t(`def.${name}`)}>
          {more}
        </Definition>
      </dt>
      <dd className="v num">{children}</dd>
      {delta !== null && (
        <dd className={`delta ${delta.tone ?? ""}`}>
          <b>
            {delta.direction !== "same" && (
              <Icon of={delta.direction === "up" ? IconArrowUpRight : IconArrowDownRight} small />
            )}
            {delta.text} {delta.word}
          </b>
        </dd>
      )}
      <dd className="what">{t(`line.${name}`)}</dd>
    </div>
  );
}

/** A number that lists its chats, if there are any. */
export function CountButton({
  figures,
  number,
  text,
  onOpen,
}: {
  figures: ReportFigures;
  number: ReportNumber;
  text: string;
  onOpen: OpenChats;
}) {
  if (figures[number] === 0) return text;
  return (
    <button
      type="button"
      className="n"
      aria-label={`${text}, ${t(`list.${number}`)}`}
      onClick={() => onOpen(number)}
    >
      {text}
    </button>
  );
}
