import { getCapabilities, type ChannelKind } from "./index.ts";

/**
 * Returns until when operators can change a message, in milliseconds since 1970. 0: never,
 * Infinity: always (CORE-412). Only the team has a note. Other messages can be changed where the
 * channel shows the change.
 */
export function getChangeDeadline(
  message: { readonly kind: string; readonly created_at: string },
  channel: ChannelKind,
): number {
  const { operator_edits, operator_edit_hours } = getCapabilities(channel);
  if (message.kind === "note") return Infinity;
  if (!operator_edits) return 0;
  return operator_edit_hours === null
    ? Infinity
    : Date.parse(message.created_at) + operator_edit_hours * 3_600_000;
}
