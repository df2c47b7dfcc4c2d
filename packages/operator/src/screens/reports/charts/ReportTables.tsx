import type { Report, ReportDay, ReportFigures, ReportNumber } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/badges.tsx";
import { useOperatorPhoto } from "../../../state/inbox/operator-names.ts";
import {
  formatNumber,
  formatSeconds,
  rowName,
  noValue,
  formatRatedShare,
  formatDayWithWeekday,
} from "../figures.ts";
import { ChartDataTable } from "./ChartDataTable.tsx";
import { t } from "../text.ts";

/** A row of a table. `onOpen` lists the chats that one of the numbers in the row counts. */
export interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly face?: ReactNode;
  readonly figures: ReportFigures;
  readonly onOpen: (number: ReportNumber) => void;
}

interface Column {
  readonly name: "missed" | "replied" | "median" | "p90" | "rating" | "calls";
  readonly number: ReportNumber;
  readonly text: (figures: ReportFigures) => string;
  /** Returns whether the cell has no chats to list. By default that is a cell with the text "–". */
  readonly isNone?: (figures: ReportFigures) => boolean;
}
const missed: Column = {
  name: "missed",
  number: "missed",
  text: (is) => (is.missed === 0 ? noValue : formatNumber(is.missed)),
};
const replied: Column = {
  name: "replied",
  number: "replied",
  text: (is) => (is.replied === 0 ? noValue : formatNumber(is.replied)),
};
const median: Column = {
  name: "median",
  number: "answered",
  text: (is) => formatSeconds(is.answer_median_s),
};
const p90: Column = {
  name: "p90",
  number: "answered",
  text: (is) => formatSeconds(is.answer_p90_s),
};
const rating: Column = {
  name: "rating",
  number: "rated",
  text: (is) => formatRatedShare(is.positive, is.rated),
  isNone: (is) => is.rated === 0,
};
const calls: Column = {
  name: "calls",
  number: "calls",
  text: (is) => (is.calls === 0 ? noValue : formatNumber(is.calls)),
};

interface RowTableProps {
  rows: readonly TableRow[];
  kind: "places" | "people";
  withCalls: boolean;
}

/**
 * Table of channels, departments or operators with their statistics. For operators it shows
 * answered chats instead of missed chats, because a missed chat has no operator.
 */
export function BreakdownTable({ rows, kind, withCalls }: RowTableProps) {
  const maxChats = Math.max(1, ...rows.map(({ figures }) => figures.chats));
  const columns = [
    kind === "people" ? replied : missed,
    median,
    p90,
    rating,
    ...(withCalls ? [calls] : []),
  ];
  return (
    <ChartDataTable first={t("table.name")} columns={columnHeads(columns)} isSorted>
      {rows.map((row) => (
        <tr key={row.key}>
          <NameCell row={row} />
          <td className="end num">
            <span className="mini" aria-hidden="true">
              <span style={{ inlineSize: `${(row.figures.chats / maxChats) * 100}%` }} />
            </span>
            <ChatsCell row={row} />
          </td>
          <Cells row={row} columns={columns} />
        </tr>
      ))}
    </ChartDataTable>
  );
}

function NameCell({ row: { face, name } }: { row: RowTableProps["rows"][number] }) {
  return (
    <th scope="row">
      <span className="line">
        {face}
        <span className="cut" dir="auto">
          {name}
        </span>
      </span>
    </th>
  );
}

/** Table with one row per day, latest first. `kind` selects the numbers of the chart. */
export function DayTable({
  days,
  kind,
  onOpen,
}: {
  days: readonly ReportDay[];
  kind: "chats" | "answer";
  onOpen: (date: string, number: ReportNumber) => void;
}) {
  const columns = kind === "chats" ? [missed] : [median, p90];
  return (
    <ChartDataTable first={t("table.day")} columns={columnHeads(columns)}>
      {days.toReversed().map(({ date, figures }) => {
        const row: TableRow = {
          key: date,
          name: formatDayWithWeekday(date),
          figures,
          onOpen: (number) => onOpen(date, number),
        };
        return (
          <tr key={date}>
            <th scope="row">{row.name}</th>
            <td className="end num">
              <ChatsCell row={row} />
            </td>
            <Cells row={row} columns={columns} />
          </tr>
        );
      })}
    </ChartDataTable>
  );
}

/** Returns the column headers, with chats first. */
const columnHeads = (columns: readonly Column[]): readonly string[] => [
  t("table.chats"),
  ...columns.map(({ name }) => t(`table.${name}`)),
];

function Cells({
  row: { name, figures, onOpen },
  columns,
}: {
  row: TableRow;
  columns: readonly Column[];
}) {
  return columns.map((column) => {
    const text = column.text(figures);
    return (
      <td key={column.name} className="end num">
        {(column.isNone?.(figures) ?? text === noValue) ? (
          <span className="faint">{text}</span>
        ) : (
          <button
            type="button"
            className="n"
            aria-label={t("table.cell", { name, column: t(`table.${column.name}`), value: text })}
            onClick={() => onOpen(column.number)}
          >
            {text}
          </button>
        )}
      </td>
    );
  });
}

export function BreakdownBars({ rows }: { rows: readonly TableRow[] }) {
  const maxChats = Math.max(1, ...rows.map(({ figures }) => figures.chats));
  return (
    <ol className="rates plain">
      {rows.map((row) => (
        <li key={row.key}>
          <span className="cut" dir="auto">
            {row.name}
          </span>
          <span className="num">
            <ChatsCell row={row} />
          </span>
          <span className="bar" aria-hidden="true">
            <span style={{ inlineSize: `${(row.figures.chats / maxChats) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function ChatsCell({ row: { name, figures, onOpen } }: { row: TableRow }) {
  const n = figures.chats;
  if (n === 0) return formatNumber(n);
  return (
    <button
      type="button"
      className="n"
      aria-label={t("list.title", { name, n })}
      onClick={() => onOpen("chats")}
    >
      {formatNumber(n)}
    </button>
  );
}

function OperatorFace({ id, name }: { id: number | null; name: string }) {
  return <Avatar name={name} photo={useOperatorPhoto(id)} size={28} />;
}

/** Returns the rows of operators and bots with their photos. */
export function operatorRows(
  operatorsAndBots: Report["people"],
  open: (kind: "operator" | "bot", id: number | null, number: ReportNumber) => void,
): readonly TableRow[] {
  return operatorsAndBots.map(({ kind, id, name, figures }) => {
    const displayName = rowName(id, name, t("table.nobody"));
    return {
      key: `${kind} ${id ?? ""}`,
      name: displayName,
      face:
        kind === "operator" ? (
          <OperatorFace id={id} name={displayName} />
        ) : (
          <Avatar name={kind === "none" ? null : displayName} bot={kind === "bot"} size={28} />
        ),
      figures,
      onOpen: (number) => open(kind === "bot" ? "bot" : "operator", id, number),
    };
  });
}
