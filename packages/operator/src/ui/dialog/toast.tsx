import type { Chat } from "@parlour/protocol";
import { IconX } from "@tabler/icons-react";
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import { browserClock } from "../../state/clock.ts";
import { Button } from "../Button.tsx";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { t } from "../text.ts";
import { createEventEmitter } from "../../state/api/event-emitter.ts";
import { getVisitorName } from "../chat/visitor-name.ts";

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface ToastOptions {
  /** `bad` marks a failure. */
  readonly tone?: "plain" | "bad";
  readonly action?: ToastAction | undefined;
  /** The chat of the toast, which begins with the visitor's name and links to the chat. */
  readonly chat?: Chat | undefined;
  /** Display time in milliseconds. The default is 6 s, and 20 s for a failure. */
  readonly ms?: number;
  /**
   * The toast closes after its time even with the pointer or focus, because the action then ends.
   */
  readonly isTimeLimited?: boolean;
}
interface ToastEntry extends ToastOptions {
  readonly id: number;
  readonly text: string;
}

const maxToasts = 4;
const defaultMs = 6_000;
const failureMs = 20_000;
let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = createEventEmitter();

/**
 * Shows a message in the corner of the page. Never moves the focus. When a fifth toast appears, the
 * oldest closes. Returns a function that closes the toast.
 */
export function toast(text: string, options: ToastOptions = {}): () => void {
  lastId += 1;
  const id = lastId;
  setEntries([...entries, { ...options, id, text }].slice(-maxToasts));
  return () => closeToast(id);
}

type ToastLink = ComponentType<{
  chatId: number;
  view: "all";
  onOpen: () => void;
  children: ReactNode;
}>;

/**
 * The corner with the toasts, mounted once in the shell. Z runs the action of the latest one.
 * `ChatLink`: the link to the chat of a toast. Without it, toasts have none.
 */
export function Toasts({ ChatLink }: { ChatLink?: ToastLink }) {
  const toasts = useSyncExternalStore(listeners.subscribe, () => entries);
  const latest = toasts.findLast((entry) => entry.action);
  useShortcuts({ z: () => (latest ? runAction(latest) : false) });
  return (
    <section className="toasts" aria-label={t("ui.notices")}>
      {toasts.map((entry) => (
        <Toast key={entry.id} {...{ entry, ChatLink }} isLatest={entry === latest} />
      ))}
    </section>
  );
}

/** A toast, open while it has the focus or a pointer that moved. Then its time starts again. */
function Toast({
  entry,
  isLatest,
  ChatLink,
}: {
  entry: ToastEntry;
  isLatest: boolean;
  ChatLink: ToastLink | undefined;
}) {
  const { id, text, tone = "plain", action, chat, ms, isTimeLimited = false } = entry;
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isPaused = !isTimeLimited && (isPointedAt || hasFocus);
  const durationMs = isPaused ? null : (ms ?? (tone === "bad" ? failureMs : defaultMs));
  useEffect(() => {
    if (durationMs === null) return;
    return browserClock.after(durationMs, () => closeToast(id));
  }, [id, durationMs]);
  return (
    <div
      className={tone === "bad" ? "toast float bad" : "toast float"}
      role={tone === "bad" ? "alert" : "status"}
      onPointerMove={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <p className="grow">
        {chat && <b dir="auto">{getVisitorName(chat)}: </b>}
        {text}
      </p>
      {chat && ChatLink && (
        <ChatLink chatId={chat.id} view="all" onOpen={() => closeToast(id)}>
          {t("ui.openchat")}
        </ChatLink>
      )}
      {action && (
        <Button
          variant="text"
          onClick={() => runAction(entry)}
          keys={isLatest ? "Z" : undefined}
          aria-keyshortcuts={isLatest ? "Z" : undefined}
        >
          {action.label}
        </Button>
      )}
      <Button
        variant="quiet"
        small
        icon={IconX}
        aria-label={t("ui.close")}
        onClick={() => closeToast(id)}
      />
    </div>
  );
}

function runAction({ id, action }: ToastEntry): void {
  action?.run();
  closeToast(id);
}

function closeToast(id: number): void {
  setEntries(entries.filter((entry) => entry.id !== id));
}

function setEntries(next: readonly ToastEntry[]): void {
  entries = next;
  listeners.emit();
}
