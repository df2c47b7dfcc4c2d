import type { Chat } from "@parlour/protocol";
import type { ComponentProps } from "react";
import { formatAge, formatExactTime, useNow } from "../../ui/time.ts";
import { toLink } from "@parlour/protocol/widget/links";
import { QueryList } from "../../ui/loading/QueryList.tsx";
import { ChatLinks } from "../../ui/chat/ChatLinks.tsx";
import { SafeLink } from "../../ui/chat/SafeLink.tsx";
import { t } from "./text.ts";

interface VisitorChatsProps {
  /** The latest chats of the visitor and of the visitors who are the same person. */
  chats: readonly Chat[] | undefined;
  query: ComponentProps<typeof QueryList>["query"];
  total: number;
  /** Whether the visits are listed. They already contain the pages. */
  hasVisits: boolean;
}

/** Lists the pages on which the visitor started chats, latest first, and links to the chats. */
export function VisitorChats({ chats, query, total, hasVisits }: VisitorChatsProps) {
  const now = useNow(60_000);
  const pages = listPages(chats ?? []);
  return (
    <>
      {!hasVisits && chats !== undefined && (
        <section className="sect">
          <h3>{t("visitor.pages")}</h3>
          {pages.length === 0 && <p className="soft t13">{t("visitor.pages.none")}</p>}
          <ol className="trail">
            {pages.map(({ url, title, at }) => (
              <li key={url}>
                <PageLink url={url} title={title} />
                <time className="num" dateTime={at} title={formatExactTime(at)}>
                  {formatAge(at, now)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="sect">
        <h3>
          {t("visitor.previous")}{" "}
          {chats !== undefined && <span className="faint num">{total}</span>}
        </h3>
        <QueryList
          query={query}
          items={chats}
          errorText={t("visitor.previous.failed")}
          emptyText={t("visitor.nochats")}
        >
          {(items) => <ChatLinks chats={items} emptyText={({ id }) => `#${id}`} />}
        </QueryList>
      </section>
    </>
  );
}

function PageLink({ url, title }: { url: string; title: string | null }) {
  const link = toLink(url);
  const words = title ?? url.replace(/^https?:\/\//, "");
  return link ? (
    <SafeLink href={link.href} title={url}>
      {words}
    </SafeLink>
  ) : (
    <span className="cut">{words}</span>
  );
}

/** Returns each page once, with the time of the latest chat on it. */
function listPages(chats: readonly Chat[]): { url: string; title: string | null; at: string }[] {
  const pages = new Map<string, { url: string; title: string | null; at: string }>();
  for (const { page, created_at } of chats)
    if (page !== null && !pages.has(page.url)) pages.set(page.url, { ...page, at: created_at });
  return [...pages.values()];
}
