import { BusListeners } from "./listeners.ts";
import type { MarkedBus } from "./types.ts";
export type { Bus, MarkedBus, MessageBus } from "./types.ts";
export { formatHeadNotice, headsChannel, openPostgresBus } from "./postgres-bus.ts";
export { openRedisBus, redisUses, type RedisBus, type RedisState } from "./redis-bus.ts";
export { parseRedisUrl, type RedisAddress } from "./redis-address.ts";
export { getChannelPrefix } from "./redis-channels.ts";
export { probeRedis, type RedisProbe } from "./redis-link.ts";

/** Creates a bus inside one process. Each call of the returned function adds another node. */
export function createMemoryBus(): () => MarkedBus {
  const nodes = new Set<BusListeners>();
  return () => {
    const listeners = new BusListeners();
    nodes.add(listeners);
    /** Calls every other node asynchronously, as a network would. */
    const send = (deliver: (node: BusListeners) => void): void =>
      queueMicrotask(() => {
        if (!nodes.has(listeners)) return;
        for (const node of nodes) if (node !== listeners) deliver(node);
      });
    return {
      announce: (account, head) => send((node) => node.emitHead(account, head)),
      onHead: (listener) => listeners.addHeadListener(listener),
      publish: (topic, message, mark) => send((node) => node.emitMessage(topic, message, mark)),
      subscribe: (topic, listener) => listeners.addMessageListener(topic, listener),
      close() {
        nodes.delete(listeners);
        return Promise.resolve();
      },
    };
  };
}
