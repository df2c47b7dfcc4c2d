import "./visits.css";
import type { Visit } from "@parlour/protocol/api";
import { formatAge, formatExactTime, useNow } from "../../../ui/time.ts";
import { t } from "./text.ts";
import { PageLink } from "./CurrentVisit.tsx";
import { visitSource } from "./format.ts";

/** Lists visits, latest first: time, first page, number of pages, source. */
export function VisitList({ visits }: { visits: readonly Visit[] }) {
  const now = useNow(60_000);
  return (
    <ol className="visits">
      {visits.map((visit) => {
        const source = visitSource(visit.session, visit.referrer);
        return (
          <li key={visit.id}>
            <span className="visitline">
              <FirstPage visit={visit} />
              <span className="sub2 cut" dir="auto">
                {[t("visits.pages", { n: visit.pages }), source?.name ?? t("online.direct")].join(
                  " · ",
                )}
              </span>
            </span>
            <time
              className="faint num"
              dateTime={visit.started_at}
              title={formatExactTime(visit.started_at)}
            >
              {formatAge(visit.started_at, now)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}

function FirstPage({ visit }: { visit: Visit }) {
  const first = visit.trail.length === visit.pages ? visit.trail.at(-1) : undefined;
  const url = first?.url ?? visit.first_url;
  return url === "" ? (
    <span className="cut faint">{visit.channel.name}</span>
  ) : (
    <PageLink url={url} title={first?.title ?? ""} />
  );
}
