import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import type { Report, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { DefinitionButton } from "./DefinitionButton.tsx";
import {
  percentChange,
  formatNumber,
  countDelta,
  formatSeconds,
  durationDelta,
  noValue,
  percentagePointDelta,
  formatShare,
  type Delta,
} from "./figures.ts";
import { t } from "./text.ts";

type OpenChats = (number: ReportNumber) => void;
type FigureName = "chats" | "missed" | "answer" | "duration" | "rating" | "bot" | "calls";

interface FigureInput {
  readonly now: ReportFigures;
  readonly hasBots: boolean;
  readonly count: (number: ReportNumber, text: string) => ReactNode;
}
interface FigureDefinition {
  readonly name: FigureName;
  /** The change since the period before. */
  readonly delta: (input: FigureInput, before: ReportFigures) => Delta | null;
  readonly value: (input: FigureInput) => ReactNode;
  /** A small text after the value. */
  readonly note?: (input: FigureInput) => ReactNode;
  /** A further number, shown in the explanation. */
  readonly more?: (input: FigureInput) => ReactNode;
}

const figures: readonly FigureDefinition[] = [
  {
    name: "chats",
    delta: ({ now }, before) => percentChange(now.chats, before.chats),
    value: ({ now, count }) => count("chats", formatNumber(now.chats)),
    more: ({ now, count }) =>
      now.begun > 0 && count("begun", t("key.begun", { n: formatNumber(now.begun) })),
  },
  {
    name: "missed",
    delta: ({ now }, before) =>
      percentagePointDelta([now.missed, now.chats], [before.missed, before.chats], "down"),
    value: ({ now, count }) => count("missed", formatNumber(now.missed)),
    note: ({ now }) => now.missed > 0 && formatShare(now.missed, now.chats, 1),
    more: ({ now, count }) =>
      now.missed_outside_hours > 0 &&
      count(
        "missed_outside_hours",
        t("key.outside", { n: formatNumber(now.missed_outside_hours) }),
      ),
  },
  {
    name: "answer",
    delta: ({ now }, before) => durationDelta(now.answer_median_s, before.answer_median_s, "down"),
    value: ({ now, count }) => count("answered", formatSeconds(now.answer_median_s)),
    note: ({ now }) => now.answered > 0 && t("key.median"),
    more: ({ now, count }) =>
      now.answer_p90_s !== null &&
      count("answered", t("key.p90", { time: formatSeconds(now.answer_p90_s) })),
  },
  {
    name: "duration",
    delta: ({ now }, before) => durationDelta(now.duration_median_s, before.duration_median_s),
    value: ({ now, count }) => count("closed", formatSeconds(now.duration_median_s)),
    note: ({ now }) => now.closed > 0 && t("key.median"),
  },
  {
    name: "rating",
    delta: ({ now }, before) =>
      percentagePointDelta([now.positive, now.rated], [before.positive, before.rated], "up"),
    value: ({ now, count }) => count("positive", formatShare(now.positive, now.rated)),
    note: ({ now, count }) =>
      now.rated === 0
        ? t("rating.none")
        : count("rated", t("key.of", { n: formatNumber(now.rated) })),
  },
  {
    name: "bot",
    delta: ({ now, hasBots }, before) =>
      hasBots ? percentagePointDelta([now.by_bot, now.chats], [before.by_bot, before.chats]) : null,
    value: ({ now, hasBots, count }) =>
      hasBots ? count("by_bot", formatShare(now.by_bot, now.chats)) : noValue,
    note: ({ now, hasBots }) => (hasBots ? formatNumber(now.by_bot) : t("key.nobot")),
  },
  {
    name: "calls",
    delta: ({ now }, before) => countDelta(now.calls, before.calls),
    value: ({ now, count }) => count("calls", formatNumber(now.calls)),
    note: ({ now, count }) =>
      now.calls > 0 &&
      count("calls_reached", t("key.reached", { n: formatNumber(now.calls_reached) })),
  },
];

interface KeyFiguresProps {
  report: Report;
  onOpen: OpenChats;
}

/**
 * Shows the seven key figures with their changes. Each number opens a list of its chats. The
 * explanation of a key figure contains further numbers.
 */
export function KeyFigures({ report: { now, before, people }, onOpen }: KeyFiguresProps) {
  const { totals } = now;
  const input: FigureInput = {
    now: totals,
    hasBots: totals.by_bot > 0 || people.some(({ kind }) => kind === "bot"),
    count: (number, text) => (
      <CountButton figures={totals} number={number} text={text} onOpen={onOpen} />
    ),
  };
  return (
    <div className="keybox">
      <dl className="card keyfigures" aria-label={t("keys.label")}>
        {figures.map(({ name, delta, value, note, more }) => {
          const noteText = note?.(input) ?? false;
          return (
            <Figure
              key={name}
              name={name}
              delta={before && delta(input, before.totals)}
              more={more?.(input)}
            >
              {value(input)}
              {note && " "}
              {noteText !== false && <small>{noteText}</small>}
            </Figure>
          );
        })}
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
        <DefinitionButton name={t(`name.${name}`)} text={t(`def.${name}`)}>
          {more}
        </DefinitionButton>
      </dt>
      <dd className="v num">{children}</dd>
      {delta !== null && <DeltaText delta={delta} />}
      <dd className="what">{t(`line.${name}`)}</dd>
    </div>
  );
}

/** Renders the change to the compared period, in a list of descriptions. */
export function DeltaText({ delta }: { delta: Delta }) {
  return (
    <dd className={`delta ${delta.tone ?? ""}`}>
      <b>
        {delta.direction !== "same" && (
          <Icon of={delta.direction === "up" ? IconArrowUpRight : IconArrowDownRight} small />
        )}
        {delta.text} {delta.word}
      </b>
    </dd>
  );
}

/** Renders a number. If it has chats, a press lists them. */
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
