import type { FastifyInstance } from "fastify";
import type { Action } from "@parlour/protocol/actions/actions";
import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { Bulk, BulkQuery, maxBulkChats, NewBulk } from "@parlour/protocol/api";
import type { JobPort } from "../../../actions/job-worker.ts";
import { can, type Principal } from "../../../auth/index.ts";
import { refuse, refuseProblem } from "../../../core/failure.ts";
import type { ReplaceMacros } from "../../../actions/replace-macros.ts";
import { getAudienceFilter } from "../../../settings/content/audience.ts";
import { resolveMacro } from "../../../settings/content/resolve-macro.ts";
import {
  cancelBulk,
  createBulk,
  findBulk,
  listBulkResults,
  type BulkRecord,
} from "../../../store/actions/bulk.ts";
import { listChatIds } from "../../../store/chats/list/chat-list.ts";
import { cutPage, decodeCursor } from "../../kit/cursor.ts";
import { jobRoutes } from "../../kit/job-routes.ts";
import { readChatFilter, type ChatFilterDeps } from "../chat-filter.ts";
import { getChatVisibility } from "../visibility.ts";

interface BulkDeps extends ChatFilterDeps {
  readonly replaceMacros: ReplaceMacros;
  readonly bulk: JobPort;
}

/** Registers the routes of bulk actions (ACT-030 – ACT-039). */
export function bulkRoutes(app: FastifyInstance, deps: BulkDeps): void {
  const { bulk, clock, reader, sql } = deps;
  jobRoutes(app, deps, {
    url: "/chats/bulk",
    action: "chats.answer",
    tag: "chats",
    name: "bulk action",
    port: bulk,
    async find(principal, id) {
      const record = await findBulk(reader, principal.accountId, id);
      // Operators see their own, managers of the account all.
      const isOwn = record?.operatorId === principal.operatorId;
      return isOwn || can(principal, "account.manage") ? record : null;
    },
    create: {
      summary: "Run actions on many chats",
      body: NewBulk,
      prepare: async (principal, body) => ({
        chats: await findChats(deps, principal, body),
        actions: await deps.replaceMacros(
          principal.accountId,
          await findActions(deps, principal, body),
          {
            filter: getAudienceFilter(principal),
            depth: body.macro_id === undefined ? 0 : 1,
          },
        ),
      }),
      store: (tx, { accountId, operatorId }, job) =>
        createBulk(tx, accountId, { ...job, operatorId, node: bulk.node, now: clock.now() }),
    },
    read: {
      summary: "Get the progress of a bulk action",
      query: BulkQuery,
      answer: Bulk,
      serialize: (record, { accountId }, query) => serializeBulk(deps, accountId, record, query),
    },
    cancel: {
      summary: "Cancel a bulk action",
      end: (account, id) => cancelBulk(sql, { account, id, now: clock.now() }),
    },
  });
}

/** Returns those that the principal sees of a list, a view (ACT-035) or a filter (ACT-039). */
async function findChats(
  deps: BulkDeps,
  principal: Principal,
  { chats, view, list }: NewBulk,
): Promise<readonly number[]> {
  if ([chats, view, list].filter((choice) => choice !== undefined).length !== 1)
    refuse("invalid_request", "Give one of chats, view and list.", { field: "chats" });
  if (chats !== undefined) return chats;
  const found = await listChatIds(
    deps.reader,
    principal.accountId,
    getChatVisibility(principal),
    await readChatFilter(deps, principal, {
      ...(list ?? { view: String(view) }),
      limit: maxBulkChats,
    }),
  );
  const field = list === undefined ? "view" : "list";
  if (found === null)
    return refuse("invalid_request", `The ${field} has more than ${maxBulkChats} chats.`, {
      field,
    });
  return found.length > 0
    ? found
    : refuse("invalid_request", `The ${field} has no chats.`, { field });
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

/** Returns a bulk action with a page of its results. */
async function serializeBulk(
  { reader }: BulkDeps,
  account: number,
  record: BulkRecord,
  query: BulkQuery,
): Promise<Bulk> {
  const [after = 0] = decodeCursor("bulk", query.cursor, 1);
  const limit = query.limit ?? 50;
  const results = await listBulkResults(reader, account, {
    id: record.id,
    after,
    limit: limit + 1,
  });
  const page = cutPage("bulk", results, limit, ({ n }) => [n]);
  return {
    id: record.id,
    state: record.state,
    do: [...record.actions],
    total: record.total,
    processed: record.processed,
    refused: record.refused,
    created_at: record.createdAt,
    ended_at: record.endedAt,
    ...page,
    items: page.items.map((row) => ({ chat_id: row.chatId, results: [...row.results] })),
  };
}
