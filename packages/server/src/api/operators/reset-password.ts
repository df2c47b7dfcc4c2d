import { IdParams, EmptyBody, ResetLink } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../core/failure.ts";
import { type OperatorRecord, findOperator } from "../../store/settings/account/operator.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { issuePasswordLink, mailPasswordLink } from "./password-link.ts";
import { assertCanChangeAccess, assertCanManageOwners } from "./owner-rules.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { createLinkPath } from "../../auth/links.ts";
import { lockOperator } from "../../store/settings/account/operator-changes.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";

const resetTtlMs = 30 * 60_000;

/** Registers the creation of a reset link for an operator who forgot their password. */
export function resetOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/operators/:id/reset",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "Create a password reset link for an operator",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: ResetLink,
    handle: (context) => resetOperator(deps, context),
  });
}
async function resetOperator(
  deps: OperatorDeps,
  context: ResourceRequestContext,
): Promise<ResetLink> {
  const account = context.principal.accountId;
  const id = parseId(context.params.id, "operator");
  const loaded: { operator?: OperatorRecord } = {};
  const link = await changeSettings(deps, context, "operator.reset", async (tx, now) => {
    const before = requireFound(await lockOperator(tx, account, id), "operator");
    loaded.operator = requireFound(
      await findOperator(createTransactionReader(tx), account, id),
      "operator",
    );
    assertCanManageOwners(context.principal, before.role);
    assertCanChangeAccess(context.principal, before);
    if (!before.active)
      refuse("invalid_request", "This operator is deactivated. Reactivate them first.", {
        field: "id",
      });
    const { token, expiresAt } = await issuePasswordLink(
      tx,
      { account, id },
      "reset",
      now + resetTtlMs,
    );
    return {
      result: {
        reset_url: `${deps.urls.publicUrl()}${createLinkPath("reset", token)}`,
        expires_at: expiresAt,
      },
      changed: [],
      target: `operator ${id}`,
    };
  });
  if (loaded.operator === undefined) return link;
  const { name, email } = loaded.operator;
  return {
    ...link,
    ...(await mailPasswordLink(deps, context.principal, {
      kind: "reset",
      name,
      email,
      url: link.reset_url,
      until: link.expires_at,
    })),
  };
}
