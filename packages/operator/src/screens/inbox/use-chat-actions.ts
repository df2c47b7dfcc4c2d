import type { CallWithVisitor, Routing } from "@parlour/protocol/api";
import { defaultRouting } from "@parlour/protocol/settings/default-routing";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOpenChat } from "../../ui/open-chat/open-chat.ts";
import { toChatPath } from "../../ui/address/chat-routes.ts";
import { findNextChatAfterClose } from "../../state/live/sending/after-close.ts";
import { api } from "../../state/api/api.ts";
import { undoCloseMs, type CloseFailure } from "../../state/live/sending/delayed-close.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import type { InboxView } from "../../state/live-state.ts";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { copyText } from "../../ui/copy/CopyButton.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import type { ChatDialogKind } from "./dialogs/index.tsx";
import { t } from "./text.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { useNavigateIfStill } from "../../ui/mutation.ts";

export interface ChatActions {
  take: () => void;
  join: () => void;
  leave: () => void;
  /** Closes the chat after 5 s. A toast offers Undo until then (CORE-038). */
  close: (reason?: string) => void;
  undoClose: () => void;
  unread: () => void;
  continueChat: () => void;
  /** Starts a call to the visitor and opens the call queue (API-280). */
  call: () => void;
  copyLink: () => void;
  showDialog: (kind: ChatDialogKind) => void;
  /** Kind of the open dialog, or null. */
  openDialog: ChatDialogKind | null;
  closeDialog: () => void;
}

/** Creates the actions on the open chat. The operator sees why one fails. */
export function useChatActions(chatId: number | null, view: InboxView = "all"): ChatActions {
  const live = useLiveClient();
  const openChat = useOpenChat();
  const close = useCloseChat();
  const startCall = useStartCall();
  const [dialog, setDialog] = useState<{ chat: number; what: ChatDialogKind } | null>(null);
  const withChat = (request: (id: number) => void) => () => {
    if (chatId !== null) request(chatId);
  };
  return {
    take: withChat((id) => openChat({ chatId: id, view: "mine", request: "accept" })),
    join: withChat((id) => openChat({ chatId: id, view, request: "join" })),
    leave: withChat(
      (id) => void runOrToast(live, id, () => live.leave(id), "conversation.leavefailed"),
    ),
    unread: withChat(
      (id) => void runOrToast(live, id, () => live.markUnread(id), "conversation.unreadfailed"),
    ),
    call: withChat(
      (id) => void runOrToast(live, id, () => startCall(id), "conversation.callfailed"),
    ),
    undoClose: withChat((id) => live.undoClose(id)),
    close: (reason) => withChat((id) => close(id, reason))(),
    continueChat: withChat((id) => openChat({ chatId: id, view, request: "continue" })),
    copyLink: withChat((id) => {
      void copyText(new URL(toChatPath({ chatId: id, view: "all" }), location.href).href);
    }),
    showDialog: (kind) => {
      if (chatId !== null) setDialog({ chat: chatId, what: kind });
    },
    openDialog: dialog !== null && dialog.chat === chatId ? dialog.what : null,
    closeDialog: () => setDialog(null),
  };
}

/** Runs a request about a chat. The toast names the chat, because another may be open by then. */
async function runOrToast(
  live: ReturnType<typeof useLiveClient>,
  id: number,
  request: () => Promise<unknown>,
  failureText: "conversation.leavefailed" | "conversation.unreadfailed" | "conversation.callfailed",
): Promise<void> {
  try {
    await request();
  } catch (error) {
    toast(t(failureText, { why: getErrorText(error) }), {
      tone: "bad",
      chat: live.get().snapshot.chats.get(id)?.chat,
    });
  }
}

const closeFailureText = (failure: CloseFailure): string =>
  failure.kind === "wrote"
    ? t("conversation.closewrote")
    : t("conversation.closefailed", { why: getErrorText(failure.error) });

/** Closes a chat with Undo and opens the next one (CORE-154), or shows the error (CORE-038). */
function useCloseChat(): (id: number, reason: string | undefined) => void {
  const live = useLiveClient();
  const me = useCurrentOperator();
  const openChat = useOpenChat();
  const preference = usePreferences().afterClose;
  const { data } = useQuery({ queryKey: ["routing"], queryFn: () => api.get<Routing>("/routing") });
  const afterClose = preference === "account" ? (data ?? defaultRouting).after_close : preference;
  return (id, reason) => {
    const chat = live.get().snapshot.chats.get(id)?.chat;
    if (!chat || chat.state === "closed" || live.get().closing.has(id)) return;
    // Names the chat in the toast, because the next chat may already be open.
    live.close(
      id,
      (failure) => toast(closeFailureText(failure), { tone: "bad", chat }),
      reason || undefined,
    );
    const next = findNextChatAfterClose(live.get(), afterClose, me.id, id);
    if (next) openChat({ chatId: next.id, view: next.view });
    const run = () => {
      live.undoClose(id);
      // Reopens the chat after Undo, because the operator has left it.
      if (next) openChat({ chatId: id, view: "mine" });
    };
    const undo = { label: t("conversation.undo"), run };
    toast(t("conversation.closed.toast", { name: getVisitorName(chat) }), {
      ms: undoCloseMs,
      isTimeLimited: true,
      action: undo,
    });
  };
}

/** Returns a function that starts a call to the visitor of a chat, and opens it. */
function useStartCall() {
  const rememberPage = useNavigateIfStill();
  return async (chatId: number) => {
    const navigateIfStill = rememberPage();
    const call = await api.post<CallWithVisitor>("/calls", { chat_id: chatId });
    await navigateIfStill({ to: "/calls/{-$call}", params: { call: String(call.id) } });
  };
}
