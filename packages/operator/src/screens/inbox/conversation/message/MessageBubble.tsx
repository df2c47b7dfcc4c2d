import type { OutboxItem } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconChecks,
  IconCircleCheckFilled,
  IconClock,
  IconEyeOff,
  IconHandClick,
  IconRefresh,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/CopyButton.tsx";
import { getRefusalText, getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatClock, formatExactTime, useNow } from "../../../../ui/time.ts";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { BotButtons, BotMarkdown } from "./BotMessage.tsx";
import { restoreDraft } from "../../composer/restore-draft.ts";
import { PendingFile } from "../../composer/attach/PendingFile.tsx";
import { t as write } from "../../composer/text.ts";
import { getDeliveryStatus, type DeliveryStatus } from "../../list/delivery-status.ts";
import { MediaCard } from "./MediaCard.tsx";
import { NoteText } from "../../notes/NoteText.tsx";
import { RichText } from "../../RichText.tsx";
import { t } from "../../text.ts";
import { reasonText } from "../../format.ts";

interface MessageBubbleProps {
  message: Message;
  pressed?: string | null;
}

/**
 * Shows a stored message with its delivery status. A failed message shows the reason and the
 * possible actions. `pressed` is the id of the button in this message that the visitor pressed.
 */
export function MessageBubble({ message, pressed = null }: MessageBubbleProps) {
  const status = getDeliveryStatus(message);
  const failed = status?.kind === "failed";
  return (
    <>
      <div className={failed ? "bubble failed" : "bubble"} data-seq={message.seq}>
        {message.media && <MediaCard media={message.media} />}
        <MessageContent message={message} pressed={pressed} />
        <span
          className={`meta ${failed ? "danger" : status?.kind === "retrying" ? "warning" : ""}`}
        >
          <time dateTime={message.created_at} title={formatExactTime(message.created_at)}>
            {formatClock(message.created_at)}
          </time>
          <MessageStatus message={message} status={status} />
        </span>
      </div>
      {message.cut && <p className="fail">{t("text.cut")}</p>}
      {status?.kind === "retrying" && status.integratorText !== null && (
        <p className="fail" dir="auto">
          {t("fail.server", { text: status.integratorText })}
        </p>
      )}
      {failed && <FailedNotice message={message} status={status} />}
    </>
  );
}

/**
 * Shows whether the message is hidden from the operator or the visitor. Otherwise shows its
 * delivery status.
 */
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

/** Renders the content of a message by its kind. */
function MessageContent({ message, pressed }: { message: Message; pressed: string | null }) {
  if (message.erased) return <em className="faint">{t("message.erased")}</em>;
  if (message.kind === "markdown" && message.nodes) return <BotMarkdown nodes={message.nodes} />;
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

/**
 * Shows the delivery status. For operators with the integrations permission it links to the
 * delivery log.
 */
function LinkedStatus({ status, message }: { status: DeliveryStatus; message: Message }) {
  const me = useCurrentOperator();
  const statusText = (
    <StatusText status={status} unconfirmed={message.delivery?.unconfirmed === true} />
  );
  if (!message.delivery || !can(me, "integrations")) return statusText;
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
  return (
    <>
      <Icon
        of={statusIcons[status.kind]}
        small
        {...(status.kind === "seen" && { className: "seen i-f" })}
      />
      {status.kind === "retrying"
        ? t("mark.retrying", { n: status.next })
        : t(`mark.${status.kind}`)}
      {status.kind === "retrying" && status.nextAt !== null && <Countdown to={status.nextAt} />}
    </>
  );
}

const statusIcons = {
  saved: IconCheck,
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

interface FailedNoticeProps {
  message: Message;
  status: Extract<DeliveryStatus, { kind: "failed" }>;
}

function FailedNotice({ message, status }: FailedNoticeProps) {
  const live = useLiveClient();
  const me = useCurrentOperator();
  const { delivery } = message;
  const retry = async () => {
    try {
      await live.retryMessage(message);
    } catch (error) {
      const chat = live.get().snapshot.chats.get(message.chat_id)?.chat;
      toast(t("fail.againfailed", { why: getErrorText(error) }), { tone: "bad", chat });
    }
  };
  return (
    <div className="fail">
      {status.reason && (
        <p dir="auto">
          {reasonText(status.reason)}
          {status.attempts > 1 && <> {t("fail.tries", { n: status.attempts })}</>}
          {"integratorText" in status.reason ? "" : "."}
        </p>
      )}
      <span className="line">
        {delivery && can(me, "chat") && (
          <Button variant="text" onClick={() => void retry()}>
            {t("fail.again")}
          </Button>
        )}
        {message.text !== "" && (
          <CopyButton variant="text" text={message.text} label={t("fail.copy")} />
        )}
        {delivery && can(me, "integrations") && (
          <Link to="/integrations/$" params={{ _splat: `deliveries/${delivery.id}` }}>
            {t("fail.details")}
          </Link>
        )}
      </span>
    </div>
  );
}

/** Shows a message that the server has not stored yet, or that it rejected. */
export function PendingMessageBubble({ item }: { item: OutboxItem }) {
  const isRejected = item.state === "failed";
  return (
    <>
      <div className={isRejected ? "bubble failed" : "bubble sending"}>
        {item.file && <PendingFile file={item.file} />}
        {item.text !== "" && <RichText text={item.text} isFromTeam />}
        <span className={isRejected ? "meta danger" : "meta"}>
          <Icon of={isRejected ? IconAlertCircle : IconClock} small />
          {t(isRejected ? "fail.notsent" : "mark.sending")}
        </span>
      </div>
      {isRejected ? <RejectedNotice item={item} /> : <PendingNotice item={item} />}
    </>
  );
}

/** Lets the operator cancel a file upload. Also shows that the server is busy. */
function PendingNotice({ item }: { item: OutboxItem }) {
  const { takeBack } = useTakeBack(item);
  return (
    <>
      {item.file?.upload === null && (
        <p className="fail">
          <Button variant="text" onClick={() => takeBack("words")}>
            {write("sending.cancel")}
          </Button>
        </p>
      )}
      {item.error !== null && item.error.status >= 429 && (
        <p className="fail">
          {t("fail.retries")} <span className="faint">{formatDetails(item.error)}</span>
        </p>
      )}
    </>
  );
}

/** Shows why the server rejected the message, and the possible actions. */
function RejectedNotice({ item }: { item: OutboxItem }) {
  const live = useLiveClient();
  const { takeBack, discard } = useTakeBack(item);
  return (
    <div className="fail">
      {item.error && (
        <p>
          {failureText(item.error)} <span className="faint">{formatDetails(item.error)}</span>
        </p>
      )}
      <span className="line">
        {item.error?.code !== "file_lost" && (
          <Button variant="text" onClick={() => live.release(item.clientId)}>
            {t("fail.again")}
          </Button>
        )}
        {item.text !== "" && <CopyButton variant="text" text={item.text} label={t("fail.copy")} />}
        <Button variant="text" onClick={() => takeBack("all")}>
          {t("held.edit")}
        </Button>
        <Button variant="text" onClick={discard}>
          {t("fail.discard")}
        </Button>
      </span>
    </div>
  );
}

/** Returns actions that move the message back into the composer, or discard it with Undo. */
function useTakeBack(item: OutboxItem) {
  const live = useLiveClient();
  return {
    takeBack: (scope: "all" | "words") => {
      const removed = live.takeBack(item.clientId);
      if (removed) restoreDraft(live, removed, scope);
    },
    discard: () => {
      const removed = live.takeBack(item.clientId);
      if (removed)
        toast(t("held.discarded"), {
          ms: 8000,
          action: { label: t("conversation.undo"), run: () => restoreDraft(live, removed) },
        });
    },
  };
}

const formatDetails = ({ code, requestId }: NonNullable<OutboxItem["error"]>): string =>
  [code, requestId].filter(Boolean).join(" · ");

function failureText(error: NonNullable<OutboxItem["error"]>): string {
  if (error.code === "file_lost") return write("sending.lost");
  if (error.status === 413) return write("attach.server.413");
  return error.status === 415 ? write("attach.server.415") : getRefusalText(error);
}
