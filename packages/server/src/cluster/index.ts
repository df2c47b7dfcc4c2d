import type { MessageBus } from "../bus/index.ts";
import type { Clock } from "../core/command.ts";
import { createAccountNames, type AccountNames } from "./account-headers.ts";
import { createNodeRequests, type NodeRequests } from "./requests.ts";
import { startHeartbeats } from "./heartbeats.ts";
import { Membership, type SocketReport } from "./membership.ts";
import { ReplicatedMap, type MapMessage, type ReplicatedMapOptions } from "./replicated-map.ts";

export type { SocketReport } from "./membership.ts";
export type { AccountNames } from "./account-headers.ts";
export type { ClusterRequests } from "./requests.ts";
export { ReplicatedMap } from "./replicated-map.ts";

/**
 * The nodes of an installation, and what they share in memory (CORE-132, decision 0144). Everything
 * here may be lost and heals. What must not be lost is in the database.
 */
export interface Cluster extends NodeRequests, AccountNames {
  readonly node: number;
  /** Updates the ids of the other running nodes, as read from the database. */
  setOtherNodes(nodes: readonly number[]): void;
  hasOtherNodes(): boolean;
  /** Returns the ids of the other nodes that run, including those that do not respond. */
  listOtherNodes(): readonly number[];
  /**
   * Returns the number of nodes that run, and of those that are reachable. Both count this one.
   * `rank`: the number of running nodes with a lower id.
   */
  countNodes(): { readonly running: number; readonly reachable: number; readonly rank: number };
  /**
   * Returns whether the entries of all running nodes are known here. While they are not, an
   * operator or visitor without an entry may still be connected to another node. The entries of a
   * node that runs but does not answer count as known.
   */
  isComplete(): boolean;
  /** Resolves when `isComplete` returns true, or after 3 s. */
  waitUntilComplete(): Promise<void>;
  /** Opens a map with a name that is the same on all nodes. */
  openMap<V>(name: string, options: ReplicatedMapOptions): ReplicatedMap<V>;
  /** Sends a message to the other nodes. It may be lost. */
  publish(topic: string, message: object): void;
  /** Calls the listener for messages of other nodes. Returns a function that unsubscribes. */
  subscribe<M extends object>(topic: string, listener: (message: M) => void): () => void;
  /**
   * Returns whether this node does a job that only one node needs to do. While nodes cannot reach
   * each other, several may do it, so it must be safe to run twice.
   */
  isResponsible(job: string): boolean;
  /**
   * Reports the sockets of this node to the others every 2 s. `count` returns their number, or null
   * while this node stops and accepts no more. `onReported` is called after each report.
   */
  reportSockets(count: () => number | null, onReported: () => void): void;
  /** Returns what the other nodes have reported about their sockets. */
  getSocketReport(): SocketReport;
  /** Calls the listener when the answers of `isResponsible` may have changed. */
  onResponsibilityChange(listener: () => void): () => void;
  close(): void;
}
export interface ClusterDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly node: number;
  readonly onFault: (error: unknown) => void;
}

/** Maximum time for which a new node waits for the entries of the others, in milliseconds. */
const maxWaitMs = 3_000;

/** Starts this node's part of the cluster. Sends nothing while no other node runs. */
export function startCluster({ bus, clock, node, onFault }: ClusterDeps): Cluster {
  const members = new Membership(clock, node);
  const maps = new Map<string, ReplicatedMap<unknown>>();
  const unsubscribers = new Set<() => void>();
  const completion = createCompletion(clock, () =>
    [...maps.values()].every((map) => members.listAwaited().every((id) => map.isSynced(id))),
  );
  const hasOtherNodes = (): boolean => members.size > 0;
  const listReachable = (): readonly number[] => members.listReachable();
  const subscribe = <M extends object>(topic: string, listener: (message: M) => void) => {
    const unsubscribe = bus.subscribe(topic, parseMessages(listener, onFault));
    unsubscribers.add(unsubscribe);
    return unsubscribe;
  };
  const publish = (topic: string, message: object): void => {
    if (hasOtherNodes()) bus.publish(topic, JSON.stringify(message));
  };
  let sockets = { count: (): number | null => 0, onReported: (): void => undefined };
  const heartbeats = startHeartbeats({
    clock,
    node,
    members,
    maps,
    countSockets: () => sockets.count(),
    onSent: () => sockets.onReported(),
    publish,
    subscribe,
  });

  return {
    node,
    ...createAccountNames(hasOtherNodes),
    ...createNodeRequests({ clock, node, listReachable, onFault, publish, subscribe }),
    publish,
    subscribe,
    hasOtherNodes,
    listOtherNodes: () => members.list(),
    countNodes: () => ({
      running: members.size + 1,
      reachable: listReachable().length + 1,
      rank: members.rank,
    }),
    setOtherNodes(nodes) {
      const running = new Set(nodes);
      const hasNew = members.setRunning(running);
      for (const map of maps.values()) map.setRunningNodes(running);
      if (hasNew) heartbeats.send();
      completion.check();
    },
    isComplete: completion.isComplete,
    waitUntilComplete: completion.wait,
    openMap<V>(name: string, options: ReplicatedMapOptions) {
      const topic = `map ${name}`;
      const send = (message: object): void => bus.publish(topic, JSON.stringify(message));
      const mapDeps = { clock, node, publish: send, hasOtherNodes, onSynced: completion.check };
      const map = new ReplicatedMap<V>(mapDeps, options);
      maps.set(name, map);
      subscribe<MapMessage<V>>(topic, (message) => map.receive(message));
      map.setRunningNodes(new Set(members.list()));
      heartbeats.sendSoon();
      return map;
    },
    reportSockets(count, onReported) {
      sockets = { count, onReported };
    },
    getSocketReport: () => members.getSocketReport(),
    isResponsible: (job) => members.isResponsible(job),
    onResponsibilityChange: (listener) => members.onResponsibilityChange(listener),
    close() {
      heartbeats.close();
      completion.close();
      for (const unsubscribe of unsubscribers) unsubscribe();
      for (const map of maps.values()) map.close();
    },
  };
}

/** Returns a listener of texts. Reports texts that are not messages, and errors of `listener`. */
const parseMessages =
  <M extends object>(listener: (message: M) => void, onFault: ClusterDeps["onFault"]) =>
  (text: string): void => {
    try {
      listener(JSON.parse(text) as M);
    } catch (error) {
      onFault(error);
    }
  };

/** Lets callers wait until a condition is met. `check` must be called when it may be. */
function createCompletion(clock: Clock, isComplete: () => boolean) {
  const waiting = new Set<() => void>();
  const endAll = (): void => {
    for (const end of waiting) end();
  };
  const check = (): void => {
    if (isComplete()) endAll();
  };
  return {
    isComplete,
    check,
    wait: (): Promise<void> =>
      new Promise((resolve) => {
        const end = (): void => {
          cancel();
          waiting.delete(end);
          resolve();
        };
        const cancel = clock.scheduleAt(clock.now() + maxWaitMs, end);
        waiting.add(end);
        check();
      }),
    close: endAll,
  };
}
