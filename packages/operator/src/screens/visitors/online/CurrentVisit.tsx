import type { VisitorOnline } from "@parlour/protocol/api";
import { formatDuration, formatExactTime, useNow } from "../../../ui/time.ts";
import { toLink } from "@parlour/protocol/widget/links";
import { SafeLink } from "../../../ui/chat/SafeLink.tsx";
import { t } from "./text.ts";
import { pagePath } from "./format.ts";

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

/**
 * Renders the title of a page as a link. The URL comes from the visitor's page, so it must pass the
 * Safe URL check.
 */
export function PageLink({ url, title }: { url: string; title: string }) {
  const link = toLink(url);
  const words = title || pagePath(url);
  return (
    <span className="cut" dir="auto">
      {link ? (
        <SafeLink href={link.href} title={url}>
          {words}
        </SafeLink>
      ) : (
        words
      )}
      {title !== "" && <span className="sub2"> {pagePath(url)}</span>}
    </span>
  );
}
