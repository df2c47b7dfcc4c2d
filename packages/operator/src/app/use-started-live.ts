import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { tellMentions } from "../screens/inbox/notes/tell-mentions.ts";
import { onSignedOut, queries } from "../state/api.ts";
import type { Live } from "../state/live.ts";
import { watchIdle } from "../state/presence.ts";
import { onSomebodyElse, setMe, useMe } from "../state/session.tsx";
import { startLive } from "../state/start-live.ts";
import { startAlerts } from "./alerts/index.ts";

/** Starts the connection, outbox and alerts while the shell is mounted. Null until started. */
export function useStartedLive(): Live | null {
  const me = useMe();
  const router = useRouter();
  const [live, setLive] = useState<Live | null>(null);
  const id = me.id;
  useEffect(() => {
    let over = false;
    const ends: (() => void)[] = [];
    const signedOut = () => {
      if (over) return;
      setMe(null);
      void router.invalidate();
    };
    ends.push(
      onSignedOut(signedOut),
      onSomebodyElse(() => location.assign("/")),
    );
    // The socket also ends if the account now requires a second factor. The refetched queries then
    // lead to its page (CORE-013).
    const socketEnded = () => {
      signedOut();
      void queries.invalidateQueries();
    };
    startLive(me, socketEnded).then(
      (started) => {
        if (over) {
          started.stop();
          return;
        }
        ends.push(
          started.stop,
          startAlerts(started.live, me, chatInView),
          tellMentions(started.live, chatInView, (chatId) => {
            void router.navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chatId) } });
          }),
          watchIdle(started.live, me),
        );
        setLive(started.live);
      },
      (error: unknown) => console.error("the live connection could not start", error),
    );
    return () => {
      over = true;
      for (const end of ends.toReversed()) end();
      setLive(null);
    };
    // Only the id counts: a change of name or presence must not start a new connection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, router]);
  return live;
}

/** Returns the chat of the URL if the page is visible. */
function chatInView(): number | null {
  const found = /^\/inbox\/[a-z]+\/([0-9]+)$/.exec(location.pathname)?.[1];
  return found && document.visibilityState === "visible" ? Number(found) : null;
}
