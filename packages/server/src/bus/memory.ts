import type { Bus } from "./index.ts";

type Listener = (account: number, head: number) => void;

/** A bus inside one process. Each call of the returned function joins another node to it. */
export function memoryBus(): () => Bus {
  const nodes = new Set<Set<Listener>>();
  return () => {
    const own = new Set<Listener>();
    nodes.add(own);
    return {
      announce(account, head) {
        // Never inside the caller's turn, as over a network.
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
