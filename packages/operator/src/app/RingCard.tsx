// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { IconBellRinging, IconCornerUpLeft } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { ApiError } from "@parlour/client";
import { useLive, useLiveStore } from "../state/live-context.tsx";
import { nameOf, ringingOf, waitOf, type LiveState } from "../state/live-state.ts";
import { useOwnPresence } from "../state/presence.ts";
import { may, useMe } from "../state/session.tsx";
import { Button } from "../ui/Button.tsx";
import { detailsOf, wordsOf } from "../ui/Failure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { duration, useNow } from "../ui/Time.tsx";
import { toast } from "../ui/toast.tsx";
import { modKey, useKeys } from "./keys.ts";
import { t } from "./text.ts";

const ringing = (state: LiveState) => ringingOf(state);

let focusCount = 0;
/** A fresh wish to write (`HistoryState.focus`). */
export function nextFocus(): number {
  focusCount = Math.max(focusCount + 1, Date.now());
  return focusCount;
}

/** Takes a chat and opens it; of parallel takers one wins, the others see who (CORE-034). */
export function useTakeChat(): (chatId: number) => Promise<void> {
  const live = useLiveStore();
  const navigate = useNavigate();
  return async (chatId) => {
    try {
      await live.accept(chatId);
      await navigate({ to: "/inbox/$view/{-$chat}", params: { view: "mine", chat: String(chatId) }, state: { focus: nextFocus() } });
    } catch (error) {
      if (error instanceof ApiError && error.code === "already_accepted") {
        toast(t("ring.faster", { name: fasterName(error) }));
        await navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(chatId) } });
      } else toast(`${t("ring.failed")} ${wordsOf(error)} ${detailsOf(error)}`, { tone: "bad" });
    }
  };
}

/** Who was first, from the body of `already_accepted` (API-024). */
function fasterName(error: ApiError): string {
  const body = error.body as { error?: { by?: { name?: string } } } | undefined;
  return body?.error?.by?.name ?? t("ring.colleague");
}

/** The newest waiting chat. Stands at the foot of the list, in the corner of other screens; never moves focus. */
export function RingCard({ corner = false }: { corner?: boolean }) {
  const live = useLiveStore();
  const me = useMe();
  const chat = useLive(ringing);
  const taken = useLive((state) => state.taken);
  const presence = useOwnPresence(me);
  const take = useTakeChat();
  const offline = useLive((state) => state.connection.kind === "offline");
  const now = useNow(1000, chat !== null);
  const shows = chat !== null && presence !== "offline" && may(me, "chat");
  useKeys({
    "mod+j": () => {
      if (!shows || offline) return false;
      void take(chat.id);
      return true;
    },
  });
  if (taken)
    return (
      <section className={`ring float ${corner ? "corner" : ""}`} role="status">
        <p>
          <span className="medium">{taken.who || t("ring.chat")}</span>
          <br />
          <span className="soft">{t("ring.taken", { name: taken.by })}</span>
        </p>
      </section>
    );
  if (!shows) return null;
  const name = nameOf(chat) ?? t("visitor.anonymous", { n: chat.visitor.number });
  const since = waitOf(chat);
  const invited = chat.wait?.invited_until === undefined ? null : Math.max(0, Date.parse(chat.wait.invited_until) - now);
  return (
    <section className={`ring float ${corner ? "corner" : ""}`} aria-label={t("ring.label", { name })}>
      <h2>
        <Icon of={IconBellRinging} small /> {t("ring.title")} <span className="grow" />
        {since !== null && <span className="timer num">{duration(now - since)}</span>}
      </h2>
      <p className="about">
        <span className="medium">{name}</span> <span className="t12 faint">{chat.channel.name}</span>
        <br />
        {invited !== null && (
          <span className="t12">
            {t("ring.invited", { name: chat.bot?.name ?? "" })} <span className="num">{t("ring.left", { left: duration(invited) })}</span>
            <br />
          </span>
        )}
        <span className="soft said" dir="auto">
          {chat.last_message === null || chat.last_message.line !== undefined ? "" : chat.last_message.text}
        </span>
      </p>
      <div className="acts">
        <Button
          variant="primary"
          icon={IconCornerUpLeft}
          flipIcon
          keys={`${modKey}J`}
          unavailable={offline && t("ring.offline")}
          onClick={() => void take(chat.id)}
        >
          {t("ring.reply")}
        </Button>
        <Button onClick={() => live.skip(chat.id)}>{t("ring.skip")}</Button>
      </div>
    </section>
  );
}
