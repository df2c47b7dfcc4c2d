import { ChannelWithSecret, IdParams, Rotate } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { rejectWithoutEndpoint } from "./channel-validation.ts";
import { loadChannel, type ChannelDeps } from "./load-channel.ts";
import { serializeChannel } from "./channel-serializer.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { generateRandomString, generateSigningSecret } from "../../auth/secrets.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { findChannel } from "../../store/settings/channels/channel.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { updateChannel } from "../../store/settings/channels/channel-changes.ts";

/** Rotates the inbound URL or secret. The previous one stays valid for a day (CH-004). */
export function rotateChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/rotate",
    fresh: true,
    action: "channels.manage",
    tag: "channels",
    summary: "Replace a channel's address or signing secret",
    params: IdParams,
    body: Rotate,
    status: 200,
    answer: ChannelWithSecret,
    handle: (context) => rotateChannel(deps, context),
  });
}
async function rotateChannel(
  deps: ChannelDeps,
  context: ResourceRequestContext<Static<typeof Rotate>>,
): Promise<ChannelWithSecret> {
  const { principal, body } = context;
  const account = principal.accountId;
  const id = parseId(context.params.id, "channel");
  const current = await loadChannel(deps, principal, id);
  assertNotManagedByFile(context, current);
  rejectWithoutEndpoint(current);
  const config = await deps.config(account);
  return changeSettings(deps, context, `channel.rotate_${body.what}`, async (tx, now) => {
    requireFound(await findChannel(createTransactionReader(tx), account, id), "channel");
    const secret = generateSigningSecret();
    const change = body.what === "secret" ? { secret } : { random_string: generateRandomString() };
    await updateChannel(tx, { account, id }, change, { seal: deps.secrets.seal, now });
    const row = requireFound(
      await findChannel(createTransactionReader(tx), account, id),
      "channel",
    );
    const channel = serializeChannel(deps, principal, config, row);
    return {
      result: body.what === "secret" ? { ...channel, signing_secret: secret } : channel,
      changed: [{ kind: "channel", id }],
      target: `channel ${id}`,
    };
  });
}
