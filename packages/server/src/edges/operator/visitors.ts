import type { FastifyInstance } from "fastify";
import { VisitorParams, VisitorPatch, Visitors, VisitorsQuery } from "@parlour/protocol/api";
import { Visitor } from "@parlour/protocol";
import { editVisitor } from "../../core/visitor/edit.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route } from "./route.ts";
import { sightOf } from "./sight.ts";

type VisitorDeps = Pick<Deps, "auth" | "rights" | "visitors" | "write">;

/** Visitors (API-030). */
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
    summary: "Visitors, newest first",
    query: VisitorsQuery,
    status: 200,
    answer: Visitors,
    handle: async ({ principal, query }) => {
      const limit = query.limit ?? 50;
      const [before] = query.cursor === undefined ? [] : placeOf("visitors", query.cursor, 1);
      const q = query.q?.trim();
      const rows = await deps.visitors.list(principal.accountId, sightOf(deps, principal), {
        limit: limit + 1,
        ...(q === undefined || q === "" ? {} : { q }),
        ...(before === undefined ? {} : { before }),
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return { items, next_cursor: rows.length > limit && last !== undefined ? cursorOf("visitors", [last.number]) : null };
    },
  });
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
    answer: Visitor,
    handle: async ({ principal, params }) =>
      found(await deps.visitors.find(principal.accountId, sightOf(deps, principal), idOf(params.number, "visitor")), "visitor").visitor,
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
        verb: editVisitor({ operatorId: principal.operatorId, ...body }),
        ...(key === null ? {} : { idempotency: key }),
      });
      return JSON.parse(written.answer) as Visitor;
    },
  });
}
