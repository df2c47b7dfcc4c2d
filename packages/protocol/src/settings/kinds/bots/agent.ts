import type { Test } from "../../../conditions/operators.ts";
import type { Tree } from "../../../conditions/tree.ts";
import type { WorkingHours } from "../../../entity/hours.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";

/** How far an agent is: nobody, operators in notes, a part of the chats, or all (AGENT-002). */
const agentStates = ["off", "shadow", "share", "on"] as const;
export type AgentState = (typeof agentStates)[number];
/** What is proved of an agent before visitors get its answers, in this order (AGENT-061). */
export const agentGates = ["replay", "questions", "shadow", "share"] as const;
export type AgentGate = (typeof agentGates)[number];
/** The gates that a state needs. Nobody outside of the team sees `off` and `shadow`. */
export const gatesOfState: Readonly<Record<AgentState, readonly AgentGate[]>> = {
  off: [],
  shadow: [],
  share: ["replay", "questions", "shadow"],
  on: agentGates,
};

/** Agents: bots that answer visitors with the model of the account (AGENT-001). */
export const agent = listKind({
  kind: "agent",
  path: "agents",
  label: "agent",
  table: "agent",
  part: "agents",
  key: "name",
  max: 20,
  fields: {
    name: { type: "text", min: 1, max: 60, rule: "AGENT-001" },
    state: { type: "choice", values: agentStates, default: "off", exported: "always" },
    /** Why the state is set although gates before it are not passed. null: they are. */
    skip_gates: { type: "text", min: 1, max: 500, lines: true, default: null, rule: "AGENT-115" },
    instructions: { type: "text", min: 0, max: 4000, lines: true, default: "" },
    /** Relevance of the best passage in percent, below which the agent does not answer. */
    threshold: { type: "integer", min: 0, max: 100, default: 20 },
    /** Replies of the agent in a chat, after which people take over. */
    max_turns: { type: "integer", min: 1, max: 50, default: 8 },
    /** Chats that people take over at once. */
    hand_over_when: { type: "custom", value: valueOf<Tree<Test>>(), default: { any: [] } },
    /** Words and phrases of visitors' messages for which people take over. */
    topics: { type: "texts", max: 100, length: 100, typed: "lines", default: [] },
    /** null: always. */
    hours: {
      type: "custom",
      value: valueOf<Required<WorkingHours>, WorkingHours>(),
      elsewhere: true,
      default: null,
    },
    channels: { type: "references", to: "channel", min: 1, max: 1000, default: null },
    /** Sections whose articles it answers from. null: all, also later ones. */
    sections: { type: "references", to: "article_section", min: 1, max: 200, default: null },
    /** Whether it also answers from the quick replies that are marked for agents. */
    quick_replies: { type: "flag", default: true },
    /** Part of the chats, while `state` is `share`. */
    share_percent: { type: "integer", min: 1, max: 100, default: 10 },
    /** Whether the model gets the visitor's earlier chats too. */
    send_earlier_chats: { type: "flag", default: false },
    /** Whether the first reply in a chat says that a machine wrote it. */
    says_it_is_a_machine: { type: "flag", default: true },
    /** Whether the chat window has a button that asks for a person. */
    offers_person: { type: "flag", default: true },
  },
});
export type AgentFields = (typeof agent)["fields"];
