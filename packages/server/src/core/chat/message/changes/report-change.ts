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
 * Stores whether the service made a change of a message (CORE-431). Nothing is written if the
 * message was changed again, was erased, or has this result already. Subject: `{chat, message}`.
 */
export function reportChange({ deliveryId, state, error }: ChangeResult): CommandHandler<unknown> {
  return ({ message, chat, visitor, now }) => {
    const change = message?.change;
    const isCurrent = change?.delivery_id === deliveryId && change.state !== state;
    if (!chat || !message || !change || !isCurrent || isErased(message, visitor?.entity))
      return { events: [], answer: null };
    const next = { ...change, state, at: formatTime(now), error };
    return createChange(chat.entity, { ...message, change: next });
  };
}
