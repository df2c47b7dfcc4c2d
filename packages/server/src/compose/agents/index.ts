import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createAgentDriver } from "../../agent/driver.ts";
import { decideTurn } from "../../agent/answer/decide-turn.ts";
import type { AskModel } from "../../agent/ports.ts";
import { findChatLanguage } from "../../agent/words/chat-language.ts";
import { detectLanguage } from "../../agent/words/language.ts";
import type { ReplayWorkerDeps } from "../../actions/replays/replay-worker.ts";
import { createAssist, type Assist } from "../../assist/index.ts";
import type { DeliveryDriver, PlannedDelivery } from "../../delivery/index.ts";
import { agentUrl } from "../../store/settings/integrations/agent.ts";
import type { Egress } from "../../egress/index.ts";
import type { Model } from "../../model/index.ts";
import type { BaseServices } from "../base.ts";
import { openModel } from "../model.ts";
import { createVectors, type Vectors } from "./vectors.ts";
import { createArticleSearch, createPassageSearch } from "./passage-search.ts";
import { createReplayAnswer } from "./replays.ts";
import { createTurnLoader, createTurnRecorder, createVisitorWatch } from "./turns.ts";
import type { TestHooks } from "../server-options.ts";

interface AgentDeps {
  readonly egress: Egress;
  /** Plans the email about an agent that stopped by itself. */
  readonly planMail: (account: number) => Promise<readonly PlannedDelivery[]>;
}

/**
 * Creates the port to the models of the accounts, what drafts with them for operators, and the
 * drivers of the deliveries to agents by the address of their endpoints.
 */
export function createAgents(
  base: BaseServices,
  hooks: TestHooks,
  { egress, planMail }: AgentDeps,
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
    watchVisitor: createVisitorWatch(base),
    findLanguage: async ({ lines, about }) =>
      (await findChatLanguage(detectLanguage, lines, about.chat.session))?.language ?? null,
    record: createTurnRecorder(base, planMail),
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
