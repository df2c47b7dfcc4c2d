import {
  FinishedMailSignIn,
  MailSignInQuery,
  NewMailSignIn,
  StartedMailSignIn,
  type OAuthProvider,
} from "@parlour/protocol/api/operations/oauth";
import type { FastifyInstance } from "fastify";
import { declareRoute } from "../../kit/declare-route.ts";
import { loadChannel, type ChannelDeps } from "../load-channel.ts";
import { authorizeDestination } from "../../kit/outbound-address.ts";

/** Registers the sign-in to a mailbox at its provider (API-483, API-484). */
export function mailSignInRoutes(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/mail-sign-ins",
    action: "channels.manage",
    tag: "channels",
    summary: "Start a sign-in to a mailbox",
    body: NewMailSignIn,
    status: 200,
    answer: StartedMailSignIn,
    once: "answer",
    handle: async ({ principal, body }) => {
      // Somebody who may not save the channel should not sign in for it (CON-069).
      await authorizeDestination(deps, principal, "mail");
      const { provider, address = null, draft = "" } = body;
      const channel = body.channel_id ?? null;
      if (channel !== null) await loadChannel(deps, principal, channel);
      const by = { account: principal.accountId, operator: principal.operatorId };
      return {
        url: await deps.connectors.signIns.begin(by, { provider, address, draft, channel }),
      };
    },
  });
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/mail-sign-ins/result",
    action: "channels.manage",
    tag: "channels",
    summary: "Finish a sign-in to a mailbox",
    body: MailSignInQuery,
    status: 200,
    answer: FinishedMailSignIn,
    once: "answer",
    handle: async ({ principal, body }) => {
      const by = { account: principal.accountId, operator: principal.operatorId };
      const { provider, channel, ...rest } = await deps.connectors.signIns.finish(by, body.query);
      return { ...rest, provider: provider as OAuthProvider, channel_id: channel };
    },
  });
}
