import type { AgentDriverDeps } from "../../agent/driver.ts";
import { findStopReason } from "../../agent/stop-beyond-limits.ts";
import type { PlannedDelivery } from "../../delivery/index.ts";
import { getAuthorKind, type JournalEntry } from "../../journal/entry.ts";
import {
  countAgentChats,
  findAgentChat,
  findUnprovedAgent,
  insertAgentTurn,
  listChatLines,
  listEarlierLines,
  stopAgent,
} from "../../store/agent/turns.ts";
import { agentStore } from "../../store/settings/integrations/agent.ts";
import type { BaseServices } from "../base.ts";

/** Creates the function that reads what a turn of an agent needs. */
export const createTurnLoader =
  ({ db, pools, journal }: BaseServices): AgentDriverDeps["loadTurn"] =>
  async (account, { botId, chatId }) => {
    const [config, agents, stored, latest] = await Promise.all([
      journal.config(account),
      agentStore.list(pools.reader, account),
      findAgentChat(db, account, { botId, chatId }),
      listChatLines(db, account, { chatId }),
    ]);
    const agent = agents.find(({ facts }) => facts.botId === botId);
    if (agent === undefined || stored === null) return null;
    const { values, facts } = agent;
    const earlier = values.send_earlier_chats
      ? await listEarlierLines(db, account, { chatId })
      : [];
    const { lastAction, ...about } = stored;
    const shared = { account, agent: values, hours: facts.hours, config };
    return { ...shared, ...latest, about, lastAction, earlier };
  };

/**
 * Stores a turn, and stops an agent that reaches its limits (AGENT-060). An agent whose gates were
 * not passed before they were needed continues, and is logged once per node (AGENT-117).
 */
export function createTurnRecorder(
  { db, pools, journal, clock, log }: BaseServices,
  planMail: (account: number) => Promise<readonly PlannedDelivery[]>,
): AgentDriverDeps["record"] {
  const checked = new Set<number>();
  return async (turn) => {
    await insertAgentTurn(db, turn);
    if (turn.isShadow) return;
    const { account, botId } = turn;
    if (!checked.has(botId)) {
      checked.add(botId);
      const unproved = await findUnprovedAgent(pools.reader, account, botId);
      if (unproved !== null) log.warn({ account, ...unproved }, "agent.gates_not_passed");
    }
    const reason = findStopReason(await countAgentChats(pools.reader, account, botId));
    if (reason === null) return;
    const deliveries = await planMail(account);
    await journal.change(account, async (tx) => {
      const id = await stopAgent(tx, { account, botId }, reason, clock.now());
      if (id !== null) log.warn({ account, agent: id, reason }, "agent.stopped");
      return id === null
        ? { result: undefined, changed: [] }
        : { result: undefined, changed: [{ kind: "agent", id }], deliveries };
    });
  };
}

/** Watches the messages of visitors, which end the turns that run (AGENT-114). */
export const createVisitorWatch =
  ({ journal }: BaseServices): AgentDriverDeps["watchVisitor"] =>
  (account, chatId, onMessage) =>
    journal.subscribe((_, entries) => {
      if (entries.some((entry) => entry.chatId === chatId && hasTurn(entry))) onMessage();
    }, account);

/**
 * Returns whether an entry is a message that has a turn of its own. Automatic ones and those of
 * blocked visitors have none. Quotes inside texts are escaped, so a match is a key with its value.
 */
const hasTurn = (entry: JournalEntry): boolean =>
  getAuthorKind(entry) === "visitor" &&
  !entry.frame.includes('"automatic":true') &&
  !entry.frame.includes('"blacklisted":true');
