import { agentLimits, type AgentFigures } from "../core/bot/agent-turn.ts";

/** Returns why an agent must stop, or null. */
export function findStopReason({
  chats,
  handedOver,
  bad,
}: AgentFigures): "hand_overs" | "ratings" | null {
  const { minChats, handOverPercent, badPercent } = agentLimits;
  if (chats < minChats) return null;
  if (handedOver * 100 > chats * handOverPercent) return "hand_overs";
  return bad * 100 > chats * badPercent ? "ratings" : null;
}
