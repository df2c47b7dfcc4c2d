import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { IdentitySecret, IdParams, NoContent, EmptyBody } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { Deps } from "../deps.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute, type RequestContext, type ResourceRequestContext } from "../kit/declare-route.ts";
import { changeSettings, assertNotManaged, type ChangeSettingsDeps } from "../kit/change-settings.ts";
import type { Tx } from "../stores/tx.ts";

type SignedIdentityDeps = ChangeSettingsDeps & Pick<Deps, "auth" | "channels">;

/** Registers the secret with which a site signs its visitors (WG-047): renew and switch off. */
export function signedIdentityRoutes(app: FastifyInstance, deps: SignedIdentityDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/identity-secret",
    fresh: true,
    action: "channels.manage",
    tag: "channels",
    summary: "New identity secret of a site widget, shown in this answer only; tokens signed with the old one are refused from now on",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: IdentitySecret,
    handle: (context) => renewIdentitySecret(deps, context),
  });
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/channels/:id/identity-secret",
    fresh: true,
    action: "channels.manage",
    tag: "channels",
    summary: "Switch signed identity off; tokens of the page are opaque again",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: (context) => removeIdentitySecret(deps, context),
  });
}
function renewIdentitySecret(deps: SignedIdentityDeps, context: ResourceRequestContext): Promise<IdentitySecret> {
  return changeSettings(deps, context, "channel.identity_secret", async (tx) => {
    const { id, account } = await requireWidget(deps, context, tx);
    const secret = randomBytes(32).toString("base64url");
    await deps.channels.setIdentitySecret(tx, account, id, secret);
    return { result: { identity_secret: secret }, changed: [{ kind: "channel", id }], target: `channel ${id}` };
  });
}
function removeIdentitySecret(deps: SignedIdentityDeps, context: ResourceRequestContext): Promise<null> {
  return changeSettings(deps, context, "channel.identity_secret_off", async (tx) => {
    const { id, account } = await requireWidget(deps, context, tx);
    await deps.channels.setIdentitySecret(tx, account, id, null);
    return { result: null, changed: [{ kind: "channel", id }], target: `channel ${id}` };
  });
}

async function requireWidget(
  deps: Pick<Deps, "channels">,
  context: Pick<RequestContext<{ readonly id: string }, unknown, unknown>, "principal" | "params">,
  tx: Tx,
): Promise<{ readonly id: number; readonly account: number }> {
  const account = context.principal.accountId;
  const id = parseId(context.params.id, "channel");
  const row = requireFound(await deps.channels.findIn(tx, account, id), "channel");
  assertNotManaged(context, row);
  if (row.kind !== "widget") refuse("not_found", "A chat API channel has no identity secret.");
  return { id, account };
}
