import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Principal } from "../auth/index.ts";
import type { Hub } from "./hub.ts";
import { Link } from "./link.ts";

export type ConnectionState = "new" | "catching up" | "live" | "closed";

/** One operator socket. */
export class Connection extends Link {
  readonly hub: Hub;
  principal: Principal;
  state: ConnectionState = "new";
  /** Removes the socket from what its principal keeps open. */
  release: () => void = () => undefined;
  /** Up to this position the client has, or may not see, everything. */
  from = 0;

  constructor(ws: WebSocket, stream: Duplex, hub: Hub, principal: Principal, openedAt: number) {
    super(ws, stream, openedAt);
    this.hub = hub;
    this.principal = principal;
  }
  /** Asked after every wait of a task for the socket: it may have ended meanwhile. */
  isClosed(): boolean {
    return this.state === "closed";
  }
}
