import type { FastifyInstance } from "fastify";
import {
  AgentReplay,
  AgentReplays,
  EmptyBody,
  IdParams,
  NewAgentReplay,
  PageQuery,
  AgentReplayMarkPatch,
  AgentReplayParams,
  AgentReplayResult,
  AgentReplayResultParams,
  AgentReplayResultQuery,
  AgentReplayResults,
} from "@parlour/protocol/api";
import { replayLimits } from "@parlour/protocol/automation/agent-replay";
import type { JobPort } from "../../../actions/job-worker.ts";
import type { Principal } from "../../../auth/index.ts";
import { getAccountFacts, getChatSegment } from "../../../core/field/account-facts.ts";
import { refuse } from "../../../core/failure.ts";
import { listQuestions } from "../../../store/agent/question.ts";
import {
  cancelReplay,
  countRunningReplays,
  insertReplay,
  listReplays,
  resumeReplay,
  type ReplayKey,
  type ReplayRecord,
} from "../../../store/agent/replay.ts";
import {
  insertResults,
  listResults,
  markResult,
  selectReplayChats,
} from "../../../store/agent/replay-result.ts";
import { requireChatModel } from "../require-chat-model.ts";
import type { Sql } from "../../../store/database/sql.ts";
import { findModel } from "../../../store/model/model.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../../kit/cursor.ts";
import { declareRoute, type RequestContext } from "../../kit/declare-route.ts";
import { parseId, rejectNotFound, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireAgent, type AgentRecord } from "./require-agent.ts";
import { serializeReplay, serializeResult } from "./serialize-replay.ts";

interface ReplayDeps extends RouteDeps {
  readonly replays: JobPort;
}

const read = { action: "bots.read", tag: "agents" } as const;
const manage = { action: "bots.manage", tag: "agents" } as const;
const defaultChats = 100;

/** Registers the routes of the replays of an agent (AGENT-070 – AGENT-076). */
export function agentReplayRoutes(app: FastifyInstance, deps: ReplayDeps): void {
  listRoutes(app, deps);
  createRoute(app, deps);
  stateRoutes(app, deps);
  resultRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: ReplayDeps): void {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    ...read,
    method: "GET",
    url: "/agents/:id/replays",
    summary: "List the replays of an agent",
    params: IdParams,
    query: PageQuery,
    status: 200,
    answer: AgentReplays,
    async handle({ principal, params, query: { limit = 50, cursor } }) {
      const agent = await requireAgent(deps, principal, params.id);
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor("replays", cursor, 1);
      const filter = { agentId: agent.id, before, limit: limit + 1 };
      const rows = await listReplays(reader, principal.accountId, filter);
      const page = cutPage("replays", rows, limit, ({ id }) => [id]);
      return { ...page, items: page.items.map(serializeReplay) };
    },
  });
  declareRoute(app, auth, {
    ...read,
    method: "GET",
    url: "/agents/:id/replays/:replay",
    summary: "Get a replay of an agent",
    params: AgentReplayParams,
    status: 200,
    answer: AgentReplay,
    handle: async ({ principal, params }) =>
      serializeReplay((await requireReplay(deps, principal, params)).replay),
  });
}

function createRoute(app: FastifyInstance, deps: ReplayDeps): void {
  const { auth, reader, replays } = deps;
  declareRoute(app, auth, {
    ...manage,
    method: "POST",
    url: "/agents/:id/replays",
    summary: "Start a replay of an agent",
    params: IdParams,
    body: NewAgentReplay,
    status: 201,
    answer: AgentReplay,
    async handle(context) {
      const { principal, params, body } = context;
      const account = principal.accountId;
      const agent = await requireAgent(deps, principal, params.id);
      await assertCanRun(deps, account);
      const scope = readScope(body);
      const { limit = defaultChats } = body;
      const ids = await selectSubjects(deps, account, agent, { ...scope, limit });
      if (ids.length === 0) refuse("not_available", `There are no ${body.of} to answer.`);
      const id = await changeSettings(deps, context, "agent.replay", async (tx, now) => {
        const result = await insertReplay(tx, account, {
          ...scope,
          agentId: agent.id,
          operatorId: principal.operatorId,
          change: body.change ?? null,
          node: replays.node,
          total: ids.length,
          now,
        });
        await insertResults(tx, { account, id: result }, scope.subject, ids);
        return {
          result,
          changed: [],
          target: `${agent.values.name}: start, ${ids.length} ${body.of}`,
        };
      });
      replays.wake();
      return serializeReplay(await findReplay(reader, { account, id }, agent.id));
    },
  });
}

/** Throws if the account has no model, or as many replays that run as it may have. */
async function assertCanRun({ reader }: ReplayDeps, account: number): Promise<void> {
  requireChatModel(await findModel(reader, account));
  if ((await countRunningReplays(reader, account)) >= replayLimits.running)
    refuse("at_limit", `At most ${replayLimits.running} replays run. Cancel one first.`, {
      limit: "replays",
    });
}

const readScope = ({ of, from, to, segment_id }: NewAgentReplay) => {
  const isOfChats = of === "chats";
  const toTime = (text: string | undefined): number | null =>
    text === undefined || !isOfChats ? null : Date.parse(text);
  return {
    subject: of,
    since: toTime(from),
    until: toTime(to),
    segmentId: isOfChats ? (segment_id ?? null) : null,
  };
};

/** Returns the ids of the chats or questions of a new replay. */
async function selectSubjects(
  { reader, config, clock }: ReplayDeps,
  account: number,
  agent: AgentRecord,
  { subject, segmentId, ...scope }: ReturnType<typeof readScope> & { readonly limit: number },
): Promise<readonly number[]> {
  if (subject === "questions")
    return (await listQuestions(reader, { account, agentId: agent.id })).map(({ id }) => id);
  const settings = await config(account);
  return selectReplayChats(reader, account, {
    ...scope,
    channels: agent.values.channels,
    segment: segmentId === null ? null : getChatSegment(settings, segmentId, "segment_id"),
    facts: getAccountFacts(settings),
    now: clock.now(),
  });
}

function stateRoutes(app: FastifyInstance, deps: ReplayDeps): void {
  const { auth, replays } = deps;
  declareRoute(app, auth, {
    ...manage,
    method: "POST",
    url: "/agents/:id/replays/:replay/cancel",
    summary: "Cancel a replay of an agent",
    params: AgentReplayParams,
    body: EmptyBody,
    status: 200,
    answer: AgentReplay,
    handle: (context) =>
      changeState(deps, context, "cancel", (tx, key, now) => cancelReplay(tx, key, now)),
  });
  declareRoute(app, auth, {
    ...manage,
    method: "POST",
    url: "/agents/:id/replays/:replay/resume",
    summary: "Resume a replay of an agent",
    params: AgentReplayParams,
    body: EmptyBody,
    status: 200,
    answer: AgentReplay,
    async handle(context) {
      await requireReplay(deps, context.principal, context.params);
      await assertCanRun(deps, context.principal.accountId);
      return changeState(deps, context, "resume", (tx, key, now) =>
        resumeReplay(tx, key, { node: replays.node, now }),
      );
    },
  });
}

async function changeState(
  deps: ReplayDeps,
  context: RequestContext<{ readonly id: string; readonly replay: string }, unknown, unknown>,
  name: "cancel" | "resume",
  change: (tx: Sql, key: ReplayKey, now: number) => Promise<boolean>,
): Promise<AgentReplay> {
  const { key, agent } = await requireReplay(deps, context.principal, context.params);
  await changeSettings(deps, context, "agent.replay", async (tx, now) => {
    if (!(await change(tx, key, now)))
      refuse("not_available", "The replay is in a state that does not allow this.");
    return { result: null, changed: [], target: `${agent.values.name}: ${name}` };
  });
  deps.replays.wake();
  return serializeReplay(await findReplay(deps.reader, key, agent.id));
}

function resultRoutes(app: FastifyInstance, deps: ReplayDeps): void {
  const { auth, reader, sql } = deps;
  declareRoute(app, auth, {
    ...read,
    method: "GET",
    url: "/agents/:id/replays/:replay/results",
    summary: "List the results of a replay",
    params: AgentReplayParams,
    query: AgentReplayResultQuery,
    status: 200,
    answer: AgentReplayResults,
    async handle({ principal, params, query: { limit = 50, cursor, show = "all" } }) {
      const { key } = await requireReplay(deps, principal, params);
      const [after = 0] = decodeCursor("replay_results", cursor, 1);
      const rows = await listResults(reader, key, { show, after, limit: limit + 1 });
      const page = cutPage("replay_results", rows, limit, ({ n }) => [n]);
      return { ...page, items: page.items.map(serializeResult) };
    },
  });
  declareRoute(app, auth, {
    ...manage,
    method: "PATCH",
    url: "/agents/:id/replays/:replay/results/:n",
    summary: "Mark an answer of a replay",
    params: AgentReplayResultParams,
    body: AgentReplayMarkPatch,
    status: 200,
    answer: AgentReplayResult,
    once: { because: "A repeat sets the same mark." },
    async handle({ principal, params, body }) {
      const { key } = await requireReplay(deps, principal, params);
      const n = parseId(params.n, "result");
      const { mark, wrong_reason = null } = body;
      const { operatorId } = principal;
      if (!(await markResult(sql, key, n, { mark, wrongReason: wrong_reason, operatorId })))
        rejectNotFound("result");
      const [result = null] = await listResults(reader, key, {
        show: "all",
        after: 0,
        n,
        limit: 1,
      });
      return serializeResult(requireFound(result, "result"));
    },
  });
}

async function requireReplay(
  deps: ReplayDeps,
  principal: Principal,
  params: { readonly id: string; readonly replay: string },
) {
  const agent = await requireAgent(deps, principal, params.id);
  const key = { account: principal.accountId, id: parseId(params.replay, "replay") };
  return { agent, key, replay: await findReplay(deps.reader, key, agent.id) };
}

async function findReplay(
  reader: ReplayDeps["reader"],
  { account, id }: ReplayKey,
  agentId: number,
): Promise<ReplayRecord> {
  const [replay = null] = await listReplays(reader, account, { agentId, id, limit: 1 });
  return requireFound(replay, "replay");
}
