import type { Chat } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { exactTime, useNow } from "../../ui/Time.tsx";
import { linkOf } from "@parlour/protocol/links";
import { SafeLink } from "../inbox/SafeLink.tsx";
import { ago, lineOf } from "../inbox/words.ts";
import { t } from "./text.ts";

interface Props {
  /** The latest of them. */
  chats: readonly Chat[] | undefined;
  /** How many he has. */
  total: number;
  failed: boolean;
  /** His pages stand at his visits. */
  hasVisits: boolean;
}

/** The pages of his chats, the latest first, and his chats with the way to each. */
export function VisitorChats({ chats, total, failed, hasVisits }: Props) {
  const now = useNow(60_000);
  const pages = pagesOf(chats ?? []);
  return (
    <>
      {!hasVisits && (
        <section className="sect">
          <h3>{t("visitor.pages")}</h3>
          {chats !== undefined && pages.length === 0 && <p className="soft t13">{t("visitor.pages.none")}</p>}
          <ol className="trail">
            {pages.map(({ url, title, at }) => (
              <li key={url}>
                <PageLink url={url} title={title} />
                <time className="num" dateTime={at} title={exactTime(at)}>
                  {ago(at, now)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="sect">
        <h3>
          {t("visitor.previous")} {chats !== undefined && <span className="faint num">{total}</span>}
        </h3>
        {failed && <p className="t13 danger">{t("visitor.previous.failed")}</p>}
        {chats?.length === 0 && <p className="soft t13">{t("visitor.nochats")}</p>}
        <ol className="visits">
          {chats?.map((chat) => (
            <li key={chat.id}>
              <Link
                className="cut"
                dir="auto"
                to="/inbox/$view/{-$chat}"
                params={{ view: chat.state === "closed" ? "closed" : "all", chat: String(chat.id) }}
              >
                {chat.last_message ? lineOf(chat.last_message) : `#${chat.id}`}
              </Link>
              <time className="faint num" dateTime={chat.created_at} title={exactTime(chat.created_at)}>
                {ago(chat.created_at, now)}
              </time>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function PageLink({ url, title }: { url: string; title: string | null }) {
  const link = linkOf(url);
  const words = title ?? url.replace(/^https?:\/\//, "");
  return link ? (
    <SafeLink href={link.href} title={url}>
      {words}
    </SafeLink>
  ) : (
    <span className="cut">{words}</span>
  );
}

/** Each page once, where it was seen last. */
function pagesOf(chats: readonly Chat[]): { url: string; title: string | null; at: string }[] {
  const pages = new Map<string, { url: string; title: string | null; at: string }>();
  for (const { page, created_at: at } of chats) if (page !== null && !pages.has(page.url)) pages.set(page.url, { ...page, at });
  return [...pages.values()];
}
