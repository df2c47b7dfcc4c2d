import type { OutboxDeps, OutboxItem } from "./outbox.ts";

export type Shelf = ReturnType<typeof createShelf>;

/** The messages that wait: in this page, and on this device's disk as well as it lets itself be written. */
export function createShelf(deps: Pick<OutboxDeps, "owner" | "store" | "onChange">) {
  let items: readonly OutboxItem[] = [];
  /** Not in the store: being written, or refused by it. */
  const unsaved = new Set<string>();
  /** Being removed from the store. */
  const gone = new Set<string>();

  const put = (next: readonly OutboxItem[]) => {
    items = next;
    deps.onChange(items);
  };
  /** Changes what is seen, not what is stored. */
  const show = (item: OutboxItem) => put(items.map((known) => (known.clientId === item.clientId ? item : known)));
  /** A full or forbidden disk must not stop the message: it then lives in this page only. */
  const save = async (item: OutboxItem) => {
    try {
      await deps.store.put(item);
      unsaved.delete(item.clientId);
    } catch (error) {
      unsaved.add(item.clientId);
      console.warn("a message could not be kept on this device", error);
    }
  };

  return {
    items: () => items,
    show,
    async add(item: OutboxItem) {
      unsaved.add(item.clientId);
      put([...items, item]);
      await save(item);
    },
    async replace(item: OutboxItem) {
      show(item);
      await save(item);
    },
    async drop(clientId: string) {
      gone.add(clientId);
      put(items.filter((known) => known.clientId !== clientId));
      await deps.store
        .remove(clientId)
        .catch((error: unknown) => console.warn("a sent message stays on this device until the next start", error));
      gone.delete(clientId);
    },
    /** Takes what the store has; what it never got stays. */
    async reload() {
      const stored = await deps.store.list(deps.owner);
      const known = new Set(stored.map((item) => item.clientId));
      const here = items.filter((item) => !known.has(item.clientId) && unsaved.has(item.clientId));
      put([...stored.filter((item) => !gone.has(item.clientId)), ...here].toSorted((a, b) => a.createdAt - b.createdAt));
    },
    /** Before sending: what another tab sent of this chat is in the store no more, and what it wrote goes in its turn. */
    async refresh(chatId: number) {
      const stored = (await deps.store.list(deps.owner)).filter((item) => item.chatId === chatId && !gone.has(item.clientId));
      const known = new Set(items.map((item) => item.clientId));
      const kept = new Set(stored.map((item) => item.clientId));
      const sent = (item: OutboxItem) => item.chatId === chatId && !kept.has(item.clientId) && !unsaved.has(item.clientId);
      const added = stored.filter((item) => !known.has(item.clientId));
      // Another tab brought the file, or its bytes are in the store by now.
      const fuller = new Map(
        stored.filter((item) => item.file && (item.file.upload ?? item.file.blob)).map((item) => [item.clientId, item]),
      );
      const empty = (item: OutboxItem) => item.file?.upload === null && item.file.blob === null && fuller.has(item.clientId);
      if (added.length > 0 || items.some((item) => sent(item) || empty(item)))
        put(
          [
            ...items.filter((item) => !sent(item)).map((item) => (empty(item) ? (fuller.get(item.clientId) ?? item) : item)),
            ...added,
          ].toSorted((a, b) => a.createdAt - b.createdAt),
        );
    },
  };
}
