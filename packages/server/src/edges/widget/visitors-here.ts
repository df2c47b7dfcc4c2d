import { invitationWire, type Invitation } from "./invitation.ts";
import type { OnlineVisitor } from "./present-visit.ts";
import type { Replaced, ReplacedPage } from "./replaced.ts";
import type { Visits } from "./visits.ts";
import { tellWelcomed, type Windows } from "./windows.ts";

/** The visitors of this node's windows, for operators (product.md 2). */
export interface VisitorsHere {
  online(account: number): readonly OnlineVisitor[];
  /** Pages with rules of their own (WG-050), the latest first. */
  replaced(account: number): readonly ReplacedPage[];
  /** Sends an operator's invitation to all windows of the visitor. `gone`: no window and no page is open; `enough`: he was invited as often as the widget allows in one visit. */
  invite(account: number, visitorId: number, invitation: Omit<Invitation, "at" | "by" | "state">): "sent" | "gone" | "enough";
  /** Takes an operator's invitation back from all windows of the visitor. False: none waits. */
  withdraw(account: number, visitorId: number): boolean;
}

/** What operators see of those visitors, and their invitations to them (WG-060). */
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
