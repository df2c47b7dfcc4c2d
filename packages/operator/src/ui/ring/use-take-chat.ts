import { ApiError } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import { useNavigate } from "@tanstack/react-router";
import { getConflictWinner } from "../../state/inbox/conflict-winner.ts";
import { useLiveClient, useLiveState } from "../../state/live-context.tsx";
import { isOwnChat } from "../../state/live-state.ts";
import { getErrorDetails, getErrorText } from "../loading/ErrorMessage.tsx";
import { toast } from "../dialog/toast.tsx";
import { createFocusRequest } from "../../state/inbox/focus-request.ts";
import { takeChatText as t } from "./text.ts";

/** Accepts a chat and opens it. If others were first, shows who got it (CORE-034). */
export function useTakeChat(): (chatId: number) => Promise<void> {
  const live = useLiveClient();
  const navigate = useNavigate();
  return async (chatId) => {
    try {
      await live.accept(chatId);
      await navigate({
        to: "/inbox/$view/{-$chat}",
        params: { view: "mine", chat: String(chatId) },
        state: { focus: createFocusRequest() },
      });
    } catch (error) {
      const chat = live.get().snapshot.chats.get(chatId)?.chat;
      if (error instanceof ApiError && error.code === "already_accepted") {
        toast(t("ring.faster", { name: getConflictWinner(error) || t("ring.colleague") }), {
          chat,
        });
        await navigate({
          to: "/inbox/$view/{-$chat}",
          params: { view: "all", chat: String(chatId) },
        });
      } else
        toast(`${t("ring.failed")} ${getErrorText(error)} ${getErrorDetails(error)}`, {
          tone: "bad",
          chat,
        });
    }
  };
}

/** Returns why this operator cannot take a chat now, or false. */
export function useUnavailableReason(me: Operator): string | false {
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const isFull = useLiveState((state) => hasReachedChatLimit(state.snapshot.chats.values(), me));
  return isOffline ? t("ring.offline") : isFull ? t("ring.full") : false;
}

function hasReachedChatLimit(records: Iterable<{ readonly chat: Chat }>, me: Operator): boolean {
  const limit = me.chat_limit ?? 0;
  if (limit === 0) return false;
  let myChats = 0;
  for (const { chat } of records) if (isOwnChat(chat, me.id)) myChats += 1;
  return myChats >= limit;
}

/** Name of the window event that opens the queue of waiting chats in the rail. */
export const openQueueEvent = "parlour:queue";
