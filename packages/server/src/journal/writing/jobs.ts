import type { FailedRecipients } from "../../core/delivery/failed-recipients.ts";
import type { Command, WriteResult } from "../../core/command.ts";
import type { PlannedDelivery } from "../../core/delivery/planner.ts";
import type { Claim } from "../../store/deliveries/claim.ts";

/** A command on its way through the gateway. */
export interface CommandJob {
  readonly kind: "command";
  readonly command: Command;
  readonly account: number;
  /** Acceptance. `now`: ms since 1970, for the handler. `takenAt`: monotonic, for the age. */
  readonly now: number;
  readonly takenAt: number;
  readonly bytes: number;
  /** Number of times that the command was decided on outdated state. */
  staleCount: number;
  /** Whether the caller has its answer or its error. */
  isSettled: boolean;
  /** Settles the caller, whose type of answer only the gateway's `write` knows. */
  readonly resolve: (written: WriteResult) => void;
  readonly reject: (error: unknown) => void;
}

/** One change of a delivery that was decided earlier. It is written or rejected as a whole. */
export interface DeliveryChangeJob {
  readonly kind: "change";
  readonly account: number;
  readonly now: number;
  readonly takenAt: number;
  readonly bytes: number;
  readonly change: DeliveryChange;
  isSettled: boolean;
  readonly resolve: (result: DeliveryChangeResult) => void;
  readonly reject: (error: unknown) => void;
}
export interface DeliveryChangeResult {
  /** False if the delivery has changed in the database and nothing was written. */
  readonly isWritten: boolean;
  /** The next delivery of the lane, if `claimCount` was set and there is one. */
  readonly nextClaim: Claim | null;
}
export type GatewayJob = CommandJob | DeliveryChangeJob;

/** A change of a delivery, as written by `commit_deliveries`, and its journal entry. */
export interface DeliveryChange extends DeliveryTransition {
  readonly endpointId: number;
  readonly orderKey: number;
  readonly id: number;
  /** Expected stored values. If one differs from the database, nothing is written. */
  readonly state0: string;
  readonly totalAttempts0: number;
  readonly lanePosition0: number;
  /** Columns and body of the journal entry `delivery_updated`. */
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly body: string;
  /** Deliveries that the entry causes, such as reports of a failed message (WH-112). Due now. */
  readonly reports: readonly PlannedDelivery[];
}

/** The new values of a delivery, and the attempt to record. Times are in ms since 1970. */
export interface DeliveryTransition {
  /** Fencing token of the claim, or null if none is needed. */
  readonly token: number | null;
  /**
   * `result`: an attempt ended, and with it the claim. `partial`: an attempt ended, and the claim
   * continues with the next delivery of its run. `again`: the delivery is resent. `end`: the
   * delivery ends without a request. `late`: a delivered one failed afterwards, so its lane is not
   * involved.
   */
  readonly mode: "result" | "partial" | "again" | "end" | "late";
  readonly state: string;
  readonly attempts: number;
  readonly totalAttempts: number;
  readonly anchorAt: number | null;
  readonly outcome: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly unconfirmed: boolean;
  /** Failed recipients that are added to the stored ones, or replace them by address. */
  readonly failedRecipients?: FailedRecipients | undefined;
  readonly next: number | null;
  /**
   * Maximum number of next deliveries of the lane to claim in the same call, or 0. They are claimed
   * only if the first of them is due and no other lane of the endpoint waits.
   */
  readonly claimCount: number;
  /** Order key of the lane to which the delivery moves (WH-064). null keeps the lane. */
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
}
