import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  VisitorParams,
  VisitorPatch,
  Visitors,
  VisitorProfile,
  VisitorsQuery,
} from "@parlour/protocol/api";
import { Visitor } from "@parlour/protocol";
import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import { listVisitors, listActiveVisitors } from "../../store/visitors/visitor.ts";
import type { VisitorRecord } from "../../store/visitors/visitor-record.ts";
import { editVisitor } from "../../core/visitor/edit.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { loadProfile } from "./person.ts";
import { requireVisitor } from "./require-visitor.ts";
import { serializeVisitor } from "./visitor-serializer.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the routes for visitors (API-030). */
export function visitorRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listVisitorsRoute(app, deps);
  getVisitorRoute(app, deps);
  changeVisitorRoute(app, deps);
}

function listVisitorsRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/visitors",
    action: "visitors.read",
    tag: "visitors",
    summary: "List visitors",
    query: VisitorsQuery,
    status: 200,
    answer: Visitors,
    handle: (context) => loadVisitors(deps, context),
  });
}
async function loadVisitors(
  deps: RouteDeps,
  { principal, query }: RequestContext<unknown, Static<typeof VisitorsQuery>, unknown>,
): Promise<Visitors> {
  const account = principal.accountId;
  const limit = query.limit ?? 50;
  const q = query.q?.trim();
  const filter = {
    limit: limit + 1,
    q: q || undefined,
    cursor: query.cursor,
  };
  const [page, config] = await Promise.all([
    query.sort === "seen"
      ? loadPageByLastSeen(deps, account, getChatVisibility(principal), filter)
      : loadPageByNumber(deps, account, getChatVisibility(principal), filter),
    deps.config(account),
  ]);
  const items = page.slice(0, limit);
  const view = { principal, now: deps.clock.now() };
  return {
    items: items.map(({ row }) => serializeVisitor(row, config, view)),
    next_cursor: page.length > limit ? (items.at(-1)?.cursor ?? null) : null,
  };
}
interface VisitorPageQuery {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}
interface RowWithCursor {
  readonly row: VisitorRecord;
  readonly cursor: string;
}
async function loadPageByNumber(
  deps: RouteDeps,
  account: number,
  visibility: ChatVisibility,
  { cursor, ...filter }: VisitorPageQuery,
): Promise<readonly RowWithCursor[]> {
  const [before] = cursor === undefined ? [] : decodeCursor("visitors", cursor, 1);
  const rows = await listVisitors(deps.reader, account, visibility, {
    ...filter,
    before,
  });
  return rows.map((row) => ({ row, cursor: encodeCursor("visitors", [row.visitor.number]) }));
}
async function loadPageByLastSeen(
  deps: RouteDeps,
  account: number,
  visibility: ChatVisibility,
  { cursor, ...filter }: VisitorPageQuery,
): Promise<readonly RowWithCursor[]> {
  const [key, chatId] = cursor === undefined ? [] : decodeCursor("visitors_seen", cursor, 2);
  const after = key === undefined || chatId === undefined ? {} : { after: { key, chatId } };
  const rows = await listActiveVisitors(deps.reader, account, visibility, { ...filter, ...after });
  return rows.map((row) => ({
    row,
    cursor: encodeCursor("visitors_seen", [row.place.key, row.place.chatId]),
  }));
}
function getVisitorRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/visitors/:number",
    action: "visitors.read",
    tag: "visitors",
    summary: "Get a visitor",
    params: VisitorParams,
    status: 200,
    answer: VisitorProfile,
    handle: ({ principal, params }) => loadProfile(deps, principal, params.number),
  });
}
function changeVisitorRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/visitors/:number",
    action: "visitors.write",
    tag: "visitors",
    summary: "Update a visitor",
    params: VisitorParams,
    body: VisitorPatch,
    status: 200,
    answer: Visitor,
    handle: async ({ principal, params, body, key }) => {
      const { channelId, customer } = await requireVisitor(deps, principal, params.number);
      const written = await deps.write({
        account: principal.accountId,
        subject: { customer: { channelId, key: customer } },
        handler: editVisitor({ operatorId: principal.operatorId, ...body }),
        idempotency: key ?? undefined,
      });
      return written.answer;
    },
  });
}
