import type { ReplayWorkerDeps } from "../../actions/replays/replay-worker.ts";
import type { DecideTurnDeps } from "../../agent/answer/decide-turn.ts";
import { replayChat } from "../../agent/replay/replay-chat.ts";
import { splitTurns } from "../../agent/replay/split-turns.ts";
import { listReplayLines } from "../../store/agent/replay-result.ts";
import { findAgentChat, listEarlierLines } from "../../store/agent/turns.ts";
import { agentStore } from "../../store/settings/integrations/agent.ts";
import type { BaseServices } from "../base.ts";

/** Connects replays to the agent that answers in them (AGENT-071). */
export const createReplayAnswer =
  ({ db, pools, journal, clock }: BaseServices, deps: DecideTurnDeps): ReplayWorkerDeps["answer"] =>
  async ({ account, agentId, change }, { chatId, question }, signal) => {
    const agents = await agentStore.list(pools.reader, account, { id: agentId });
    const agent = agents.find(({ id }) => id === agentId);
    if (agent === undefined) return null;
    const { values, facts } = agent;
    const shared = {
      account,
      agent: { ...values, ...change, topics: [...(change?.topics ?? values.topics)] },
      hours: facts.hours,
      config: await journal.config(account),
      signal,
    };
    const measure = (): number => clock.monotonic();
    if (chatId === null) {
      const line = {
        author: "visitor",
        seq: null,
        text: question?.text ?? "",
        name: "",
        at: clock.now(),
      } as const;
      const past = question === null ? [] : splitTurns([line]);
      // Hours are of visitors, and a question has none.
      return replayChat(deps, { ...shared, hours: null, about: null, earlier: [] }, past, measure);
    }
    const [about, lines, earlier] = await Promise.all([
      findAgentChat(db, account, { botId: facts.botId, chatId }),
      listReplayLines(db, account, chatId),
      values.send_earlier_chats ? listEarlierLines(db, account, { chatId }) : [],
    ]);
    const past = about === null ? [] : splitTurns(lines);
    return replayChat(deps, { ...shared, about, earlier }, past, measure);
  };
