import type { Chat } from "@parlour/protocol";
import { useEffect } from "react";
import { getDraft } from "../../../state/drafts/drafts.ts";
import { getOpening, setOpening } from "../../../state/inbox/openings.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import { getChatPermission } from "../../../state/live-state.ts";
import { can } from "../../../state/session.tsx";
import { t } from "../../../ui/open-chat/text.ts";
import type { ConversationPartProps } from "../conversation-props.ts";
import { t as inboxText } from "../text.ts";
import { ScheduledMessages } from "./ScheduledMessages.tsx";

/** Shows the scheduled replies, and keeps the field a reply or a note while it is written in. */
export function AboveComposer(props: ConversationPartProps) {
  useStableMode(props);
  return <ScheduledMessages chat={props.chat} me={props.me} />;
}

/**
 * Keeps the mode of the field that has the focus if the chat becomes another operator's, or one's
 * own: letters of a reply are no note, and letters of a note go to no customer. Keeps the field if
 * the chat is closed, because the next letters would be commands (CORE-472). It follows the chats
 * themselves, because the mode must change in the same rendering.
 */
function useStableMode({ chat, me, field, mode, onMode }: ConversationPartProps): void {
  const live = useLiveClient();
  const chatId = chat.id;
  useEffect(() => {
    const readChat = () => live.get().snapshot.chats.get(chatId)?.chat;
    const findPermission = (one: Chat) => getChatPermission(one, me.id, can(me, "chats.answer"));
    let permission = findPermission(readChat() ?? chat);
    const handleChange = () => {
      const current = readChat();
      const previous = permission;
      if (current) permission = findPermission(current);
      if (!current || getOpening(chatId) || document.activeElement !== field.current) return;
      if (previous === "other" && permission === "reply") onMode("note");
      if (previous === "other" || previous === "closed") return;
      const isBegun = mode === "text" && getDraft(me.id, chatId, "text") !== "";
      if (permission === "other" && (isBegun || previous === "take")) {
        const name = current.assignee?.name ?? t("opening.somebody");
        setOpening(chatId, { request: "join", refusal: t("opening.taken", { name }) });
      }
      if (permission === "closed" && isBegun)
        setOpening(chatId, { request: "continue", refusal: inboxText("conversation.isclosed") });
    };
    return live.subscribe(handleChange);
  }, [live, chat, chatId, me, field, mode, onMode]);
}
