import type { FastifyInstance } from "fastify";
import { BotTest, BotTestAttempt, IdParams, Samples, TestBot, TestWebhook, WebhookTestAttempt } from "@parlour/protocol/api";
import { attemptWire } from "./attempt-wire.ts";
import type { Deps, WebhookTried } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route } from "./route.ts";
import { onceAround } from "./settings.ts";

type TestDeps = Pick<Deps, "auth" | "rights" | "bots" | "webhooks" | "tests" | "change" | "once" | "clock">;

/**
 * Registers test events to bots and webhooks, and their samples (API-053, BOT-087, WH-070).
 * Channels use `POST /channels/{id}/test`.
 */
export function testEventRoutes(app: FastifyInstance, deps: TestDeps): void {
  samples(app, deps);
  testBot(app, deps);
  readBotTest(app, deps);
  testWebhook(app, deps);
}

function samples(app: FastifyInstance, deps: TestDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/samples",
    action: "deliveries.read",
    tag: "tests",
    summary: "The sample of every event, for test events",
    status: 200,
    answer: Samples,
    handle: ({ principal }) =>
      Promise.resolve({ items: deps.tests.samples(principal.accountId).map((one) => ({ ...one, sample: { ...one.sample } })) }),
  });
}
function testBot(app: FastifyInstance, deps: TestDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/bots/:id/test",
    action: "bots.manage",
    tag: "tests",
    summary: "Send one test event to a bot",
    params: IdParams,
    body: TestBot,
    status: 200,
    answer: BotTestAttempt,
    handle: (call) =>
      onceAround(deps, call, async () => {
        const { accountId } = call.principal;
        const { endpoint, id } = found(await deps.bots.find(accountId, idOf(call.params.id, "bot")), "bot");
        const { event, sample } = call.body;
        const tried = await found(deps.tests.bot ?? null, "edge for bots")(accountId, endpoint.endpointId, event, sample);
        return { ...attemptWire(tried, deps.rights.hideCredentials), ...(await latestTest(deps, accountId, id)) };
      }),
  });
}
function readBotTest(app: FastifyInstance, deps: TestDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/bots/:id/test",
    action: "bots.manage",
    tag: "tests",
    summary: "The latest test of a bot and what the bot posted for it",
    params: IdParams,
    status: 200,
    answer: BotTest,
    handle: async ({ principal, params }) => {
      const { id } = found(await deps.bots.find(principal.accountId, idOf(params.id, "bot")), "bot");
      return latestTest(deps, principal.accountId, id);
    },
  });
}
async function latestTest({ tests, clock }: TestDeps, account: number, botId: number): Promise<BotTest> {
  const test = await found(tests.botTest ?? null, "edge for bots")(account, botId);
  if (test === null) return { started_at: null, open_until: null, is_open: false, posts: [] };
  return {
    started_at: new Date(test.startedAt).toISOString(),
    open_until: new Date(test.openUntil).toISOString(),
    is_open: test.openUntil > clock.now(),
    posts: test.posts.map(({ message, warnings, error, ...post }) => ({
      ...post,
      message: message && { ...message, buttons: message.buttons.map((button) => ({ ...button })) },
      warnings: warnings.map((one) => ({ ...one })),
      error: error && { ...error },
    })),
  };
}
function testWebhook(app: FastifyInstance, deps: TestDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/webhooks/:id/test",
    action: "webhooks.manage",
    tag: "tests",
    summary: "Send one test event to a webhook and show what its reply means",
    params: IdParams,
    body: TestWebhook,
    status: 200,
    answer: WebhookTestAttempt,
    handle: (call) =>
      onceAround(deps, call, async () => {
        const { accountId } = call.principal;
        const { endpoint } = found(await deps.webhooks.find(accountId, idOf(call.params.id, "webhook")), "webhook");
        const { event, sample } = call.body;
        const tried = await found(deps.tests.webhook ?? null, "edge for webhooks")(accountId, endpoint.endpointId, event, sample);
        return {
          ...attemptWire(tried, deps.rights.hideCredentials),
          result_ok: tried.isOk,
          data: dataWire(tried.data),
          note: tried.note && { ...tried.note },
        };
      }),
  });
}

function dataWire(data: WebhookTried["data"]): WebhookTestAttempt["data"] {
  if (data === null) return null;
  const { name = null, phone = null, email = null } = data.contacts;
  return {
    contact_info: { name, phone, email },
    custom_data: data.customData === null ? null : data.customData.map(({ title, content, link, key }) => ({ title, content, link, key })),
    enable_assign: data.assign,
    crm_link: data.crmLink,
    page: data.page && { ...data.page },
  };
}
