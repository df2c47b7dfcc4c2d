import type { Account, Chat, Operator } from "@parlour/protocol";
import { accountKey } from "../../../state/account.ts";
import { queryClient } from "../../../state/api/api.ts";
import { readsTexts } from "../../../state/session.tsx";
import { summarizeChat } from "./lazy-assist.ts";
import { t } from "./menu-text.ts";
import { isChatTranslated, toggleTranslation } from "./translation/translation-state.ts";

/** Returns what the model can do with a chat, for its menu. Empty without a model. */
export function listAssistEntries(chat: Chat, me: Operator) {
  const account = queryClient.getQueryData<Account>(accountKey);
  if (account?.has_model !== true || !readsTexts(me)) return [];
  const isTranslated = isChatTranslated(chat.id);
  return [
    { id: "summary", label: t("summary.cmd") },
    { id: "translate", label: t(isTranslated ? "translation.stop" : "translation.cmd") },
  ];
}

/** Returns the actions of the entries by their ids. */
export const createAssistActions = (chat: Chat, me: Operator) => ({
  summary: () => summarizeChat(chat, me),
  translate: () => toggleTranslation(chat.id),
});
