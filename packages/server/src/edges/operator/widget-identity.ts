import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { IdentitySecret, IdParams, NoContent, EmptyBody } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type Call, type IdCall } from "./route.ts";
import { changeSettings, refuseManaged, type SettingsDeps } from "./settings.ts";
import type { Tx } from "./stores/tx.ts";

type IdentityDeps = SettingsDeps & Pick<Deps, "auth" | "channels">;

/** Registers the secret with which a site signs its visitors (WG-047): renew and switch off. */
export function widgetIdentityRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  route(app, deps.auth, {
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
    handle: (call) => renewSecret(deps, call),
  });
  route(app, deps.auth, {
    method: "DELETE",
    url: "/channels/:id/identity-secret",
    fresh: true,
    action: "channels.manage",
    tag: "channels",
    summary: "Switch signed identity off; tokens of the page are opaque again",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: (call) => dropSecret(deps, call),
  });
}
function renewSecret(deps: IdentityDeps, call: IdCall): Promise<IdentitySecret> {
  return changeSettings(deps, call, "channel.identity_secret", async (tx) => {
    const { id, account } = await widgetOf(deps, call, tx);
    const secret = randomBytes(32).toString("base64url");
    await deps.channels.setIdentitySecret(tx, account, id, secret);
    return { result: { identity_secret: secret }, changed: [{ kind: "channel", id }], target: `channel ${id}` };
  });
}
function dropSecret(deps: IdentityDeps, call: IdCall): Promise<null> {
  return changeSettings(deps, call, "channel.identity_secret_off", async (tx) => {
    const { id, account } = await widgetOf(deps, call, tx);
    await deps.channels.setIdentitySecret(tx, account, id, null);
    return { result: null, changed: [{ kind: "channel", id }], target: `channel ${id}` };
  });
}

async function widgetOf(
  deps: Pick<Deps, "channels">,
  call: Pick<Call<{ readonly id: string }, unknown, unknown>, "principal" | "params">,
  tx: Tx,
): Promise<{ readonly id: number; readonly account: number }> {
  const account = call.principal.accountId;
  const id = idOf(call.params.id, "channel");
  const row = found(await deps.channels.findIn(tx, account, id), "channel");
  refuseManaged(call, row);
  if (row.kind !== "widget") refuse("not_found", "A chat API channel has no identity secret.");
  return { id, account };
}
