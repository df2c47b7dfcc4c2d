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
import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import { refuse } from "../../core/failure.ts";
import { cleanText } from "../../core/text.ts";
import { findSegmentCondition } from "../../settings/content/segment.ts";
import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import { listSegmentVisitors } from "../../store/visitors/segment-visitors.ts";
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
  const config = await deps.config(account);
  const now = deps.clock.now();
  const sight = getChatVisibility(principal);
  const { company } = query;
  if ((query.segment ?? company) !== undefined && query.sort === "seen")
    refuse("invalid_request", "The visitors of a segment or company are sorted by number.", {
      field: "sort",
    });
  if (query.segment !== undefined && company !== undefined)
    refuse("invalid_request", "Choose a segment or a company.", { field: "company" });
  const page =
    query.segment !== undefined
      ? await loadPageOfSegment(deps, account, sight, {
          ...filter,
          condition: await findSegmentCondition(deps.reader, principal, {
            id: Number(query.segment),
            config,
            now,
          }),
        })
      : query.sort === "seen"
        ? await loadPageByLastSeen(deps, account, sight, filter)
        : await loadPageByNumber(deps, account, sight, {
            ...filter,
            company: company === undefined ? undefined : cleanText(company),
          });
  const items = page.rows.slice(0, limit);
  return {
    items: items.map(({ row }) => serializeVisitor(row, config, { principal, now })),
    next_cursor: page.rows.length > limit ? (items.at(-1)?.cursor ?? null) : (page.next ?? null),
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
interface VisitorPage {
  readonly rows: readonly RowWithCursor[];
  /** Where the next page begins if all rows are shown. Absent: there is none. */
  readonly next?: string | null;
}
async function loadPageByNumber(
  deps: RouteDeps,
  account: number,
  visibility: ChatVisibility,
  { cursor, ...filter }: VisitorPageQuery & { readonly company: string | undefined },
): Promise<VisitorPage> {
  const [before] = decodeCursor("visitors", cursor, 1);
  const rows = await listVisitors(deps.reader, account, visibility, {
    ...filter,
    before,
  });
  return { rows: rows.map(withNumberCursor) };
}
const withNumberCursor = (row: VisitorRecord): RowWithCursor => ({
  row,
  cursor: encodeCursor("visitors", [row.visitor.number]),
});
async function loadPageOfSegment(
  deps: RouteDeps,
  account: number,
  visibility: ChatVisibility,
  { cursor, ...filter }: VisitorPageQuery & { readonly condition: BoundCondition },
): Promise<VisitorPage> {
  const [before] = decodeCursor("visitors", cursor, 1);
  const page = await listSegmentVisitors(deps.reader, account, visibility, { ...filter, before });
  return {
    rows: page.rows.map(withNumberCursor),
    next: page.lowest === null ? null : encodeCursor("visitors", [page.lowest]),
  };
}
async function loadPageByLastSeen(
  deps: RouteDeps,
  account: number,
  visibility: ChatVisibility,
  { cursor, ...filter }: VisitorPageQuery,
): Promise<VisitorPage> {
  const [key, chatId] = decodeCursor("visitors_seen", cursor, 2);
  const after = key === undefined || chatId === undefined ? {} : { after: { key, chatId } };
  const rows = await listActiveVisitors(deps.reader, account, visibility, { ...filter, ...after });
  return {
    rows: rows.map((row) => ({
      row,
      cursor: encodeCursor("visitors_seen", [row.cursor.key, row.cursor.chatId]),
    })),
  };
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
