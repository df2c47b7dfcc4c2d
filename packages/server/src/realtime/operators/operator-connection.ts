import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Principal } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import { BufferedSocket } from "../buffered-socket.ts";
import type { EntryReceiver, EntrySource, FeedReceiver } from "./receiver.ts";

export type ConnectionState = "new" | "catching up" | "live" | "closed";

/** The part of an account's hub that frame handlers use. */
export interface ConnectionHub extends EntrySource {
  /** All sockets of the account. `members` contains those that have received `ready`. */
  readonly connections: Set<OperatorConnection>;
  readonly members: Set<OperatorConnection>;
  /** All event feeds of the account. */
  readonly feeds: Set<FeedReceiver>;
  /** Subscribes a socket to the request inspector (API-335), or ends its subscription. */
  setInspecting(connection: OperatorConnection, isInspecting: boolean): void;
  /** Returns the account's settings. */
  ready(): Promise<AccountConfig>;
  /** Adds a receiver that has got all earlier entries. */
  join(receiver: OperatorConnection | FeedReceiver): void;
  leave(receiver: OperatorConnection | FeedReceiver): void;
  /** Reads the permissions of the receivers again. */
  recheck(): Promise<void>;
}

interface ConnectionOwner {
  readonly hub: ConnectionHub;
  readonly principal: Principal;
}
export class OperatorConnection extends BufferedSocket implements EntryReceiver {
  readonly hub: ConnectionHub;
  principal: Principal;
  state: ConnectionState = "new";
  /** The live board that it shows (BOARD-003). null: none. */
  board: { readonly department: number | null } | null = null;
  /** Removes the socket from the open connections of its principal. */
  release: () => void = () => undefined;
  /** Position up to which the client has received all entries that it may see. */
  deliveredPosition = 0;

  constructor(
    ws: WebSocket,
    stream: Duplex,
    openedAt: number,
    { hub, principal }: ConnectionOwner,
  ) {
    super(ws, stream, openedAt);
    this.hub = hub;
    this.principal = principal;
  }
  /** Returns whether the socket has ended. Asynchronous tasks check this after every await. */
  isClosed(): boolean {
    return this.state === "closed";
  }
}
