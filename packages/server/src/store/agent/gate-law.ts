import type { AgentGates } from "@parlour/protocol/api";
import { gatesOfState, type AgentState } from "@parlour/protocol/settings/kinds/bots/agent";
import { agentLimits } from "../../core/bot/agent-turn.ts";
import { compareReply, type ReplyAgreement } from "../../core/bot/compare-reply.ts";
import { refuse } from "../../core/failure.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";
import { createTransactionReader } from "../database/transaction-reader.ts";
import { findLatestReplay, readShadowChats, type LatestReplay, type ShadowChats } from "./gates.ts";
import { countAgentChats, type HandOverReason } from "./turns.ts";

/** What a gate needs. */
const needed = {
  replay: { needed_marked: 50, needed_percent: 85 },
  questions: { needed_asked: 10, needed_percent: 95 },
  shadow: { needed_chats: 100, needed_percent: 80 },
} as const;

interface GatedAgent {
  readonly account: number;
  readonly agentId: number;
  readonly botId: number;
}
/** The gates of an agent without what only the screen shows. */
interface ReadGates {
  readonly replay: Omit<AgentGates["replay"], "sections">;
  readonly questions: Omit<AgentGates["questions"], "sections">;
  readonly shadow: Omit<AgentGates["shadow"], "reasons"> & {
    readonly reasons: readonly HandOverReason[];
  };
  readonly share: Omit<AgentGates["share"], "reasons">;
}

/** Returns the gates of an agent with their figures (AGENT-061). */
export async function readGates(
  reader: Reader,
  { account, agentId, botId }: GatedAgent,
): Promise<ReadGates> {
  const key = { account, agentId };
  const chats = await findLatestReplay(reader, key, "chats");
  const questions = await findLatestReplay(reader, key, "questions");
  const shadow = await readShadowChats(reader, account, botId);
  const share = await countAgentChats(reader, account, botId);
  return {
    replay: toReplayGate(chats),
    questions: toQuestionGate(questions),
    shadow: { ...toShadowGate(shadow), reasons: shadow.reasons },
    share: toShareGate(share),
  };
}

const order: readonly AgentState[] = ["off", "shadow", "share", "on"];
/** Returns whether a state gives the answers to more visitors than another one. */
export const isBeyond = (state: AgentState, other: AgentState): boolean =>
  order.indexOf(state) > order.indexOf(other);

/**
 * Refuses a state beyond the last passed gate, unless `reason` says why the gates are skipped
 * (AGENT-115). `agent`: null for a new one, which has passed none. Everything that writes the
 * settings of agents calls it. Returns whether the gates are passed.
 */
export async function assertGates(
  tx: Sql,
  agent: GatedAgent | null,
  { state, reason }: { readonly state: AgentState; readonly reason: string | null },
): Promise<boolean> {
  const neededGates = gatesOfState[state];
  const gates =
    agent === null || neededGates.length === 0
      ? null
      : await readGates(createTransactionReader(tx), agent);
  const missing = neededGates.filter((name) => gates?.[name].passed !== true);
  if (missing.length === 0) return true;
  if (reason === null)
    refuse(
      "gates_not_passed",
      `The agent has not passed: ${missing.join(", ")}. Pass these gates, or set "skip_gates" to the reason why they are skipped.`,
      { field: "state", gates: missing },
    );
  return false;
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
