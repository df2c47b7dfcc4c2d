import { getCapabilities, type ChannelKind } from "./index.ts";

/** What decides whether a channel shows changes of a message. */
export interface ChangeChannel {
  readonly kind: ChannelKind;
  /** Only for interface A: whether its endpoint handles changes (CH-126). */
  readonly message_changes?: boolean | undefined;
}

/** Returns whether visitors of the channel see changes of answers (CORE-412). */
export const showsChanges = ({ kind, message_changes = false }: ChangeChannel): boolean => {
  const { operator_edits, integrator_endpoint } = getCapabilities(kind);
  return operator_edits || (integrator_endpoint && message_changes);
};

/**
 * Returns until when operators can change a message, in milliseconds since 1970. 0: never,
 * Infinity: always (CORE-412). Only the team has a note. Other messages can be changed where the
 * channel shows the change.
 */
export function getChangeDeadline(
  message: { readonly kind: string; readonly created_at: string },
  channel: ChangeChannel,
): number {
  const { operator_edit_hours } = getCapabilities(channel.kind);
  if (message.kind === "note") return Infinity;
  if (!showsChanges(channel)) return 0;
  return operator_edit_hours === null
    ? Infinity
    : Date.parse(message.created_at) + operator_edit_hours * 3_600_000;
}
