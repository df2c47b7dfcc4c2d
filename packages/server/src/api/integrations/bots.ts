import type { FastifyInstance } from "fastify";
import { BotWithSecret, EmptyBody, IdParams } from "@parlour/protocol/api";
import {
  findBot,
  rotateBotSecret,
  type BotRow,
  type BotValues,
} from "../../store/settings/integrations/bot.ts";
import { completeNewBot, createBotResource } from "../../settings/integrations/bot.ts";
import { assertAllowedUrl } from "./endpoint-validation.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { addsListEntries, authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import { assertNotManagedByFile } from "../kit/change-settings.ts";
import { changeChecked, resourceRoutes } from "../settings/resource-routes.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";

interface BotDeps extends RouteDeps {
  readonly outbound: OutboundPort;
  readonly urls: BaseUrls;
}

/** Registers the routes for bot connections (BOT-003, BOT-087, API-307). */
export function botRoutes(app: FastifyInstance, deps: BotDeps): void {
  // A provider may belong to no account, so the reader's role does not see it.
  const resourceDeps = { ...deps, reader: createTransactionReader(deps.sql) };
  const resource = createBotResource(deps);
  resourceRoutes(app, resourceDeps, resource, {
    async prepare({ principal }, change, before) {
      const { endpoint_url = before?.values.endpoint_url ?? "" } =
        before === null
          ? await completeNewBot(deps.sql, { accountId: principal.accountId, principal }, change)
          : change;
      const address =
        before === null || sendsMoreData(before.values, change)
          ? await authorizeOutboundUrl(deps, principal, endpoint_url)
          : null;
      if (before === null || change.endpoint_url !== undefined)
        await assertAllowedUrl(deps, principal, {
          url: endpoint_url,
          field: "endpoint_url",
          secure: "https",
        });
      const tokenUrl = change.authorization?.token_url;
      if (tokenUrl !== undefined)
        await assertAllowedUrl(deps, principal, {
          url: tokenUrl,
          field: "authorization.token_url",
          secure: "https",
        });
      return address;
    },
  });
  rotateBotRoute(app, deps, resource);
}

/** Whether texts go to another URL, which includes the token (BOT-012), or more go out. */
function sendsMoreData(current: BotRow["values"], change: Partial<BotValues>): boolean {
  const { endpoint_url, token, append_token } = change;
  const isMoved =
    (endpoint_url !== undefined && endpoint_url !== current.endpoint_url) ||
    token !== undefined ||
    (append_token !== undefined && append_token !== current.append_token);
  return isMoved || addsListEntries(current.channels, change.channels);
}

function rotateBotRoute(
  app: FastifyInstance,
  deps: BotDeps,
  { toApi }: ReturnType<typeof createBotResource>,
): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/bots/:id/rotate",
    fresh: true,
    action: "bots.manage",
    tag: "bots",
    summary: "Create a new signing secret for a bot",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: BotWithSecret,
    handle: async (context) => {
      const id = parseId(context.params.id, "bot");
      return changeChecked(deps, context, "bot.rotate_secret", async (check) => {
        const { tx, account, now } = check;
        assertNotManagedByFile(context, requireFound(await findBot(tx, account, id), "bot"));
        const secret = generateSigningSecret();
        await rotateBotSecret(tx, { account, id }, secret, { now, seal: deps.secrets.seal });
        const row = requireFound(await findBot(tx, account, id), "bot");
        return {
          result: { ...toApi(row, check, null), signing_secret: secret },
          changed: [{ kind: "bot", id }],
          target: `bot ${id}`,
        };
      });
    },
  });
}
