import { ChannelWithSecret, IdParams, Rotate } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { refuseWidget } from "./channel-input.ts";
import { readChannel, type ChannelDeps } from "./channel-read.ts";
import { channelWire } from "./channel-wire.ts";
import { found, idOf } from "./ids.ts";
import { route, type IdCall } from "./route.ts";
import { generateRandomString, generateSigningSecret } from "../../auth/secrets.ts";
import { changeSettings, refuseManaged } from "./settings.ts";

/**
 * Registers the rotation of a channel's inbound URL or secret. The previous one stays valid for one
 * day (CH-004).
 */
export function rotateChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/rotate",
    fresh: true,
    action: "channels.manage",
    tag: "channels",
    summary: "New inbound address or signing secret; the old one works 24 h more",
    params: IdParams,
    body: Rotate,
    status: 200,
    answer: ChannelWithSecret,
    handle: (call) => rotateChannel(deps, call),
  });
}
async function rotateChannel(deps: ChannelDeps, call: IdCall<Static<typeof Rotate>>): Promise<ChannelWithSecret> {
  const { principal, body } = call;
  const account = principal.accountId;
  const id = idOf(call.params.id, "channel");
  const present = await readChannel(deps, principal, id);
  refuseManaged(call, present);
  refuseWidget(present);
  const config = await deps.config(account);
  return changeSettings(deps, call, `channel.rotate_${body.what}`, async (tx, now) => {
    found(await deps.channels.findIn(tx, account, id), "channel");
    const secret = generateSigningSecret();
    if (body.what === "secret") await deps.channels.rotateSecret(tx, account, id, secret, now);
    else await deps.channels.rotateAddress(tx, account, id, generateRandomString(), now);
    const row = found(await deps.channels.findIn(tx, account, id), "channel");
    const wire = channelWire(deps, principal, config, row);
    return {
      result: body.what === "secret" ? { ...wire, signing_secret: secret } : wire,
      changed: [{ kind: "channel", id }],
      target: `channel ${id}`,
    };
  });
}
