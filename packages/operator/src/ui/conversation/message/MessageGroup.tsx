import { IconLock, IconArrowForwardUp } from "@tabler/icons-react";
import type { Message } from "@parlour/protocol";
import { Icon } from "../../Icon.tsx";
import { Avatar } from "../../badges.tsx";
import { formatClock, formatExactTime } from "../../time.ts";
import { MessageBubble } from "./MessageBubble.tsx";
import { isLetter, type MessageGroupData, type ConversationItem } from "./message-groups.ts";
import { useOperatorPhoto, useOperatorNames } from "../../../state/inbox/operator-names.ts";
import { t } from "../text.ts";
import { formatDay } from "../format.ts";
import { formatSystemMessage } from "../../message/format-message.ts";
import { Fragment, use } from "react";
import { ChannelKindContext } from "../channel-kind.ts";
import { EarlierChatContext, LetterContext, PendingMessageContext } from "../message-contexts.ts";
import { LazyRuleReason, useLazyMessageParts } from "../lazy-message-parts.ts";
import { RoutingSummary } from "../routing/RoutingSummary.tsx";

export interface MessageGroupProps {
  group: MessageGroupData;
  me: { readonly id: number };
  visitor: string | null;
  /** URLs of the photos of the visitor and the bot. Empty if there is none. */
  visitorId: number;
  visitorPhoto: string;
  botPhoto: string;
  /** Ids of the pressed buttons, by sequence number of the message that contains them. */
  pressedButtons: ReadonlyMap<number, string>;
  now: number;
  position: number;
  isTabStop: boolean;
}

/**
 * Renders an article of the feed: messages of one author within a minute, or consecutive system
 * messages.
 */
export function MessageGroup({
  group,
  me,
  visitor,
  visitorId,
  visitorPhoto,
  botPhoto,
  pressedButtons,
  now,
  position,
  isTabStop,
}: MessageGroupProps) {
  const day =
    group.day === null ? null : (
      <p className="day">
        <time dateTime={group.day.slice(0, 10)}>{formatDay(group.day, now)}</time>
      </p>
    );
  const time = formatClock(group.at);
  const isEmail = use(ChannelKindContext) === "mail" && isLetter(group);
  const letters = use(LetterContext);
  const articleProps = {
    "aria-posinset": position,
    "aria-setsize": -1,
    tabIndex: isTabStop ? 0 : -1,
    "data-article": group.key,
  } as const;
  if (group.kind === "system") {
    return (
      <article {...articleProps} className="sysgroup" aria-label={t("article.system", { time })}>
        {day}
        <SystemMessages lines={group.lines} />
      </article>
    );
  }
  const isMine =
    group.isOwn &&
    (group.name === "" ||
      group.lines.some((line) => "item" in line || line.message.author.id === me.id));
  const authorText = formatAuthor(group, isMine, visitor);
  const title = (
    <>
      {group.isNote && <Icon of={IconLock} small />}
      {group.isOwn && !isMine && <OperatorAvatar id={getAuthorId(group)} name={group.name} />}
      {authorText}
    </>
  );
  const bubbles = <Bubbles lines={group.lines} pressedButtons={pressedButtons} />;
  return (
    <article
      {...articleProps}
      className={getClassNames(group, isEmail)}
      aria-label={t("article", { name: authorText, time })}
    >
      {day}
      {!group.isOwn && !group.isNote && (
        <Avatar
          name={group.kind === "bot" ? null : visitor}
          visitorId={visitorId}
          bot={group.kind === "bot"}
          photo={group.kind === "bot" ? botPhoto : visitorPhoto}
          size={28}
        />
      )}
      {isEmail && letters ? (
        <letters.Letter {...{ group, title, now }} author={authorText}>
          {bubbles}
        </letters.Letter>
      ) : (
        <>
          <p className={group.isNote || (group.isOwn && !isMine) ? "by line4" : "by"} dir="auto">
            {title}
          </p>
          {bubbles}
        </>
      )}
    </article>
  );
}

/** An email is a card (MAIL-148). */
function getClassNames({ kind, isOwn, isNote }: MessageGroupData, isEmail: boolean): string {
  return [
    "msg",
    isEmail && "letter",
    isOwn || isNote ? "own" : kind,
    isNote && "note",
    kind === "bot" && "bot",
  ]
    .filter(Boolean)
    .join(" ");
}

interface BubblesProps {
  lines: readonly ConversationItem[];
  pressedButtons: ReadonlyMap<number, string>;
}

function Bubbles({ lines, pressedButtons }: BubblesProps) {
  const renderPending = use(PendingMessageContext);
  return (
    <div className="stack">
      {lines.map((line) =>
        "message" in line ? (
          <MessageBubble
            key={`m${line.message.seq}`}
            message={line.message}
            pressed={pressedButtons.get(line.message.seq) ?? null}
          />
        ) : line.item.state === "held" ? null : (
          <Fragment key={line.item.clientId}>{renderPending(line.item)}</Fragment>
        ),
      )}
    </div>
  );
}

function OperatorAvatar({ id, name }: { id: number | null; name: string }) {
  return <Avatar name={name} photo={useOperatorPhoto(id)} size={20} />;
}
function getAuthorId({ lines: [line] }: MessageGroupData): number | null {
  return line && "message" in line ? line.message.author.id : null;
}

function formatAuthor(group: MessageGroupData, isMine: boolean, visitor: string | null): string {
  if (group.isNote) return isMine ? t("by.note.you") : t("by.note", { name: group.name });
  if (isMine) return t("by.you");
  if (group.kind === "bot") return t("by.bot", { name: group.name });
  return group.kind === "visitor" ? (visitor ?? group.name) : group.name;
}

/** Renders consecutive system messages. Those of one routing are one line (CORE-158). */
function SystemMessages({ lines }: { lines: readonly ConversationItem[] }) {
  return lines.map((line) => {
    if ("item" in line) return null;
    const { message, story } = line;
    return story ? (
      <RoutingSummary key={message.seq} story={story} />
    ) : (
      <SystemMessage key={message.seq} message={message} />
    );
  });
}
function SystemMessage({ message }: { message: Message }) {
  // Re-renders when operator names and texts are loaded, because some messages contain them.
  useOperatorNames();
  useLazyMessageParts();
  const renderEarlierChat = use(EarlierChatContext);
  const earlier = message.line?.code === "continued" ? Number(message.line.detail) : 0;
  return (
    <>
      {earlier > 0 && renderEarlierChat(earlier)}
      <div className="sys">
        {earlier > 0 && <Icon of={IconArrowForwardUp} small flip />}
        <span dir="auto">{formatSystemMessage(message)}</span>
        {message.cause?.kind === "rule" && <LazyRuleReason message={message} />}
        <time dateTime={message.created_at} title={formatExactTime(message.created_at)}>
          {formatClock(message.created_at)}
        </time>
      </div>
    </>
  );
}
