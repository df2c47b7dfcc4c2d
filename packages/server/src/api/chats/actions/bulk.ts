import type { FastifyInstance } from "fastify";
import type { Action } from "@parlour/protocol/actions/actions";
import { findActionsProblem } from "@parlour/protocol/actions/problems";
import {
  Bulk,
  JobId,
  BulkQuery,
  IdParams,
  maxBulkChats,
  NewBulk,
  NoContent,
} from "@parlour/protocol/api";
import { can, type Principal } from "../../../auth/index.ts";
import { refuse, refuseProblem } from "../../../core/failure.ts";
import { resolveMacro } from "../../../settings/content/resolve-macro.ts";
import { resolveView } from "../../../settings/content/resolve-view.ts";
import {
  cancelBulk,
  createBulk,
  findBulk,
  listBulkResults,
  type BulkRecord,
} from "../../../store/actions/bulk.ts";
import type { ViewCountPort } from "../../settings/views.ts";
import { decodeCursor, encodeCursor } from "../../kit/cursor.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Where bulk actions run. `node`: id of this node. */
export interface BulkPort {
  readonly node: number;
  /** Processes bulk actions that are waiting. Returns at once. */
  readonly wake: () => void;
}
interface BulkDeps extends RouteDeps {
  readonly bulk: BulkPort;
  readonly views: ViewCountPort;
}

/** Registers the routes of bulk actions (ACT-030 – ACT-034). */
export function bulkRoutes(app: FastifyInstance, deps: BulkDeps): void {
  createBulkRoute(app, deps);
  getBulkRoute(app, deps);
  cancelBulkRoute(app, deps);
}

function createBulkRoute(app: FastifyInstance, deps: BulkDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/bulk",
    action: "chats.answer",
    tag: "chats",
    summary: "Run actions on many chats",
    body: NewBulk,
    status: 202,
    answer: JobId,
    handle: async ({ principal, body }) => {
      const chats = await findChats(deps, principal, body);
      const actions = await findActions(deps, principal, body);
      const id = await createBulk(deps.sql, principal.accountId, {
        operatorId: principal.operatorId,
        node: deps.bulk.node,
        actions,
        chats,
        now: deps.clock.now(),
      });
      deps.bulk.wake();
      return { id };
    },
  });
}

/** Returns the given chats, or those of a saved view that the principal sees (ACT-035). */
async function findChats(
  deps: BulkDeps,
  principal: Principal,
  { chats, view }: NewBulk,
): Promise<readonly number[]> {
  if ((chats === undefined) === (view === undefined))
    refuse("invalid_request", "Give either chats or view.", { field: "chats" });
  if (chats !== undefined) return chats;
  const { condition } = await resolveView(deps, principal, { view: String(view) });
  const found =
    condition === undefined ? [] : await deps.views.listChats(principal, condition.condition);
  if (found === null)
    return refuse("invalid_request", `The view has more than ${maxBulkChats} chats.`, {
      field: "view",
    });
  return found.length > 0
    ? found
    : refuse("invalid_request", "The view has no chats.", { field: "view" });
}

/** Returns the given actions, or those of a macro. */
async function findActions(
  deps: BulkDeps,
  principal: Principal,
  body: NewBulk,
): Promise<readonly Action[]> {
  if ((body.do === undefined) === (body.macro_id === undefined))
    refuse("invalid_request", "Give either do or macro_id.", { field: "do" });
  if (body.macro_id !== undefined)
    return (await resolveMacro(deps.reader, principal, body.macro_id)).values.do;
  refuseProblem(findActionsProblem(body.do, "do"));
  return body.do ?? [];
}

function getBulkRoute(app: FastifyInstance, deps: BulkDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/bulk/:id",
    action: "chats.answer",
    tag: "chats",
    summary: "Get the progress of a bulk action",
    params: IdParams,
    query: BulkQuery,
    status: 200,
    answer: Bulk,
    handle: async ({ principal, params, query }) => {
      const record = await requireBulk(deps, principal, params.id);
      const [after = 0] = query.cursor === undefined ? [] : decodeCursor("bulk", query.cursor, 1);
      const limit = query.limit ?? 50;
      const results = await listBulkResults(deps.reader, principal.accountId, {
        id: record.id,
        after,
        limit,
      });
      const last = results.length < limit ? undefined : results.at(-1);
      return {
        id: record.id,
        state: record.state,
        do: [...record.actions],
        total: record.total,
        processed: record.processed,
        refused: record.refused,
        created_at: record.createdAt,
        ended_at: record.endedAt,
        items: results.map((row) => ({ chat_id: row.chatId, results: [...row.results] })),
        next_cursor: last === undefined ? null : encodeCursor("bulk", [last.n]),
      };
    },
  });
}

function cancelBulkRoute(app: FastifyInstance, deps: BulkDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/chats/bulk/:id",
    action: "chats.answer",
    tag: "chats",
    summary: "Cancel a bulk action",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async ({ principal, params }) => {
      const { id } = await requireBulk(deps, principal, params.id);
      await cancelBulk(deps.sql, { account: principal.accountId, id, now: deps.clock.now() });
      return null;
    },
  });
}

/** Returns the bulk action. Operators see their own, managers of the account all. */
async function requireBulk(
  { reader }: BulkDeps,
  principal: Principal,
  text: string,
): Promise<BulkRecord> {
  const record = await findBulk(reader, principal.accountId, parseId(text, "bulk action"));
  const isSeen = record?.operatorId === principal.operatorId || can(principal, "account.manage");
  return requireFound(isSeen ? record : null, "bulk action");
}
