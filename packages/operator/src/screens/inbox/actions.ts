import { ApiError } from "@parlour/client";
import type { CallSeen } from "@parlour/protocol/api";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { nextFocus, useTakeChat } from "../../app/RingCard.tsx";
import { api } from "../../state/api.ts";
import type { KeptOpen } from "../../state/live/closes.ts";
import { useLiveStore } from "../../state/live-context.tsx";
import { copyText } from "../../ui/Copy.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Asked } from "./dialogs/index.tsx";
import { t } from "./text.ts";
import { visitorName } from "./words.ts";

export interface ChatActions {
  take: () => void;
  join: () => void;
  leave: () => void;
  /** Held 5 s, then sent (CORE-038). */
  close: (reason?: string) => void;
  undoClose: () => void;
  unread: () => void;
  continueChat: () => void;
  /** Begins a call to the visitor, at the call desk (API-060). */
  call: () => void;
  copyLink: () => void;
  /** Opens a dialog about the chat. */
  ask: (what: Asked) => void;
  /** The dialog that is open, if any. */
  asked: Asked | null;
  endAsking: () => void;
}

/** What can be done with the open chat; each failure is said with its reason. */
export function useChatActions(chatId: number | null): ChatActions {
  const live = useLiveStore();
  const navigate = useNavigate();
  const take = useTakeChat();
  const [asked, setAsked] = useState<{ chat: number; what: Asked } | null>(null);
  const go = (view: string, id: number) =>
    navigate({ to: "/inbox/$view/{-$chat}", params: { view, chat: String(id) }, state: { focus: nextFocus() } });
  const guarded = async (
    work: () => Promise<unknown>,
    words: "talk.joinfailed" | "talk.leavefailed" | "talk.unreadfailed" | "talk.callfailed",
  ) => {
    try {
      await work();
    } catch (error) {
      toast(t(words, { why: wordsOf(error) }), { tone: "bad" });
    }
  };
  const onChat = (work: (id: number) => void) => () => {
    if (chatId !== null) work(chatId);
  };
  return {
    take: onChat((id) => void take(id)),
    join: onChat((id) => void guarded(() => live.join(id), "talk.joinfailed")),
    leave: onChat((id) => void guarded(() => live.leave(id), "talk.leavefailed")),
    unread: onChat((id) => void guarded(() => live.markUnread(id), "talk.unreadfailed")),
    call: onChat(
      (id) =>
        void guarded(async () => {
          const call = await api.post<CallSeen>("/calls", { chat_id: id });
          await navigate({ to: "/calls/{-$call}", params: { call: String(call.id) } });
        }, "talk.callfailed"),
    ),
    undoClose: onChat((id) => live.undoClose(id)),
    close: (reason) => {
      if (chatId === null) return;
      const id = chatId;
      const chat = live.get().snapshot.chats.get(id)?.chat;
      if (!chat || chat.state === "closed" || live.get().closing.has(id)) return;
      const name = visitorName(chat);
      const words = (why: KeptOpen) =>
        why.kind === "wrote" ? t("talk.closewrote", { name }) : t("talk.closefailed", { name, why: wordsOf(why.error) });
      live.close(id, (why) => toast(words(why), { tone: "bad" }), reason || undefined);
      toast(t("talk.closed.toast", { name }), {
        ms: 5000,
        action: { label: t("talk.undo"), run: () => live.undoClose(id) },
      });
    },
    continueChat: onChat((id) => {
      live.continueChat(id).then(
        (chat) => go("mine", chat.id),
        (error: unknown) => {
          const running =
            error instanceof ApiError && error.code === "already_running"
              ? (error.body as { error?: { chat_id?: number } }).error?.chat_id
              : undefined;
          if (running === undefined) {
            toast(t("talk.continuefailed", { why: wordsOf(error) }), { tone: "bad" });
            return;
          }
          toast(t("talk.runs"));
          void go("all", running);
        },
      );
    }),
    copyLink: onChat((id) => {
      void copyText(new URL(`/inbox/all/${id}`, location.href).href);
    }),
    ask: (what) => {
      if (chatId !== null) setAsked({ chat: chatId, what });
    },
    asked: asked !== null && asked.chat === chatId ? asked.what : null,
    endAsking: () => setAsked(null),
  };
}
