import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { onSignedOut, queryClient } from "../../state/api/api.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import { watchIdle } from "../../state/live/presence.ts";
import { onAccountSwitched, setCurrentOperator, useCurrentOperator } from "../../state/session.tsx";
import { startLiveClient } from "../../state/start-live-client.ts";
import { startAlerts } from "../alerts/index.ts";
import type { ChatRoute } from "../../ui/address/chat-routes.ts";
import { openChat } from "../../ui/open-chat/open-chat.ts";
import { announce } from "../../ui/live-region.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { getLineAuthor } from "../../ui/message/line-author.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import { t as notesText } from "../../screens/inbox/notes/text.ts";

/**
 * Starts connection, outbox and alerts. `live` is null until then. `error`: why they cannot start.
 */
export function useStartLiveClient(): {
  readonly live: LiveClient | null;
  readonly error: unknown;
} {
  const me = useCurrentOperator();
  const router = useRouter();
  const [live, setLive] = useState<LiveClient | null>(null);
  const [error, setError] = useState<unknown>(null);
  const id = me.id;
  useEffect(() => {
    let isStopped = false;
    const stops: (() => void)[] = [];
    const handleSignedOut = () => {
      if (isStopped) return;
      setCurrentOperator(null);
      void router.invalidate();
    };
    stops.push(
      onSignedOut(handleSignedOut),
      onAccountSwitched(() => location.assign("/")),
    );
    // If a second factor is now required, the responses of the queries open its page (CORE-203).
    const handleSocketEnded = () => {
      handleSignedOut();
      void queryClient.invalidateQueries();
    };
    startLiveClient(me, handleSocketEnded).then(
      (started) => {
        if (isStopped) {
          started.stop();
          return;
        }
        stops.push(
          started.stop,
          startAlerts(started.live, me, getChatInView),
          startMentionNotifications(started.live, getChatInView, (chatId) => {
            const navigate = (route: ChatRoute) => router.navigate(route);
            openChat({ live: started.live, me, navigate }, { chatId, view: "all" });
          }),
          watchIdle(started.live, me),
        );
        setLive(started.live);
      },
      (failure: unknown) => {
        console.error("the live connection could not start", failure);
        if (!isStopped) setError(failure);
      },
    );
    return () => {
      isStopped = true;
      for (const stop of stops.toReversed()) stop();
      setLive(null);
    };
    // Only the id counts: a change of name or presence must not start a new connection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, router]);
  return { live, error };
}

/** Returns the id of the chat in the URL if the page is visible, else null. */
function getChatInView(): number | null {
  const chatId = /^\/inbox\/[a-z]+\/([0-9]+)$/.exec(location.pathname)?.[1];
  return chatId && document.visibilityState === "visible" ? Number(chatId) : null;
}

/** Shows a toast for each note that mentions the operator. Returns a function that stops it. */
function startMentionNotifications(
  live: LiveClient,
  getChatInView: () => number | null,
  open: (chatId: number) => void,
): () => void {
  return live.onMention((message) => {
    const chat = live.get().snapshot.chats.get(message.chat_id)?.chat;
    const text = notesText("mention.told", {
      by: getLineAuthor(message) || message.author.name,
      name: chat ? getVisitorName(chat) : `#${message.chat_id}`,
    });
    announce(text);
    if (getChatInView() !== message.chat_id)
      toast(text, {
        ms: 15_000,
        action: { label: notesText("mention.open"), run: () => open(message.chat_id) },
      });
  });
}
