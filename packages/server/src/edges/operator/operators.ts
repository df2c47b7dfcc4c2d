import { IdParams, NoContent, OperatorEntry, OperatorPatch, Operators, PageQuery } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { pageOf } from "./cursor.ts";
import { found, idOf, unknown } from "./ids.ts";
import { addOperatorRoute } from "./operator-add.ts";
import { setDepartments } from "./operator-departments.ts";
import { emailTaken, wire, type OperatorDeps } from "./operator-deps.ts";
import { changeOf } from "./operator-input.ts";
import { resetOperatorRoute } from "./operator-reset.ts";
import { keepAnOwner, refuseAbove, refuseInstanceOwner, refuseOwners } from "./owners.ts";
import { returnChats } from "./return-chats.ts";
import { route, type IdCall } from "./route.ts";
import { changeSettings, refuseManaged } from "./settings.ts";

/** Registers the routes for operators (API-041, CORE-001, CORE-003). */
export function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  listOperators(app, deps);
  oneOperator(app, deps);
  addOperatorRoute(app, deps);
  changeOperatorRoute(app, deps);
  deactivateOperator(app, deps);
  resetOperatorRoute(app, deps);
}

function listOperators(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/operators",
    action: "operators.read",
    tag: "operators",
    summary: "Operators, deactivated ones too",
    query: PageQuery,
    status: 200,
    answer: Operators,
    handle: async ({ principal, query }) => {
      const page = pageOf("operators", await deps.operators.list(principal.accountId), query);
      return { ...page, items: page.items.map((row) => wire(deps, principal, row)) };
    },
  });
}
function oneOperator(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/operators/:id",
    action: "operators.read",
    tag: "operators",
    summary: "One operator",
    params: IdParams,
    status: 200,
    answer: OperatorEntry,
    handle: async ({ principal, params }) =>
      wire(deps, principal, found(await deps.operators.find(principal.accountId, idOf(params.id, "operator")), "operator")),
  });
}
function changeOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/operators/:id",
    action: "operators.manage",
    tag: "operators",
    summary: "Change an operator; another role signs him out",
    params: IdParams,
    body: OperatorPatch,
    status: 200,
    answer: OperatorEntry,
    handle: (call) => changeOperator(deps, call),
  });
}
async function changeOperator(deps: OperatorDeps, call: IdCall<OperatorPatch>): Promise<OperatorEntry> {
  const { principal, body } = call;
  const account = principal.accountId;
  const id = idOf(call.params.id, "operator");
  const change = changeOf(body);
  // The reader of an email address can use it to sign in.
  const isOfAccess = body.role !== undefined || body.email !== undefined || body.active !== undefined;
  if (isOfAccess) deps.auth.requireReauthentication(principal);
  let hasNewRole = false;
  const answer = await changeSettings(deps, call, "operator.change", async (tx) => {
    const before = found(await deps.operators.lock(tx, account, id), "operator");
    refuseManaged(call, before);
    refuseOwners(deps, principal, before.role, body.role);
    if (isOfAccess) {
      refuseInstanceOwner(deps, principal, before);
      refuseAbove(deps, principal, before.role, body.role);
    }
    hasNewRole = body.role !== undefined && body.role !== before.role;
    if (before.active && before.role === "owner" && hasNewRole) await keepAnOwner(deps, tx, account, id);
    const done = await deps.operators.update(tx, account, id, change);
    if (done === "not_found") unknown("operator");
    if (done === "email_taken") emailTaken();
    // A session keeps the permissions of its start (reliability.md 6), so it must end.
    if (hasNewRole) await deps.operators.endSessions(tx, account, id);
    const moved = await setDepartments(deps, call, tx, id, body.departments);
    const row = found(await deps.operators.findIn(tx, account, id), "operator");
    return {
      result: wire(deps, principal, row),
      changed: [{ kind: "operator", id }, ...moved],
      target: `operator ${id}: ${Object.keys(body).join(", ")}`,
    };
  });
  if (hasNewRole) deps.realtime.ended({ account, operatorId: id });
  return answer;
}
function deactivateOperator(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/operators/:id",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "Deactivate an operator: signs him out, returns his chats to waiting, keeps history",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const { principal } = call;
      const account = principal.accountId;
      const id = idOf(call.params.id, "operator");
      await changeSettings(deps, call, "operator.deactivate", async (tx) => {
        const before = found(await deps.operators.lock(tx, account, id), "operator");
        refuseManaged(call, before);
        refuseOwners(deps, principal, before.role);
        refuseInstanceOwner(deps, principal, before);
        if (before.active && before.role === "owner") await keepAnOwner(deps, tx, account, id);
        await deps.operators.update(tx, account, id, { active: false });
        await deps.operators.endSessions(tx, account, id);
        return { result: null, changed: [{ kind: "operator", id }], target: `operator ${id}` };
      });
      deps.realtime.ended({ account, operatorId: id });
      await returnChats(deps, account, id);
      return null;
    },
  });
}
