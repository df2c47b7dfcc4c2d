import type { VisitorOnline } from "@parlour/protocol/api";
import { formatDuration, formatExactTime, useNow } from "../../../ui/time.ts";
import { PageLink } from "../../../ui/visitor/visits/PageLink.tsx";
import { t } from "./text.ts";

/** Lists the pages of a visit, the current one first, each with the time spent on it. */
export function CurrentVisit({ visitor }: { visitor: VisitorOnline }) {
  const now = useNow(1000);
  if (visitor.trail.length === 0) return null;
  return (
    <section className="sect">
      <h3>{t("visit.this")}</h3>
      <ol className="trail">
        {visitor.trail.map((page, index) => {
          const until = visitor.trail[index - 1]?.at;
          return (
            <li key={`${page.at} ${page.url}`} aria-current={index === 0 ? "page" : undefined}>
              <PageLink url={page.url} title={page.title} />
              <time className="num" dateTime={page.at} title={formatExactTime(page.at)}>
                {formatDuration(
                  (until === undefined ? now : Date.parse(until)) - Date.parse(page.at),
                )}
              </time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
