import type { KeyValueStore } from "../storage/local-storage.ts";
import type { PendingMessage } from "./state.ts";

/** How long unconfirmed messages are kept for the next page (WG-082), milliseconds. */
export const messageTtlMs = 30 * 60_000;
/**
 * Maximum number of unconfirmed messages. Further messages are rejected, and their text stays in
 * the message field.
 */
export const maxPendingMessages = 50;
const prefix = "out:";

/**
 * Stores a message under its own key, so that several tabs do not overwrite each other. The server
 * accepts each message only once (CORE-044).
 */
export function saveMessage(store: KeyValueStore, message: PendingMessage): void {
  store.write(prefix + message.ref, JSON.stringify(message));
}
export function removeMessage(store: KeyValueStore, ref: string): void {
  store.write(prefix + ref, null);
}
/** Returns the stored messages, oldest first. Deletes messages that are too old. */
export function loadMessages(store: KeyValueStore, now: number): readonly PendingMessage[] {
  const found: PendingMessage[] = [];
  for (const key of store.keys()) {
    if (!key.startsWith(prefix)) continue;
    const message = parseMessage(store.read(key));
    if (message === null || now - message.at > messageTtlMs) store.write(key, null);
    else found.push(message);
  }
  return found.sort((a, b) => a.at - b.at).slice(-maxPendingMessages);
}

export function saveDraft(store: KeyValueStore, text: string, now: number): void {
  store.write("draft", text === "" ? null : JSON.stringify({ text, at: now }));
}
export function loadDraft(store: KeyValueStore, now: number): string {
  const stored = parseObject(store.read("draft")) as { text?: unknown; at?: unknown } | null;
  return typeof stored?.text === "string" &&
    typeof stored.at === "number" &&
    now - stored.at <= messageTtlMs
    ? stored.text
    : "";
}

function parseMessage(text: string | null): PendingMessage | null {
  const value = parseObject(text) as Partial<PendingMessage> | null;
  if (
    typeof value?.ref !== "string" ||
    typeof value.text !== "string" ||
    typeof value.at !== "number"
  )
    return null;
  return { ...(value as PendingMessage), failed: value.failed ?? null };
}
function parseObject(text: string | null): object | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
