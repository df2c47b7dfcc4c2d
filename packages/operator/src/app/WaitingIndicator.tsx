import type { Chat, Operator } from "@parlour/protocol";
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { useOpenChat } from "../ui/open-chat/open-chat.ts";
import { openQueueEvent, useNextChatPress, useUnavailableReason } from "../ui/ring/take-chat.ts";
import { useLiveClient, useLiveState } from "../state/live-context.tsx";
import { getWaitingSince } from "../state/live-state.ts";
import { listRingingChats } from "../state/inbox/offers.ts";
import { can, useCurrentOperator } from "../state/session.tsx";
import { getWaitSeverity, useWaitLimits } from "../state/wait-limits.tsx";
import { useShortcuts } from "../ui/keyboard/shortcuts.ts";
import { loadChunk } from "../ui/loading/load-chunk.ts";
import { runOrToast } from "../ui/mutation.ts";
import { formatDuration, useNow } from "../ui/time.ts";
import { t } from "./text.ts";

const WaitingQueue = lazy(() =>
  loadChunk(() => import("../ui/ring/WaitingQueue.tsx")).then((module) => ({
    default: module.WaitingQueue,
  })),
);

/**
 * The number of chats that wait for this operator, and the longest wait (CORE-151). Opens the
 * queue. If nobody waits, its place stays empty (CORE-390).
 */
export function WaitingIndicator() {
  const me = useCurrentOperator();
  const rings = useLiveState((state) => listRingingChats(state, me.id));
  if (!can(me, "chats.answer")) return null;
  return (
    <li className="waitingslot">
      <NextChatPress me={me} />
      {rings.length > 0 && <WaitingButton me={me} rings={rings} />}
    </li>
  );
}

/** Below the shortcuts of the counter, and only for operators who answer chats. */
function NextChatPress({ me }: { me: Operator }) {
  useNextChatPress(me);
  return null;
}

function WaitingButton({ me, rings }: { me: Operator; rings: readonly Chat[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const openChat = useOpenChat();
  const live = useLiveClient();
  const unavailable = useUnavailableReason(me);
  const open = () => setOpen(true);
  const reply = ({ id }: Chat) => {
    setOpen(false);
    openChat({ chatId: id, view: "mine", request: "accept" });
  };
  useShortcuts({
    "mod+j": () => {
      const [first] = rings;
      if (unavailable !== false || first === undefined) return false;
      reply(first);
      return true;
    },
    "g w": open,
  });
  useEffect(() => {
    const onOpen = () => setOpen(true);
    window.addEventListener(openQueueEvent, onOpen);
    return () => window.removeEventListener(openQueueEvent, onOpen);
  }, []);
  usePulse(button, rings);
  return (
    <>
      <Counter
        ref={button}
        rings={rings}
        isOpen={isOpen}
        onPress={() => (isOpen ? setOpen(false) : open())}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <WaitingQueue
            me={me}
            unavailable={unavailable}
            onReply={reply}
            onSkip={(chat) => void runOrToast(() => live.skip(chat.id), chat)}
            onClose={(isBack) => {
              setOpen(false);
              if (isBack) button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface CounterProps {
  rings: readonly Chat[];
  isOpen: boolean;
  onPress: () => void;
  ref: RefObject<HTMLButtonElement | null>;
}

/** The number and the running time. It is a separate component, because it renders each second. */
function Counter({ rings, isOpen, onPress, ref }: CounterProps) {
  const now = useNow(1000);
  const limits = useWaitLimits();
  const waitedMs = now - Math.min(now, ...rings.map((chat) => getWaitingSince(chat) ?? now));
  const n = rings.length;
  return (
    <button
      ref={ref}
      type="button"
      className={`waiting ${getWaitSeverity(waitedMs, limits)}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-keyshortcuts="G W"
      title={`${t("waiting.open")}  G W`}
      onClick={onPress}
    >
      <b>{n > 99 ? "99+" : n}</b>
      <span className="vh">{t("waiting.longest", { n })}</span>
      <span>
        {waitedMs < hourMs
          ? formatDuration(waitedMs)
          : t("waiting.hours", { n: Math.floor(waitedMs / hourMs) })}
      </span>
      <span className="vh">{t("waiting.queue")}</span>
    </button>
  );
}

const hourMs = 3_600_000;
const pulseMs = 360;

/** Pulses once when another chat starts to ring, unless the operator prefers reduced motion. */
function usePulse(shape: RefObject<HTMLElement | null>, rings: readonly Chat[]): void {
  const knownIds = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const isNew = rings.some(({ id }) => !knownIds.current.has(id));
    knownIds.current = new Set(rings.map(({ id }) => id));
    if (!isNew || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    shape.current?.animate({ transform: ["scale(1)", "scale(1.06)", "scale(1)"] }, pulseMs);
  }, [shape, rings]);
}
