import type { Chat, Operator } from "@parlour/protocol";
import type { NewScheduledMessage, ScheduledMessage } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { refetchPersonal } from "../../../state/api/personal.ts";
import { browserClock } from "../../../state/clock.ts";
import { getDraft, getDraftRecord, setDraft } from "../../../state/drafts/drafts.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { TextArea } from "../../../ui/Field.tsx";
import { TimeDialog } from "../../../ui/time-words/TimeDialog.tsx";
import { formatUpcoming } from "../../../ui/time.ts";
import { isReplyTranslated } from "../assist/translation/reply-translation.ts";
import { useReplyTarget } from "../assist/translation/translation-state.ts";
import { useStagedFiles } from "../composer/attach/use-staged-files.ts";
import { getReplyWindow } from "../composer/window/reply-window.ts";
import { toScheduledPath } from "./scheduled-path.ts";
import { t } from "./text.ts";

interface ScheduleDialogProps {
  chat: Chat;
  me: Operator;
  /** The message to change. Without it, the draft of the chat is scheduled. */
  message?: ScheduledMessage;
  onClose: () => void;
}

/** Asks when to send a reply, and schedules or changes it (LATER-008). */
export function ScheduleDialog({ chat, me, message, onClose }: ScheduleDialogProps) {
  const [text, setText] = useState(message?.text ?? getDraft(me.id, chat.id, "text"));
  const files = useStagedFiles(chat.id, "text");
  const isTranslated =
    useReplyTarget(chat.id).kind !== "none" && isReplyTranslated({ chat, me, mode: "text" });
  const schedule = async (at: number) => {
    const body: NewScheduledMessage = { text, send_at: new Date(at).toISOString() };
    if (message) await api.patch(toScheduledPath(message), body);
    else {
      const { begunSeq } = getDraftRecord({ operator: me.id, chat: chat.id, mode: "text" });
      const after = omitAbsent({ after_seq: begunSeq });
      await api.post(`/chats/${chat.id}/scheduled-messages`, { ...body, ...after });
      setDraft(me.id, chat.id, "text", "");
    }
    refetchPersonal();
  };
  return (
    <TimeDialog
      title={t(message ? "later.edit.title" : "later.title")}
      label={t("later.when")}
      button={t(message ? "later.save" : "later.verb")}
      unavailable={
        text.trim() === ""
          ? t("later.empty")
          : message === undefined && files.length > 0 && t("later.files")
      }
      present={message && Date.parse(message.send_at)}
      check={(at) => checkReplyWindow(chat, at)}
      onTime={schedule}
      onClose={onClose}
      after={
        <TextArea
          label={t("later.text")}
          hint={isTranslated ? t("later.translated") : undefined}
          rows={4}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      }
    />
  );
}

/** Returns why the channel does not accept a reply at a time, or null (LATER-002). */
function checkReplyWindow(chat: Chat, at: number): string | null {
  const now = browserClock.now();
  const window = getReplyWindow(chat, now);
  const channel = chat.channel.name;
  if (window.kind === "closed")
    return t("later.window.closed", { channel, name: getVisitorName(chat) });
  const end = window.kind === "open" ? now + window.leftMs : Infinity;
  return at <= end ? null : t("later.window", { channel, time: formatUpcoming(end, now, "long") });
}
