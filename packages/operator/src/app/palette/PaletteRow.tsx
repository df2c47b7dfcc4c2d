// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import type { Chat } from "@parlour/protocol";
import type { VisitorHit, SearchHit } from "@parlour/protocol/api";
import { IconList, IconMessageCircle } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { messagePreview } from "../../ui/message/format-message.ts";
import { getKnownVisitorName } from "../../state/live-state.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { ChatStateTag } from "../../ui/chat/ChatStateTag.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Avatar } from "../../ui/badges.tsx";
import { formatAge, formatExactTime } from "../../ui/time.ts";
import { listVisitorContacts, getVisitorName } from "../../ui/chat/visitor-name.ts";
import { HighlightedText } from "../../ui/HighlightedText.tsx";
import { t } from "./text.ts";
import type { PaletteItem } from "./groups.ts";

interface PaletteRowContent {
  row: PaletteItem;
  query: string;
  now: number;
}

interface PaletteRowProps extends PaletteRowContent {
  id: string;
  isSelected: boolean;
  groupTitle: string;
  onPoint: () => void;
  onOpen: (inNewTab: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One result row of the palette. */
export function PaletteRow({
  id,
  row,
  query,
  now,
  isSelected,
  groupTitle,
  onPoint,
  onOpen,
  onKeyDown,
}: PaletteRowProps) {
  return (
    <div
      role="option"
      id={id}
      aria-selected={isSelected}
      aria-label={row.kind === "all" ? t("group.all.label", { group: groupTitle }) : undefined}
      tabIndex={-1}
      className={row.kind === "command" || row.kind === "all" ? "findrow" : "findrow two"}
      onPointerMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      onKeyDown={onKeyDown}
      ref={isSelected ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
    >
      <RowParts row={row} query={query} now={now} />
    </div>
  );
}

function RowParts({ row, query, now }: PaletteRowContent) {
  switch (row.kind) {
    case "command": {
      const { label, note, icon, keys } = row.command;
      return (
        <RowLayout face={<Icon of={icon} />} end={keys === undefined ? null : <kbd>{keys}</kbd>}>
          <span className="a">
            <span className="cut">
              <HighlightedText text={label} query={query} />
            </span>
            {note !== undefined && <span className="via cut">{note}</span>}
          </span>
        </RowLayout>
      );
    }
    case "chat":
      return <ChatParts chat={row.chat} query={query} now={now} />;
    case "person":
      return <VisitorParts person={row.person} query={query} now={now} />;
    case "message":
      return <MessageParts chat={row.chat} hit={row.hit} now={now} />;
    case "all":
      return (
        <RowLayout face={<Icon of={IconList} />} end={null}>
          <span className="a">{t("group.all")}</span>
        </RowLayout>
      );
  }
}

function RowLayout({
  face,
  end,
  children,
}: {
  face: ReactNode;
  end: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {face}
      <div className="words">{children}</div>
      {end !== null && <span className="r">{end}</span>}
    </>
  );
}

function ChatParts({ chat, query, now }: { chat: Chat; query: string; now: number }) {
  const me = useCurrentOperator();
  const last = chat.last_message;
  const at = last?.created_at ?? chat.created_at;
  return (
    <RowLayout
      face={
        <Avatar
          visitorId={chat.visitor.id}
          name={getKnownVisitorName(chat.visitor)}
          photo={chat.visitor.photo ?? ""}
          size={28}
        />
      }
      end={
        <>
          <ChatStateTag chat={chat} />
          <ShortTime at={at} now={now} />
        </>
      }
    >
      <span className="a">
        <span className="cut" dir="auto">
          <HighlightedText text={getVisitorName(chat)} query={query} />
        </span>
        <span className="via cut">
          {[chat.number, chat.channel.name].filter((part) => part !== undefined).join(" · ")}
        </span>
      </span>
      <bdi className="b">
        {last === null ? t("row.empty") : formatMessageWithAuthor(last, me.id)}
      </bdi>
    </RowLayout>
  );
}
function formatMessageWithAuthor(last: NonNullable<Chat["last_message"]>, me: number): string {
  const text = messagePreview(last);
  if (last.author.kind === "visitor" || last.author.kind === "system") return text;
  if (last.author.kind === "operator" && last.author.id === me) return t("row.you", { text });
  return t("row.by", { name: last.author.name, text });
}

function VisitorParts({ person, query, now }: { person: VisitorHit; query: string; now: number }) {
  const { visitor, channel, data } = person;
  const name = getVisitorName({ visitor });
  const [first, second] = listVisitorContacts(visitor);
  const title = data?.title ?? null;
  const facts = [
    data === null
      ? null
      : title === null
        ? data.content
        : t("row.data", { title, content: data.content }),
    second,
    visitor.customer === null ? null : t("row.customer", { id: visitor.customer }),
    t("row.chats", { n: visitor.chats }),
  ].filter((fact) => typeof fact === "string");
  return (
    <RowLayout
      face={
        <Avatar
          visitorId={visitor.id}
          name={getKnownVisitorName(visitor)}
          photo={visitor.photo ?? ""}
          size={28}
        />
      }
      end={
        <>
          <span className="cut">{channel.name}</span>
          {visitor.last_seen_at !== null && (
            <time dateTime={visitor.last_seen_at} title={formatExactTime(visitor.last_seen_at)}>
              {t("row.contact", { when: formatAge(visitor.last_seen_at, now) })}
            </time>
          )}
        </>
      }
    >
      <span className="a">
        <span className="cut" dir="auto">
          <HighlightedText text={name} query={query} />
        </span>
        {first !== undefined && (
          <span className="via cut">
            <HighlightedText text={first} query={query} />
          </span>
        )}
      </span>
      <bdi className="b">
        <HighlightedText text={facts.join(" · ")} query={query} />
      </bdi>
    </RowLayout>
  );
}

/** Maximum number of characters in an excerpt before its first match. */
const maxBefore = 40;

function MessageParts({ chat, hit, now }: { chat: Chat; hit: SearchHit; now: number }) {
  const visitor = getVisitorName(chat);
  const { author, kind } = hit;
  const title =
    kind === "note"
      ? t("row.noteby", { name: author.name })
      : author.kind === "visitor"
        ? visitor
        : t("row.to", { name: author.name, visitor });
  const excerpt = hit.excerpt.map((piece, n) =>
    n === 0 && !piece.hit && piece.text.length > maxBefore
      ? { ...piece, text: `…${piece.text.slice(-maxBefore)}` }
      : piece,
  );
  return (
    <RowLayout
      face={
        <span className="avatar s28" aria-hidden="true">
          <Icon of={IconMessageCircle} small />
        </span>
      }
      end={<ShortTime at={hit.created_at} now={now} />}
    >
      <span className="a">
        <span className="cut" dir="auto">
          {title}
        </span>
        {chat.number !== undefined && <span className="via">{chat.number}</span>}
      </span>
      <bdi className="b">
        {excerpt.map((piece, n) =>
          piece.hit ? <mark key={n}>{piece.text}</mark> : <span key={n}>{piece.text}</span>,
        )}
      </bdi>
    </RowLayout>
  );
}

function ShortTime({ at, now }: { at: string; now: number }) {
  return (
    <time className="num" dateTime={at} title={formatExactTime(at)}>
      {formatAge(at, now)}
    </time>
  );
}
