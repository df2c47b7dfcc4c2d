import { IdParams, EmptyBody, ResetLink } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../core/failure.ts";
import type { OperatorRecord } from "../../core/record/operator.ts";
import { found, idOf } from "./ids.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { arm, mailed } from "./operator-link.ts";
import { refuseAbove, refuseInstanceOwner, refuseOwners } from "./owners.ts";
import { route, type IdCall } from "./route.ts";
import { changeSettings } from "./settings.ts";
import { createLinkPath } from "../../auth/links.ts";

const resetMs = 30 * 60_000;

/** Registers the creation of a reset link for an operator who forgot the password. */
export function resetOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/operators/:id/reset",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "A link that sets a new password once, 30 min",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: ResetLink,
    handle: (call) => resetOperator(deps, call),
  });
}
async function resetOperator(deps: OperatorDeps, call: IdCall): Promise<ResetLink> {
  const account = call.principal.accountId;
  const id = idOf(call.params.id, "operator");
  const of: { operator?: OperatorRecord } = {};
  const link = await changeSettings(deps, call, "operator.reset", async (tx, now) => {
    const before = found(await deps.operators.lock(tx, account, id), "operator");
    of.operator = found(await deps.operators.findIn(tx, account, id), "operator");
    refuseOwners(deps, call.principal, before.role);
    refuseInstanceOwner(deps, call.principal, before);
    refuseAbove(deps, call.principal, before.role);
    if (!before.active) refuse("invalid_request", "This operator is deactivated. Bring him back first.", { field: "id" });
    const { token, expiresAt } = await arm(deps, tx, account, id, "reset", now + resetMs);
    return {
      result: { reset_url: `${deps.publicUrl()}${createLinkPath("reset", token)}`, expires_at: expiresAt },
      changed: [],
      target: `operator ${id}`,
    };
  });
  if (of.operator === undefined) return link;
  const { name, email } = of.operator;
  const { reset_url: url, expires_at: until } = link;
  return { ...link, ...(await mailed(deps, call.principal, { kind: "reset", name, email, url, until })) };
}
