import type { FastifyInstance } from "fastify";
import type { ChannelDeps } from "../load-channel.ts";
import { channelAddressRoutes } from "./channel-address.ts";
import { channelEmailsRoute } from "./channel-emails.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { channelTemplatesRoute } from "./connector-channels.ts";
import { mailSignInRoutes } from "./mail-sign-in-routes.ts";

/** Registers the routes of channels whose messages a connector sends. */
export function connectorRoutes(app: FastifyInstance, deps: ChannelDeps): void {
  channelTemplatesRoute(app, deps);
  channelAddressRoutes(app, deps);
  connectionRoutes(app, deps);
  mailSignInRoutes(app, deps);
  channelEmailsRoute(app, deps);
}
