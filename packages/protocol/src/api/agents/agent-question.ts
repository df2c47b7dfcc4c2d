import { Type, type Static } from "typebox";
import { replayLimits } from "../../automation/agent-replay.ts";
import { Id, Nullable, Time } from "../../entity/index.ts";

/** Questions of an agent with the answer that is expected (AGENT-080). */

export const AgentQuestion = Type.Object({
  id: Id,
  text: Type.String(),
  /** The article that the answer must name. null: a person must take over. */
  article: Nullable(Type.Object({ id: Id, title: Type.String() })),
  /** The chat from which the question was taken. */
  chat_id: Nullable(Id),
  created_at: Time,
});
export type AgentQuestion = Static<typeof AgentQuestion>;
export const AgentQuestions = Type.Object({ items: Type.Array(AgentQuestion) });
export const NewAgentQuestion = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: replayLimits.question }),
    article_id: Nullable(Id),
    chat_id: Type.Optional(Id),
  },
  { additionalProperties: false },
);
export type NewAgentQuestion = Static<typeof NewAgentQuestion>;
