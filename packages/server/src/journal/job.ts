import type { Command, Written } from "../core/ports.ts";

/** A command on its way through the gateway. */
export interface CommandJob {
  readonly kind: "command";
  readonly command: Command;
  readonly account: number;
  /** When it was taken in: wall clock for the verb, monotonic for its age. */
  readonly now: number;
  readonly takenAt: number;
  readonly bytes: number;
  /** Times its group was found stale. */
  stale: number;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

/** One change of a delivery, decided before; it passes or is stale as a whole. */
export interface ChangeJob {
  readonly kind: "change";
  readonly account: number;
  readonly now: number;
  readonly takenAt: number;
  readonly bytes: number;
  readonly change: DeliveryChange;
  /** False: what it was decided on no longer holds, nothing was written. */
  readonly resolve: (written: boolean) => void;
  readonly reject: (error: unknown) => void;
}
export type Job = CommandJob | ChangeJob;

/** Names are those of the arrays x and t of `commit_batch`. Times are milliseconds since 1970. */
export interface DeliveryChange {
  readonly endpoint: number;
  readonly order: number;
  readonly position: number;
  readonly id: number;
  /** Fencing token of the claim; null when the change needs none. */
  readonly token: number | null;
  /** `result` of an attempt, `again`, or `end` without a request. */
  readonly mode: "result" | "again" | "end";
  /** What must still be there. */
  readonly state0: string;
  readonly tries0: number;
  readonly place0: number;
  readonly state: string;
  readonly attempts: number;
  readonly tries: number;
  readonly anchor: number | null;
  readonly outcome: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly unconfirmed: boolean;
  readonly next: number | null;
  /** Order key of the lane it goes on in; null: stays (WH-064). */
  readonly to: number | null;
  readonly now: number;
  readonly attempt: {
    readonly started: number;
    readonly ms: number;
    readonly outcome: string;
    readonly status: number | null;
    readonly code: string | null;
    readonly message: string | null;
    /** JSON texts. */
    readonly request: string | null;
    readonly reply: string | null;
  } | null;
  /** Row and body of the entry `delivery_updated`. */
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly body: string;
}
