import type { InspectedRequest } from "@parlour/protocol/api";
import { can, maskInspectedRequest, mustMaskText } from "../../auth/index.ts";
import type { Cluster, ReplicatedMap } from "../../cluster/index.ts";
import { encodeTextFrames } from "../websocket-frame.ts";
import type { OperatorSockets } from "./operator-sockets.ts";

/** A live item for the subscribed sockets of another node. */
interface InspectedMessage {
  readonly account: number;
  readonly item: InspectedRequest;
  /** Number of earlier items that were not published. */
  readonly skipped: number;
}
const topic = "inspected";
/** Id of the entry by which a node says that its sockets watch an account. */
const watchedId = 1;

/**
 * Sends live items to the sockets of all nodes that subscribe to the request inspector (API-335). A
 * node sends an item to the others only while one of them has subscribed sockets of the account.
 */
export class InspectorPublisher {
  readonly #cluster: Cluster;
  readonly #sockets: () => OperatorSockets;
  readonly #watched: ReplicatedMap<true>;
  /** Accounts that are watched at other nodes. */
  readonly #watchedElsewhere = new Set<number>();

  constructor(cluster: Cluster, sockets: () => OperatorSockets) {
    this.#cluster = cluster;
    this.#sockets = sockets;
    this.#watched = cluster.openMap("watched inspectors", { graceMs: 0 });
    this.#watched.onRemoteChange((account) => {
      if (this.#watched.findNodes(account, watchedId).length > 0)
        this.#watchedElsewhere.add(account);
      else this.#watchedElsewhere.delete(account);
    });
    cluster.subscribe<InspectedMessage>(topic, (message) => this.#sendOnThisNode(message));
  }

  /** Sets whether sockets of this node watch the account. */
  setWatchedOnThisNode(account: number, isWatched: boolean): void {
    if (isWatched) this.#watched.set(account, watchedId, true);
    else this.#watched.delete(account, watchedId);
  }
  /** Returns whether a socket of any node watches. Called for every request. */
  isWatched(account: number): boolean {
    return (
      this.#watchedElsewhere.has(account) ||
      (this.#sockets().hub(account)?.inspectors.size ?? 0) > 0
    );
  }
  publish(account: number, item: InspectedRequest, skipped: number): void {
    const message: InspectedMessage = { account, item, skipped };
    this.#sendOnThisNode(message);
    if (this.#watchedElsewhere.has(account)) this.#cluster.publish(topic, message);
  }

  /** Checks the permission again, because it may have changed since a socket subscribed. */
  #sendOnThisNode({ account, item, skipped }: InspectedMessage): void {
    const sockets = this.#sockets();
    const encodeItem = (shown: InspectedRequest): Buffer =>
      encodeTextFrames([JSON.stringify({ type: "inspected", item: shown, skipped })]);
    let plain: Buffer | null = null;
    let masked: Buffer | null = null;
    for (const connection of sockets.hub(account)?.inspectors ?? []) {
      const { principal } = connection;
      if (!can(principal, "deliveries.read")) continue;
      if (mustMaskText(principal))
        sockets.send(connection, (masked ??= encodeItem(maskInspectedRequest(item))), 0);
      else sockets.send(connection, (plain ??= encodeItem(item)), 0);
    }
  }
}
