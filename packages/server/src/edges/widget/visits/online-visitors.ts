import { serializeInvitation, type Invitation } from "./invitation.ts";
import type { OnlineVisitor } from "./visit-state.ts";
import type { PageRulesRegistry, PageWithOwnRules } from "./page-rules.ts";
import type { VisitRegistry } from "./visit-registry.ts";
import { broadcast, type WidgetSockets } from "../session/sockets.ts";

/** View of the visitors who are connected to this node, for operators (product.md 2). */
export interface OnlineVisitors {
  online(account: number): readonly OnlineVisitor[];
  /** Returns the pages that define their own rules (WG-050), latest first. */
  pagesWithOwnRules(account: number): readonly PageWithOwnRules[];
  /**
   * Sends an operator's invitation to all connections of the visitor. Returns `gone` if the visitor
   * has no open page, and `enough` if the widget's limit of invitations per visit is reached.
   */
  invite(
    account: number,
    visitorId: number,
    invitation: Omit<Invitation, "at" | "by" | "state">,
  ): "sent" | "gone" | "enough";
  /**
   * Withdraws an operator's invitation from all connections of the visitor. Returns false if no
   * invitation is pending.
   */
  withdraw(account: number, visitorId: number): boolean;
}

/** Creates the view of online visitors for operators, with functions for invitations (WG-060). */
export function createOnlineVisitors(
  visits: VisitRegistry,
  pageRules: PageRulesRegistry,
  sockets: WidgetSockets,
): OnlineVisitors {
  const { registry } = sockets;
  return {
    online: (account) => visits.online(account),
    pagesWithOwnRules: (account) => pageRules.list(account),
    invite(account, visitorId, invitation) {
      const [connection] = visits.connectionsOf(account, visitorId);
      const maxInvitations = connection?.widget.settings.invitations.per_visit;
      const isCounted =
        maxInvitations === undefined
          ? null
          : visits.countInvitation(account, visitorId, maxInvitations);
      if (isCounted !== true) return isCounted === null ? "gone" : "enough";
      const sent = visits.setInvitation(account, visitorId, {
        ...invitation,
        by: "operator",
        state: "sent",
      });
      if (sent === null) return "gone";
      broadcast(sockets, registry.ofVisitor(account, visitorId), {
        type: "invitation",
        invitation: serializeInvitation(sent),
      });
      return "sent";
    },
    withdraw(account, visitorId) {
      if (!visits.withdraw(account, visitorId)) return false;
      broadcast(sockets, registry.ofVisitor(account, visitorId), { type: "withdrawn" });
      return true;
    },
  };
}
