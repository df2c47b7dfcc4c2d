import { invitationStates, type WidgetAgent, type WidgetInvitation } from "@parlour/protocol/widget";

/** An invitation that waits for the visitor's answer (WG-060). */
export interface Invitation {
  readonly text: string;
  readonly departmentId: number | null;
  readonly by: "script" | "rule" | "operator";
  /** The operator; null: not by one. */
  readonly operatorId: number | null;
  readonly agent: WidgetAgent | null;
  readonly at: number;
  /** How far it came, as the visitor's windows tell. */
  readonly state: InvitationState;
}
export type InvitationState = (typeof invitationStates)[number];

/** What of a visit its invitations change. `invitations`: operators', against the widget's cap; `invitedAt`: of the latest, 0: none was. */
export interface Invited {
  invitations: number;
  invitation: Invitation | null;
  invitedAt: number;
}

/** An invitation goes out, in the place of the one before. */
export function invite(visit: Invited, invitation: Omit<Invitation, "at">, now: number): Invitation {
  // Each has a time of its own: by it tabs know which they have shown.
  visit.invitedAt = Math.max(now, visit.invitedAt + 1);
  visit.invitation = { ...invitation, at: visit.invitedAt };
  return visit.invitation;
}

/** A window tells what became of it; of several windows the furthest counts. */
export function reach(visit: Invited, state: InvitationState): void {
  const { invitation } = visit;
  if (invitation === null || invitationStates.indexOf(state) <= invitationStates.indexOf(invitation.state)) return;
  visit.invitation = { ...invitation, state };
}

/** What withdrawing came to: none of an operator's waits; it was shown; no page has shown it yet, so it does not count for the widget's cap. */
export function withdraw(visit: Invited): "none" | "shown" | "unshown" {
  const { invitation } = visit;
  if (invitation?.by !== "operator") return "none";
  visit.invitation = null;
  if (invitation.state !== "sent") return "shown";
  visit.invitations = Math.max(0, visit.invitations - 1);
  return "unshown";
}

/** As windows read it. */
export const invitationWire = ({ text, departmentId, agent, at }: Invitation): WidgetInvitation => ({
  text,
  department_id: departmentId,
  agent,
  at,
});
