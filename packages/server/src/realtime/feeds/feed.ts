import type { Principal } from "../../auth/index.ts";
import type { AccountHub } from "../operators/account-hub.ts";
import type { FeedReceiver, FrameRun } from "../operators/receiver.ts";

export interface FeedOptions {
  readonly hub: AccountHub;
  readonly principal: Principal;
  /** Names of the events to send. Null: all. */
  readonly types: ReadonlySet<string> | null;
}

/** A request of the event feed (API-387). It catches up, and then is a live receiver. */
export abstract class Feed implements FeedReceiver {
  readonly hub: AccountHub;
  principal: Principal;
  readonly types: ReadonlySet<string> | null;
  deliveredPosition = 0;
  epoch = "";
  /** Position up to which everything that the principal may see is sent or collected. */
  position = 0;
  /** Head of the account when the feed started. */
  head = 0;
  isStarted = false;
  isLive = false;
  /** Called once when the feed has ended, for any reason. */
  onClosed: () => void = () => undefined;
  #isClosed = false;

  constructor({ hub, principal, types }: FeedOptions) {
    this.hub = hub;
    this.principal = principal;
    this.types = types;
  }
  isClosed(): boolean {
    return this.#isClosed;
  }
  /** Called when the cursor of the request is known to be good, before any event. */
  start(epoch: string, position: number, head: number): void {
    this.isStarted = true;
    this.epoch = epoch;
    this.position = position;
    this.head = head;
  }
  /** Notes that all visible entries up to `position` were received while catching up. */
  advance(position: number): void {
    this.position = position;
  }
  /** Makes the feed live. It has received all visible entries up to `position`. */
  goLive(position: number): void {
    this.position = position;
    this.deliveredPosition = position;
    this.isLive = true;
    this.hub.join(this);
  }
  /** Returns the position up to which the feed is complete now. */
  getCompletePosition(): number {
    return this.isLive ? Math.max(this.position, this.hub.delivered) : this.position;
  }

  abstract receive(run: FrameRun): void;
  abstract drained(): Promise<void>;
  /** Ends the feed with what it has. Its cursor stays good. */
  abstract end(): void;
  /** Ends the feed because the numbering of the journal has changed. */
  abstract reset(): void;
  /** Ends the feed without an answer, because the client or its access is gone. */
  abstract abort(): void;

  /** Marks the feed as closed. Returns false if it was closed already. */
  protected close(): boolean {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    this.hub.leave(this);
    this.onClosed();
    return true;
  }
}
