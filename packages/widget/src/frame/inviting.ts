import type { WidgetClientFrame } from "@parlour/protocol/widget";
import { isOpen } from "../states.ts";
import type { Held } from "./held.ts";
import { hasMessages, withInvitation, type Invitation } from "./model.ts";
import type { Requests } from "./requests.ts";

export interface InvitingDeps extends Held {
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly requests: Pick<Requests, "tell">;
}
/** The invitation that waits for the visitor (WG-060), and its reports to the server. */
export interface Inviting {
  /** An invitation of the page's script or rules. */
  invite(invitation: Invitation): void;
  /**
   * Reports whether the pending invitation was opened, shown or declined in the current state.
   * `byHand`: the visitor changed the state. An open chat window counts as shown, whoever opened
   * it.
   */
  reached(byHand: boolean): void;
  /**
   * After a welcome: reports an invitation of the page again, because the server learns of it only
   * from this chat window.
   */
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
