import type { InvitationLimits } from "@parlour/protocol/settings/widget-settings";
import {
  invitationStates,
  type WidgetAgent,
  type WidgetInvitation,
} from "@parlour/protocol/widget";

/** An invitation that the visitor has not answered yet (WG-060). */
export interface Invitation {
  readonly text: string;
  readonly departmentId: number | null;
  readonly by: "script" | "rule" | "operator";
  /** Null if the invitation is not from an operator. */
  readonly operatorId: number | null;
  readonly agent: WidgetAgent | null;
  readonly at: number;
  /** Progress of the invitation, as reported by the visitor's widgets. */
  readonly state: InvitationState;
}
export type InvitationState = (typeof invitationStates)[number];

/**
 * Invitations of a visit. `invitations` is the number of operators' invitations, which the widget
 * limits. `invitedAt` is the time of the latest invitation, `shownAt` that of the latest one that a
 * page has shown, also in an earlier visit, and `withdrawnAt` the `at` of the latest invitation
 * that was withdrawn. They are 0 if there is none.
 */
export interface VisitInvitations {
  invitations: number;
  invitation: Invitation | null;
  invitedAt: number;
  shownAt: number;
  withdrawnAt: number;
}
/** The invitation of a visit, as other nodes receive it. */
export interface SharedInvitation {
  readonly invitation: Invitation | null;
  readonly withdrawnAt: number;
}

/** Records a new invitation, which replaces the previous one. */
export function recordInvitation(
  visit: VisitInvitations,
  invitation: Omit<Invitation, "at">,
  now: number,
): Invitation {
  // Each invitation has a different time, by which browser tabs recognise the invitations that they
  // have already shown.
  visit.invitedAt = Math.max(now, visit.invitedAt + 1);
  visit.invitation = { ...invitation, at: visit.invitedAt };
  if (invitation.state !== "sent") visit.shownAt = visit.invitedAt;
  return visit.invitation;
}

/** Advances the state of the invitation. Of several reports, the most advanced one counts. */
export function advanceInvitation(visit: VisitInvitations, state: InvitationState): void {
  const { invitation } = visit;
  if (
    invitation === null ||
    invitationStates.indexOf(state) <= invitationStates.indexOf(invitation.state)
  )
    return;
  visit.invitation = { ...invitation, state };
  visit.shownAt = invitation.at;
}

const hourMs = 3_600_000;
/**
 * Returns whether the limits of the widget allow another invitation by an operator (WG-090). `sent`
 * is the number of those of the visit on all nodes.
 */
export const canInviteVisitor = (
  { shownAt }: Readonly<VisitInvitations>,
  sent: number,
  limits: InvitationLimits,
  now: number,
): boolean =>
  sent < limits.invitations.per_visit && now - shownAt >= limits.invitation_pause_h * hourMs;

/**
 * Withdraws an operator's invitation. Returns `none` if no operator's invitation is pending, and
 * `shown` if a page has shown it. An `unshown` invitation does not count against the limit of the
 * widget.
 */
export function withdrawInvitation(visit: VisitInvitations): "none" | "shown" | "unshown" {
  const { invitation } = visit;
  if (invitation?.by !== "operator") return "none";
  visit.invitation = null;
  visit.withdrawnAt = invitation.at;
  if (invitation.state !== "sent") return "shown";
  visit.invitations = Math.max(0, visit.invitations - 1);
  return "unshown";
}

/**
 * Merges the invitation that another node shares. The latest invitation counts, and a withdrawal
 * ends it. The order in which the states of nodes arrive does not matter. Returns whether the visit
 * changed.
 */
export function mergeInvitation(visit: VisitInvitations, other: SharedInvitation): boolean {
  const { invitation, withdrawnAt } = visit;
  const shared = other.invitation;
  visit.withdrawnAt = Math.max(withdrawnAt, other.withdrawnAt);
  if (shared !== null && shared.at > visit.invitedAt) {
    visit.invitation = shared;
    visit.invitedAt = shared.at;
    if (shared.state !== "sent") visit.shownAt = shared.at;
  } else if (shared !== null && shared.at === visit.invitation?.at) {
    if (shared.departmentId === null && visit.invitation.departmentId !== null)
      visit.invitation = { ...visit.invitation, departmentId: null };
    advanceInvitation(visit, shared.state);
  }
  if (visit.invitation !== null && visit.invitation.at <= visit.withdrawnAt)
    visit.invitation = null;
  return visit.invitation !== invitation || visit.withdrawnAt !== withdrawnAt;
}

/** Converts an invitation to the format of the widget. */
export const serializeInvitation = ({
  text,
  departmentId,
  agent,
  at,
}: Invitation): WidgetInvitation => ({
  text,
  department_id: departmentId,
  agent,
  at,
});
