import type { WidgetClientFrame } from "@parlour/protocol/widget";
import { isOpen } from "../states.ts";
import type { Held } from "./held.ts";
import { hasMessages, withInvitation, type Invitation } from "./model.ts";
import type { Requests } from "./requests.ts";

export interface InvitingDeps extends Held {
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly requests: Pick<Requests, "tell">;
}
/** Invitations that wait for the visitor (WG-060), and what the server hears of them. */
export interface Inviting {
  /** One of the page's script or rules. */
  invite(invitation: Invitation): void;
  /**
   * How far the one that waits has come, now that the widget stands as it does. `byHand`: it was the visitor who moved it. It has been shown when the
   * window stands open with it, whoever opened it.
   */
  reached(byHand: boolean): void;
  /** After a welcome: the server knows one of the page only from this window. */
  again(): void;
}

export function openInviting({ model, set, send, requests }: InvitingDeps): Inviting {
  const tell = ({ text, department_id, by }: Invitation): void =>
    requests.tell({ type: "invited", text: text.slice(0, 500), department_id, by });
  const reached = (byHand: boolean): void => {
    const { invitation, state } = model();
    if (invitation === null || hasMessages(model())) return;
    if (isOpen(state)) send({ type: "invitation", state: byHand ? "opened" : "shown" });
    else if (byHand) send({ type: "invitation", state: "declined" });
  };
  return {
    invite(invitation) {
      set(withInvitation(model(), invitation));
      tell(invitation);
    },
    reached,
    again() {
      const { invitation } = model();
      if (invitation !== null && invitation.by !== "operator" && !hasMessages(model())) tell(invitation);
      reached(false);
    },
  };
}
