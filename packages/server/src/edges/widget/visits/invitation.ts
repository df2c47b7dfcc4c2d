import {
  invitationStates,
  type WidgetAgent,
  type WidgetInvitation,
} from "@parlour/protocol/widget";

/** An invitation that waits for the visitor's response (WG-060). */
export interface Invitation {
  readonly text: string;
  readonly departmentId: number | null;
  readonly by: "script" | "rule" | "operator";
  /** Null if the invitation is not from an operator. */
  readonly operatorId: number | null;
  readonly agent: WidgetAgent | null;
  readonly at: number;
  /** Progress that the visitor's widgets reported. */
  readonly state: InvitationState;
}
export type InvitationState = (typeof invitationStates)[number];

/**
 * Invitation state of a visit. `invitations` counts those from operators, for the limit of the
 * widget. `invitedAt` is the time of the latest invitation, 0 if there is none.
 */
export interface VisitInvitations {
  invitations: number;
  invitation: Invitation | null;
  invitedAt: number;
}

/** Records a new invitation. It replaces the previous one. */
export function recordInvitation(
  visit: VisitInvitations,
  invitation: Omit<Invitation, "at">,
  now: number,
): Invitation {
  // Each invitation has its own time. Browser tabs use it to recognise invitations that they have
  // shown.
  visit.invitedAt = Math.max(now, visit.invitedAt + 1);
  visit.invitation = { ...invitation, at: visit.invitedAt };
  return visit.invitation;
}

/**
 * Advances the state of the invitation. If several connections report, the furthest state counts.
 */
export function advanceInvitation(visit: VisitInvitations, state: InvitationState): void {
  const { invitation } = visit;
  if (
    invitation === null ||
    invitationStates.indexOf(state) <= invitationStates.indexOf(invitation.state)
  )
    return;
  visit.invitation = { ...invitation, state };
}

/**
 * Withdraws an operator's invitation. Returns `none` if no operator's invitation waits, `shown` if
 * a page has shown it. `unshown` invitations do not count for the limit of the widget.
 */
export function withdrawInvitation(visit: VisitInvitations): "none" | "shown" | "unshown" {
  const { invitation } = visit;
  if (invitation?.by !== "operator") return "none";
  visit.invitation = null;
  if (invitation.state !== "sent") return "shown";
  visit.invitations = Math.max(0, visit.invitations - 1);
  return "unshown";
}

/** Converts an invitation for the widget. */
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
