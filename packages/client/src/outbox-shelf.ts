import { createKept } from "./outbox-kept.ts";
import type { OutboxDeps, OutboxItem } from "./outbox.ts";

export type Shelf = ReturnType<typeof createShelf>;

/**
 * Creates the list of pending messages, in memory and on disk as far as the disk accepts writes.
 */
export function createShelf(deps: Pick<OutboxDeps, "owner" | "store" | "onChange">) {
  let items: readonly OutboxItem[] = [];
  const kept = createKept(deps.store);
  const put = (next: readonly OutboxItem[]) => {
    items = next;
    deps.onChange(items);
  };
  /** Changes the item in memory only, not on disk. */
  const show = (item: OutboxItem) => put(items.map((known) => (known.clientId === item.clientId ? item : known)));
  return {
    items: () => items,
    has: ({ clientId }: OutboxItem) => items.some((known) => known.clientId === clientId),
    show,
    async add(item: OutboxItem) {
      kept.expect(item);
      put([...items, item]);
      await kept.save(item);
    },
    async replace(item: OutboxItem) {
      show(item);
      await kept.save(item);
    },
    async drop(clientId: string) {
      put(items.filter((known) => known.clientId !== clientId));
      await kept.remove(clientId);
    },
    /** Loads the stored items. Items that the store never received stay. */
    async reload() {
      const stored = (await deps.store.list(deps.owner)).filter(kept.isStaying);
      const known = idsOf(stored);
      put(inOrder([...stored, ...items.filter((item) => !known.has(item.clientId) && kept.isUnsaved(item))]));
    },
    /**
     * Called before sending. Removes messages of this chat that another tab sent, and adds messages
     * that another tab wrote.
     */
    async refresh(chatId: number) {
      // Filtered in the same microtask in which the list arrives. An item saved later would seem to
      // be sent by another tab.
      const stored = (await deps.store.list(deps.owner)).filter((item) => item.chatId === chatId && kept.isStaying(item));
      const next = refreshed(items, stored, (item) => item.chatId !== chatId || kept.isUnsaved(item));
      if (next !== null) put(next);
    },
  };
}

/**
 * Merges the items of this page with the stored items of one chat. Returns null if nothing changed.
 * Items for which `mustStay` is true stay even if they are not stored.
 */
function refreshed(
  items: readonly OutboxItem[],
  stored: readonly OutboxItem[],
  isOwn: (item: OutboxItem) => boolean,
): readonly OutboxItem[] | null {
  const [known, kept] = [idsOf(items), idsOf(stored)];
  const isSent = (item: OutboxItem) => !kept.has(item.clientId) && !isOwn(item);
  const added = stored.filter((item) => !known.has(item.clientId));
  // Another tab uploaded the file, or its bytes are now in the store.
  const withFile = stored.filter(({ file }) => file && (file.upload ?? file.blob));
  const fuller = new Map(withFile.map((item) => [item.clientId, item]));
  const isEmpty = ({ file, clientId }: OutboxItem) => file?.upload === null && file.blob === null && fuller.has(clientId);
  if (added.length === 0 && !items.some((item) => isSent(item) || isEmpty(item))) return null;
  const here = items.filter((item) => !isSent(item)).map((item) => (isEmpty(item) ? (fuller.get(item.clientId) ?? item) : item));
  return inOrder([...here, ...added]);
}

const idsOf = (items: readonly OutboxItem[]): ReadonlySet<string> => new Set(items.map(({ clientId }) => clientId));
const inOrder = (items: readonly OutboxItem[]): readonly OutboxItem[] => items.toSorted((a, b) => a.createdAt - b.createdAt);
