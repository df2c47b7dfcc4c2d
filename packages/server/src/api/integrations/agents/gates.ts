import type { FastifyInstance } from "fastify";
import { AgentGates, IdParams } from "@parlour/protocol/api";
import { agentLimits } from "../../../core/bot/agent-turn.ts";
import { compareReply, type ReplyAgreement } from "../../../core/bot/compare-reply.ts";
import {
  countAskedSections,
  countReplayedSections,
  findLatestReplay,
  readShadowChats,
  type LatestReplay,
  type ShadowChats,
} from "../../../store/agent/gates.ts";
import { countAgentChats, countHandOverReasons } from "../../../store/agent/turns.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireAgent } from "./require-agent.ts";

/** What a gate needs. People may open the next one earlier. */
const needed = {
  replay: { needed_marked: 50, needed_percent: 85 },
  questions: { needed_asked: 10, needed_percent: 95 },
  shadow: { needed_chats: 100, needed_percent: 80 },
} as const;

/** Registers the route of the gates of an agent (AGENT-061). */
export function agentGateRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { auth, reader, sql } = deps;
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
      const key = { account, agentId: agent.id };
      const { botId } = agent.facts;
      const [chats, questions, shadow, share, reasons] = await Promise.all([
        findLatestReplay(reader, key, "chats"),
        findLatestReplay(reader, key, "questions"),
        readShadowChats(reader, account, botId),
        countAgentChats(sql, account, botId),
        countHandOverReasons(reader, account, botId),
      ]);
      const [replayed, asked] = await Promise.all([
        chats === null ? [] : countReplayedSections(reader, account, chats.id),
        questions === null ? [] : countAskedSections(reader, account, questions.id),
      ]);
      return {
        replay: { ...toReplayGate(chats), sections: [...replayed] },
        questions: { ...toQuestionGate(questions), sections: [...asked] },
        shadow: { ...toShadowGate(shadow), reasons: [...shadow.reasons] },
        share: { ...toShareGate(share), reasons: [...reasons] },
      };
    },
  });
}

const hasShare = (part: number, all: number, percent: number): boolean =>
  all > 0 && part * 100 >= all * percent;

function toReplayGate(replay: LatestReplay | null): Omit<AgentGates["replay"], "sections"> {
  const good = replay?.good ?? 0;
  const marked = good + (replay?.wrong ?? 0);
  const { needed_marked, needed_percent } = needed.replay;
  return {
    replay_id: replay?.id ?? null,
    chats: replay?.total ?? 0,
    marked,
    good,
    ...needed.replay,
    passed: marked >= needed_marked && hasShare(good, marked, needed_percent),
  };
}

function toQuestionGate(replay: LatestReplay | null): Omit<AgentGates["questions"], "sections"> {
  const asked = replay?.total ?? 0;
  const expected = replay?.passed ?? 0;
  const { needed_asked, needed_percent } = needed.questions;
  return {
    replay_id: replay?.id ?? null,
    asked,
    as_expected: expected,
    ...needed.questions,
    passed: asked >= needed_asked && hasShare(expected, asked, needed_percent),
  };
}

function toShadowGate({
  chats,
  handOvers,
  replies,
}: ShadowChats): Omit<AgentGates["shadow"], "reasons"> {
  const agreements = replies.flatMap(({ reply, sent }) =>
    sent === null ? [] : [compareReply(reply, sent)],
  );
  const count = (value: ReplyAgreement): number => agreements.filter((one) => one === value).length;
  const [same, changed] = [count("same"), count("changed")];
  const { needed_chats, needed_percent } = needed.shadow;
  return {
    chats,
    same,
    changed,
    other: count("other"),
    hand_overs: handOvers,
    ...needed.shadow,
    passed: chats >= needed_chats && hasShare(same + changed, agreements.length, needed_percent),
  };
}

function toShareGate({
  chats,
  handedOver,
  bad,
}: Awaited<ReturnType<typeof countAgentChats>>): Omit<AgentGates["share"], "reasons"> {
  const { minChats, handOverPercent, badPercent } = agentLimits;
  return {
    chats,
    hand_overs: handedOver,
    bad_ratings: bad,
    needed_chats: minChats,
    hand_overs_percent: handOverPercent,
    bad_ratings_percent: badPercent,
    // Beyond these, the agent has stopped by itself.
    passed:
      chats >= minChats &&
      handedOver * 100 <= chats * handOverPercent &&
      bad * 100 <= chats * badPercent,
  };
}
