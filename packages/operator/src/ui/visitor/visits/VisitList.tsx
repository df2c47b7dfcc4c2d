import "./visits.css";
import type { Visit } from "@parlour/protocol/api";
import { formatCount } from "../../format-count.ts";
import { QueryList } from "../../loading/QueryList.tsx";
import { formatAge, formatExactTime, useNow } from "../../time.ts";
import type { useVisits } from "./use-visits.ts";
import { t } from "./text.ts";
import { PageLink } from "./PageLink.tsx";
import { visitSource } from "./format.ts";

interface PastVisitsProps {
  visits: ReturnType<typeof useVisits>;
  count: number | undefined;
}

/** Lists past visits. `count` is the exact number of visits, if it is known. */
export function PastVisits({ visits, count }: PastVisitsProps) {
  const items = visits.data?.items ?? [];
  return (
    <section className="sect">
      <h3>
        {t("visits.title")}{" "}
        {items.length > 0 && (
          <span className="faint num">
            {count ?? formatCount(items.length, typeof visits.data?.next_cursor === "string")}
          </span>
        )}
      </h3>
      <QueryList query={visits} items={visits.data?.items} errorText={t("visits.failed")}>
        {(shown) => <VisitList visits={shown} />}
      </QueryList>
    </section>
  );
}

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
                {[t("visits.pages", { n: visit.pages }), source?.name ?? t("visits.direct")].join(
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
