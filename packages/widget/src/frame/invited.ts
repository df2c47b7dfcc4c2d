import { isOpen } from "../states.ts";
import { hasMessages, type Invitation, type Model } from "./model.ts";

/**
 * How far the invitation that waits has come, now that the widget stands as it does (WG-060); null: nothing to say. `byHand`: it was the visitor who moved it. It has
 * been shown when the window stands open with it, whoever opened it.
 */
export function reached(model: Model, byHand: boolean): "shown" | "opened" | "declined" | null {
  if (model.invitation === null || hasMessages(model)) return null;
  if (isOpen(model.state)) return byHand ? "opened" : "shown";
  return byHand ? "declined" : null;
}

/** An invitation of the page, as the server hears of it. */
export function invitedFrame({ text, department_id, by }: Invitation) {
  return { type: "invited", text: text.slice(0, 500), department_id, by } as const;
}
