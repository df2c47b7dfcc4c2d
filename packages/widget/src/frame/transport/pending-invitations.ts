import type { WidgetClientFrame } from "@parlour/protocol/widget";
import { isChatWindowOpen } from "../../widget-state.ts";
import type { StateStore } from "../state/store.ts";
import { hasMessages, showInvitation } from "../state/reducer.ts";
import type { Invitation } from "../state/state.ts";
import type { ServerRequests } from "./requests.ts";

export interface PendingInvitationsDeps extends StateStore {
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly requests: ServerRequests;
}
/** The invitation without a response (WG-060). Reports its progress to the server. */
export interface PendingInvitations {
  /** Stores an invitation of the page's script or rules. */
  invite(invitation: Invitation): void;
  /**
   * Reports whether the pending invitation was shown, opened or declined. `byHand` is true if the
   * visitor changed the state. An open chat window counts as shown, no matter what opened it.
   */
  reportProgress(byHand: boolean): void;
  /**
   * Reports an invitation of the page again after a welcome, because the server receives it only
   * from this chat window.
   */
  resend(): void;
}

export function createPendingInvitations({
  model,
  set,
  send,
  requests,
}: PendingInvitationsDeps): PendingInvitations {
  const reportInvitation = ({ text, department_id, by }: Invitation): void =>
    requests.sendOnce({ type: "invited", text: text.slice(0, 500), department_id, by });
  const reportProgress = (byHand: boolean): void => {
    const { invitation, state } = model();
    if (invitation === null || hasMessages(model())) return;
    if (isChatWindowOpen(state)) send({ type: "invitation", state: byHand ? "opened" : "shown" });
    else if (byHand) send({ type: "invitation", state: "declined" });
  };
  return {
    invite(invitation) {
      set(showInvitation(model(), invitation));
      reportInvitation(invitation);
    },
    reportProgress,
    resend() {
      const { invitation } = model();
      if (invitation !== null && invitation.by !== "operator" && !hasMessages(model()))
        reportInvitation(invitation);
      reportProgress(false);
    },
  };
}
