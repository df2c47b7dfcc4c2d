import { systemLine, timeText } from "../chat/draft.ts";
import { uninvited } from "../chat/invite.ts";
import { notice, withNotice, withoutTransferNotices } from "../chat/notices.ts";
import { after } from "../chat/state.ts";
import type { ChatDraft, Event } from "../event.ts";
import type { RoutingConfig, Scene } from "../ports.ts";
import type { Desk } from "./desk.ts";
import { reachOf } from "./reach.ts";

/**
 * Returns since when the operators of an open chat have not answered (CORE-153): since the
 * visitor's message, or since the latest operator joined. null: answered, all operators are offline
 * (CORE-031 applies), or the setting is off.
 */
function silentSince(chat: ChatDraft, routing: Pick<RoutingConfig, "reassignMs">, desk: Desk): number | null {
  if (chat.state !== "open" || routing.reassignMs === 0 || desk.unansweredSince === null) return null;
  if (chat.participants.every((one) => desk.presence(one.id) === "offline")) return null;
  return Math.max(desk.unansweredSince, desk.joinedAt ?? 0);
}

/**
 * Returns the next time after `from` to check an open chat for reassignment; null: none. Repeats
 * each period while nobody else can take the chat.
 */
export function reassignDue(chat: ChatDraft, routing: Pick<RoutingConfig, "reassignMs">, desk: Desk, from: number): number | null {
  const since = silentSince(chat, routing, desk);
  if (since === null) return null;
  const turns = Math.max(1, Math.floor((from - since) / routing.reassignMs) + 1);
  return Math.max(since + turns * routing.reassignMs, transferEnd(chat));
}

/**
 * Returns an unanswered chat to waiting and offers it to others, with a notice to each previous
 * operator. If nobody else can take it, it stays, and one system message says so until an answer.
 * Does nothing while a transfer is open.
 */
export function reassign(scene: Scene, chat: ChatDraft, desk: Desk): readonly Event[] {
  const { config, now } = scene;
  const since = silentSince(chat, config.routing, desk);
  if (since === null || since + config.routing.reassignMs > now || transferEnd(chat) > now) return [];
  const by = chat.assignee ?? chat.participants[0] ?? null;
  const state = after(chat.state, "last_operator_gone");
  if (by === null || state === null) return [];
  const minutes = String(Math.round(config.routing.reassignMs / 60_000));
  const silent = `${by.name} did not answer for ${minutes} min`;
  const isFree = reachOf(config, chat, desk, "offer").eligible.some((id) => !chat.participants.some((one) => one.id === id));
  if (!isFree) {
    if (chat.unanswered_at !== undefined && Date.parse(chat.unanswered_at) >= since) return [];
    return [
      systemLine(
        scene,
        chat.id,
        { code: "reassign_nobody", by, detail: minutes },
        `${silent}; nobody else is available, so the chat stays`,
      ),
      { name: "chat_updated", chat: { ...chat, unanswered_at: timeText(now) } },
    ];
  }
  const { transfer: _, unanswered_at: __, ...rest } = withoutTransferNotices(uninvited(chat));
  const waiting: ChatDraft = {
    ...rest,
    state,
    assignee: null,
    participants: [],
    wait: { since: timeText(now), asked: chat.participants.map((one) => one.id) },
  };
  const next = chat.participants.reduce((made, one) => withNotice(made, notice("reassigned", one, one, now, minutes)), waiting);
  return [
    systemLine(scene, chat.id, { code: "reassigned", by, detail: minutes }, `${silent}; the chat waits again`),
    { name: "chat_updated", chat: next },
  ];
}

const transferEnd = ({ transfer }: ChatDraft): number => (transfer ? Date.parse(transfer.until) + 1 : -Infinity);
