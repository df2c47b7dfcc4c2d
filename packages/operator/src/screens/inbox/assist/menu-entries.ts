import type { Account, Chat, Operator } from "@parlour/protocol";
import { accountKey } from "../../../state/account.ts";
import { queryClient } from "../../../state/api/api.ts";
import { readsTexts } from "../../../state/session.tsx";
import { askClosedChats, summarizeChat } from "./lazy-assist.ts";
import { t } from "./menu-text.ts";
import { isChatTranslated, toggleTranslation } from "./translation/translation-state.ts";

/** Returns what the servers can do with a chat, for its menu. Some translate only. */
export function listAssistEntries(chat: Chat, me: Operator) {
  const account = queryClient.getQueryData<Account>(accountKey);
  if (account?.can_translate !== true || !readsTexts(me)) return [];
  const isTranslated = isChatTranslated(chat.id);
  return [
    ...(account.has_model ? [{ id: "summary", label: t("summary.cmd") }] : []),
    ...(account.has_model && chat.state !== "closed"
      ? [{ id: "archive", label: t("archive.cmd") }]
      : []),
    { id: "translate", label: t(isTranslated ? "translation.stop" : "translation.cmd") },
  ];
}

/** Returns the actions of the entries by their ids. */
export const createAssistActions = (chat: Chat, me: Operator) => ({
  summary: () => summarizeChat(chat, me),
  archive: () => askClosedChats(chat, me),
  translate: () => toggleTranslation(chat.id),
});
