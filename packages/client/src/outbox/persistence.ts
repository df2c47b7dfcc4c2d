import type { OutboxDeps, OutboxItem } from "./types.ts";

/**
 * Creates the record of which outbox messages are stored on disk and which are not (being written,
 * or rejected).
 */
export function createOutboxPersistence(store: OutboxDeps["store"]) {
  /** Messages that are not in the store: being written, or rejected by it. */
  const unsaved = new Set<string>();
  /** Messages that are being removed from the store. */
  const removing = new Set<string>();
  return {
    isUnsaved: ({ clientId }: OutboxItem) => unsaved.has(clientId),
    /**
     * Marks a new message as unsaved, so that it is not taken for one that another tab has sent.
     */
    markUnsaved: ({ clientId }: OutboxItem) => unsaved.add(clientId),
    /**
     * Saves a message. If the disk is full or forbidden, the message stays in memory and is still
     * sent.
     */
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
      removing.add(clientId);
      await store
        .remove(clientId)
        .catch((error: unknown) =>
          console.warn("a sent message stays on this device until the next start", error),
        );
      removing.delete(clientId);
    },
    /** Returns false for a stored message whose removal has started. */
    isNotBeingRemoved: ({ clientId }: OutboxItem) => !removing.has(clientId),
  };
}
