import type { Chat } from "@parlour/protocol";
import { useEffect } from "react";
import { getDraft } from "../../../../state/drafts/drafts.ts";
import { getOpening, setOpening } from "../../../../state/inbox/openings.ts";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { getChatPermission } from "../../../../state/live-state.ts";
import { can } from "../../../../state/session.tsx";
import { t } from "../../../../ui/open-chat/text.ts";
import type { ConversationPartProps } from "../../conversation-props.ts";
import { t as inboxText } from "../../text.ts";
import { ScheduledMessages } from "../../later/ScheduledMessages.tsx";

/** Shows the scheduled replies, and keeps the field a reply or a note while someone writes in it. */
export function AboveComposer(props: ConversationPartProps) {
  useKeptMode(props);
  return <ScheduledMessages chat={props.chat} me={props.me} />;
}

/**
 * Keeps the mode of the field that has the focus if the chat becomes another operator's, or one's
 * own: letters of a reply are no note, and letters of a note go to no customer. Keeps the field if
 * the chat is closed, because the next letters would be commands (CORE-472). It follows the chats
 * themselves, because the mode must change in the same rendering.
 */
function useKeptMode({ chat, me, field, mode, onMode }: ConversationPartProps): void {
  const live = useLiveClient();
  const chatId = chat.id;
  useEffect(() => {
    const read = () => live.get().snapshot.chats.get(chatId)?.chat;
    const getPermission = (now: Chat) => getChatPermission(now, me.id, can(me, "chats.answer"));
    let before = getPermission(read() ?? chat);
    const keepMode = () => {
      const now = read();
      const last = before;
      if (now) before = getPermission(now);
      if (!now || getOpening(chatId) || document.activeElement !== field.current) return;
      if (last === "other" && before === "reply") onMode("note");
      const isBegun = mode === "text" && getDraft(me.id, chatId, "text") !== "";
      if (last === "other" || last === "closed") return;
      if (before === "other" && (isBegun || last === "take")) {
        const name = now.assignee?.name ?? t("opening.somebody");
        setOpening(chatId, { request: "join", refusal: t("opening.taken", { name }) });
      }
      if (before === "closed" && isBegun)
        setOpening(chatId, { request: "continue", refusal: inboxText("conversation.isclosed") });
    };
    return live.subscribe(keepMode);
  }, [live, chat, chatId, me, field, mode, onMode]);
}
