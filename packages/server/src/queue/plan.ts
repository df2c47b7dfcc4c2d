import type { Event } from "../core/event.ts";
import type { Scene } from "../core/ports.ts";

/** One obligation towards an endpoint (CORE-050). The gateway makes of it a `delivery` row and wakes the lane. */
export interface Owed {
  readonly endpointId: number;
  /** Lane within the endpoint; what shares a key goes out in order, one at a time (CH-085). */
  readonly orderKey: number;
  /** Id of the delivery; drawn by the verb where the journal entry names it, else by the planner from `scene.ids`. */
  readonly deliveryId: number;
  /** What is owed, in words of the ledger: `text`, `CLIENT_MESSAGE`, `chat_finished`. */
  readonly event: string;
  /** Its chat, when the event names none (a change of the visitor). */
  readonly chatId?: number;
  /** Not before this long after the event (WH-012); default at once. */
  readonly delayMs?: number;
  /** One that waits for its delay in the same lane under the same event stands for this one too (WH-012). */
  readonly merge?: true;
  /**
   * What waits for its delay in the lane becomes due now (WH-080). `instead`: it also stands for this one, which is made only where nothing waits;
   * `only`: this one is never made.
   */
  readonly release?: "instead" | "only";
  /** Goes before everything that waits in the lane (BOT-071: AGENT_UNAVAILABLE before the messages that waited for it). */
  readonly first?: true;
}

/**
 * Pure. Names what one event owes; `scene` is the one its verb decided on, so settings are those of that moment. `decided`: all events of
 * the verb, because a message that begins a chat stands beside the `chat_created` that no scene knows yet.
 */
export type Planner = (event: Event, scene: Scene, decided: readonly Event[]) => readonly Owed[];

/** One planner of those that the edges bring. */
export function joinPlanners(planners: readonly Planner[]): Planner {
  return (event, scene, decided) => planners.flatMap((plan) => plan(event, scene, decided));
}
