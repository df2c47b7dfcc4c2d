import { IconClock, IconLock, IconSend2, IconMessage2Bolt } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import type { ChatPermission } from "../../../state/live-state.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { t } from "../text.ts";
import type { MessageCount } from "./message-limit/message-count.ts";
import type { ComposerApi } from "../picker/composer-api.ts";
import { LazyAssistTools, LazySendLaterButton, LazyVoiceButton } from "../lazy-action-parts.ts";
import { AttachButton } from "./attach/AttachButton.tsx";
import { EmojiButton } from "./emoji/EmojiButton.tsx";

interface ComposerToolbarProps {
  composer: ComposerApi;
  messageCount: MessageCount;
  sendDelay: SendDelay;
  permission: ChatPermission;
  id: string;
  /** In emails, Enter starts a new line. */
  isEmail: boolean;
  /** The buttons that format the text of an email. */
  formatTools: ReactNode;
}

/** Shows the tools, the length, Send, and why it is delayed (`<id>-count`, `<id>-why`). */
export function ComposerToolbar({
  composer,
  messageCount,
  sendDelay,
  permission,
  id,
  isEmail,
  formatTools,
}: ComposerToolbarProps) {
  const isNote = composer.mode === "note";
  const { reason, isDelayed } = sendDelay;
  const sendLabel = isNote
    ? t("composer.addnote")
    : messageCount.count > 1
      ? t("composer.split", { n: messageCount.count })
      : t("composer.send");
  return (
    <div className="tools">
      <ToolButtons composer={composer} isEmail={isEmail} />
      {formatTools}
      {isNote && (
        <span className="line4 t12 notehint">
          <Icon of={IconLock} small />
          {t("composer.note.placeholder")}
        </span>
      )}
      {reason && (
        <span id={`${id}-why`} className="whynot">
          {reason}
        </span>
      )}
      {isEmail && !reason && !messageCount.isCounted && (
        <span className="count hide-s">{t("email.enter")}</span>
      )}
      <LengthCount messageCount={messageCount} id={`${id}-count`} />
      <Button
        type="submit"
        variant={isNote || (permission === "take" && messageCount.isEmpty) ? undefined : "primary"}
        icon={isDelayed ? IconClock : IconSend2}
        iconEnd
        flipIcon
        unavailable={messageCount.isTooLong}
        keys={isEmail ? "Ctrl Enter" : undefined}
        aria-describedby={reason ? `${id}-why` : undefined}
      >
        {sendLabel}
      </Button>
      {!isNote && (
        <span className="sendlater">
          <LazySendLaterButton composer={composer} />
        </span>
      )}
    </div>
  );
}

interface SendDelay {
  /** Text of the reason, or null if there is none to show. */
  readonly reason: string | null;
  /** Whether sending waits for the connection. */
  readonly isDelayed: boolean;
}

/** Returns whether and why sending waits for the connection. */
export function useSendDelay({ isEmpty }: MessageCount): SendDelay {
  const connection = useLiveState((state) => state.connection).kind;
  const isDisconnected = connection === "offline" || connection === "connecting";
  const isCatchingUp = connection === "catching_up";
  const reason = isCatchingUp
    ? t("composer.catching")
    : isDisconnected && !isEmpty
      ? t("composer.queued")
      : null;
  return { reason, isDelayed: isDisconnected || isCatchingUp };
}

function LengthCount({
  messageCount: { length, limit, isTooLong, isCounted },
  id,
}: {
  messageCount: MessageCount;
  id: string;
}) {
  return (
    <span className={length > limit ? "count num warning" : "count num"} id={id}>
      {isTooLong
        ? t("composer.over", { n: length - limit, limit })
        : isCounted
          ? `${length}/${limit}`
          : ""}
    </span>
  );
}

/** Renders the tools of the composer. Only replies have files, because notes are internal. */
function ToolButtons({ composer, isEmail }: { composer: ComposerApi; isEmail: boolean }) {
  return (
    <>
      {composer.mode === "text" && (
        <AttachButton chatId={composer.chat.id} onAdded={() => composer.field.current?.focus()} />
      )}
      {composer.mode === "text" && !isEmail && <LazyVoiceButton composer={composer} />}
      <QuickReplyButton composer={composer} />
      <EmojiButton composer={composer} />
      <LazyAssistTools composer={composer} />
    </>
  );
}

/** Button that inserts the character that opens the quick replies. */
function QuickReplyButton({ composer }: { composer: ComposerApi }) {
  const open = () => {
    const area = composer.field.current;
    if (!area) return;
    // The character opens the picker only at the start of a word.
    const textBefore = area.value.slice(0, area.selectionStart);
    composer.insert(textBefore === "" || /\s$/u.test(textBefore) ? "/" : " /");
  };
  return (
    <Button
      variant="quiet"
      icon={IconMessage2Bolt}
      aria-label={t("composer.replies")}
      keys="/"
      onClick={open}
    />
  );
}
