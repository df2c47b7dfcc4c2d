import { IconX } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { Button } from "./Button.tsx";
import { t } from "./text.ts";
import { createListeners } from "../state/listeners.ts";

export interface ToastAction {
  label: string;
  run: () => void;
}
interface ToastEntry {
  id: number;
  text: string;
  tone: "plain" | "bad";
  action?: ToastAction;
  onGone?: () => void;
}

const limit = 4;
let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = createListeners();

/**
 * Shows a line in the corner for `ms` (default 6 s; failures stay until closed). Never moves focus; at most four at once, the oldest goes.
 * Gives a function that takes it away. `onGone` runs when it leaves by time or by hand.
 */
export function toast(
  text: string,
  options: { tone?: "plain" | "bad"; action?: ToastAction; ms?: number; onGone?: () => void } = {},
): () => void {
  lastId += 1;
  const id = lastId;
  const tone = options.tone ?? "plain";
  const entry: ToastEntry = {
    id,
    text,
    tone,
    ...(options.action && { action: options.action }),
    ...(options.onGone && { onGone: options.onGone }),
  };
  change([...entries, entry].slice(-limit));
  const remove = () => change(entries.filter((e) => e.id !== id));
  if (tone === "plain" || options.ms !== undefined) setTimeout(remove, options.ms ?? 6000);
  return remove;
}

/** The corner itself; stands once in the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(listeners.add, () => entries);
  return (
    <section className="toasts" aria-label={t("ui.notices")}>
      {shown.map((entry) => (
        <div
          key={entry.id}
          className={entry.tone === "bad" ? "toast float bad" : "toast float"}
          role={entry.tone === "bad" ? "alert" : "status"}
        >
          <p className="grow">{entry.text}</p>
          {entry.action && (
            <Button
              variant="text"
              onClick={() => {
                entry.action?.run();
                close(entry.id);
              }}
            >
              {entry.action.label}
            </Button>
          )}
          <Button variant="quiet" small icon={IconX} aria-label={t("ui.close")} onClick={() => close(entry.id)} />
        </div>
      ))}
    </section>
  );
}

function close(id: number): void {
  change(entries.filter((entry) => entry.id !== id));
}

function change(next: readonly ToastEntry[]): void {
  const gone = entries.filter((entry) => !next.includes(entry));
  entries = next;
  for (const entry of gone) entry.onGone?.();
  listeners.tell();
}
