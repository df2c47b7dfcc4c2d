import { canSeeAllChats, mustMaskText, type Principal } from "../../../auth/index.ts";
import { refuse } from "../../../core/failure.ts";
import { agentStore } from "../../../store/settings/integrations/agent.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

export type AgentRecord = Awaited<ReturnType<typeof agentStore.list>>[number];

/**
 * Returns the agent. Throws Refusal `not_found`, or `forbidden` for roles that do not read the
 * texts of all chats (AGENT-073).
 */
export async function requireAgent(
  { reader }: RouteDeps,
  principal: Principal,
  text: string,
): Promise<AgentRecord> {
  const id = parseId(text, "agent");
  const agents = await agentStore.list(reader, principal.accountId, { id });
  const agent = requireFound(agents.find((one) => one.id === id) ?? null, "agent");
  if (mustMaskText(principal) || !canSeeAllChats(principal))
    refuse("forbidden", "Your role cannot read the texts of all chats.");
  return agent;
}
