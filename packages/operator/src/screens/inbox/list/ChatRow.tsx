// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA grid: HTML has no element for rows beyond tables.
import type { Chat, Message, Operator } from "@parlour/protocol";
import {
  IconAlertCircle,
  IconArrowsExchange,
  IconCheck,
  IconChecks,
  IconClock,
  IconClockExclamation,
  IconEye,
  IconLock,
  IconPencil,
  IconRefresh,
} from "@tabler/icons-react";
import { createContext, memo, use } from "react";
import { reasonText } from "../../../ui/conversation/format.ts";
import { messagePreview } from "../../../ui/message/format-message.ts";
import { getWaitingSince, getKnownVisitorName } from "../../../state/live-state.ts";
import { useWaitLimits, getWaitSeverity } from "../../../state/wait-limits.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Avatar, Badge, Tag } from "../../../ui/badges.tsx";
import { formatAge, formatDuration, formatExactTime } from "../../../ui/time.ts";
import { ChannelLabel } from "../../../ui/chat/ChannelLabel.tsx";
import { getDeliveryStatus } from "../../../ui/conversation/delivery-status.ts";
import { t } from "../text.ts";
import { MentionBadge } from "../notes/MentionBadge.tsx";
import { t as filters } from "../views/text.ts";
import { toggleChat } from "../bulk/selection.ts";
import { LazyRowSummary, LazyRowTime } from "../lazy-action-parts.ts";
import { PriorityMark } from "../../../ui/chat/PriorityMark.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";

interface RowContentProps {
  chat: Chat;
  me: Operator;
  href: string;
  /** Last message. It is shown if there is no draft and no pending message. */
  last: Message | null;
  draft: string | null;
  /** Text of the last pending message. */
  sending: string | null;
  typing: string | null;
  /** Name of another operator who views the chat now. */
  viewer: string | null;
  /** Whether the chat is selected for a bulk action. Null if no chat is. */
  isMarked: boolean | null;
}
export interface RowProps extends RowContentProps {
  index: number;
  /** Offset from the start of the list in pixels. `height` is also in pixels. */
  start: number;
  size: number;
  selected: boolean;
  /** Whether this row is the only tab stop of the grid. */
  isTabStop: boolean;
}

/** Current time for the timers in rows. A new value re-renders the timers but not the rows. */
export const CurrentTimeContext = createContext(0);

/** Renders one chat of the list. Moving a row does not re-render its content. */
export const ChatRow = memo(function ChatRow({
  index,
  start,
  size,
  selected,
  isTabStop,
  ...content
}: RowProps) {
  const { chat } = content;
  return (
    <div
      role="row"
      className={chat.unread > 0 ? "row unread" : "row"}
      aria-rowindex={index + 1}
      aria-selected={selected}
      tabIndex={isTabStop ? 0 : -1}
      data-chat={chat.id}
      style={{ transform: `translateY(${start}px)`, blockSize: size }}
    >
      <RowContent {...content} />
    </div>
  );
});

const RowContent = memo(function Words({
  chat,
  last,
  me,
  href,
  draft,
  sending,
  typing,
  viewer,
  isMarked,
}: RowContentProps) {
  const name = getVisitorName(chat);
  return (
    <>
      {isMarked === null ? (
        <Avatar
          name={getKnownVisitorName(chat.visitor)}
          visitorId={chat.visitor.id}
          bot={chat.state === "bot"}
          photo={chat.state === "bot" ? (chat.bot?.photo ?? "") : (chat.visitor.photo ?? "")}
        />
      ) : (
        <div role="gridcell" className="marks">
          <input
            type="checkbox"
            className="check"
            tabIndex={-1}
            aria-label={t("row.mark", { name })}
            checked={isMarked}
            onChange={() => toggleChat(chat.id)}
          />
        </div>
      )}
      <div role="gridcell" className="cell">
        <div className="l1">
          <span className="visitorname cut" dir="auto">
            <a href={href} tabIndex={-1} draggable={false}>
              {name}
            </a>
          </span>
          {chat.state === "bot" && (
            <Tag tone="bot">{t(chat.bot === null ? "row.oldsystem" : "row.bot")}</Tag>
          )}
          {chat.state === "waiting" && chat.wait?.invited_until !== undefined && (
            <Tag tone="bot">{t("row.invited")}</Tag>
          )}
          {chat.number !== undefined && <span className="via num">{chat.number}</span>}
          <span className="via cut">
            <ChannelLabel channel={chat.channel} />
          </span>
          {viewer !== null && (
            <span
              className="rowicon"
              role="img"
              aria-label={filters("row.viewing", { name: viewer })}
              title={filters("row.viewing", { name: viewer })}
            >
              <Icon of={IconEye} small />
            </span>
          )}
          <MentionBadge chatId={chat.id} />
          {chat.transfer && (
            <span
              className="rowicon"
              role="img"
              aria-label={filters("row.transfer")}
              title={filters("row.transfer")}
            >
              <Icon of={IconArrowsExchange} small />
            </span>
          )}
          <RowTimer chat={chat} />
        </div>
        <SecondLine {...{ chat, last, me, draft, sending, typing }} />
      </div>
    </>
  );
});

type SecondLineProps = Omit<RowContentProps, "href" | "viewer" | "isMarked">;

/** Shows the last message with what the operator should know of the chat. */
function SecondLine({ chat, last, me, draft, sending, typing }: SecondLineProps) {
  return (
    <div className="l2">
      <LazyRowSummary chat={chat} hasDraft={(draft ?? sending) !== null}>
        <LastMessage message={last} channel={chat.channel.kind} {...{ me, draft, sending }} />
      </LazyRowSummary>
      <PriorityMark priority={chat.priority} />
      {typing !== null ? (
        <span
          className="typing"
          role="img"
          aria-label={t("row.typing", { name: typing || getVisitorName(chat) })}
        >
          <i />
          <i />
          <i />
        </span>
      ) : (
        chat.unread > 0 && <Badge n={chat.unread} label={t("row.unread", { n: chat.unread })} />
      )}
    </div>
  );
}

/**
 * Shows the wait, coloured above the limits, or else the age of the last message. A snooze or due
 * time replaces both.
 */
function RowTimer({ chat }: { chat: Chat }) {
  const now = use(CurrentTimeContext);
  const limits = useWaitLimits();
  const since = getWaitingSince(chat);
  const { snoozed, sla, promise } = chat;
  if (snoozed ?? sla ?? (promise && !promise.answered_at))
    return <LazyRowTime chat={chat} now={now} />;
  if (since === null) {
    const at = chat.last_message?.created_at ?? chat.created_at;
    return (
      <time className="timer num" dateTime={at} title={formatExactTime(at)}>
        {formatAge(at, now)}
      </time>
    );
  }
  const waitedMs = Math.max(0, now - since);
  const tone = getWaitSeverity(waitedMs, limits);
  const overdue = tone === "bad";
  return (
    <span className={`timer num ${tone}`}>
      {tone !== "" && <Icon of={overdue ? IconClockExclamation : IconClock} small />}
      <span className="vh">{overdue ? t("row.overdue") : t("row.waiting")} </span>
      {formatDuration(waitedMs)}
    </span>
  );
}

interface LastMessageProps {
  message: Message | null;
  channel: Chat["channel"]["kind"];
  me: Operator;
  draft: string | null;
  sending: string | null;
}

function LastMessage({ message, channel, me, draft, sending }: LastMessageProps) {
  if (draft !== null)
    return (
      <span className="saying">
        <span className="draft">
          <Icon of={IconPencil} small />
          {t("row.draft")}{" "}
        </span>
        <bdi className="cut">{draft.slice(0, 200)}</bdi>
      </span>
    );
  if (sending !== null)
    return (
      <span className="saying">
        <Icon of={IconClock} small />
        <span className="by">{t("row.you", { text: "" })}</span>
        <bdi className="cut">{sending.slice(0, 200)}</bdi>
      </span>
    );
  if (!message) return t("row.none");
  const status = getDeliveryStatus(message, channel);
  if (status?.kind === "failed")
    return (
      <span className="danger">
        <Icon of={IconAlertCircle} small />
        {status.reason
          ? t("row.failed", {
              why:
                "integratorText" in status.reason
                  ? status.reason.integratorText
                  : reasonText(status.reason, channel),
            })
          : t("row.failed.plain")}
      </span>
    );
  const icon =
    message.kind === "note"
      ? IconLock
      : status === null || message.author.kind !== "operator"
        ? null
        : status.kind === "retrying"
          ? IconRefresh
          : status.kind === "delivered" || status.kind === "seen"
            ? IconChecks
            : IconCheck;
  return (
    <span className="saying">
      {icon && <Icon of={icon} small />}
      <AuthorPrefix message={message} me={me.id} />
      <bdi className="cut">{messagePreview(message)}</bdi>
    </span>
  );
}

/** Renders the author in an element of its own, with its own writing direction and end. */
function AuthorPrefix({ message, me }: { message: Message; me: number }) {
  const { author, kind } = message;
  if (author.kind !== "operator") return null;
  if (kind === "note") return <span className="by">{t("row.note", { text: "" })}</span>;
  return (
    <span className="by" dir="auto">
      {author.id === me ? t("row.you", { text: "" }) : t("row.by", { name: author.name, text: "" })}
    </span>
  );
}
