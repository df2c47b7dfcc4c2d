import { useCallback, useRef } from "react";
import { useViewName } from "./list/view.ts";
import { getChatPermission } from "../../state/live-state.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import { useChatActions } from "./use-chat-actions.ts";
import { canTransferChat } from "./transfer/can-transfer-chat.ts";
import type { ListHandle } from "./list/ChatList.tsx";
import { t } from "./text.ts";
import { useChatDetails } from "../../state/inbox/use-chat-details.ts";
import { useInboxCommands } from "./use-inbox-shortcuts.ts";
import { useInboxShortcuts } from "./use-inbox-shortcuts.ts";
import { useVisitorPanel } from "../../ui/visitor/use-visitor-panel.ts";
import { useInboxRoute } from "./use-inbox-route.ts";
import { isOpeningPending } from "../../state/inbox/openings.ts";
import { useOpenChat } from "../../ui/open-chat/open-chat.ts";
import { useComposerMode } from "./composer/use-composer-mode.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";

/** Returns what panes, shortcuts and palette share: the chat of the URL, permission and actions. */
export function useInbox() {
  const me = useCurrentOperator();
  const route = useInboxRoute();
  const { view, chatId } = route;
  const chat = useChatDetails(chatId);
  const viewName = useViewName(view);
  const focusTargets = useFocusTargets();
  const actions = useChatActions(chatId, view);
  const panel = useVisitorPanel(chatId);
  const openChat = useOpenChat();
  const open = (id: number, intent: "look" | "write") =>
    openChat({ chatId: id, view, isReading: intent === "look" });
  const isOpening = () => chatId !== null && isOpeningPending(chatId);
  const permission = chat ? getChatPermission(chat, me.id, can(me, "chats.answer")) : null;
  const canTransfer =
    chat !== undefined && permission !== null && canTransferChat(chat, permission, me);
  const composerMode = useComposerMode({ chatId, permission, actions, field: focusTargets.field });
  useTitle("section", t("inbox.title"));
  useTitle("page", chat ? getVisitorName(chat) : viewName);
  useInboxShortcuts({
    route,
    chat,
    permission,
    canTransfer,
    actions,
    write: composerMode.write,
    isOpening,
    focusTargets,
    panel,
  });
  useInboxCommands({ chat, permission, canTransfer, actions, write: composerMode.write });
  return { me, view, chatId, chat, actions, composerMode, panel, open, focusTargets };
}

/** Returns the elements that shortcuts can focus: composer, filter, and rows of the list. */
function useFocusTargets() {
  const field = useRef<HTMLTextAreaElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle | null>(null);
  const handle = useCallback((next: ListHandle | null) => {
    list.current = next;
  }, []);
  return { field, filter, list, handle };
}
