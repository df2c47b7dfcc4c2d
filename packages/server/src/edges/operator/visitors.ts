import type { FastifyInstance } from "fastify";
import { VisitorParams, VisitorPatch, Visitors, VisitorWithActivity, VisitorsQuery } from "@parlour/protocol/api";
import { Visitor } from "@parlour/protocol";
import type { ChatVisibility } from "../../core/record/chat.ts";
import type { VisitorRecord } from "../../core/record/visitor.ts";
import { editVisitor } from "../../core/visitor/edit.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route } from "./route.ts";
import { sightOf } from "./sight.ts";
import { visitorWire } from "./visitor-wire.ts";

type VisitorDeps = Pick<Deps, "auth" | "rights" | "visitors" | "write" | "config" | "clock">;

/** Registers the routes for visitors (API-030). */
export function visitorRoutes(app: FastifyInstance, deps: VisitorDeps): void {
  listVisitors(app, deps);
  oneVisitor(app, deps);
  changeVisitor(app, deps);
}

function listVisitors(app: FastifyInstance, deps: VisitorDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/visitors",
    action: "visitors.read",
    tag: "visitors",
    summary: "Visitors, newest first by number, or by what they did last",
    query: VisitorsQuery,
    status: 200,
    answer: Visitors,
    handle: async ({ principal, query }) => {
      const account = principal.accountId;
      const limit = query.limit ?? 50;
      const q = query.q?.trim();
      const filter = { limit: limit + 1, ...(q === undefined || q === "" ? {} : { q }) };
      const [page, config] = await Promise.all([
        query.sort === "seen"
          ? seenPage(deps, account, sightOf(deps, principal), filter, query.cursor)
          : numberPage(deps, account, sightOf(deps, principal), filter, query.cursor),
        deps.config(account),
      ]);
      const items = page.slice(0, limit);
      const now = deps.clock.now();
      return {
        items: items.map(({ row }) => visitorWire(row, config, now)),
        next_cursor: page.length > limit ? (items.at(-1)?.cursor ?? null) : null,
      };
    },
  });
}
interface Placed {
  readonly row: VisitorRecord;
  readonly cursor: string;
}
async function numberPage(
  deps: VisitorDeps,
  account: number,
  sight: ChatVisibility,
  filter: { readonly q?: string; readonly limit: number },
  cursor: string | undefined,
): Promise<readonly Placed[]> {
  const [before] = cursor === undefined ? [] : placeOf("visitors", cursor, 1);
  const rows = await deps.visitors.list(account, sight, { ...filter, ...(before === undefined ? {} : { before }) });
  return rows.map((row) => ({ row, cursor: cursorOf("visitors", [row.visitor.number]) }));
}
async function seenPage(
  deps: VisitorDeps,
  account: number,
  sight: ChatVisibility,
  filter: { readonly q?: string; readonly limit: number },
  cursor: string | undefined,
): Promise<readonly Placed[]> {
  const [key, chatId] = cursor === undefined ? [] : placeOf("visitors_seen", cursor, 2);
  const after = key === undefined || chatId === undefined ? {} : { after: { key, chatId } };
  const rows = await deps.visitors.listSeen(account, sight, { ...filter, ...after });
  return rows.map((row) => ({ row, cursor: cursorOf("visitors_seen", [row.place.key, row.place.chatId]) }));
}
function oneVisitor(app: FastifyInstance, deps: VisitorDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/visitors/:number",
    action: "visitors.read",
    tag: "visitors",
    summary: "One visitor",
    params: VisitorParams,
    status: 200,
    answer: VisitorWithActivity,
    handle: async ({ principal, params }) => {
      const account = principal.accountId;
      const row = found(await deps.visitors.find(account, sightOf(deps, principal), idOf(params.number, "visitor")), "visitor");
      return visitorWire(row, await deps.config(account), deps.clock.now());
    },
  });
}
function changeVisitor(app: FastifyInstance, deps: VisitorDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/visitors/:number",
    action: "visitors.write",
    tag: "visitors",
    summary: "Correct what is known of a visitor (source `operator`)",
    params: VisitorParams,
    body: VisitorPatch,
    status: 200,
    answer: Visitor,
    handle: async ({ principal, params, body, key }) => {
      const { channelId, customer } = found(
        await deps.visitors.find(principal.accountId, sightOf(deps, principal), idOf(params.number, "visitor")),
        "visitor",
      );
      const written = await deps.write({
        account: principal.accountId,
        subject: { customer: { channelId, key: customer } },
        handler: editVisitor({ operatorId: principal.operatorId, ...body }),
        ...(key === null ? {} : { idempotency: key }),
      });
      return JSON.parse(written.answer) as Visitor;
    },
  });
}
