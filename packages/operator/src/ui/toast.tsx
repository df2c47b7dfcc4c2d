import type { Chat } from "@parlour/protocol";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "./Button.tsx";
import { useKeys } from "./keys.ts";
import { t } from "./text.ts";
import { createListeners } from "../state/listeners.ts";
import { visitorName } from "./visitor-name.ts";

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface ToastOptions {
  /** `bad`: a failure. */
  readonly tone?: "plain" | "bad";
  readonly action?: ToastAction;
  /** The chat it is about: the notice begins with its visitor's name and leads to it. */
  readonly chat?: Pick<Chat, "id" | "visitor"> | undefined;
  /** How long it stays, ms; 6 s by default, 20 s for a failure. */
  readonly ms?: number;
  /** What the action offers ends with that time: it goes then also while somebody is at it. */
  readonly onTime?: boolean;
}
interface ToastEntry extends ToastOptions {
  readonly id: number;
  readonly text: string;
}

const limit = 4;
const usualMs = 6_000;
const failureMs = 20_000;
let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = createListeners();

/** Shows a line in the corner. Never moves focus; at most four at once, the oldest goes. Gives a function that takes it away. */
export function toast(text: string, options: ToastOptions = {}): () => void {
  lastId += 1;
  const id = lastId;
  change([...entries, { ...options, id, text }].slice(-limit));
  return () => close(id);
}

/** The corner itself; stands once in the shell. Z does what the latest one offers: the way there by Tab is longer than its time. */
export function Toasts() {
  const shown = useSyncExternalStore(listeners.add, () => entries);
  const latest = shown.findLast((entry) => entry.action);
  useKeys({ z: () => (latest ? act(latest) : false) });
  return (
    <section className="toasts" aria-label={t("ui.notices")}>
      {shown.map((entry) => (
        <Toast key={entry.id} entry={entry} isLatest={entry === latest} />
      ))}
    </section>
  );
}

/** While somebody points at it or the focus is in it, it stays; then its time begins anew. A pointer that rests where it appears does not point at it. */
function Toast({ entry, isLatest }: { entry: ToastEntry; isLatest: boolean }) {
  const { id, text, tone = "plain", action, chat, ms, onTime = false } = entry;
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = !onTime && (isPointedAt || hasFocus);
  const lasts = isHeld ? null : (ms ?? (tone === "bad" ? failureMs : usualMs));
  useEffect(() => {
    if (lasts === null) return;
    const timer = setTimeout(() => close(id), lasts);
    return () => clearTimeout(timer);
  }, [id, lasts]);
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
        {chat && <b dir="auto">{visitorName(chat)}: </b>}
        {text}
      </p>
      {chat && (
        <Link to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(chat.id) }} onClick={() => close(id)}>
          {t("ui.openchat")}
        </Link>
      )}
      {action && (
        <Button variant="text" onClick={() => act(entry)} {...(isLatest && { keys: "Z", "aria-keyshortcuts": "Z" })}>
          {action.label}
        </Button>
      )}
      <Button variant="quiet" small icon={IconX} aria-label={t("ui.close")} onClick={() => close(id)} />
    </div>
  );
}

function act({ id, action }: ToastEntry): void {
  action?.run();
  close(id);
}

function close(id: number): void {
  change(entries.filter((entry) => entry.id !== id));
}

function change(next: readonly ToastEntry[]): void {
  entries = next;
  listeners.tell();
}
