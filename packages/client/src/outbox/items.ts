import type { OutboxDeps, OutboxItem } from "./types.ts";

export type OutboxItems = ReturnType<typeof createOutboxItems>;

/** Creates the list of pending messages, in memory and on disk if the disk accepts writes. */
export function createOutboxItems(deps: OutboxDeps) {
  let items: readonly OutboxItem[] = [];
  const persistence = createOutboxPersistence(deps.store);
  const setItems = (next: readonly OutboxItem[]) => {
    items = next;
    deps.onChange(items);
  };
  /** Changes the item in memory only, not on disk. */
  const updateInMemory = (item: OutboxItem) =>
    setItems(items.map((current) => (current.clientId === item.clientId ? item : current)));
  return {
    items: () => items,
    has: ({ clientId }: OutboxItem) => items.some((item) => item.clientId === clientId),
    updateInMemory,
    async add(item: OutboxItem) {
      persistence.markUnsaved(item);
      setItems([...items, item]);
      await persistence.save(item);
    },
    async replace(item: OutboxItem) {
      updateInMemory(item);
      await persistence.save(item);
    },
    async remove(clientId: string) {
      setItems(items.filter((item) => item.clientId !== clientId));
      await persistence.remove(clientId);
    },
    /** Loads the stored items. Items that exist only in memory are kept. */
    async reload() {
      const stored = (await deps.store.list(deps.owner)).filter(persistence.isNotBeingRemoved);
      const storedIds = toIdSet(stored);
      setItems(
        sortByCreation([
          ...stored,
          ...items.filter((item) => !storedIds.has(item.clientId) && persistence.isUnsaved(item)),
        ]),
      );
    },
    /**
     * Called before sending. Removes messages of this chat that another tab sent, and adds messages
     * that another tab wrote. If the store cannot be read, the items of this page are kept: the
     * server stores a message once, whichever tab sends it.
     */
    async refresh(chatId: number) {
      let stored: readonly OutboxItem[];
      try {
        // Filter in the same microtask in which the list arrives. Otherwise an item that is saved
        // later would be missing from the list and count as sent by another tab.
        stored = (await deps.store.list(deps.owner)).filter(
          (item) => item.chatId === chatId && persistence.isNotBeingRemoved(item),
        );
      } catch (error) {
        console.warn("messages of other tabs could not be read", error);
        return;
      }
      const next = mergeStoredItems(
        items,
        stored,
        (item) => item.chatId !== chatId || persistence.isUnsaved(item),
      );
      if (next !== null) setItems(next);
    },
  };
}

/** Returns null if nothing changed. `mustStay`: items that stay even if they are not stored. */
function mergeStoredItems(
  items: readonly OutboxItem[],
  stored: readonly OutboxItem[],
  mustStay: (item: OutboxItem) => boolean,
): readonly OutboxItem[] | null {
  const [currentIds, storedIds] = [toIdSet(items), toIdSet(stored)];
  const isSent = (item: OutboxItem) => !storedIds.has(item.clientId) && !mustStay(item);
  const added = stored.filter((item) => !currentIds.has(item.clientId));
  // Files that another tab has uploaded, or whose bytes are now in the store.
  const withFile = stored.filter(({ file }) => file && (file.upload ?? file.blob));
  const itemsWithFile = new Map(withFile.map((item) => [item.clientId, item]));
  const lacksFile = ({ file, clientId }: OutboxItem) =>
    file?.upload === null && file.blob === null && itemsWithFile.has(clientId);
  if (added.length === 0 && !items.some((item) => isSent(item) || lacksFile(item))) return null;
  const remaining = items
    .filter((item) => !isSent(item))
    .map((item) => (lacksFile(item) ? (itemsWithFile.get(item.clientId) ?? item) : item));
  return sortByCreation([...remaining, ...added]);
}

const toIdSet = (items: readonly OutboxItem[]): ReadonlySet<string> =>
  new Set(items.map(({ clientId }) => clientId));
const sortByCreation = (items: readonly OutboxItem[]): readonly OutboxItem[] =>
  items.toSorted((a, b) => a.createdAt - b.createdAt);

/** Creates a record of what is on disk. What is being written, or was rejected, is not. */
function createOutboxPersistence(store: OutboxDeps["store"]) {
  /** Messages that are not in the store, because they are being written or were rejected. */
  const unsaved = new Set<string>();
  /** Messages that are being removed from the store. */
  const removing = new Set<string>();
  return {
    isUnsaved: ({ clientId }: OutboxItem) => unsaved.has(clientId),
    /** Otherwise its absence from the store would mean that another tab has sent it. */
    markUnsaved: ({ clientId }: OutboxItem) => unsaved.add(clientId),
    /** Saves a message. If the disk fails, the message stays in memory and is still sent. */
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
    /** Returns false if the removal of the stored message has started. */
    isNotBeingRemoved: ({ clientId }: OutboxItem) => !removing.has(clientId),
  };
}
