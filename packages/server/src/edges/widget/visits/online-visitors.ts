import type { WidgetServerFrame } from "@parlour/protocol/widget";
import type { Cluster } from "../../../cluster/index.ts";
import { serializeInvitation, type Invitation } from "./invitation.ts";
import type { OnlineVisitor } from "./visit-state.ts";
import type { PageRulesRegistry, PageWithOwnRules } from "./page-rules.ts";
import type { VisitRegistry } from "./visit-registry.ts";
import { broadcast, type WidgetSockets } from "../session/sockets.ts";

/** View of the visitors who are online, for operators (product.md 2). */
export interface OnlineVisitors {
  online(account: number): readonly OnlineVisitor[];
  /** Returns the pages that define their own rules (WG-050), latest first. */
  pagesWithOwnRules(account: number): Promise<readonly PageWithOwnRules[]>;
  /**
   * Sends an operator's invitation to all connections of the visitor. Returns the visitor, `gone`
   * if they have no open page, and `enough` if a limit of the widget for
   * invitations is reached.
   */
  invite(account: number, visitorId: number, invitation: NewInvitation): Promise<InviteResult>;
  /**
   * Withdraws an operator's invitation from all connections of the visitor. Returns false if no
   * invitation is pending.
   */
  withdraw(account: number, visitorId: number): Promise<boolean>;
}
type NewInvitation = Omit<Invitation, "at" | "by" | "state">;
type InviteResult = OnlineVisitor | "gone" | "enough";

/** Topics of the requests between nodes. */
const inviteTopic = "invite";
const withdrawTopic = "withdraw invitation";
interface VisitorRequest {
  readonly account: number;
  readonly visitorId: number;
}
interface InviteRequest extends VisitorRequest {
  readonly invitation: NewInvitation;
}

/**
 * Creates the view of online visitors for operators, with functions for invitations (WG-060). A
 * node with an open page of the visitor decides about an invitation.
 */
export function createOnlineVisitors(
  visits: VisitRegistry,
  pageRules: PageRulesRegistry,
  sockets: WidgetSockets,
  cluster: Cluster,
): OnlineVisitors {
  const sendToWindows = ({ account, visitorId }: VisitorRequest, frame: WidgetServerFrame): void =>
    broadcast(sockets, sockets.registry.ofVisitor(account, visitorId), frame);
  const inviteOnThisNode = ({ account, visitorId, invitation }: InviteRequest): InviteResult => {
    const [connection] = visits.connectionsOf(account, visitorId);
    const limits = connection?.widget.settings;
    const isCounted =
      limits === undefined ? null : visits.countInvitation(account, visitorId, limits);
    if (isCounted !== true) return isCounted === null ? "gone" : "enough";
    const sent = visits.setInvitation(account, visitorId, {
      ...invitation,
      by: "operator",
      state: "sent",
    });
    const visit = visits.getVisitor(account, visitorId);
    if (sent === null || visit === null) return "gone";
    sendToWindows(
      { account, visitorId },
      { type: "invitation", invitation: serializeInvitation(sent) },
    );
    return visit;
  };
  const withdrawOnThisNode = (visitor: VisitorRequest): boolean => {
    if (!visits.withdraw(visitor.account, visitor.visitorId)) return false;
    sendToWindows(visitor, { type: "withdrawn" });
    return true;
  };
  /** Returns the other node that decides about the visitor. Null: this node does. */
  const findDecidingNode = ({ account, visitorId }: VisitorRequest): number | null =>
    visits.connectionsOf(account, visitorId).size > 0
      ? null
      : visits.findOtherNode(account, visitorId);

  cluster.onRequest(inviteTopic, inviteOnThisNode);
  cluster.onRequest(withdrawTopic, withdrawOnThisNode);
  visits.onRemoteInvitation(({ account, visitorId, invitation }) =>
    sendToWindows(
      { account, visitorId },
      invitation === null
        ? { type: "withdrawn" }
        : { type: "invitation", invitation: serializeInvitation(invitation) },
    ),
  );
  return {
    online: (account) => visits.online(account),
    pagesWithOwnRules: (account) => pageRules.list(account),
    async invite(account, visitorId, invitation) {
      const request: InviteRequest = { account, visitorId, invitation };
      const node = findDecidingNode(request);
      return node === null
        ? inviteOnThisNode(request)
        : cluster.request(node, inviteTopic, request);
    },
    async withdraw(account, visitorId) {
      const request: VisitorRequest = { account, visitorId };
      const node = findDecidingNode(request);
      return node === null
        ? withdrawOnThisNode(request)
        : cluster.request(node, withdrawTopic, request);
    },
  };
}
