import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import type { Report, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { changeOf, count, countDelta, length, lengthDelta, pointDelta, share, type Delta } from "./figures.ts";
import { t } from "./text.ts";

type Open = (number: ReportNumber) => void;

/** The seven numbers, what each means, and how it changed. Every number lists its chats. */
export function KeyFigures({ report: { now, before }, onOpen }: { report: Report; onOpen: Open }) {
  const is = now.totals;
  const was = before?.totals ?? null;
  const to = (number: ReportNumber, text: string) => <Count of={is} number={number} text={text} onOpen={onOpen} />;
  return (
    <dl className="card keyfigures" aria-label={t("keys.label")}>
      <Figure name={t("key.chats")} what={t("def.chats")} delta={was && changeOf(is.chats, was.chats)}>
        {to("chats", count(is.chats))} {is.begun > 0 && <small>{to("begun", t("key.begun", { n: is.begun }))}</small>}
      </Figure>
      <Figure
        name={t("key.missed")}
        what={t("def.missed")}
        delta={was && pointDelta([is.missed, is.chats], [was.missed, was.chats], "down")}
      >
        {to("missed", count(is.missed))} <small>{share(is.missed, is.chats, 1)}</small>
        {is.missed_outside_hours > 0 && <small>{to("missed_outside_hours", t("key.outside", { n: is.missed_outside_hours }))}</small>}
      </Figure>
      <Figure name={t("key.answer")} what={t("def.answer")} delta={was && lengthDelta(is.answer_median_s, was.answer_median_s, "down")}>
        {to("answered", length(is.answer_median_s))} <small>{t("key.p90", { time: length(is.answer_p90_s) })}</small>
      </Figure>
      <Figure name={t("key.duration")} what={t("def.duration")} delta={was && lengthDelta(is.duration_median_s, was.duration_median_s)}>
        {to("closed", length(is.duration_median_s))} <small>{t("key.median")}</small>
      </Figure>
      <Figure
        name={t("key.rating")}
        what={t("def.rating")}
        delta={was && pointDelta([is.positive, is.rated], [was.positive, was.rated], "up")}
      >
        {to("positive", share(is.positive, is.rated))} <small>{to("rated", t("key.of", { n: count(is.rated) }))}</small>
      </Figure>
      <Figure name={t("key.bot")} what={t("def.bot")} delta={was && pointDelta([is.by_bot, is.chats], [was.by_bot, was.chats])}>
        {to("by_bot", share(is.by_bot, is.chats))}
      </Figure>
      <Figure name={t("key.calls")} what={t("def.calls")} delta={was && countDelta(is.calls, was.calls)}>
        {to("calls", count(is.calls))} <small>{to("calls_reached", t("key.reached", { n: count(is.calls_reached) }))}</small>
      </Figure>
    </dl>
  );
}

function Figure({ name, what, delta, children }: { name: string; what: string; delta: Delta | null; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="v num">{children}</dd>
      {delta !== null && (
        <dd className={`delta ${delta.tone ?? ""}`}>
          <b>
            {delta.way !== "same" && <Icon of={delta.way === "up" ? IconArrowUpRight : IconArrowDownRight} small />} {delta.text}
          </b>
          {delta.word}
        </dd>
      )}
      <dd className="what">{what}</dd>
    </div>
  );
}

/** A number that lists its chats, when there are any. */
export function Count({ of, number, text, onOpen }: { of: ReportFigures; number: ReportNumber; text: string; onOpen: Open }) {
  if (of[number] === 0) return text;
  return (
    <button type="button" className="n" aria-label={`${text}, ${t(`list.${number}`)}`} onClick={() => onOpen(number)}>
      {text}
    </button>
  );
}
