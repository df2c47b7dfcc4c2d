import { Channel } from "@parlour/protocol";
import { ChannelPatch, Channels, IdParams, NoContent, PageQuery } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { createChannel } from "./channel-create.ts";
import { changeOf, checkOperators, refuseForeign } from "./channel-input.ts";
import type { Deps } from "./deps.ts";
import { readChannel, type ChannelDeps } from "./channel-read.ts";
import { rotateChannelRoute } from "./channel-rotate.ts";
import { testChannel } from "./channel-test.ts";
import { channelWire } from "./channel-wire.ts";
import { pageOf } from "./cursor.ts";
import { checkAddress } from "./endpoint-input.ts";
import { found, idOf, unknown } from "./ids.ts";
import { openAddress } from "./outbound-address.ts";
import { route, type IdCall } from "./route.ts";
import { changeSettings, refuseManaged } from "./settings.ts";
import { widgetIdentityRoutes } from "./widget-identity.ts";
import { widgetSettings } from "./widget-input.ts";

/** Registers the routes for channels (API-040, CH-001 to CH-005, CH-110 to CH-113). */
export function channelRoutes(app: FastifyInstance, deps: ChannelDeps & Pick<Deps, "tests">): void {
  listChannels(app, deps);
  oneChannel(app, deps);
  createChannel(app, deps);
  changeChannelRoute(app, deps);
  deleteChannel(app, deps);
  rotateChannelRoute(app, deps);
  testChannel(app, deps);
  widgetIdentityRoutes(app, deps);
}

function listChannels(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/channels",
    action: "channels.read",
    tag: "channels",
    summary: "Channels; `inbound_url` only for those who manage them",
    query: PageQuery,
    status: 200,
    answer: Channels,
    handle: async ({ principal, query }) => {
      const [rows, config] = await Promise.all([deps.channels.list(principal.accountId), deps.config(principal.accountId)]);
      const page = pageOf("channels", rows, query);
      return { ...page, items: page.items.map((row) => channelWire(deps, principal, config, row)) };
    },
  });
}
function oneChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/channels/:id",
    action: "channels.read",
    tag: "channels",
    summary: "One channel",
    params: IdParams,
    status: 200,
    answer: Channel,
    handle: async ({ principal, params }) => {
      const row = await readChannel(deps, principal, idOf(params.id, "channel"));
      return channelWire(deps, principal, await deps.config(principal.accountId), row);
    },
  });
}
function changeChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/channels/:id",
    action: "channels.manage",
    tag: "channels",
    summary: "Change a channel",
    params: IdParams,
    body: ChannelPatch,
    status: 200,
    answer: Channel,
    handle: (call) => changeChannel(deps, call),
  });
}
async function changeChannel(deps: ChannelDeps, call: IdCall<ChannelPatch>): Promise<Channel> {
  const { principal, body } = call;
  const id = idOf(call.params.id, "channel");
  const present = await readChannel(deps, principal, id);
  refuseManaged(call, present);
  refuseForeign(present, body);
  const isMoved =
    (body.endpoint_url !== undefined && body.endpoint_url !== present.endpointUrl) ||
    (body.append_public_id !== undefined && body.append_public_id !== present.appendPublicId);
  const address = isMoved ? await openAddress(deps, principal, body.endpoint_url ?? present.endpointUrl) : null;
  if (body.endpoint_url !== undefined) await checkAddress(deps, principal, body.endpoint_url, "endpoint_url");
  const config = await deps.config(principal.accountId);
  return changeSettings(deps, call, "channel.change", async (tx) => {
    const stands = (await deps.channels.findIn(tx, principal.accountId, id))?.widget ?? null;
    const change = changeOf(body, stands === null || body.widget === undefined ? undefined : widgetSettings(config, stands, body.widget));
    if (change.operators !== undefined) await checkOperators(deps, tx, principal.accountId, change.operators);
    if (!(await deps.channels.update(tx, principal.accountId, id, change))) unknown("channel");
    const row = found(await deps.channels.findIn(tx, principal.accountId, id), "channel");
    return {
      result: channelWire(deps, principal, config, row),
      changed: [{ kind: "channel", id }],
      target: `channel ${id}: ${Object.keys(body).join(", ")}`,
      opened: address && { address, by: `channel ${id}` },
    };
  });
}
function deleteChannel(app: FastifyInstance, deps: ChannelDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/channels/:id",
    action: "channels.manage",
    tag: "channels",
    summary: "Delete a channel; its chats close, its archive stays",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const { principal } = call;
      const id = idOf(call.params.id, "channel");
      const known = await deps.channels.find(principal.accountId, id);
      if (known !== null) refuseManaged(call, known);
      return changeSettings(deps, call, "channel.delete", async (tx, now) => {
        if (!(await deps.channels.remove(tx, principal.accountId, id, now))) unknown("channel");
        return { result: null, changed: [{ kind: "channel", id }], target: `channel ${id}` };
      });
    },
  });
}
