import { IconDownload } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import { Icon } from "../../../ui/Icon.tsx";
import { DefinitionButton } from "../DefinitionButton.tsx";
import { t } from "../text.ts";

export type TableFile = (format: "csv" | "xlsx") => string;
interface ChartCardProps {
  readonly title: string;
  readonly definition: string;
  /** Returns the address of the file with the table, if there is one. */
  readonly file?: TableFile;
  /** Menu that selects the displayed number. */
  readonly choice?: ReactNode;
  /** The chart. If absent, only the table is shown. */
  readonly chart?: ReactNode;
  readonly table: ReactNode;
  /** Initial view. */
  readonly first?: "chart" | "table";
  readonly foot?: ReactNode;
}

/** Card with a chart, its table, its definition and its files. */
export function ChartCard({
  title,
  definition,
  file,
  choice,
  chart,
  table,
  first = "chart",
  foot,
}: ChartCardProps) {
  const id = useId();
  const [view, setView] = useState(chart === undefined ? "table" : first);
  return (
    <section className="card chart" aria-labelledby={`${id}-h`}>
      <header>
        <h2 id={`${id}-h`}>{title}</h2>
        <DefinitionButton name={title} text={definition} />
        {choice}
        <span className="tools">
          {chart !== undefined && (
            <fieldset className="seg small">
              <legend className="vh">{t("as.label", { name: title })}</legend>
              {(["chart", "table"] as const).map((option) => (
                <button
                  key={option}
                  type="button"
                  aria-pressed={view === option}
                  onClick={() => setView(option)}
                >
                  {t(`as.${option}`)}
                </button>
              ))}
            </fieldset>
          )}
          {file &&
            (["csv", "xlsx"] as const).map((format) => (
              <a
                key={format}
                className={format === "csv" ? "btn quiet small" : "btn quiet small wide-only"}
                href={file(format)}
                download
                aria-label={t(`${format}.of`, { name: title })}
              >
                <Icon of={IconDownload} small />
                {t(format)}
              </a>
            ))}
        </span>
      </header>
      {view === "chart" ? (
        <div className="in">{chart}</div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <section className="wide" tabIndex={0} aria-label={t("as.table.of", { name: title })}>
          {table}
        </section>
      )}
      {foot}
    </section>
  );
}
