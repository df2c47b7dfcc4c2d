import { invitationWire, type Invitation } from "./invitation.ts";
import type { OnlineVisitor } from "./present-visit.ts";
import type { Replaced, ReplacedPage } from "./replaced.ts";
import type { Visits } from "./visits.ts";
import { tellWelcomed, type Windows } from "./windows.ts";

/** Visitors connected to this node, for operators (product.md 2). */
export interface VisitorsHere {
  online(account: number): readonly OnlineVisitor[];
  /** Returns pages with their own rules (WG-050), the latest first. */
  replaced(account: number): readonly ReplacedPage[];
  /**
   * Sends an operator's invitation to all connections of the visitor. `gone`: the visitor has no
   * open page. `enough`: the widget's limit of invitations per visit is reached.
   */
  invite(account: number, visitorId: number, invitation: Omit<Invitation, "at" | "by" | "state">): "sent" | "gone" | "enough";
  /**
   * Withdraws an operator's invitation from all connections of the visitor. Returns false if none
   * waits.
   */
  withdraw(account: number, visitorId: number): boolean;
}

/** Creates the view of online visitors for operators, with invitations (WG-060). */
export function visitorsHere(visits: Visits, replaced: Replaced, windows: Windows): VisitorsHere {
  const { seats } = windows;
  return {
    online: (account) => visits.online(account),
    replaced: (account) => replaced.of(account),
    invite(account, visitorId, invitation) {
      const [window] = visits.windowsOf(account, visitorId);
      const most = window?.widget.settings.invitations.per_visit;
      const counted = most === undefined ? null : visits.countInvitation(account, visitorId, most);
      if (counted !== true) return counted === null ? "gone" : "enough";
      const sent = visits.invited(account, visitorId, { ...invitation, by: "operator", state: "sent" });
      if (sent === null) return "gone";
      tellWelcomed(windows, seats.of(account, visitorId), { type: "invitation", invitation: invitationWire(sent) });
      return "sent";
    },
    withdraw(account, visitorId) {
      if (!visits.withdraw(account, visitorId)) return false;
      tellWelcomed(windows, seats.of(account, visitorId), { type: "withdrawn" });
      return true;
    },
  };
}
