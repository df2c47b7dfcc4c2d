import type { OutboxDeps, OutboxItem } from "./outbox.ts";

/** What this device's disk has of the messages that wait, and what it has not: written just now, or refused. */
export function createKept(store: OutboxDeps["store"]) {
  /** Not in the store: being written, or refused by it. */
  const unsaved = new Set<string>();
  /** Being removed from the store. */
  const gone = new Set<string>();
  return {
    isUnsaved: ({ clientId }: OutboxItem) => unsaved.has(clientId),
    /** New: nobody may take it for one that another tab has sent. */
    expect: ({ clientId }: OutboxItem) => unsaved.add(clientId),
    /** A full or forbidden disk must not stop the message: it then lives in this page only. */
    async save(item: OutboxItem) {
      try {
        await store.put(item);
        unsaved.delete(item.clientId);
      } catch (error) {
        unsaved.add(item.clientId);
        console.warn("a message could not be kept on this device", error);
      }
    },
    async remove(clientId: string) {
      gone.add(clientId);
      await store
        .remove(clientId)
        .catch((error: unknown) => console.warn("a sent message stays on this device until the next start", error));
      gone.delete(clientId);
    },
    /** Of what the store listed: not being removed meanwhile. */
    isStaying: ({ clientId }: OutboxItem) => !gone.has(clientId),
  };
}
