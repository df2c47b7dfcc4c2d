import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  countAgentChats,
  findAgentChat,
  insertAgentTurn,
  listChatLines,
  listEarlierLines,
  stopAgent,
} from "../../store/agent/turns.ts";
import { createAgentDriver, type AgentDriverDeps } from "../../agent/driver.ts";
import { decideTurn } from "../../agent/answer/decide-turn.ts";
import type { AskModel } from "../../agent/ports.ts";
import { findStopReason } from "../../agent/stop-beyond-limits.ts";
import { detectLanguage } from "../../agent/words/language.ts";
import type { ReplayWorkerDeps } from "../../actions/replays/replay-worker.ts";
import { createAssist, type Assist } from "../../assist/index.ts";
import type { DeliveryDriver } from "../../delivery/index.ts";
import { agentStore, agentUrl } from "../../store/settings/integrations/agent.ts";
import type { Egress } from "../../egress/index.ts";
import type { Model } from "../../model/index.ts";
import type { BaseServices } from "../base.ts";
import { openModel } from "../model.ts";
import { createVectors, type Vectors } from "./vectors.ts";
import { createArticleSearch, createPassageSearch } from "./passage-search.ts";
import { createReplayAnswer } from "./replays.ts";
import type { TestHooks } from "../server-options.ts";

/**
 * Creates the port to the models of the accounts, what drafts with them for operators, and the
 * drivers of the deliveries to agents by the address of their endpoints.
 */
export function createAgents(
  base: BaseServices,
  hooks: TestHooks,
  egress: Egress,
): {
  readonly model: Model;
  readonly assist: Assist;
  readonly startPassages: Vectors["start"];
  readonly replayChat: ReplayWorkerDeps["answer"];
  readonly drivers: ReadonlyMap<string, DeliveryDriver>;
} {
  const model = openModel(base, hooks, { egress });
  const ask = hooks.askModel ?? createAsk(model);
  const { journal, write, clock } = base;
  const vectors = createVectors(base, model);
  const findPassages = createPassageSearch(base, vectors.findSimilar);
  const deciding = { ask, findPassages, detectLanguage };
  const driver = createAgentDriver({
    loadTurn: createTurnLoader(base),
    decide: (turn) => decideTurn(deciding, turn),
    findBot: async (account, endpointId) =>
      [...(await journal.config(account)).bots.values()].find(
        (bot) => bot.endpointId === endpointId,
      ),
    write,
    record: createTurnRecorder(base),
    clock,
  });
  const assist = createAssist({
    write: model.write,
    translate: model.translate,
    findPassages: createArticleSearch(findPassages),
  });
  return {
    model,
    assist,
    startPassages: vectors.start,
    replayChat: createReplayAnswer(base, deciding),
    drivers: new Map([[agentUrl, driver]]),
  };
}

const createAsk =
  (model: Model): AskModel =>
  async ({ chatId, ...request }) => {
    const written = await model.write({
      ...request,
      ...omitAbsent({ chatId: chatId ?? undefined }),
    });
    if (written.kind === "failed") return { failed: written.reason, message: written.message };
    const { json, cost, tokens } = written;
    return { json, use: { tokens: tokens.sent + tokens.received, cost } };
  };

const createTurnLoader =
  ({ db, pools, journal }: BaseServices): AgentDriverDeps["loadTurn"] =>
  async (account, { botId, chatId, seq }) => {
    const [config, agents, stored, lines] = await Promise.all([
      journal.config(account),
      agentStore.list(pools.reader, account),
      findAgentChat(db, account, { botId, chatId }),
      listChatLines(db, account, { chatId, seq }),
    ]);
    const agent = agents.find(({ facts }) => facts.botId === botId);
    if (agent === undefined || stored === null) return null;
    const { values, facts } = agent;
    const earlier = values.send_earlier_chats
      ? await listEarlierLines(db, account, { chatId })
      : [];
    const { lastAction, ...about } = stored;
    const shared = { account, agent: values, hours: facts.hours, config };
    return { ...shared, about, lastAction, earlier, lines };
  };

/** Stores a turn, and stops an agent that reaches its limits. */
const createTurnRecorder =
  ({ db, journal, clock }: BaseServices): AgentDriverDeps["record"] =>
  async (turn) => {
    await insertAgentTurn(db, turn);
    if (turn.isShadow) return;
    const { account, botId } = turn;
    const reason = findStopReason(await countAgentChats(db, account, botId));
    if (reason === null) return;
    await journal.change(account, async (tx) => {
      const id = await stopAgent(tx, { account, botId }, reason, clock.now());
      return { result: undefined, changed: id === null ? [] : [{ kind: "agent", id }] };
    });
  };
