import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import type { Report, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { Definition } from "./Definition.tsx";
import { changeOf, count, countDelta, length, lengthDelta, none, pointDelta, share, type Delta } from "./figures.ts";
import { t } from "./text.ts";

type Open = (number: ReportNumber) => void;
type FigureName = "chats" | "missed" | "answer" | "duration" | "rating" | "bot" | "calls";

/**
 * The seven key figures with their changes. Every number lists its chats. Further numbers are in
 * the explanation of a figure.
 */
export function KeyFigures({ report: { now, before, people }, onOpen }: { report: Report; onOpen: Open }) {
  const is = now.totals;
  const was = before?.totals ?? null;
  const to = (number: ReportNumber, text: string) => <Count of={is} number={number} text={text} onOpen={onOpen} />;
  const hasBots = is.by_bot > 0 || people.some(({ kind }) => kind === "bot");
  return (
    <div className="keybox">
      <dl className="card keyfigures" aria-label={t("keys.label")}>
        <Figure
          name="chats"
          delta={was && changeOf(is.chats, was.chats)}
          more={is.begun > 0 && to("begun", t("key.begun", { n: count(is.begun) }))}
        >
          {to("chats", count(is.chats))}
        </Figure>
        <Figure
          name="missed"
          delta={was && pointDelta([is.missed, is.chats], [was.missed, was.chats], "down")}
          more={is.missed_outside_hours > 0 && to("missed_outside_hours", t("key.outside", { n: count(is.missed_outside_hours) }))}
        >
          {to("missed", count(is.missed))} {is.missed > 0 && <small>{share(is.missed, is.chats, 1)}</small>}
        </Figure>
        <Figure
          name="answer"
          delta={was && lengthDelta(is.answer_median_s, was.answer_median_s, "down")}
          more={is.answer_p90_s !== null && to("answered", t("key.p90", { time: length(is.answer_p90_s) }))}
        >
          {to("answered", length(is.answer_median_s))} {is.answered > 0 && <small>{t("key.median")}</small>}
        </Figure>
        <Figure name="duration" delta={was && lengthDelta(is.duration_median_s, was.duration_median_s)}>
          {to("closed", length(is.duration_median_s))} {is.closed > 0 && <small>{t("key.median")}</small>}
        </Figure>
        <Figure name="rating" delta={was && pointDelta([is.positive, is.rated], [was.positive, was.rated], "up")}>
          {to("positive", share(is.positive, is.rated))}{" "}
          <small>{is.rated === 0 ? t("rating.none") : to("rated", t("key.of", { n: count(is.rated) }))}</small>
        </Figure>
        <Figure name="bot" delta={hasBots && was ? pointDelta([is.by_bot, is.chats], [was.by_bot, was.chats]) : null}>
          {hasBots ? to("by_bot", share(is.by_bot, is.chats)) : none} <small>{hasBots ? count(is.by_bot) : t("key.nobot")}</small>
        </Figure>
        <Figure name="calls" delta={was && countDelta(is.calls, was.calls)}>
          {to("calls", count(is.calls))}{" "}
          {is.calls > 0 && <small>{to("calls_reached", t("key.reached", { n: count(is.calls_reached) }))}</small>}
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
            {delta.way !== "same" && <Icon of={delta.way === "up" ? IconArrowUpRight : IconArrowDownRight} small />}
            {delta.text} {delta.word}
          </b>
        </dd>
      )}
      <dd className="what">{t(`line.${name}`)}</dd>
    </div>
  );
}

/** A number that lists its chats, if there are any. */
export function Count({ of, number, text, onOpen }: { of: ReportFigures; number: ReportNumber; text: string; onOpen: Open }) {
  if (of[number] === 0) return text;
  return (
    <button type="button" className="n" aria-label={`${text}, ${t(`list.${number}`)}`} onClick={() => onOpen(number)}>
      {text}
    </button>
  );
}
