import { ApiError } from "@parlour/client";
import { useNavigate } from "@tanstack/react-router";
import { createFocusRequest } from "../../state/inbox/focus-request.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import { toast } from "../dialog/toast.tsx";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { t } from "./continue-text.ts";

/** Returns a function that starts a chat with the visitor of a closed one, and opens it. */
export function useContinueChat(): (chatId: number) => Promise<void> {
  const live = useLiveClient();
  const navigate = useNavigate();
  const open = (view: string, chatId: number) =>
    navigate({
      to: "/inbox/$view/{-$chat}",
      params: { view, chat: String(chatId) },
      state: { focus: createFocusRequest() },
    });
  return async (chatId) => {
    try {
      const next = await live.continueChat(chatId).catch(getRunningChatId);
      if (typeof next !== "number") return await open("mine", next.id);
      toast(t("conversation.runs"));
      await open("all", next);
    } catch (error) {
      // The toast names the chat, because another may be open by then.
      const chat = live.get().snapshot.chats.get(chatId)?.chat;
      toast(t("conversation.continuefailed", { why: getErrorText(error) }), { tone: "bad", chat });
    }
  };
}

/** Returns the id of the visitor's open chat from the error of another start. Rethrows others. */
function getRunningChatId(error: unknown): number {
  const running =
    error instanceof ApiError && error.code === "already_running"
      ? (error.body as { error?: { chat_id?: number } }).error?.chat_id
      : undefined;
  if (running === undefined) throw error;
  return running;
}
