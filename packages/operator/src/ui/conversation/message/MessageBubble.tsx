import type { Message } from "@parlour/protocol";
import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconChecks,
  IconCircleCheckFilled,
  IconEyeOff,
  IconHandClick,
  IconRefresh,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Suspense, use } from "react";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Icon } from "../../Icon.tsx";
import { formatClock, formatExactTime, useNow } from "../../time.ts";
import { BotButtons, BotMarkdown } from "./BotMessage.tsx";
import { getDeliveryStatus, hasFailed, type DeliveryStatus } from "../delivery-status.ts";
import { ChangeMenuContext, EarlierContext } from "../message-contexts.ts";
import { ChannelKindContext } from "../channel-kind.ts";
import { useEditHistory } from "./EditHistory.tsx";
import { MediaCard } from "./MediaCard.tsx";
import { lazyPart } from "../../loading/lazy-part.ts";
import { LazySuggestionLine } from "../lazy-message-parts.ts";
import { NoteText } from "../rich-text/NoteText.tsx";
import { RichText } from "../rich-text/RichText.tsx";
import { t } from "../text.ts";
import { reasonText } from "../format.ts";
import { deletedText } from "../../message/format-message.ts";

const importFacts = () => import("./MessageOriginFacts.tsx");
const MessageOriginHeader = lazyPart(importFacts, (facts) => facts.MessageOriginHeader);
const MessageQuote = lazyPart(
  () => import("../quote/MessageQuote.tsx"),
  (module) => module.MessageQuote,
);
const ForwardButton = lazyPart(
  () => import("./ForwardButton.tsx"),
  (module) => module.ForwardButton,
);
const FailedNotice = lazyPart(
  () => import("./FailedNotice.tsx"),
  (module) => module.FailedNotice,
);
const EmailFacts = lazyPart(importFacts, (facts) => facts.EmailFacts);
const WaitingStatus = lazyPart(importFacts, (facts) => facts.WaitingStatus);
const MessageOriginRest = lazyPart(importFacts, (facts) => facts.MessageOriginRest);

/** Returns whether the delivery failed for at least one recipient, even if it was resent since. */
export const needsNotice = ({ delivery }: Message): boolean =>
  delivery?.failed_recipients !== undefined || (delivery !== undefined && hasFailed(delivery));

interface MessageBubbleProps {
  message: Message;
  pressed?: string | null;
}

/**
 * Shows a stored message with its delivery status. A failed message shows the reason and the
 * possible actions. `pressed` is the id of the button in this message that the visitor pressed.
 */
export function MessageBubble({ message, pressed = null }: MessageBubbleProps) {
  const channel = use(ChannelKindContext);
  const status = getDeliveryStatus(message, channel);
  const failed = status?.kind === "failed";
  const edits = useEditHistory(message);
  return (
    <>
      <div className={failed ? "bubble failed" : "bubble"} data-seq={message.seq}>
        <Suspense fallback={null}>
          {message.refers_to && <MessageQuote reference={message.refers_to} />}
          {message.origin && <MessageOriginHeader origin={message.origin} />}
          {message.email && <EmailFacts email={message.email} />}
        </Suspense>
        {message.media && <MediaCard media={message.media} />}
        <MessageContent message={message} pressed={pressed} />
        {message.origin && (
          <Suspense fallback={null}>
            <MessageOriginRest origin={message.origin} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <Forward message={message} />
        </Suspense>
        <span
          className={`meta ${failed ? "danger" : status?.kind === "retrying" ? "warning" : ""}`}
        >
          {edits.mark}
          <time dateTime={message.created_at} title={formatExactTime(message.created_at)}>
            {formatClock(message.created_at)}
          </time>
          <MessageStatus message={message} status={status} />
        </span>
        {use(ChangeMenuContext)(message)}
        {edits.list}
      </div>
      {(message.suggestion ?? message.original) && <LazySuggestionLine message={message} />}
      {message.cut && <p className="fail">{t("text.cut")}</p>}
      {status?.kind === "retrying" && status.reason !== null && (
        <p className="fail" dir="auto">
          {reasonText(status.reason, channel)}
        </p>
      )}
      <Suspense fallback={null}>
        {needsNotice(message) && <FailedNotice message={message} />}
      </Suspense>
    </>
  );
}

/** Messages of earlier chats are not forwarded: their files have numbers of another chat. */
function Forward({ message }: { message: Message }) {
  const isEarlier = use(EarlierContext);
  return !isEarlier && message.origin?.from !== undefined && <ForwardButton message={message} />;
}

/** Shows whether the message is hidden from one side. Otherwise shows its delivery status. */
function MessageStatus({ message, status }: { message: Message; status: DeliveryStatus | null }) {
  if (!message.hidden && !message.blacklisted)
    return status && <LinkedStatus status={status} message={message} />;
  return (
    <>
      <Icon of={message.hidden ? IconEyeOff : IconBan} small />
      {t(message.hidden ? "hidden.text" : "blacklisted.text")}
    </>
  );
}

function MessageContent({ message, pressed }: { message: Message; pressed: string | null }) {
  if (message.undone_at) return <em className="faint">{t("message.undone")}</em>;
  if (message.erased) return <em className="faint">{t("message.erased")}</em>;
  if (message.deleted_at) return <em className="faint">{deletedText(message)}</em>;
  if (message.nodes) return <BotMarkdown nodes={message.nodes} />;
  if (message.kind === "buttons" && message.buttons)
    return <BotButtons message={message} pressed={pressed} />;
  return (
    <>
      {message.button_id !== undefined && (
        <span className="pressed">
          <Icon of={IconHandClick} small />
          <span className="vh">{t("buttons.answer")}</span>
        </span>
      )}
      {message.mentions ? (
        <NoteText text={message.text} mentions={message.mentions} />
      ) : (
        message.text !== "" && (
          <RichText text={message.text} isFromTeam={message.author.kind === "operator"} />
        )
      )}
    </>
  );
}

/** Shows the delivery status, for some operators with a link to the delivery log. */
function LinkedStatus({ status, message }: { status: DeliveryStatus; message: Message }) {
  const me = useCurrentOperator();
  const statusText = (
    <StatusText status={status} unconfirmed={message.delivery?.unconfirmed === true} />
  );
  if (!message.delivery || !can(me, "deliveries.read")) return statusText;
  return (
    <Link
      className="tolink"
      to="/integrations/$"
      params={{ _splat: `deliveries/${message.delivery.id}` }}
      title={t("mark.open")}
    >
      {statusText}
    </Link>
  );
}

function StatusText({ status, unconfirmed }: { status: DeliveryStatus; unconfirmed: boolean }) {
  if (status.kind === "delivered")
    return (
      <span className="line4" title={unconfirmed ? t("mark.unconfirmed") : undefined}>
        <Icon of={IconChecks} small />
        {t("mark.delivered")}
      </span>
    );
  if (status.kind === "waiting")
    return (
      <Suspense fallback={null}>
        <WaitingStatus until={status.until} />
      </Suspense>
    );
  return (
    <>
      <Icon
        of={statusIcons[status.kind]}
        small
        className={status.kind === "seen" ? "seen i-f" : undefined}
      />
      {status.kind === "retrying" && status.next !== null
        ? t("mark.retrying", { n: status.next })
        : t(status.kind === "retrying" ? "mark.retrying.service" : `mark.${status.kind}`)}
      {status.kind === "retrying" && status.nextAt !== null && <Countdown to={status.nextAt} />}
    </>
  );
}

export const statusIcons = {
  saved: IconCheck,
  sent: IconCheck,
  seen: IconCircleCheckFilled,
  retrying: IconRefresh,
  failed: IconAlertCircle,
} as const;

function Countdown({ to }: { to: string }) {
  const now = useNow(250);
  const remainingSeconds = Math.ceil((Date.parse(to) - now) / 1000);
  return remainingSeconds > 0 ? (
    <span className="num" aria-hidden="true">
      {" "}
      · {t("mark.next", { s: remainingSeconds })}
    </span>
  ) : null;
}
