import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import type { AgentAction, ModelUse, ReplayAnswer, ReplayTurn } from "../../core/bot/agent-turn.ts";
import { cutText } from "../../core/text.ts";
import { createHandOver, decideTurn, type DecideTurnDeps } from "../answer/decide-turn.ts";
import type { AgentTurn } from "../ports.ts";
import { factsDiffer } from "./facts-differ.ts";
import type { PastTurn } from "./split-turns.ts";

/** A failure that concerns all chats, not this one. */
const stopping: ReadonlySet<ModelFailureReason> = new Set([
  "cancelled",
  "not_set_up",
  "over_budget",
  "rate_limited",
  "refused",
  "unreachable",
]);
const maxTurns = 20;
const maxTextLength = 4_000;

/**
 * Answers the questions of a closed chat as the agent would, until it hands over (AGENT-071).
 * Writes nothing. Each question follows what people answered before it.
 */
export async function replayChat(
  deps: DecideTurnDeps,
  turn: Omit<AgentTurn, "lines" | "lastAction" | "now">,
  past: readonly PastTurn[],
  measure: () => number,
): Promise<ReplayAnswer> {
  let use: ModelUse = { tokens: 0, cost: 0 };
  const counted: DecideTurnDeps = {
    ...deps,
    findPassages: (question) => deps.findPassages({ ...question, purpose: "replay" }),
    async ask(request) {
      const reply = await deps.ask({ ...request, purpose: "replay" });
      if ("use" in reply && reply.use !== undefined)
        use = { tokens: use.tokens + reply.use.tokens, cost: use.cost + reply.use.cost };
      return reply;
    },
  };
  // As in shadow, no sentence says that a machine answers.
  const agent = { ...turn.agent, state: "shadow" } as const;
  const turns: ReplayTurn[] = [];
  let lastAction: AgentAction | null = null;
  for (const { lines, askedAt, seq, reply } of past.slice(0, maxTurns)) {
    const startedAt = measure();
    const decided = await decideTurn(counted, { ...turn, agent, lines, lastAction, now: askedAt });
    if ("failed" in decided && stopping.has(decided.failed)) return { use, failed: decided.failed };
    const last = lines.at(-1);
    const question = last?.text || (last?.file?.name ?? "");
    const decision =
      "failed" in decided
        ? createHandOver({ lines }, null, { reason: decided.failed, question })
        : decided;
    const isHandOver = decision.action === "hand_over";
    const isAnswered = decision.action === "answer" || decision.action === "ask";
    const text = isAnswered ? decision.reply : "";
    turns.push({
      question: cutText(question, maxTextLength).text,
      ...omitAbsent({ seq: seq ?? undefined }),
      reply: reply && { ...reply, text: cutText(reply.text, maxTextLength).text },
      action: decision.action,
      text,
      sources: isAnswered ? decision.sources : [],
      reason: isHandOver ? decision.reason : null,
      factsDiffer: reply !== null && factsDiffer(reply.text, text),
      ms: Math.round(measure() - startedAt),
    });
    lastAction = decision.action;
    if (isHandOver) break;
  }
  return { use, turns };
}
