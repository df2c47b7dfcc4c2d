import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Principal } from "../../auth/index.ts";
import type { AccountHub } from "./account-hub.ts";
import { BufferedSocket } from "../buffered-socket.ts";

export type ConnectionState = "new" | "catching up" | "live" | "closed";

/** One operator socket. */
export class OperatorConnection extends BufferedSocket {
  readonly hub: AccountHub;
  principal: Principal;
  state: ConnectionState = "new";
  /** Unregisters the socket from the open connections of its principal. */
  release: () => void = () => undefined;
  /** Position up to which the client has received everything it may see. */
  deliveredPosition = 0;

  constructor(ws: WebSocket, stream: Duplex, hub: AccountHub, principal: Principal, openedAt: number) {
    super(ws, stream, openedAt);
    this.hub = hub;
    this.principal = principal;
  }
  /** Returns whether the socket has ended. Tasks check it after every await. */
  isClosed(): boolean {
    return this.state === "closed";
  }
}
