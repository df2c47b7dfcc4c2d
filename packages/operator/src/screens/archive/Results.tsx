import type { ChatHit, SearchHit, SearchSort } from "@parlour/protocol/api";
import { IconPaperclip } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { messagePreview } from "../../ui/message/format-message.ts";
import { ChatStateTag } from "../../ui/chat/ChatStateTag.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { formatAge, formatExactTime, useNow } from "../../ui/time.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { t } from "./text.ts";
import { toSearchParams } from "./use-search-query.ts";
import { getRowTime } from "./use-search.ts";

interface Props {
  items: readonly ChatHit[];
  q: string;
  chatId: number | null;
  at: number | null;
  sort: SearchSort;
  /** Whether the list shows all visitors found. Links keep this state. */
  showsAllVisitors: boolean;
}
/** Counts of at least this number are shown as a lower bound. */
const maxCounted = 100;

/** Lists the chats found with their matching messages, which link to the conversation. */
export function Results({ items, q, chatId, at, sort, showsAllVisitors }: Props) {
  const now = useNow(60_000);
  return (
    <ul className="found" aria-label={t("results.label")}>
      {items.map((found) => (
        <li key={found.chat.id} className={found.chat.id === chatId ? "foundchat on" : "foundchat"}>
          <FoundChatItem
            {...{ found, q, sort, showsAllVisitors, now, at }}
            chosen={found.chat.id === chatId}
          />
        </li>
      ))}
    </ul>
  );
}

interface FoundChatItemProps extends Pick<Props, "q" | "sort" | "at" | "showsAllVisitors"> {
  found: ChatHit;
  now: number;
  chosen: boolean;
}

function FoundChatItem({ found, q, sort, showsAllVisitors, now, chosen, at }: FoundChatItemProps) {
  const { chat, hits, count } = found;
  const [first, ...others] = hits;
  const matchedAt = getRowTime(found);
  const hiddenCount = count - hits.length;
  return (
    <>
      <ResultLink
        chat={chat.id}
        {...{ q, sort, showsAllVisitors }}
        at={first?.seq ?? null}
        current={chosen && (at === (first?.seq ?? null) || !hits.some(({ seq }) => seq === at))}
        className="foundfirst"
      >
        <span className="l1">
          <span className="visitorname cut" dir="auto">
            {getVisitorName(chat)}
          </span>
          {chat.number !== undefined && <span className="num faint">{chat.number}</span>}
          <span className="via cut">{chat.channel.name}</span>
          <ChatStateTag chat={chat} />
          <time
            className="num faint"
            dateTime={matchedAt}
            title={
              first
                ? formatExactTime(matchedAt)
                : t("hit.activity", { time: formatExactTime(matchedAt) })
            }
          >
            {formatAge(matchedAt, now)}
          </time>
        </span>
        {first ? (
          <Hit hit={first} />
        ) : (
          <span className="hit" dir="auto">
            {chat.last_message ? messagePreview(chat.last_message) : t("hit.none")}
          </span>
        )}
      </ResultLink>
      {others.map((hit) => (
        <ResultLink
          key={hit.seq}
          chat={chat.id}
          {...{ q, sort, showsAllVisitors }}
          at={hit.seq}
          current={chosen && at === hit.seq}
          className="foundnext"
        >
          <Hit hit={hit} />
        </ResultLink>
      ))}
      {hiddenCount > 0 && (
        <p className="foundmore t12">
          {count >= maxCounted
            ? t("hit.more.many", { n: hiddenCount })
            : t("hit.more", { n: hiddenCount })}
        </p>
      )}
    </>
  );
}

interface ResultLinkProps extends Pick<Props, "q" | "sort" | "at" | "showsAllVisitors"> {
  chat: number;
  current: boolean;
  className: string;
  children: React.ReactNode;
}

function ResultLink({
  chat,
  q,
  sort,
  showsAllVisitors,
  at,
  current,
  className,
  children,
}: ResultLinkProps) {
  return (
    <Link
      to="/archive/{-$chat}"
      params={{ chat: String(chat) }}
      search={toSearchParams({ q, sort, at, showsAllVisitors })}
      className={className}
      aria-current={current ? "true" : undefined}
      data-step
    >
      {children}
    </Link>
  );
}

/** Renders an excerpt with highlighted matches as text, never as HTML. */
function Hit({ hit }: { hit: SearchHit }) {
  const author = authorText(hit);
  return (
    <span className="hit">
      {author !== null && (
        <>
          <span className="by">{author}</span>{" "}
        </>
      )}
      {hit.file && (
        <>
          <Icon of={IconPaperclip} small />
          <span className="vh">{t("hit.file")} </span>
        </>
      )}
      <bdi>
        {hit.excerpt.map((piece, n) =>
          piece.hit ? <mark key={n}>{piece.text}</mark> : <span key={n}>{piece.text}</span>,
        )}
      </bdi>
    </span>
  );
}

/** Returns the author's name as the list of chats shows it. Null for messages of the visitor. */
function authorText({ author, kind }: SearchHit): string | null {
  if (author.kind === "visitor") return null;
  if (kind === "note") return t("hit.by.note", { name: author.name });
  return author.kind === "bot" ? t("hit.by.bot", { name: author.name }) : author.name;
}
