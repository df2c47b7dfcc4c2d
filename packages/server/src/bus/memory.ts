import type { Bus } from "./index.ts";

type Listener = (account: number, head: number) => void;

/** Creates a bus inside one process. Each call of the returned function adds another node. */
export function memoryBus(): () => Bus {
  const nodes = new Set<Set<Listener>>();
  return () => {
    const own = new Set<Listener>();
    nodes.add(own);
    return {
      announce(account, head) {
        // Never in the caller's turn, like over a network.
        queueMicrotask(() => {
          if (!nodes.has(own)) return;
          for (const node of nodes) if (node !== own) for (const listener of node) listener(account, head);
        });
      },
      onHead(listener) {
        own.add(listener);
        return () => void own.delete(listener);
      },
      close() {
        nodes.delete(own);
        return Promise.resolve();
      },
    };
  };
}
