import type { Clock } from "../../core/command.ts";
import type { DeliveryLane } from "../../core/delivery/planner.ts";
import type { JournalEntry } from "../entry.ts";
import type { DecideDeps } from "./decide-batch.ts";
import type { GatewayConnection } from "./gateway-connection.ts";

export interface GatewayDeps extends DecideDeps {
  readonly connection: GatewayConnection;
  readonly clock: Clock;
  readonly entries: GatewayEntries;
  /** Called if deliveries may be due. `lanes`: only new ones in these lanes, unless null. */
  readonly onDeliveriesPlanned: (lanes: readonly DeliveryLane[] | null) => void;
  /** Called if the outcome of a call with this many entries could not be found in time. */
  readonly onOutcomeUnknown: (account: number, entries: number) => void;
  /** Called after a commit with the number of commands and the database time in ms. */
  readonly onCommit?: ((commands: number, ms: number) => void) | undefined;
}
export interface GatewayEntries {
  /** Publishes entries written after `base`, before the callers get their answers. */
  readonly publish: (account: number, base: number, entries: readonly JournalEntry[]) => void;
  /** Returns the published position, or undefined if this node does not follow the account. */
  readonly published: (account: number) => number | undefined;
}

/**
 * Maximum number of decisions on fresh state before a visitor batch is rejected as busy. Also the
 * maximum number of attempts of a batch after 40001 and 40P01.
 */
export const maxRetries = 3;
