import type { Report, ReportDay, ReportFigures } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Avatar } from "../../ui/marks.tsx";
import { count, length, none, share, weekDayName } from "./figures.ts";
import { t } from "./text.ts";

/** A line of a table, and what its number of chats opens. */
export interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly face?: ReactNode;
  readonly figures: ReportFigures;
  readonly onOpen: () => void;
}

/** Channels, departments or people with their figures. */
export function RowTable({ rows, calls = false }: { rows: readonly TableRow[]; calls?: boolean }) {
  const most = Math.max(1, ...rows.map(({ figures }) => figures.chats));
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{t("table.name")}</th>
          <th scope="col" className="end" aria-sort="descending">
            {t("table.chats")}
          </th>
          {(["missed", "median", "p90", "good"] as const).map((name) => (
            <th key={name} scope="col" className="end">
              {t(`table.${name}`)}
            </th>
          ))}
          {calls && (
            <th scope="col" className="end">
              {t("table.calls")}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, face, figures, onOpen }) => (
          <tr key={key}>
            <th scope="row">
              <span className="line">
                {face}
                <span className="cut" dir="auto">
                  {name}
                </span>
              </span>
            </th>
            <td className="end num">
              <span className="mini" aria-hidden="true">
                <span style={{ inlineSize: `${(figures.chats / most) * 100}%` }} />
              </span>
              <Chats name={name} n={figures.chats} onOpen={onOpen} />
            </td>
            <td className="end num">{figures.missed === 0 ? none : count(figures.missed)}</td>
            <td className="end num">{length(figures.answer_median_s)}</td>
            <td className="end num">{length(figures.answer_p90_s)}</td>
            <td className="end num">{share(figures.positive, figures.rated)}</td>
            {calls && <td className="end num">{figures.calls === 0 ? none : count(figures.calls)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same as bars. */
export function RowBars({ rows }: { rows: readonly TableRow[] }) {
  const most = Math.max(1, ...rows.map(({ figures }) => figures.chats));
  return (
    <ol className="rates plain">
      {rows.map(({ key, name, figures, onOpen }) => (
        <li key={key}>
          <span className="cut" dir="auto">
            {name}
          </span>
          <span className="num">
            <Chats name={name} n={figures.chats} onOpen={onOpen} />
          </span>
          <span className="bar" aria-hidden="true">
            <span style={{ inlineSize: `${(figures.chats / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Chats({ name, n, onOpen }: { name: string; n: number; onOpen: () => void }) {
  if (n === 0) return count(n);
  return (
    <button type="button" className="n" aria-label={t("list.title", { name, n })} onClick={onOpen}>
      {count(n)}
    </button>
  );
}

/** Days as lines; `of` the numbers that a chart is about. */
export function DayTable({ days, of, onOpen }: { days: readonly ReportDay[]; of: "chats" | "answer"; onOpen: (date: string) => void }) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{t("table.day")}</th>
          <th scope="col" className="end">
            {t("table.chats")}
          </th>
          {(of === "chats" ? (["missed"] as const) : (["median", "p90"] as const)).map((name) => (
            <th key={name} scope="col" className="end">
              {t(`table.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, figures }) => (
          <tr key={date}>
            <th scope="row">{weekDayName(date)}</th>
            <td className="end num">
              <Chats name={weekDayName(date)} n={figures.chats} onOpen={() => onOpen(date)} />
            </td>
            {of === "chats" ? (
              <td className="end num">{count(figures.missed)}</td>
            ) : (
              <>
                <td className="end num">{length(figures.answer_median_s)}</td>
                <td className="end num">{length(figures.answer_p90_s)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows of people, with their faces. */
export function peopleRows(
  people: Report["people"],
  open: (kind: "operator" | "bot" | "none", id: number | null, name: string) => void,
): readonly TableRow[] {
  return people.map(({ kind, id, name, figures }) => {
    const shown = nameOf(id, name, t("table.nobody"));
    return {
      key: `${kind} ${id ?? ""}`,
      name: shown,
      face: <Avatar name={kind === "none" ? null : shown} bot={kind === "bot"} size={28} />,
      figures,
      onOpen: () => open(kind, id, shown),
    };
  });
}
/** What is gone has its number left. */
export const nameOf = (id: number | null, name: string | null, without: string): string =>
  id === null ? without : (name ?? t("table.gone", { id }));
