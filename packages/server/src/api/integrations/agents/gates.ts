import type { FastifyInstance } from "fastify";
import { AgentGates, IdParams } from "@parlour/protocol/api";
import { readGates } from "../../../store/agent/gate-law.ts";
import { countAskedSections, countReplayedSections } from "../../../store/agent/gates.ts";
import { countHandOverReasons } from "../../../store/agent/turns.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireAgent } from "./require-agent.ts";

/** Registers the route of the gates of an agent (AGENT-061). */
export function agentGateRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    method: "GET",
    url: "/agents/:id/gates",
    action: "bots.read",
    tag: "agents",
    summary: "Get the gates of an agent",
    params: IdParams,
    status: 200,
    answer: AgentGates,
    async handle({ principal, params }) {
      const account = principal.accountId;
      const agent = await requireAgent(deps, principal, params.id);
      const { botId } = agent.facts;
      const [gates, reasons] = await Promise.all([
        readGates(reader, { account, agentId: agent.id, botId }),
        countHandOverReasons(reader, account, botId),
      ]);
      const { replay, questions, shadow, share } = gates;
      const [replayed, asked] = await Promise.all([
        replay.replay_id === null ? [] : countReplayedSections(reader, account, replay.replay_id),
        questions.replay_id === null
          ? []
          : countAskedSections(reader, account, questions.replay_id),
      ]);
      return {
        replay: { ...replay, sections: [...replayed] },
        questions: { ...questions, sections: [...asked] },
        shadow: { ...shadow, reasons: [...shadow.reasons] },
        share: { ...share, reasons: [...reasons] },
      };
    },
  });
}
