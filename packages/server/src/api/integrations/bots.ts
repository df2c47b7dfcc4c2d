import type { FastifyInstance } from "fastify";
import {
  Bot,
  BotPatch,
  Bots,
  BotWithSecret,
  IdParams,
  NewBot,
  NoContent,
  EmptyBody,
  PageQuery,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { BotRecord } from "../../store/settings/integrations/bot-record.ts";
import {
  toBotChange,
  assertBotUrls,
  requireProvider,
  parseNewAuthorization,
} from "./bot-validation.ts";
import { serializeBot } from "./bot-serializer.ts";
import { paginate } from "../kit/cursor.ts";
import { assertChannels } from "../../settings/references.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { parsePhoto } from "../operators/operator-validation.ts";
import { isWider, authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import { requireText } from "../../settings/texts.ts";
import { changeSettings, assertNotManaged } from "../kit/change-settings.ts";
import {
  listBots,
  findBot,
  createBot,
  updateBot,
  deleteBot,
  rotateBotSecret,
} from "../../store/settings/integrations/bot.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";

interface BotDeps extends RouteDeps {
  readonly outbound: OutboundPort;
  readonly urls: BaseUrls;
}

/** Registers the routes for bot connections (BOT-003, BOT-087, API-307). */
export function botRoutes(app: FastifyInstance, deps: BotDeps): void {
  listBotsRoute(app, deps);
  getBotRoute(app, deps);
  createBotRoute(app, deps);
  changeBotRoute(app, deps);
  deleteBotRoute(app, deps);
  rotateBotRoute(app, deps);
}

function listBotsRoute(app: FastifyInstance, deps: BotDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/bots",
    action: "bots.read",
    tag: "bots",
    summary: "Bot connections; addresses only for those who manage them",
    query: PageQuery,
    status: 200,
    answer: Bots,
    handle: async ({ principal, query }) => {
      const page = paginate("bots", await listBots(deps.sql, principal.accountId), query);
      return { ...page, items: page.items.map((row) => serializeBot(deps, principal, row)) };
    },
  });
}
function getBotRoute(app: FastifyInstance, deps: BotDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/bots/:id",
    action: "bots.read",
    tag: "bots",
    summary: "One bot connection with the two addresses to give to its provider",
    params: IdParams,
    status: 200,
    answer: Bot,
    handle: async ({ principal, params }) =>
      serializeBot(
        deps,
        principal,
        requireFound(
          await findBot(deps.sql, principal.accountId, parseId(params.id, "bot")),
          "bot",
        ),
      ),
  });
}
function createBotRoute(app: FastifyInstance, deps: BotDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/bots",
    fresh: true,
    action: "bots.manage",
    tag: "bots",
    summary: "Connect a bot; the signing secret is shown in this answer only",
    body: NewBot,
    status: 201,
    answer: BotWithSecret,
    handle: (context) => addBot(deps, context),
  });
}
async function addBot(
  deps: BotDeps,
  context: RequestContext<unknown, unknown, NewBot>,
): Promise<BotWithSecret> {
  const { principal, body } = context;
  const account = principal.accountId;
  const provider = await requireProvider(deps, account, body.provider_id);
  const name = body.name === undefined ? provider.name : requireText(body.name, "name");
  const photo = parsePhoto(body.photo) ?? null;
  const endpointUrl = body.endpoint_url ?? provider.endpointUrl ?? rejectMissingUrl();
  const address = await authorizeOutboundUrl(deps, principal, endpointUrl);
  await assertBotUrls(deps, principal, { endpointUrl, authorization: body.authorization });
  const authorization = parseNewAuthorization(body.authorization);
  return changeSettings(deps, context, "bot.create", async (tx, now) => {
    await assertChannels(tx, account, body.channels);
    const secret = generateSigningSecret();
    const id = await createBot(
      tx,
      account,
      {
        ...withDefaults(body),
        providerId: provider.id,
        name,
        photo,
        endpointUrl,
        authorization,
        secret,
        managed: false,
        createdBy: principal.operatorId,
        now,
      },
      deps.secrets.seal,
    );
    if (id === null) tokenConflict();
    const row = requireFound(await findBot(tx, account, id), "bot");
    return {
      result: { ...serializeBot(deps, principal, row), signing_secret: secret },
      changed: [{ kind: "bot", id }],
      target: `bot ${id} of ${provider.id}`,
      opened: { address, by: `bot ${id}` },
    };
  });
}
const rejectMissingUrl = (): never =>
  refuse("invalid_request", "endpoint_url is missing: the provider has no default.", {
    field: "endpoint_url",
  });
/** Returns the fields of a new connection, with defaults for absent ones. */
const withDefaults = (body: NewBot) => ({
  enabled: body.enabled ?? true,
  token: body.token,
  channels: body.channels ?? null,
  inviteWaitS: body.invite_wait_s ?? 60,
  silentS: body.silent_s ?? 0,
  sendsChatClosed: body.sends_chat_closed ?? false,
  answersSettle: body.answers_settle ?? true,
  appendToken: body.append_token ?? true,
});
function changeBotRoute(app: FastifyInstance, deps: BotDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/bots/:id",
    action: "bots.manage",
    tag: "bots",
    summary: "Change a bot connection",
    params: IdParams,
    body: BotPatch,
    status: 200,
    answer: Bot,
    handle: async (context) => {
      const { principal, body } = context;
      const account = principal.accountId;
      const id = parseId(context.params.id, "bot");
      const current = requireFound(await findBot(deps.sql, account, id), "bot");
      assertNotManaged(context, current);
      const address = sendsMoreData(current, body)
        ? await authorizeOutboundUrl(deps, principal, body.endpoint_url ?? current.endpoint.url)
        : null;
      await assertBotUrls(deps, principal, {
        endpointUrl: body.endpoint_url,
        authorization: body.authorization,
      });
      return changeSettings(deps, context, "bot.change", async (tx) => {
        await assertChannels(tx, account, body.channels);
        const before = requireFound(await findBot(tx, account, id), "bot");
        const result = await updateBot(
          tx,
          account,
          id,
          toBotChange(body, before),
          deps.secrets.seal,
        );
        if (result === "token_taken") tokenConflict();
        const row = requireFound(await findBot(tx, account, id), "bot");
        return {
          result: serializeBot(deps, principal, row),
          changed: [{ kind: "bot", id }],
          target: `bot ${id}: ${Object.keys(body).join(", ")}`,
          opened: address && { address, by: `bot ${id}` },
        };
      });
    },
  });
}
/**
 * Returns whether the patch sends texts to another URL, or more texts to the same one. The token is
 * a part of the URL (BOT-012).
 */
function sendsMoreData(current: BotRecord, body: BotPatch): boolean {
  const isMoved =
    (body.endpoint_url !== undefined && body.endpoint_url !== current.endpoint.url) ||
    body.token !== undefined ||
    (body.append_token !== undefined && body.append_token !== current.appendToken);
  return isMoved || isWider(current.channels, body.channels);
}
function deleteBotRoute(app: FastifyInstance, deps: BotDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/bots/:id",
    action: "bots.manage",
    tag: "bots",
    summary: "Delete a bot connection; its chats go to operators",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "bot");
      return changeSettings(deps, context, "bot.delete", async (tx, now) => {
        const row = await findBot(tx, account, id);
        if (row !== null) assertNotManaged(context, row);
        if (!(await deleteBot(tx, account, id, now))) rejectNotFound("bot");
        return { result: null, changed: [{ kind: "bot", id }], target: `bot ${id}` };
      });
    },
  });
}
function rotateBotRoute(app: FastifyInstance, deps: BotDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/bots/:id/rotate",
    fresh: true,
    action: "bots.manage",
    tag: "bots",
    summary: "New signing secret; the old one signs beside it 24 h more",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: BotWithSecret,
    handle: async (context) => {
      const { principal } = context;
      const account = principal.accountId;
      const id = parseId(context.params.id, "bot");
      return changeSettings(deps, context, "bot.rotate_secret", async (tx, now) => {
        assertNotManaged(context, requireFound(await findBot(tx, account, id), "bot"));
        const secret = generateSigningSecret();
        await rotateBotSecret(tx, account, id, secret, deps.secrets.seal, now);
        const row = requireFound(await findBot(tx, account, id), "bot");
        return {
          result: { ...serializeBot(deps, principal, row), signing_secret: secret },
          changed: [{ kind: "bot", id }],
          target: `bot ${id}`,
        };
      });
    },
  });
}

function tokenConflict(): never {
  refuse("name_taken", "This provider already uses this token. Ask the provider for another one.", {
    field: "token",
  });
}
