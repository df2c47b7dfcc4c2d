import type { NewEvent } from "../event.ts";
import type { CommandContext } from "../command.ts";

/**
 * A planned delivery to an endpoint (CORE-050). The gateway stores it as a `delivery` row and wakes
 * the lane.
 */
export interface PlannedDelivery {
  readonly endpointId: number;
  /**
   * Lane within the endpoint. Deliveries with the same key are sent in order, one at a time
   * (CH-085).
   */
  readonly orderKey: number;
  /**
   * Id of the delivery. The command handler generates it if the entry contains it, otherwise the
   * planner does with `ids` of the context.
   */
  readonly deliveryId: number;
  /** Name of the event in the delivery log: `text`, `CLIENT_MESSAGE`, `chat_finished`. */
  readonly event: string;
  /** Its chat, if the event names none (a change of the visitor). */
  readonly chatId?: number;
  /** Minimum delay after the event (WH-012). Default: none. */
  readonly delayMs?: number;
  /** Skips this delivery if a delayed one with the same event is pending in the lane (WH-012). */
  readonly merge?: true;
  /**
   * Makes delayed deliveries of the lane due now (WH-080). `instead`: this delivery is created only
   * if none was waiting. `only`: it is never created.
   */
  readonly release?: "instead" | "only";
  /**
   * Precedes all waiting deliveries of the lane (BOT-071: AGENT_UNAVAILABLE before the messages
   * that waited for it).
   */
  readonly first?: true;
}

/**
 * Returns the deliveries of one event. Pure. The context is the one that the command handler
 * decided on, so the settings match that time. `decided`: all events of the command. A message may
 * follow the `chat_created` of a chat that the context does not contain yet.
 */
export type DeliveryPlanner = (
  event: NewEvent,
  scene: CommandContext,
  decided: readonly NewEvent[],
) => readonly PlannedDelivery[];

/** Combines the planners of the edges into one. */
export function combinePlanners(planners: readonly DeliveryPlanner[]): DeliveryPlanner {
  return (event, context, decided) => planners.flatMap((plan) => plan(event, context, decided));
}
