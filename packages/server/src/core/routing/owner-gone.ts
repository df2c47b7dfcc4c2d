import { systemLine, timeText } from "../chat/draft.ts";
import { uninvited } from "../chat/invite.ts";
import { withoutTransferNotices } from "../chat/notices.ts";
import { after } from "../chat/state.ts";
import type { ChatDraft, Event } from "../event.ts";
import type { RoutingConfig, Scene } from "../ports.ts";
import type { Desk } from "./desk.ts";

/**
 * Returns when an open chat waits again because all its operators are offline and a visitor's
 * message is unanswered (CORE-031); null: never. An operator who joined without being online, by an
 * API key, has the same time from joining.
 */
export function graceEnd(chat: ChatDraft, routing: Pick<RoutingConfig, "graceMs">, desk: Desk): number | null {
  if (chat.state !== "open" || routing.graceMs === 0 || !desk.isUnanswered) return null;
  if (chat.participants.some((one) => desk.presence(one.id) !== "offline")) return null;
  const since = Math.max(desk.joinedAt ?? 0, ...chat.participants.map((one) => desk.offlineSince(one.id)));
  const at = since + routing.graceMs;
  return Number.isFinite(at) ? at : null;
}

/**
 * Returns the chat to waiting with escalation from the start. Operators keep their unsent drafts in
 * their applications.
 */
export function ownerGone(scene: Scene, chat: ChatDraft): readonly Event[] {
  const state = after(chat.state, "last_operator_gone");
  if (state === null) return [];
  const { transfer: _, ...rest } = withoutTransferNotices(uninvited(chat));
  const next: ChatDraft = { ...rest, state, assignee: null, participants: [], wait: { since: timeText(scene.now) } };
  const name = chat.assignee?.name ?? "Everybody";
  return [
    systemLine(scene, chat.id, { code: "owner_gone", by: chat.assignee }, `${name} is offline; the chat waits again`),
    { name: "chat_updated", chat: next },
  ];
}
