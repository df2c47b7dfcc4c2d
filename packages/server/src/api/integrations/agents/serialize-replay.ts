import type { AgentReplay, AgentReplayResult } from "@parlour/protocol/api";
import type { ReplayTurn } from "../../../core/bot/agent-turn.ts";
import type { ReplayRecord } from "../../../store/agent/replay.ts";
import type { ResultRecord } from "../../../store/agent/replay-result.ts";

export const serializeReplay = ({ counts, change, ...replay }: ReplayRecord): AgentReplay => ({
  id: replay.id,
  of: replay.subject,
  state: replay.state,
  problem: replay.problem,
  operator: replay.operator,
  from: replay.since,
  to: replay.until,
  segment_id: replay.segmentId,
  change: change as AgentReplay["change"],
  total: replay.total,
  processed: replay.processed,
  answered: counts.answered,
  handed_over: counts.handedOver,
  good: counts.good,
  wrong: counts.wrong,
  passed: counts.passed,
  tokens: replay.tokens,
  cost: replay.cost,
  answer_ms: counts.answerMs,
  operator_ms: counts.operatorMs,
  created_at: replay.createdAt,
  ended_at: replay.endedAt,
});

export const serializeResult = ({
  chat,
  question,
  turns,
  ...result
}: ResultRecord): AgentReplayResult => ({
  n: result.n,
  chat: chat && {
    id: chat.id,
    number: chat.number,
    visitor_name: chat.visitorName,
    closed_at: chat.closedAt,
  },
  question: question && { ...question },
  turns: turns.map(serializeTurn),
  passed: result.passed,
  passed_before: result.passedBefore,
  mark: result.mark,
  wrong_reason: result.wrongReason,
  marked_by: result.markedBy,
});

const serializeTurn = ({ reply, sources, factsDiffer, ...turn }: ReplayTurn) => ({
  ...turn,
  reply: reply && { text: reply.text, name: reply.name, after_ms: reply.afterMs },
  sources: sources.map(({ articleId, title, url }) => ({ article_id: articleId, title, url })),
  facts_differ: factsDiffer,
});
