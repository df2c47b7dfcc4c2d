import type { AgentFigures } from "../core/bot/agent-turn.ts";

/** Chats after which the limits count, and the shares from which people take over (AGENT-060). */
const minChats = 20;
const maxHandOverShare = 0.4;
const maxBadShare = 0.1;

/** Returns why an agent must stop, or null. */
export function findStopReason({
  chats,
  handedOver,
  bad,
}: AgentFigures): "hand_overs" | "ratings" | null {
  if (chats < minChats) return null;
  if (handedOver / chats > maxHandOverShare) return "hand_overs";
  return bad / chats > maxBadShare ? "ratings" : null;
}
