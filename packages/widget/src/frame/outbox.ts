import type { Store } from "./store.ts";
import type { Unsent } from "./model.ts";

/** Unconfirmed messages survive a reload for this long (WG-082). */
export const keptMs = 30 * 60_000;
/** Further messages are rejected, and the text stays in its field. */
export const unsentMost = 50;
const prefix = "out:";

/**
 * Stores a message under its own key, so that several tabs do not overwrite each other. The server
 * accepts each message only once (CORE-044).
 */
export function keepUnsent(store: Store, one: Unsent): void {
  store.write(prefix + one.ref, JSON.stringify(one));
}
export function forgetUnsent(store: Store, ref: string): void {
  store.write(prefix + ref, null);
}
/** Returns the stored messages, oldest first. Removes those that are too old. */
export function keptUnsent(store: Store, now: number): readonly Unsent[] {
  const found: Unsent[] = [];
  for (const key of store.keys()) {
    if (!key.startsWith(prefix)) continue;
    const one = read(store.read(key));
    if (one === null || now - one.at > keptMs) store.write(key, null);
    else found.push(one);
  }
  return found.sort((a, b) => a.at - b.at).slice(-unsentMost);
}

export function keepDraft(store: Store, text: string, now: number): void {
  store.write("draft", text === "" ? null : JSON.stringify({ text, at: now }));
}
export function keptDraft(store: Store, now: number): string {
  const kept = parsed(store.read("draft")) as { text?: unknown; at?: unknown } | null;
  return typeof kept?.text === "string" && typeof kept.at === "number" && now - kept.at <= keptMs ? kept.text : "";
}

function read(text: string | null): Unsent | null {
  const value = parsed(text) as Partial<Unsent> | null;
  if (typeof value?.ref !== "string" || typeof value.text !== "string" || typeof value.at !== "number") return null;
  return { ...(value as Unsent), failed: value.failed ?? null };
}
function parsed(text: string | null): object | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
