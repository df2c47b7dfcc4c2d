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
import { useLiveStore } from "../../state/live-context.tsx";
import { may, useMe } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { refusalOf, wordsOf } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime, exactTime, useNow } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { Buttons, Markdown } from "./BotText.tsx";
import { backToDraft } from "./back-to-draft.ts";
import { SendingFile } from "./composer/attach/SendingFile.tsx";
import { t as write } from "./composer/text.ts";
import { markOf, type Mark } from "./mark.ts";
import { MediaCard } from "./MediaCard.tsx";
import { NoteText } from "./notes/NoteText.tsx";
import { RichText } from "./RichText.tsx";
import { t } from "./text.ts";
import { reasonText } from "./words.ts";

/**
 * Shows a stored message with its delivery status. A failed one shows the reason and possible
 * actions. `pressed`: the button of it that the visitor pressed.
 */
export function Bubble({ message, pressed = null }: { message: Message; pressed?: string | null }) {
  const mark = markOf(message);
  const failed = mark?.kind === "failed";
  return (
    <>
      <div className={failed ? "bubble failed" : "bubble"} data-seq={message.seq}>
        {message.media && <MediaCard media={message.media} />}
        <Said message={message} pressed={pressed} />
        <span className={`meta ${failed ? "danger" : mark?.kind === "retrying" ? "warning" : ""}`}>
          <time dateTime={message.created_at} title={exactTime(message.created_at)}>
            {clockTime(message.created_at)}
          </time>
          <Standing message={message} mark={mark} />
        </span>
      </div>
      {message.cut && <p className="fail">{t("text.cut")}</p>}
      {mark?.kind === "retrying" && mark.said !== null && (
        <p className="fail" dir="auto">
          {t("fail.server", { text: mark.said })}
        </p>
      )}
      {failed && <Failed message={message} mark={mark} />}
    </>
  );
}

/**
 * Shows that the message is hidden from the operator or the visitor, or else its delivery status.
 */
function Standing({ message, mark }: { message: Message; mark: Mark | null }) {
  if (!message.hidden && !message.blacklisted) return mark && <LinkedMark mark={mark} message={message} />;
  return (
    <>
      <Icon of={message.hidden ? IconEyeOff : IconBan} small />
      {t(message.hidden ? "hidden.text" : "blacklisted.text")}
    </>
  );
}

/** Renders the content by the kind of the message. */
function Said({ message, pressed }: { message: Message; pressed: string | null }) {
  if (message.erased) return <em className="faint">{t("message.erased")}</em>;
  if (message.kind === "markdown" && message.nodes) return <Markdown nodes={message.nodes} />;
  if (message.kind === "buttons" && message.buttons) return <Buttons message={message} pressed={pressed} />;
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
        message.text !== "" && <RichText text={message.text} own={message.author.kind === "operator"} />
      )}
    </>
  );
}

/** Shows the delivery status. With the integrations permission it links to the delivery log. */
function LinkedMark({ mark, message }: { mark: Mark; message: Message }) {
  const me = useMe();
  const words = <MarkWords mark={mark} unconfirmed={message.delivery?.unconfirmed === true} />;
  if (!message.delivery || !may(me, "integrations")) return words;
  return (
    <Link className="tolink" to="/integrations/$" params={{ _splat: `deliveries/${message.delivery.id}` }} title={t("mark.open")}>
      {words}
    </Link>
  );
}

function MarkWords({ mark, unconfirmed }: { mark: Mark; unconfirmed: boolean }) {
  if (mark.kind === "delivered")
    return (
      <span className="line4" title={unconfirmed ? t("mark.unconfirmed") : undefined}>
        <Icon of={IconChecks} small />
        {t("mark.delivered")}
      </span>
    );
  return (
    <>
      <Icon of={markIcons[mark.kind]} small {...(mark.kind === "seen" && { className: "seen i-f" })} />
      {mark.kind === "retrying" ? t("mark.retrying", { n: mark.next }) : t(`mark.${mark.kind}`)}
      {mark.kind === "retrying" && mark.nextAt !== null && <Countdown to={mark.nextAt} />}
    </>
  );
}

const markIcons = { saved: IconCheck, seen: IconCircleCheckFilled, retrying: IconRefresh, failed: IconAlertCircle } as const;

function Countdown({ to }: { to: string }) {
  const now = useNow(250);
  const left = Math.ceil((Date.parse(to) - now) / 1000);
  return left > 0 ? (
    <span className="num" aria-hidden="true">
      {" "}
      · {t("mark.next", { s: left })}
    </span>
  ) : null;
}

function Failed({ message, mark }: { message: Message; mark: Extract<Mark, { kind: "failed" }> }) {
  const live = useLiveStore();
  const me = useMe();
  const { delivery } = message;
  const again = async () => {
    try {
      await live.retryMessage(message);
    } catch (error) {
      const chat = live.get().snapshot.chats.get(message.chat_id)?.chat;
      toast(t("fail.againfailed", { why: wordsOf(error) }), { tone: "bad", chat });
    }
  };
  return (
    <div className="fail">
      {mark.reason && (
        <p dir="auto">
          {reasonText(mark.reason)}
          {mark.tries > 1 && <> {t("fail.tries", { n: mark.tries })}</>}
          {"said" in mark.reason ? "" : "."}
        </p>
      )}
      <span className="line">
        {delivery && may(me, "chat") && (
          <Button variant="text" onClick={() => void again()}>
            {t("fail.again")}
          </Button>
        )}
        {message.text !== "" && <CopyButton variant="text" text={message.text} label={t("fail.copy")} />}
        {delivery && may(me, "integrations") && (
          <Link to="/integrations/$" params={{ _splat: `deliveries/${delivery.id}` }}>
            {t("fail.details")}
          </Link>
        )}
      </span>
    </div>
  );
}

/** A message that is not stored on the server yet, or that the server rejected. */
export function SendingBubble({ item }: { item: OutboxItem }) {
  const refused = item.state === "failed";
  return (
    <>
      <div className={refused ? "bubble failed" : "bubble sending"}>
        {item.file && <SendingFile file={item.file} />}
        {item.text !== "" && <RichText text={item.text} own />}
        <span className={refused ? "meta danger" : "meta"}>
          <Icon of={refused ? IconAlertCircle : IconClock} small />
          {t(refused ? "fail.notsent" : "mark.sending")}
        </span>
      </div>
      {refused ? <Refused item={item} /> : <OnItsWay item={item} />}
    </>
  );
}

/** Lets the operator cancel a file upload, and shows a busy server. */
function OnItsWay({ item }: { item: OutboxItem }) {
  const { takeBack } = useTakingBack(item);
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
          {t("fail.retries")} <span className="faint">{detailsOf(item.error)}</span>
        </p>
      )}
    </>
  );
}

/** Shows the reason of the rejection and possible actions. */
function Refused({ item }: { item: OutboxItem }) {
  const live = useLiveStore();
  const { takeBack, discard } = useTakingBack(item);
  return (
    <div className="fail">
      {item.error && (
        <p>
          {failureOf(item.error)} <span className="faint">{detailsOf(item.error)}</span>
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

/** Returns actions that put the message back into the composer, or discard it with Undo. */
function useTakingBack(item: OutboxItem) {
  const live = useLiveStore();
  return {
    takeBack: (what: "all" | "words") => {
      const back = live.takeBack(item.clientId);
      if (back) backToDraft(live, back, what);
    },
    discard: () => {
      const back = live.takeBack(item.clientId);
      if (back) toast(t("held.discarded"), { ms: 8000, action: { label: t("talk.undo"), run: () => backToDraft(live, back) } });
    },
  };
}

const detailsOf = ({ code, requestId }: NonNullable<OutboxItem["error"]>): string => [code, requestId].filter(Boolean).join(" · ");

function failureOf(error: NonNullable<OutboxItem["error"]>): string {
  if (error.code === "file_lost") return write("sending.lost");
  if (error.status === 413) return write("attach.server.413");
  return error.status === 415 ? write("attach.server.415") : refusalOf(error);
}
