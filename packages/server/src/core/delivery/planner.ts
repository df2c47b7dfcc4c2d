import type { AccountConfig } from "../account-config.ts";
import type { NewEvent } from "../event.ts";
import type { CommandContext } from "../command.ts";

/**
 * A delivery to an endpoint that a planner has planned (CORE-050). The gateway stores it as a
 * `delivery` row and wakes the lane.
 */
export interface PlannedDelivery {
  readonly endpointId: number;
  /**
   * Lane within the endpoint. Deliveries with the same key are sent in order, one at a time
   * (CH-085).
   */
  readonly orderKey: number;
  /**
   * Id of the delivery. The command handler generates it if the entry contains the id. Otherwise
   * the planner generates it with `ids` of the context.
   */
  readonly deliveryId: number;
  /** Name of the event in the delivery log, such as `text`, `CLIENT_MESSAGE` or `chat_finished`. */
  readonly event: string;
  /** The chat of the delivery, if the event contains none because only the visitor changed. */
  readonly chatId?: number;
  /** Minimum delay after the event in milliseconds (WH-012). The default is 0. */
  readonly delayMs?: number | undefined;
  /**
   * Skips this delivery if a delayed delivery of the same event is pending in the lane (WH-012).
   */
  readonly merge?: true;
  /**
   * Ends the delay of pending deliveries of the lane (WH-080). `instead`: this delivery is created
   * only if there were none. `only`: this delivery is never created.
   */
  readonly release?: "instead" | "only";
  /**
   * Puts the delivery before all waiting deliveries of the lane. Example: AGENT_UNAVAILABLE before
   * the messages that waited for the outcome (BOT-071).
   */
  readonly first?: true | undefined;
}

/**
 * Returns the deliveries of one event. A pure function. The context is the one on which the command
 * handler decided, so its settings are those of that time. `decided`: all events of the command. A
 * message may follow the `chat_created` of a chat that the context does not contain yet.
 */
export type DeliveryPlanner = (
  event: NewEvent,
  context: CommandContext,
  decided: readonly NewEvent[],
) => readonly PlannedDelivery[];

/** A message that could not be delivered, and the chat that it belongs to. */
export interface FailedMessage {
  readonly chatId: number;
  readonly channelId: number;
  /** Department of the chat at this time, or null. */
  readonly departmentId: number | null;
}
/**
 * Plans the deliveries that report the final failure of a message (WH-112). Pure. They are stored
 * with the entry that contains the failure.
 */
export interface FailureReportPlanner {
  /** Returns whether an endpoint of the account receives such reports. */
  isAsked(config: AccountConfig): boolean;
  plan(
    message: FailedMessage,
    config: AccountConfig,
  ): readonly Omit<PlannedDelivery, "deliveryId">[];
}

/** Combines the delivery planners of all edges into one. */
export function combinePlanners(planners: readonly DeliveryPlanner[]): DeliveryPlanner {
  return (event, context, decided) => planners.flatMap((plan) => plan(event, context, decided));
}
