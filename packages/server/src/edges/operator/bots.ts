import type { FastifyInstance } from "fastify";
import { Bot, BotPatch, Bots, BotWithSecret, IdParams, NewBot, NoContent, EmptyBody, PageQuery } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { BotRecord } from "../../core/record/bot.ts";
import { botChange, checkBotAddresses, chosenProvider, newAuthorization } from "./bot-input.ts";
import { botWire } from "./bot-wire.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { checkChannels } from "./endpoint-input.ts";
import { found, idOf, unknown } from "./ids.ts";
import { photoOf } from "./operator-input.ts";
import { isWider, openAddress } from "./outbound-address.ts";
import { route, type Call } from "./route.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";

type BotDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "planMail" | "bots" | "botProviders" | "endpoints" | "open" | "botBase">;

/** Registers the routes for bot connections (BOT-003, BOT-087, API-041). */
export function botRoutes(app: FastifyInstance, deps: BotDeps): void {
  listBots(app, deps);
  oneBot(app, deps);
  createBotRoute(app, deps);
  changeBot(app, deps);
  deleteBot(app, deps);
  rotateBot(app, deps);
}

function listBots(app: FastifyInstance, deps: BotDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/bots",
    action: "bots.read",
    tag: "bots",
    summary: "Bot connections; addresses only for those who manage them",
    query: PageQuery,
    status: 200,
    answer: Bots,
    handle: async ({ principal, query }) => {
      const page = pageOf("bots", await deps.bots.list(principal.accountId), query);
      return { ...page, items: page.items.map((row) => botWire(deps, principal, row)) };
    },
  });
}
function oneBot(app: FastifyInstance, deps: BotDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/bots/:id",
    action: "bots.read",
    tag: "bots",
    summary: "One bot connection with the two addresses to give to its provider",
    params: IdParams,
    status: 200,
    answer: Bot,
    handle: async ({ principal, params }) =>
      botWire(deps, principal, found(await deps.bots.find(principal.accountId, idOf(params.id, "bot")), "bot")),
  });
}
function createBotRoute(app: FastifyInstance, deps: BotDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/bots",
    fresh: true,
    action: "bots.manage",
    tag: "bots",
    summary: "Connect a bot; the signing secret is shown in this answer only",
    body: NewBot,
    status: 201,
    answer: BotWithSecret,
    handle: (call) => createBot(deps, call),
  });
}
async function createBot(deps: BotDeps, call: Call<unknown, unknown, NewBot>): Promise<BotWithSecret> {
  const { principal, body } = call;
  const account = principal.accountId;
  const provider = await chosenProvider(deps, account, body.provider_id);
  const name = body.name === undefined ? provider.name : filled(body.name, "name");
  const photo = photoOf(body.photo) ?? null;
  const endpointUrl = body.endpoint_url ?? provider.endpointUrl ?? noAddress();
  const address = await openAddress(deps, principal, endpointUrl);
  await checkBotAddresses(deps, principal, { endpointUrl, authorization: body.authorization });
  const authorization = newAuthorization(body.authorization);
  return changeSettings(deps, call, "bot.create", async (tx, now) => {
    await checkChannels(deps.bots, tx, account, body.channels);
    const secret = generateSigningSecret();
    const id = await deps.bots.create(tx, account, {
      ...chosenFields(body),
      providerId: provider.id,
      name,
      photo,
      endpointUrl,
      authorization,
      secret,
      managed: false,
      createdBy: principal.operatorId,
      now,
    });
    if (id === null) tokenTaken();
    const row = found(await deps.bots.findIn(tx, account, id), "bot");
    return {
      result: { ...botWire(deps, principal, row), signing_secret: secret },
      changed: [{ kind: "bot", id }],
      target: `bot ${id} of ${provider.id}`,
      opened: { address, by: `bot ${id}` },
    };
  });
}
const noAddress = (): never =>
  refuse("invalid_request", "endpoint_url is missing: the provider has no default.", { field: "endpoint_url" });
/** Returns the fields of a new connection, with defaults for absent ones. */
const chosenFields = (body: NewBot) => ({
  enabled: body.enabled ?? true,
  token: body.token,
  channels: body.channels ?? null,
  inviteWaitS: body.invite_wait_s ?? 60,
  silentS: body.silent_s ?? 0,
  sendsChatClosed: body.sends_chat_closed ?? false,
  answersSettle: body.answers_settle ?? true,
  appendToken: body.append_token ?? true,
});
function changeBot(app: FastifyInstance, deps: BotDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/bots/:id",
    action: "bots.manage",
    tag: "bots",
    summary: "Change a bot connection",
    params: IdParams,
    body: BotPatch,
    status: 200,
    answer: Bot,
    handle: async (call) => {
      const { principal, body } = call;
      const account = principal.accountId;
      const id = idOf(call.params.id, "bot");
      const present = found(await deps.bots.find(account, id), "bot");
      refuseManaged(call, present);
      const address = sendsMore(present, body) ? await openAddress(deps, principal, body.endpoint_url ?? present.endpoint.url) : null;
      await checkBotAddresses(deps, principal, { endpointUrl: body.endpoint_url, authorization: body.authorization });
      return changeSettings(deps, call, "bot.change", async (tx) => {
        await checkChannels(deps.bots, tx, account, body.channels);
        const before = found(await deps.bots.findIn(tx, account, id), "bot");
        const done = await deps.bots.update(tx, account, id, botChange(body, before));
        if (done === "token_taken") tokenTaken();
        const row = found(await deps.bots.findIn(tx, account, id), "bot");
        return {
          result: botWire(deps, principal, row),
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
function sendsMore(present: BotRecord, body: BotPatch): boolean {
  const isMoved =
    (body.endpoint_url !== undefined && body.endpoint_url !== present.endpoint.url) ||
    body.token !== undefined ||
    (body.append_token !== undefined && body.append_token !== present.appendToken);
  return isMoved || isWider(present.channels, body.channels);
}
function deleteBot(app: FastifyInstance, deps: BotDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/bots/:id",
    action: "bots.manage",
    tag: "bots",
    summary: "Delete a bot connection; its chats go to operators",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "bot");
      return changeSettings(deps, call, "bot.delete", async (tx, now) => {
        const row = await deps.bots.findIn(tx, account, id);
        if (row !== null) refuseManaged(call, row);
        if (!(await deps.bots.remove(tx, account, id, now))) unknown("bot");
        return { result: null, changed: [{ kind: "bot", id }], target: `bot ${id}` };
      });
    },
  });
}
function rotateBot(app: FastifyInstance, deps: BotDeps): void {
  route(app, deps.auth, {
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
    handle: async (call) => {
      const { principal } = call;
      const account = principal.accountId;
      const id = idOf(call.params.id, "bot");
      return changeSettings(deps, call, "bot.rotate_secret", async (tx, now) => {
        refuseManaged(call, found(await deps.bots.findIn(tx, account, id), "bot"));
        const secret = generateSigningSecret();
        await deps.bots.rotateSecret(tx, account, id, secret, now);
        const row = found(await deps.bots.findIn(tx, account, id), "bot");
        return {
          result: { ...botWire(deps, principal, row), signing_secret: secret },
          changed: [{ kind: "bot", id }],
          target: `bot ${id}`,
        };
      });
    },
  });
}

function tokenTaken(): never {
  refuse("name_taken", "This token is in use with this provider already. Have the provider generate another one.", { field: "token" });
}
