import { IconChevronDown } from "@tabler/icons-react";
import type { Report } from "@parlour/protocol/api";
import { useState } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { filterOf, quickDays, quickOf, type ReportAddress } from "./address.ts";
import { rangeName, weekName } from "./figures.ts";
import { t } from "./text.ts";

const dayMs = 86_400_000;

/** Which days, and what they are compared with. */
export function RangeBar({
  address,
  report,
  onGo,
}: {
  address: ReportAddress;
  report: Report | undefined;
  onGo: (to: ReportAddress) => void;
}) {
  const quick = quickOf(address);
  const rest: ReportAddress = { ...filterOf(address), ...(address.compare && { compare: address.compare }) };
  const range = report?.now;
  const compare = address.compare ?? "before";
  const compared = report?.before ? t("compare.with", { range: comparedName(report) }) : t("compare.to", { what: t(`compare.${compare}`) });
  return (
    <div className="bar-f">
      <fieldset className="seg">
        <legend className="vh">{t("range.label")}</legend>
        {quickDays.map((days) => (
          <button key={days} type="button" aria-pressed={quick === days} onClick={() => onGo({ ...rest, last: String(days) })}>
            {t(`range.${days}`)}
          </button>
        ))}
      </fieldset>
      {range && <Days key={`${range.from} ${range.to}`} from={range.from} to={range.to} onGo={(from, to) => onGo({ ...rest, from, to })} />}
      <Menu
        className="btn compared"
        label={compared}
        groups={[
          {
            title: t("compare.label"),
            entries: (["before", "year", "none"] as const).map((one) => ({ id: one, label: t(`compare.${one}`), chosen: one === compare })),
          },
        ]}
        onAction={(id) => {
          const { compare: _, ...days } = address;
          onGo(id === "year" || id === "none" ? { ...days, compare: id } : days);
        }}
      >
        {compared}
        <Icon of={IconChevronDown} small />
      </Menu>
      {report && (
        <span className="faint t12 note">
          {t(report.working_hours ? "reports.note" : "reports.note.always", {
            zone: report.timezone.split("/").at(-1)?.replaceAll("_", " ") ?? "",
          })}
        </span>
      )}
    </div>
  );
}

/** The days before, with their year where it is another. */
function comparedName({ now, before }: Report): string {
  if (before === null) return "";
  const isSameYear = [before.from, before.to, now.from].every((date) => date.slice(0, 4) === now.to.slice(0, 4));
  return isSameYear ? weekName(before) : rangeName(before);
}

/** Two dates by hand; they count when both make sense. */
function Days({ from, to, onGo }: { from: string; to: string; onGo: (from: string, to: string) => void }) {
  const [days, setDays] = useState({ from, to });
  const isWrong = !(days.from <= days.to) || (Date.parse(days.to) - Date.parse(days.from)) / dayMs >= 400;
  const change = (part: "from" | "to", value: string) => {
    const next = { ...days, [part]: value };
    setDays(next);
    const length = (Date.parse(next.to) - Date.parse(next.from)) / dayMs;
    if (value !== "" && length >= 0 && length < 400) onGo(next.from, next.to);
  };
  return (
    <span className="days">
      {(["from", "to"] as const).map((part) => (
        <label key={part} className="t13 soft">
          {t(`range.${part}`)}{" "}
          <input
            className="input"
            type="date"
            value={days[part]}
            aria-invalid={isWrong}
            {...(isWrong && { "aria-describedby": "range-wrong" })}
            onChange={(event) => change(part, event.target.value)}
          />
        </label>
      ))}
      {isWrong && (
        <span id="range-wrong" className="error t12" role="alert">
          {t("range.wrong")}
        </span>
      )}
    </span>
  );
}
