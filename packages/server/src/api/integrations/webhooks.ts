import type { FastifyInstance } from "fastify";
import {
  IdParams,
  NewWebhook,
  NoContent,
  EmptyBody,
  PageQuery,
  defaultRatingWaitS,
  Webhook,
  WebhookPatch,
  webhookEvents,
  Webhooks,
  WebhookWithSecret,
} from "@parlour/protocol/api";
import {
  type WebhookRecord,
  listWebhooks,
  findWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
} from "../../store/settings/integrations/webhook.ts";
import { type Principal, can } from "../../auth/index.ts";
import { paginate } from "../kit/cursor.ts";
import { assertChannels } from "../../settings/references.ts";
import { assertAllowedUrl } from "./endpoint-validation.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { isWider, authorizeOutboundUrl } from "../kit/outbound-address.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import { changeSettings, assertNotManaged } from "../kit/change-settings.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface WebhookDeps extends RouteDeps {
  readonly outbound: OutboundPort;
}

/** Registers the routes for webhooks (WH-001, API-308). */
export function webhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  listWebhooksRoute(app, deps);
  getWebhookRoute(app, deps);
  createWebhookRoute(app, deps);
  changeWebhookRoute(app, deps);
  deleteWebhookRoute(app, deps);
  rotateWebhookRoute(app, deps);
}

function listWebhooksRoute(app: FastifyInstance, deps: WebhookDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/webhooks",
    action: "webhooks.read",
    tag: "webhooks",
    summary: "Webhooks, in the order of creation",
    query: PageQuery,
    status: 200,
    answer: Webhooks,
    handle: async ({ principal, query }) => {
      const page = paginate(
        "webhooks",
        await listWebhooks(deps.reader, principal.accountId),
        query,
      );
      return { ...page, items: page.items.map((row) => serializeWebhook(principal, row)) };
    },
  });
}
function getWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/webhooks/:id",
    action: "webhooks.read",
    tag: "webhooks",
    summary: "One webhook",
    params: IdParams,
    status: 200,
    answer: Webhook,
    handle: async ({ principal, params }) =>
      serializeWebhook(
        principal,
        requireFound(
          await findWebhook(deps.reader, principal.accountId, parseId(params.id, "webhook")),
          "webhook",
        ),
      ),
  });
}
function createWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/webhooks",
    fresh: true,
    action: "webhooks.manage",
    tag: "webhooks",
    summary: "Create a webhook; the signing secret is shown in this answer only",
    body: NewWebhook,
    status: 201,
    answer: WebhookWithSecret,
    handle: (context) => addWebhook(deps, context),
  });
}
async function addWebhook(
  deps: WebhookDeps,
  context: RequestContext<unknown, unknown, NewWebhook>,
): Promise<WebhookWithSecret> {
  const { principal, body } = context;
  const account = principal.accountId;
  const address = await authorizeOutboundUrl(deps, principal, body.url);
  await assertAllowedUrl(deps, principal, body.url, "url");
  return changeSettings(deps, context, "webhook.create", async (tx, now) => {
    await assertChannels(tx, account, body.channels);
    const secret = generateSigningSecret();
    const id = await createWebhook(
      tx,
      account,
      {
        url: body.url,
        enabled: body.enabled ?? true,
        events: body.events ?? webhookEvents,
        channels: body.channels ?? null,
        blocks: body.blocks ?? [],
        name: body.name ?? "",
        ratingWaitS: body.rating_wait_s ?? defaultRatingWaitS,
        secret,
        managed: false,
        createdBy: principal.operatorId,
        now,
      },
      deps.secrets.seal,
    );
    const row = requireFound(await findWebhook(readerForTransaction(tx), account, id), "webhook");
    return {
      result: { ...serializeWebhook(principal, row), signing_secret: secret },
      changed: [{ kind: "webhook", id }],
      target: `webhook ${id}`,
      opened: { address, by: `webhook ${id}` },
    };
  });
}
function changeWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/webhooks/:id",
    action: "webhooks.manage",
    tag: "webhooks",
    summary: "Change a webhook",
    params: IdParams,
    body: WebhookPatch,
    status: 200,
    answer: Webhook,
    handle: async (context) => {
      const { principal, body } = context;
      const account = principal.accountId;
      const id = parseId(context.params.id, "webhook");
      const current = requireFound(await findWebhook(deps.reader, account, id), "webhook");
      assertNotManaged(context, current);
      const address = sendsMoreData(current, body)
        ? await authorizeOutboundUrl(deps, principal, body.url ?? current.endpoint.url)
        : null;
      if (body.url !== undefined) await assertAllowedUrl(deps, principal, body.url, "url");
      return changeSettings(deps, context, "webhook.change", async (tx) => {
        await assertChannels(tx, account, body.channels);
        if (!(await updateWebhook(tx, account, id, { ...body, ratingWaitS: body.rating_wait_s })))
          rejectNotFound("webhook");
        const row = requireFound(
          await findWebhook(readerForTransaction(tx), account, id),
          "webhook",
        );
        return {
          result: serializeWebhook(principal, row),
          changed: [{ kind: "webhook", id }],
          target: `webhook ${id}: ${Object.keys(body).join(", ")}`,
          opened: address && { address, by: `webhook ${id}` },
        };
      });
    },
  });
}
/** Returns whether the patch sends texts to another URL, or more texts to the same one. */
function sendsMoreData(
  { endpoint, events, channels, blocks }: WebhookRecord,
  body: WebhookPatch,
): boolean {
  const isMoved = body.url !== undefined && body.url !== endpoint.url;
  return (
    isMoved ||
    isWider(events, body.events) ||
    isWider(channels, body.channels) ||
    isWider(blocks, body.blocks)
  );
}
function deleteWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/webhooks/:id",
    action: "webhooks.manage",
    tag: "webhooks",
    summary: "Delete a webhook; what is pending is dropped",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "webhook");
      return changeSettings(deps, context, "webhook.delete", async (tx, now) => {
        const row = await findWebhook(readerForTransaction(tx), account, id);
        if (row !== null) assertNotManaged(context, row);
        if (!(await deleteWebhook(tx, account, id, now))) rejectNotFound("webhook");
        return { result: null, changed: [{ kind: "webhook", id }], target: `webhook ${id}` };
      });
    },
  });
}
function rotateWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/webhooks/:id/rotate",
    fresh: true,
    action: "webhooks.manage",
    tag: "webhooks",
    summary: "New signing secret; the old one signs beside it 24 h more",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: WebhookWithSecret,
    handle: async (context) => {
      const { principal } = context;
      const account = principal.accountId;
      const id = parseId(context.params.id, "webhook");
      return changeSettings(deps, context, "webhook.rotate_secret", async (tx, now) => {
        assertNotManaged(
          context,
          requireFound(await findWebhook(readerForTransaction(tx), account, id), "webhook"),
        );
        const secret = generateSigningSecret();
        await rotateWebhookSecret(tx, account, id, secret, deps.secrets.seal, now);
        const row = requireFound(
          await findWebhook(readerForTransaction(tx), account, id),
          "webhook",
        );
        return {
          result: { ...serializeWebhook(principal, row), signing_secret: secret },
          changed: [{ kind: "webhook", id }],
          target: `webhook ${id}`,
        };
      });
    },
  });
}

function serializeWebhook(principal: Principal, row: WebhookRecord): Webhook {
  const { endpoint } = row;
  return {
    id: row.id,
    name: row.name,
    endpoint_id: endpoint.endpointId,
    url: endpoint.url,
    enabled: row.enabled,
    events: [...row.events],
    channels: row.channels === null ? null : [...row.channels],
    blocks: [...row.blocks],
    rating_wait_s: row.ratingWaitS,
    off: row.off === null ? null : { ...row.off },
    secret_hint: can(principal, "webhooks.manage") ? endpoint.secretHint : "",
    secret_created_at: endpoint.secretCreatedAt,
    last_used_at: endpoint.lastUsedAt,
    last_success_at: endpoint.lastSuccessAt,
    last_failure: endpoint.lastFailure === null ? null : { ...endpoint.lastFailure },
    created_at: row.createdAt,
    managed: row.managed,
  };
}
