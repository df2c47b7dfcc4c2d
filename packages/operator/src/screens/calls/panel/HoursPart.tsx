import type { Operator } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { can } from "../../../state/session.tsx";
import { useNow } from "../../../ui/time.ts";
import { getHoursOverview, type OpenDay } from "../hours-overview.ts";
import type { getEffectiveCallHours } from "../HoursTag.tsx";
import { t } from "../../../ui/calls/text.ts";
import { formatInterval, formatWeekday } from "../format.ts";
import { PanelPart } from "./PanelPart.tsx";

interface HoursPartProps {
  hours: ReturnType<typeof getEffectiveCallHours>;
  openNow: boolean;
  me: Operator;
}

/** Shows the call hours of today, tomorrow and the next day off. */
export function HoursPart({ hours, openNow, me }: HoursPartProps) {
  const now = useNow(60_000);
  if (hours === undefined) return null;
  const overview = hours === null ? null : getHoursOverview(hours, now);
  return (
    <PanelPart title={t("call.hours")}>
      {overview === null ? (
        <p className="t13">{t("call.hours.always")}</p>
      ) : (
        <dl className="pair">
          <DayHours name={t("call.hours.today")} day={overview.today} isOpen={openNow} />
          <DayHours name={t("call.hours.tomorrow")} day={overview.tomorrow} />
          {overview.dayOff && (
            <DayHours name={formatWeekday(overview.dayOff.date, "long")} day={overview.dayOff} />
          )}
        </dl>
      )}
      {can(me, "account.manage") && (
        <Link className="t13" to="/settings/$" params={{ _splat: "hours" }}>
          {t("call.hours.go")}
        </Link>
      )}
    </PanelPart>
  );
}

function DayHours({
  name,
  day: { open },
  isOpen = false,
}: {
  name: string;
  day: OpenDay;
  isOpen?: boolean;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">
        {open.length === 0 ? t("call.hours.closed") : open.map(formatInterval).join(", ")}{" "}
        {isOpen && <span className="success t12">{t("call.hours.open")}</span>}
      </dd>
    </>
  );
}
