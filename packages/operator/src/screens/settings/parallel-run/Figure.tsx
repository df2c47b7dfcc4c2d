import { i18n } from "../../../text/index.ts";
import { formatDuration } from "../../../ui/time.ts";
import { t } from "./text.ts";

/** Shows a figure of the comparison, with a note below it unless it is "". */
export function Figure({
  label,
  value,
  note,
  isBad = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly isBad?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={isBad ? "big num bad" : "big num"}>{value}</span>
        {note !== "" && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** Shows how long after the old system a message or chat arrives. Times are in ms. */
export function DelayFigure({
  ms,
  p95Ms,
}: {
  readonly ms: number | null;
  readonly p95Ms: number | null;
}) {
  return (
    <Figure
      label={t("parallel.delay")}
      value={showSeconds(ms)}
      note={p95Ms === null ? "" : t("parallel.delay.p95", { time: showSeconds(p95Ms) })}
    />
  );
}

const showSeconds = (ms: number | null): string =>
  ms === null ? "–" : t("parallel.seconds", { n: i18n.number(Math.round(ms / 100) / 10) });

export const showDuration = (ms: number | null): string => (ms === null ? "–" : formatDuration(ms));
