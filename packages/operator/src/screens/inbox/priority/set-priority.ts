import type { Chat } from "@parlour/protocol";
import type { PriorityName } from "@parlour/protocol/chat-priority";
import { api } from "../../../state/api/api.ts";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { t } from "../../../ui/chat/priority-text.ts";

/** Sets the priority of a chat. The resulting event updates every screen. */
export async function setPriority(chatId: number, priority: PriorityName): Promise<void> {
  try {
    await api.put<Chat>(`/chats/${chatId}/priority`, { priority });
  } catch (error) {
    toast(t("priority.failed", { why: getErrorText(error) }), { tone: "bad" });
  }
}
