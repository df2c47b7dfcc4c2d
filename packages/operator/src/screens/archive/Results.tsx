import type { FoundChat, SearchHit, SearchSort } from "@parlour/protocol/api";
import { IconPaperclip } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ChatStateTag } from "../../ui/ChatStateTag.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { exactTime, useNow } from "../../ui/Time.tsx";
import { ago, lineOf } from "../inbox/words.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { t } from "./text.ts";
import { addressOf } from "./use-asked.ts";

interface Props {
  items: readonly FoundChat[];
  q: string;
  chatId: number | null;
  at: number | null;
  sort: SearchSort;
  /** The list shows all visitors found, and links keep that. */
  allPeople: boolean;
}
/** From this number on, the count is shown as a minimum. */
const countedMost = 100;

/**
 * The chats found with their matching messages. Every message is a link to its place in the
 * conversation.
 */
export function Results({ items, q, chatId, at, sort, allPeople }: Props) {
  const now = useNow(60_000);
  return (
    <ul className="found" aria-label={t("results.label")}>
      {items.map((found) => (
        <li key={found.chat.id} className={found.chat.id === chatId ? "foundchat on" : "foundchat"}>
          <Found {...{ found, q, sort, allPeople, now, at }} chosen={found.chat.id === chatId} />
        </li>
      ))}
    </ul>
  );
}

interface FoundProps extends Pick<Props, "q" | "sort" | "at" | "allPeople"> {
  found: FoundChat;
  now: number;
  chosen: boolean;
}

function Found({ found, q, sort, allPeople, now, chosen, at }: FoundProps) {
  const { chat, hits, count } = found;
  const [first, ...others] = hits;
  const when = first?.created_at ?? chat.last_message?.created_at ?? chat.created_at;
  const left = count - hits.length;
  return (
    <>
      <Way
        chat={chat.id}
        {...{ q, sort, allPeople }}
        at={first?.seq ?? null}
        current={chosen && (at === (first?.seq ?? null) || !hits.some(({ seq }) => seq === at))}
        className="foundfirst"
      >
        <span className="l1">
          <span className="who cut" dir="auto">
            {visitorName(chat)}
          </span>
          <span className="num faint">#{chat.visitor.number}</span>
          <span className="via cut">{chat.channel.name}</span>
          <ChatStateTag chat={chat} />
          <time className="num faint" dateTime={when} title={exactTime(when)}>
            {ago(when, now)}
          </time>
        </span>
        {first ? (
          <Hit hit={first} />
        ) : (
          <span className="hit" dir="auto">
            {chat.last_message ? lineOf(chat.last_message) : t("hit.none")}
          </span>
        )}
      </Way>
      {others.map((hit) => (
        <Way key={hit.seq} chat={chat.id} {...{ q, sort, allPeople }} at={hit.seq} current={chosen && at === hit.seq} className="foundnext">
          <Hit hit={hit} />
        </Way>
      ))}
      {left > 0 && <p className="foundmore t12">{count >= countedMost ? t("hit.more.many", { n: left }) : t("hit.more", { n: left })}</p>}
    </>
  );
}

interface WayProps extends Pick<Props, "q" | "sort" | "at" | "allPeople"> {
  chat: number;
  current: boolean;
  className: string;
  children: React.ReactNode;
}

function Way({ chat, q, sort, allPeople, at, current, className, children }: WayProps) {
  return (
    <Link
      to="/archive/{-$chat}"
      params={{ chat: String(chat) }}
      search={addressOf({ q, sort, at, allPeople })}
      className={className}
      aria-current={current ? "true" : undefined}
      data-step
    >
      {children}
    </Link>
  );
}

/** An excerpt with highlighted matches. The text is never HTML. */
function Hit({ hit }: { hit: SearchHit }) {
  const by = byOf(hit);
  return (
    <span className="hit">
      {by !== null && (
        <>
          <span className="by">{by}</span>{" "}
        </>
      )}
      {hit.file && (
        <>
          <Icon of={IconPaperclip} small />
          <span className="vh">{t("hit.file")} </span>
        </>
      )}
      <bdi>{hit.excerpt.map((piece, n) => (piece.hit ? <mark key={n}>{piece.text}</mark> : <span key={n}>{piece.text}</span>))}</bdi>
    </span>
  );
}

/** Returns the author as in the list of chats. Null for messages of the visitor. */
function byOf({ author, kind }: SearchHit): string | null {
  if (author.kind === "visitor") return null;
  if (kind === "note") return t("hit.by.note", { name: author.name });
  return author.kind === "bot" ? t("hit.by.bot", { name: author.name }) : author.name;
}
