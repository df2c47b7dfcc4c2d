import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  BotTest,
  BotTestAttempt,
  IdParams,
  Samples,
  TestBot,
  TestWebhook,
  WebhookTestAttempt,
} from "@parlour/protocol/api";
import { serializeTestAttempt } from "./test-attempt-serializer.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { maskCredentials } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import { listUsableClaims } from "../../core/field-values.ts";
import { findBot } from "../../store/settings/integrations/bot.ts";
import { webhookStore } from "../../store/settings/integrations/webhook.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { TestPort, WebhookTestOutcome } from "./test-port.ts";

interface TestEventDeps extends RouteDeps {
  readonly tests: TestPort;
}

/** Registers test events of bots and webhooks (API-053, BOT-087, WH-070), and samples. */
export function testEventRoutes(app: FastifyInstance, deps: TestEventDeps): void {
  samplesRoute(app, deps);
  testBotRoute(app, deps);
  readBotTestRoute(app, deps);
  testWebhookRoute(app, deps);
}

function samplesRoute(app: FastifyInstance, deps: TestEventDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/samples",
    action: "deliveries.read",
    tag: "tests",
    summary: "List sample events",
    status: 200,
    answer: Samples,
    handle: ({ principal }) =>
      Promise.resolve({
        items: deps.tests
          .samples(principal.accountId)
          .map((item) => ({ ...item, sample: { ...item.sample } })),
      }),
  });
}
function testBotRoute(app: FastifyInstance, deps: TestEventDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/bots/:id/test",
    action: "bots.manage",
    tag: "tests",
    summary: "Send a test event to a bot",
    params: IdParams,
    body: TestBot,
    status: 200,
    answer: BotTestAttempt,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { accountId } = context.principal;
        const { facts, id } = requireFound(
          await findBot(deps.sql, accountId, parseId(context.params.id, "bot")),
          "bot",
        );
        const { event, sample } = context.body;
        const attempt = await requireFound(deps.tests.bot ?? null, "edge for bots")(
          accountId,
          facts.endpoint.endpointId,
          event,
          sample,
        );
        return {
          ...serializeTestAttempt(attempt, maskCredentials),
          ...(await loadLatestTest(deps, accountId, id)),
        };
      }),
  });
}
function readBotTestRoute(app: FastifyInstance, deps: TestEventDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/bots/:id/test",
    action: "bots.manage",
    tag: "tests",
    summary: "Get the latest test of a bot",
    params: IdParams,
    status: 200,
    answer: BotTest,
    handle: async ({ principal, params }) => {
      const { id } = requireFound(
        await findBot(deps.sql, principal.accountId, parseId(params.id, "bot")),
        "bot",
      );
      return loadLatestTest(deps, principal.accountId, id);
    },
  });
}
async function loadLatestTest(
  { tests, clock }: TestEventDeps,
  account: number,
  botId: number,
): Promise<BotTest> {
  const test = await requireFound(tests.botTest ?? null, "edge for bots")(account, botId);
  if (test === null) return { started_at: null, open_until: null, is_open: false, posts: [] };
  return {
    started_at: new Date(test.startedAt).toISOString(),
    open_until: new Date(test.openUntil).toISOString(),
    is_open: test.openUntil > clock.now(),
    posts: test.posts.map(({ message, warnings, error, ...post }) => ({
      ...post,
      message: message && { ...message, buttons: message.buttons.map((button) => ({ ...button })) },
      warnings: warnings.map((item) => ({ ...item })),
      error: error && { ...error },
    })),
  };
}
function testWebhookRoute(app: FastifyInstance, deps: TestEventDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/webhooks/:id/test",
    action: "webhooks.manage",
    tag: "tests",
    summary: "Send a test event to a webhook",
    params: IdParams,
    body: TestWebhook,
    status: 200,
    answer: WebhookTestAttempt,
    handle: (context) => runIdempotent(deps, context, () => testWebhook(deps, context)),
  });
}
async function testWebhook(
  deps: TestEventDeps,
  { principal, params, body }: ResourceRequestContext<Static<typeof TestWebhook>>,
): Promise<WebhookTestAttempt> {
  const { accountId } = principal;
  const id = parseId(params.id, "webhook");
  const [webhook = null] = await webhookStore.list(deps.reader, accountId, { id });
  const { endpoint } = requireFound(webhook, "webhook").facts;
  const { event, sample } = body;
  const attempt = await requireFound(deps.tests.webhook ?? null, "edge for webhooks")(
    accountId,
    endpoint.endpointId,
    event,
    sample,
  );
  return {
    ...serializeTestAttempt(attempt, maskCredentials),
    result_ok: attempt.isOk,
    data: attempt.data && serializeData(attempt.data, await deps.config(accountId)),
    note: attempt.note && { ...attempt.note },
  };
}

function serializeData(
  data: NonNullable<WebhookTestOutcome["data"]>,
  config: AccountConfig,
): WebhookTestAttempt["data"] {
  const { name = null, phone = null, email = null } = data.contacts;
  return {
    contact_info: { name, phone, email },
    custom_data:
      data.customData === null
        ? null
        : data.customData.map(({ title, content, link, key }) => ({ title, content, link, key })),
    enable_assign: data.assign,
    crm_link: data.crmLink,
    page: data.page && { ...data.page },
    fields:
      data.fields &&
      Object.fromEntries(
        listUsableClaims(config, data.fields).map(({ key, value }) => [
          key,
          typeof value === "object" ? [...value] : value,
        ]),
      ),
  };
}
