import type { Chat } from "@parlour/protocol";
import { IconBellRinging, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useEffect, useRef, type RefObject } from "react";
import { getWaitingSince } from "../../state/live-state.ts";
import { useWaitLimits, getWaitSeverity } from "../../state/wait-limits.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { formatDuration, useNow } from "../../ui/time.ts";
import { t } from "./text.ts";

interface RingingPillProps {
  rings: readonly Chat[];
  /** Whether the queue is open. */
  isOpen: boolean;
  title: string | undefined;
  /** Whether the pill pulses once because of a newly offered chat. */
  shouldPulse: boolean;
  onPress: () => void;
  ref: (button: HTMLButtonElement | null) => void;
}

/** Button with the number of waiting chats and the longest waiting time. It opens the queue. */
export function RingingPill({
  rings,
  isOpen,
  title,
  shouldPulse,
  onPress,
  ref: pill,
}: RingingPillProps) {
  const now = useNow(1000);
  const limits = useWaitLimits();
  const waitedMs = Math.max(
    0,
    now - Math.min(now, ...rings.map((chat) => getWaitingSince(chat) ?? now)),
  );
  const n = rings.length;
  const isOverdue = getWaitSeverity(waitedMs, limits) === "bad";
  const shape = useRef<HTMLButtonElement>(null);
  usePulse(shape, shouldPulse, rings);
  return (
    <button
      ref={(button) => {
        shape.current = button;
        pill(button);
      }}
      type="button"
      className={isOverdue ? "pill late" : "pill"}
      title={title}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-keyshortcuts="G W"
      onClick={onPress}
    >
      <Icon of={IconBellRinging} small />
      <span>{t("pill.waiting", { n })}</span>
      <span className="vh">{t("pill.longest")}</span>
      <span className="sep" aria-hidden="true" />
      <span className={isOverdue ? "timer num bad" : "timer num"}>{formatDuration(waitedMs)}</span>
      <span className="vh">{t("pill.open")}</span>
      <Icon of={isOpen ? IconChevronDown : IconChevronUp} small />
    </button>
  );
}

const pulseMs = 360;

/** Pulses the pill once when a chat starts to ring, unless the operator prefers reduced motion. */
function usePulse(
  shape: RefObject<HTMLButtonElement | null>,
  on: boolean,
  rings: readonly Chat[],
): void {
  const knownIds = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const isNew = rings.some(({ id }) => !knownIds.current.has(id));
    knownIds.current = new Set(rings.map(({ id }) => id));
    if (!on || !isNew || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    shape.current?.animate({ transform: ["scale(1)", "scale(1.06)", "scale(1)"] }, pulseMs);
  }, [shape, on, rings]);
}
