import { omitFields } from "@parlour/protocol/omit-fields";
import {
  agent,
  gatesOfState,
  type AgentFields,
  type AgentState,
} from "@parlour/protocol/settings/kinds/bots/agent";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { assertGates, isBeyond } from "../../agent/gate-law.ts";
import { toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import { toHoursColumn, toHoursValue } from "../hours-column.ts";
import type { Given, StoreContext } from "../kind-store.ts";
import { insertRow, updateRow, type RowKey } from "../rows.ts";
import { createTableStore } from "../table-store.ts";
import { hashBotToken } from "./bot.ts";
import { createEndpoint, setSelection } from "./endpoint-changes.ts";

/** Address of the endpoints of agents. No request is sent to it. */
export const agentUrl = "agent:";

/** What Parlour knows of an agent besides its settings. */
interface AgentFacts {
  readonly botId: number;
  /** Endpoint of the bot, whose deliveries are those of the agent. */
  readonly endpointId: number;
  /** The hours as they are evaluated. */
  readonly hours: OpeningHours | null;
  readonly stopped: "hand_overs" | "ratings" | null;
  /** The highest state whose gates were passed when it was set (AGENT-115). */
  readonly proved: AgentState | null;
  readonly updatedAt: string;
}

interface StoredAgent {
  readonly bot_id: string;
  readonly endpoint_id: string;
  readonly hours: OpeningHours | null;
  readonly stopped: AgentFacts["stopped"];
  readonly proved: AgentFacts["proved"];
  readonly updated_at: Date;
}

const store = createTableStore(agent, {
  selected:
    "(select endpoint_id from bot where bot.account_id = agent.account_id and bot.id = bot_id) as endpoint_id",
  toOthers: ({ hours }: StoredAgent) => ({ hours: toHoursValue(hours) }),
  toFacts: ({ bot_id, endpoint_id, hours, stopped, proved, updated_at }): AgentFacts => ({
    botId: Number(bot_id),
    endpointId: Number(endpoint_id),
    hours,
    stopped,
    proved,
    updatedAt: toIsoTime(updated_at),
  }),
  changed: ({ hours, state }, { now }) => ({
    hours: toHoursColumn(hours),
    updated_at: new Date(now),
    state_since: state && new Date(now),
    stopped: state && null,
  }),
  added: async (tx, account, { now, seal }) => ({
    bot_id: await createBot(tx, account, now, seal),
  }),
});

/**
 * Agents, each with the bot that gets its chats (AGENT-003). The bot has no provider, so neither a
 * request nor a list of bot connections finds it.
 */
export const agentStore: typeof store = {
  ...store,
  async create(tx, account, given, context) {
    await assertGates(tx, null, { state: given.state, reason: given.skip_gates });
    const id = await store.create(tx, account, given, context);
    if (id !== null) await updateBot(tx, { account, id }, given);
    return id;
  },
  async update(tx, key, change, context) {
    const allowed = await allowState(tx, key, change);
    const result = await store.update(tx, key, allowed, context);
    if (result === "done") await updateBot(tx, key, allowed);
    return result;
  },
  async remove(tx, account, id, context) {
    await tx.query(
      `update bot set deleted_at = $3, enabled = false where account_id = $1
         and id = (select bot_id from agent where account_id = $1 and id = $2)`,
      [account, id, new Date(context.now)],
    );
    return store.remove(tx, account, id, context);
  },
};

/**
 * Returns the change with the state that the agent may have (AGENT-115). A state that it had
 * before, because its gates were passed, needs no new proof. The present state, which forms repeat,
 * keeps its reason. The provisioning file does not start an agent again that stopped by itself
 * (AGENT-116): it would stop the installation at its next start.
 */
async function allowState<C extends Partial<Given<AgentFields>> & { readonly managed?: boolean }>(
  tx: Sql,
  { account, id }: RowKey,
  change: C,
): Promise<C> {
  const { state } = change;
  if (state === undefined) return change;
  const reason = change.skip_gates ?? null;
  const [row] = await tx.query<{
    bot_id: number;
    state: AgentState;
    proved: AgentState | null;
    stopped: string | null;
  }>(
    "select bot_id::float8 as bot_id, state, proved, stopped from agent where account_id = $1 and id = $2",
    [account, id],
  );
  if (row === undefined || (state === row.state && change.skip_gates === undefined)) return change;
  const isRaised = isBeyond(state, row.state) && gatesOfState[state].length > 0;
  if (!isRaised || (row.proved !== null && !isBeyond(state, row.proved)))
    return { ...change, skip_gates: reason };
  if (row.stopped !== null && change.managed === true)
    return omitFields(change, "state", "skip_gates") as C;
  const agent = { account, agentId: id, botId: row.bot_id };
  if (await assertGates(tx, agent, { state, reason }))
    await updateRow(tx, "agent", { account, id }, { proved: state });
  return { ...change, skip_gates: reason };
}

/** Inserts the bot of a new agent and returns its id. */
async function createBot(
  tx: Sql,
  account: number,
  now: number,
  seal: StoreContext["seal"],
): Promise<number> {
  const endpoint = { kind: "bot", url: agentUrl, secret: "", now } as const;
  const id = await insertRow(tx, "bot", account, {
    name: "",
    endpoint_id: await createEndpoint(tx, account, endpoint, seal),
    enabled: false,
    token: seal(""),
    token_hash: hashBotToken(""),
    token_short: false,
    created_at: new Date(now),
  });
  if (id === null) throw new Error("the bot of an agent was not inserted");
  return id;
}

/** Gives the bot of an agent what both have. It is on while the agent answers visitors. */
async function updateBot(
  tx: Sql,
  { account, id }: RowKey,
  { name, state, channels }: Partial<Given<AgentFields>>,
): Promise<void> {
  const [row] = await tx.query<{ bot_id: number }>(
    "select bot_id::float8 as bot_id from agent where account_id = $1 and id = $2",
    [account, id],
  );
  if (row === undefined) return;
  const bot = { account, id: row.bot_id };
  await updateRow(tx, "bot", bot, {
    name,
    enabled: state === undefined ? undefined : state === "share" || state === "on",
    all_channels: channels === undefined ? undefined : channels === null,
  });
  if (channels !== undefined) await setSelection(tx, "bot_channel", bot, channels);
}
