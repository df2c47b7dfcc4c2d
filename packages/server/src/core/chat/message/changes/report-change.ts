import type { CommandHandler } from "../../../command.ts";
import type { ChangeState } from "../../../entity.ts";
import { formatTime } from "../../create.ts";
import { createChange, isErased } from "./changed-content.ts";

/** What a service answered to a change of a message. `deliveryId`: of the change. */
export interface ChangeResult {
  readonly deliveryId: number;
  readonly state: Exclude<ChangeState["state"], "pending">;
  readonly error: ChangeState["error"];
}

/**
 * Stores whether the service made a change of a message, or has a reaction to it (CORE-431).
 * Nothing is written if the message was changed again, was erased, or has this result already.
 * Subject: `{chat, message}`.
 */
export function reportChange({ deliveryId, state, error }: ChangeResult): CommandHandler<unknown> {
  return ({ message, chat, visitor, now }) => {
    const unchanged = { events: [], answer: null };
    if (!chat || !message || isErased(message, visitor?.entity)) return unchanged;
    const { change, reactions } = message;
    const isReported = (one: ChangeState | undefined): boolean =>
      one?.delivery_id === deliveryId && one.state !== state;
    const result = { delivery_id: deliveryId, state, at: formatTime(now), error };
    if (isReported(change)) return createChange(chat.entity, { ...message, change: result });
    if (!reactions?.some((one) => isReported(one.change))) return unchanged;
    return createChange(chat.entity, {
      ...message,
      reactions: reactions.map((one) =>
        isReported(one.change) ? { ...one, change: result } : one,
      ),
    });
  };
}
