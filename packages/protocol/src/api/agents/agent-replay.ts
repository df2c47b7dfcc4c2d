import { Type, type Static } from "typebox";
import {
  replayFilters,
  replayLimits,
  replayMarks,
  replayStates,
  replaySubjects,
  wrongReasons,
} from "../../automation/agent-replay.ts";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { agent } from "../../settings/kinds/bots/agent.ts";
import { modelFailures } from "../../settings/kinds/account/model.ts";
import { CursorText, IdText, Limit, Page } from "../common.ts";
import { AgentQuestion } from "./agent-question.ts";
import { toChoice } from "../settings/shapes/field-schemas.ts";

/** Replays: an agent answers closed chats or its questions, and nobody gets the answers. */

const count = Type.Integer({ minimum: 0 });
const { instructions, threshold, topics } = agent.fields;
/** Settings that the agent has in the replay instead of its own. */
const AgentTrial = Type.Object(
  {
    instructions: Type.Optional(Type.String({ maxLength: instructions.max })),
    threshold: Type.Optional(Type.Integer({ minimum: threshold.min, maximum: threshold.max })),
    topics: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: topics.length }), { maxItems: topics.max }),
    ),
  },
  { additionalProperties: false },
);

export const NewAgentReplay = Type.Object(
  {
    of: toChoice(replaySubjects),
    /** Chats with their last message in this period. */
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    /** Chats of visitors of this segment. */
    segment_id: Type.Optional(Id),
    /** Number of chats, the latest ones. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: replayLimits.chats })),
    change: Type.Optional(AgentTrial),
  },
  { additionalProperties: false },
);
export type NewAgentReplay = Static<typeof NewAgentReplay>;

export const AgentReplay = Type.Object({
  id: Id,
  of: toChoice(replaySubjects),
  state: toChoice(replayStates),
  /** Why it failed. */
  problem: Nullable(toChoice(modelFailures)),
  operator: NamedRef,
  from: Nullable(Time),
  to: Nullable(Time),
  segment_id: Nullable(Id),
  change: Nullable(AgentTrial),
  total: count,
  processed: count,
  /** Chats or questions in which the agent answers or asks until the end. */
  answered: count,
  handed_over: count,
  good: count,
  wrong: count,
  /** Questions with the expected answer. */
  passed: count,
  tokens: count,
  /** Millionths of the currency. */
  cost: count,
  /** Median time of an answer. */
  answer_ms: Nullable(count),
  /** Median time in which people gave their first answer. */
  operator_ms: Nullable(count),
  created_at: Time,
  ended_at: Nullable(Time),
});
export type AgentReplay = Static<typeof AgentReplay>;
export const AgentReplays = Page(AgentReplay);

/** A message of a visitor, what people answered, and what the agent would have answered. */
const ReplayTurn = Type.Object({
  question: Type.String(),
  /** Number of its last message in the chat. */
  seq: Type.Optional(Type.Integer({ minimum: 1 })),
  reply: Nullable(Type.Object({ text: Type.String(), name: Type.String(), after_ms: count })),
  action: toChoice(["answer", "ask", "hand_over", "nothing"]),
  text: Type.String(),
  sources: Type.Array(
    Type.Object({ article_id: Nullable(Id), title: Type.String(), url: Nullable(Type.String()) }),
  ),
  /** Why people would have taken over. */
  reason: Nullable(Type.String()),
  /** The answers of people and agent have different numbers. */
  facts_differ: Type.Boolean(),
  ms: count,
});
export const AgentReplayResult = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  chat: Nullable(
    Type.Object({
      id: Id,
      number: Nullable(Id),
      visitor_name: Nullable(Type.String()),
      closed_at: Nullable(Time),
    }),
  ),
  question: Nullable(Type.Pick(AgentQuestion, ["id", "text", "article"])),
  /** Empty if the texts were erased. */
  turns: Type.Array(ReplayTurn),
  /** Whether the question has the expected answer, now and in the replay before. */
  passed: Nullable(Type.Boolean()),
  passed_before: Nullable(Type.Boolean()),
  mark: Nullable(toChoice(replayMarks)),
  wrong_reason: Nullable(toChoice(wrongReasons)),
  marked_by: Nullable(NamedRef),
});
export type AgentReplayResult = Static<typeof AgentReplayResult>;
export const AgentReplayResults = Page(AgentReplayResult);
export const AgentReplayResultQuery = Type.Object(
  { limit: Limit, cursor: CursorText, show: Type.Optional(toChoice(replayFilters)) },
  { additionalProperties: false },
);
export const AgentReplayMarkPatch = Type.Object(
  {
    mark: Nullable(toChoice(replayMarks)),
    wrong_reason: Type.Optional(Nullable(toChoice(wrongReasons))),
  },
  { additionalProperties: false },
);
export type AgentReplayMark = Static<typeof AgentReplayMarkPatch>;
export const AgentReplayParams = Type.Object({ id: IdText, replay: IdText });
export const AgentReplayResultParams = Type.Object({ id: IdText, replay: IdText, n: IdText });
export const AgentQuestionParams = Type.Object({ id: IdText, question: IdText });
