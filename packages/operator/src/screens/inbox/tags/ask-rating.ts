import type { Chat } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { api } from "../../../state/api/api.ts";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { t } from "./text.ts";

/** Asks the visitor for a rating, or shows why the channel does not support it (API-047). */
export async function askForRating(chat: Chat): Promise<void> {
  if (!getCapabilities(chat.channel.kind).chat_window) {
    toast(t("rating.api"));
    return;
  }
  try {
    await api.post(`/chats/${chat.id}/ask-rating`);
    toast(t("rating.asked"));
  } catch (error) {
    toast(t("rating.failed", { why: getErrorText(error) }), { tone: "bad", chat });
  }
}
