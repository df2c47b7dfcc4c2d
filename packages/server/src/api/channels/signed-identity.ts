import type { FastifyInstance } from "fastify";
import { IdentitySecret, IdParams, NoContent, EmptyBody } from "@parlour/protocol/api";
import { mustMaskText } from "../../auth/index.ts";
import { generateIdentitySecret } from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import {
  declareRoute,
  type RequestContext,
  type ResourceRequestContext,
} from "../kit/declare-route.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { updateChannel } from "../../store/settings/channels/channel-changes.ts";
import { findChannel } from "../../store/settings/channels/channel.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Registers the renewal and the end of the secret for visitors' identity (WG-047). */
export function signedIdentityRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/identity-secret",
    fresh: true,
    action: "channels.manage",
    tag: "channels",
    summary: "Create an identity secret for a widget",
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
    summary: "Turn off signed identity for a widget",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: (context) => removeIdentitySecret(deps, context),
  });
}
function renewIdentitySecret(
  deps: RouteDeps,
  context: ResourceRequestContext,
): Promise<IdentitySecret> {
  // Whoever has the secret can sign in as any visitor and read their chat (CORE-303).
  if (mustMaskText(context.principal))
    refuse(
      "forbidden",
      `The role ${context.principal.role} cannot read messages, so it cannot get this secret. Ask an owner or admin for it.`,
    );
  return changeSettings(deps, context, "channel.identity_secret", async (tx, now) => {
    const { id, account } = await requireWidget(context, tx);
    const secret = generateIdentitySecret();
    const { seal } = deps.secrets;
    await updateChannel(tx, { account, id }, { identity_secret: secret }, { seal, now });
    return {
      result: { identity_secret: secret },
      changed: [{ kind: "channel", id }],
      target: `channel ${id}`,
    };
  });
}
function removeIdentitySecret(deps: RouteDeps, context: ResourceRequestContext): Promise<null> {
  return changeSettings(deps, context, "channel.identity_secret_off", async (tx, now) => {
    const { id, account } = await requireWidget(context, tx);
    const { seal } = deps.secrets;
    await updateChannel(tx, { account, id }, { identity_secret: null }, { seal, now });
    return { result: null, changed: [{ kind: "channel", id }], target: `channel ${id}` };
  });
}

async function requireWidget(
  context: RequestContext<{ readonly id: string }, unknown, unknown>,
  tx: Sql,
): Promise<{ readonly id: number; readonly account: number }> {
  const account = context.principal.accountId;
  const id = parseId(context.params.id, "channel");
  const row = requireFound(await findChannel(createTransactionReader(tx), account, id), "channel");
  assertNotManagedByFile(context, row);
  if (row.kind !== "widget") refuse("not_found", "A chat API channel has no identity secret.");
  return { id, account };
}
