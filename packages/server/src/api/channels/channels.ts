import { Channel } from "@parlour/protocol";
import { Channels, IdParams, NoContent, PageQuery } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { connectorRoutes } from "./connectors/index.ts";
import { createChannelRoute } from "./create-channel.ts";
import { loadChannel, type ChannelDeps, loadChannels } from "./load-channel.ts";
import { rotateChannelRoute } from "./rotate-channel.ts";
import { testChannelRoute, testConnectionRoute } from "./test-channel.ts";
import { serializeChannel } from "./channel-serializer.ts";
import { paginate } from "../kit/cursor.ts";
import { parseId, rejectNotFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { signedIdentityRoutes } from "./signed-identity.ts";
import { signLinkRoute } from "./sign-link.ts";
import { findChannel } from "../../store/settings/channels/channel.ts";
import { deleteChannel } from "../../store/settings/channels/channel-changes.ts";
import { changeChannelRoute } from "./change-channel.ts";

/** Registers the routes for channels (API-040, CH-001 to CH-005, CH-110 to CH-113). */
export function channelRoutes(app: FastifyInstance, deps: ChannelDeps): void {
  listChannelsRoute(app, deps);
  getChannelRoute(app, deps);
  createChannelRoute(app, deps);
  changeChannelRoute(app, deps);
  deleteChannelRoute(app, deps);
  rotateChannelRoute(app, deps);
  testChannelRoute(app, deps);
  testConnectionRoute(app, deps);
  signedIdentityRoutes(app, deps);
  signLinkRoute(app, deps);
  connectorRoutes(app, deps);
}

function listChannelsRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/channels",
    action: "channels.read",
    tag: "channels",
    summary: "List channels",
    query: PageQuery,
    status: 200,
    answer: Channels,
    handle: async ({ principal, query }) => {
      const [rows, config] = await Promise.all([
        loadChannels(deps, principal),
        deps.config(principal.accountId),
      ]);
      const page = paginate("channels", rows, query);
      return {
        ...page,
        items: page.items.map((row) => serializeChannel(deps, principal, config, row)),
      };
    },
  });
}
function getChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/channels/:id",
    action: "channels.read",
    tag: "channels",
    summary: "Get a channel",
    params: IdParams,
    status: 200,
    answer: Channel,
    handle: async ({ principal, params }) => {
      const row = await loadChannel(deps, principal, parseId(params.id, "channel"));
      return serializeChannel(deps, principal, await deps.config(principal.accountId), row);
    },
  });
}
function deleteChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/channels/:id",
    action: "channels.manage",
    tag: "channels",
    summary: "Delete a channel",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { principal } = context;
      const id = parseId(context.params.id, "channel");
      const stored = await findChannel(deps.reader, principal.accountId, id);
      if (stored !== null) assertNotManagedByFile(context, stored);
      return changeSettings(deps, context, "channel.delete", async (tx, now) => {
        if (!(await deleteChannel(tx, principal.accountId, id, now))) rejectNotFound("channel");
        return { result: null, changed: [{ kind: "channel", id }], target: `channel ${id}` };
      });
    },
  });
}
