import { Type, type Static } from "typebox";
import { Id, Nullable } from "../../entity/index.ts";

/** Gates of an agent: what was proved before visitors get its answers (AGENT-061). */

const count = Type.Integer({ minimum: 0 });
const percent = Type.Integer({ minimum: 0, maximum: 100 });

/** Section of the articles. null: no article of a section was used. */
const sectionFields = { section_id: Nullable(Id), name: Nullable(Type.String()) };
/** Chats that were handed over, by the reason of the latest hand-over, most frequent first. */
const HandOverReasons = Type.Array(
  Type.Object({
    /** Code as in the line `agent_handed_over`, for example `topic`. */
    reason: Type.String(),
    chats: count,
  }),
);

export const AgentGates = Type.Object({
  /** The latest replay of chats with the settings of the agent. */
  replay: Type.Object({
    replay_id: Nullable(Id),
    chats: count,
    marked: count,
    good: count,
    needed_marked: count,
    needed_percent: percent,
    passed: Type.Boolean(),
    /** By the section of the first source of each chat, largest first. */
    sections: Type.Array(
      Type.Object({ ...sectionFields, chats: count, good: count, wrong: count, hand_overs: count }),
    ),
  }),
  /** The latest replay of questions with the settings of the agent. */
  questions: Type.Object({
    replay_id: Nullable(Id),
    asked: count,
    as_expected: count,
    needed_asked: count,
    needed_percent: percent,
    passed: Type.Boolean(),
    /** By the section of the expected article, largest first. */
    sections: Type.Array(Type.Object({ ...sectionFields, asked: count, as_expected: count })),
  }),
  /** The latest chats in which it wrote notes. */
  shadow: Type.Object({
    chats: count,
    same: count,
    changed: count,
    other: count,
    hand_overs: count,
    needed_chats: count,
    needed_percent: percent,
    passed: Type.Boolean(),
    reasons: HandOverReasons,
  }),
  /** The latest chats that it answered since its state was set. */
  share: Type.Object({
    chats: count,
    hand_overs: count,
    bad_ratings: count,
    needed_chats: count,
    hand_overs_percent: percent,
    bad_ratings_percent: percent,
    passed: Type.Boolean(),
    reasons: HandOverReasons,
  }),
});
export type AgentGates = Static<typeof AgentGates>;
