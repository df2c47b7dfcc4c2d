import type { Clock } from "../core/command.ts";
import type { Membership } from "./membership.ts";
import { runInNextTurn } from "./next-turn.ts";
import type { ReplicatedMap } from "./replicated-map.ts";

export interface HeartbeatsDeps {
  readonly clock: Clock;
  readonly node: number;
  readonly members: Membership;
  readonly maps: ReadonlyMap<string, ReplicatedMap<unknown>>;
  /** Returns the number of sockets of this node. Null: it stops and accepts no more of them. */
  readonly countSockets: () => number | null;
  /** Called after a heartbeat of this node, every 2 s while other nodes run. */
  readonly onSent: () => void;
  readonly publish: (topic: string, message: object) => void;
  readonly subscribe: <M extends object>(topic: string, listener: (message: M) => void) => void;
}
export interface Heartbeats {
  send(): void;
  /** In the next turn, because maps were opened. Nodes that asked too early ask again. */
  sendSoon(): void;
  close(): void;
}

/** Report of a node that it runs, with the number of its last change of each map. */
interface Heartbeat {
  readonly node: number;
  /** Number of sockets. Null: the node stops. Absent: a release without the frame `move`. */
  readonly sockets?: number | null;
  readonly maps: Readonly<Record<string, number>>;
}
const topic = "heartbeat";
const intervalMs = 2_000;

/** Sends heartbeats while other nodes run. Theirs show what is reachable and what was lost. */
export function startHeartbeats(deps: HeartbeatsDeps): Heartbeats {
  const { clock, node, members, maps } = deps;
  let cancelNext: (() => void) | null = null;
  let cancelSoon: (() => void) | null = null;
  const send = (): void => {
    cancelNext?.();
    cancelNext = null;
    members.checkReachable();
    if (members.size === 0) return;
    const heartbeat: Heartbeat = {
      node,
      sockets: deps.countSockets(),
      maps: Object.fromEntries([...maps].map(([name, map]) => [name, map.lastChange])),
    };
    deps.publish(topic, heartbeat);
    cancelNext = clock.scheduleAt(clock.now() + intervalMs, send);
    deps.onSent();
  };
  deps.subscribe<Heartbeat>(topic, (heartbeat) => {
    if (!members.addHeartbeat(heartbeat.node, heartbeat.sockets)) return;
    for (const [name, n] of Object.entries(heartbeat.maps))
      maps.get(name)?.checkLastChange(heartbeat.node, n);
  });
  return {
    send,
    sendSoon() {
      cancelSoon ??= runInNextTurn(() => {
        cancelSoon = null;
        send();
      });
    },
    close() {
      cancelNext?.();
      cancelSoon?.();
    },
  };
}
