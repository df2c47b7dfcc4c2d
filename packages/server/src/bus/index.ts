import type { Bus } from "./types.ts";
export type { Bus } from "./types.ts";
export { formatHeadNotice, headsChannel, openPostgresBus } from "./postgres-bus.ts";

type Listener = (account: number, head: number) => void;

/** Creates a bus inside one process. Each call of the returned function adds another node. */
export function createMemoryBus(): () => Bus {
  const nodes = new Set<Set<Listener>>();
  return () => {
    const ownListeners = new Set<Listener>();
    nodes.add(ownListeners);
    return {
      announce(account, head) {
        // Delivers asynchronously, as a network would.
        queueMicrotask(() => {
          if (!nodes.has(ownListeners)) return;
          for (const node of nodes)
            if (node !== ownListeners) for (const listener of node) listener(account, head);
        });
      },
      onHead(listener) {
        ownListeners.add(listener);
        return () => void ownListeners.delete(listener);
      },
      close() {
        nodes.delete(ownListeners);
        return Promise.resolve();
      },
    };
  };
}
