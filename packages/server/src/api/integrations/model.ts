import type { FastifyInstance } from "fastify";
import {
  EmptyBody,
  ModelPassages,
  ModelTest,
  ModelUsage,
  ModelUsageQuery,
  type ModelSettingsPatch,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import { modelResource } from "../../settings/integrations/model.ts";
import { assertAllowedUrl } from "./endpoint-validation.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { authorizeOutboundUrl, type OutboundAddress } from "../kit/outbound-address.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { findModel } from "../../store/model/model.ts";
import { readPassageProgress, type PassageProgress } from "../../store/passages/source.ts";
import { readModelUsage, type ModelUsageRow } from "../../store/model/usage.ts";
import { singleResourceRoutes } from "../settings/single-resource-routes.ts";

interface ModelDeps extends RouteDeps {
  readonly outbound: OutboundPort;
  /** Sends small requests to the models of the account. */
  readonly modelTest: (account: number) => Promise<ModelTest["checks"]>;
}

/** Registers the routes of the model (MODEL-001). */
export function modelRoutes(app: FastifyInstance, deps: ModelDeps): void {
  singleResourceRoutes(app, deps, modelResource, {
    async prepare({ principal }, body, { model, server, translator }) {
      const { base_url, translate_url, log_values } = body as ModelSettingsPatch;
      if (log_values === true && !model.log_values && principal.role !== "owner")
        refuse("forbidden", "Only an owner can let the delivery log have masked values.", {
          field: "log_values",
        });
      const opened: OutboundAddress[] = [];
      for (const [field, url, before] of [
        ["base_url", base_url, server],
        ["translate_url", translate_url, translator],
      ] as const) {
        if (url === undefined || url === null) continue;
        if (url !== before?.url) opened.push(await authorizeOutboundUrl(deps, principal, url));
        await assertAllowedUrl(deps, principal, { url, field, secure: "https" });
      }
      const [first] = opened;
      // One email to each owner names both.
      return first ? { ...first, label: opened.map(({ label }) => label).join(", ") } : null;
    },
  });
  passagesRoute(app, deps);
  usageRoute(app, deps);
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/model/test",
    action: "account.manage",
    tag: "model",
    summary: "Test the model",
    body: EmptyBody,
    status: 200,
    answer: ModelTest,
    handle: (context) =>
      runIdempotent(deps, context, async () => ({
        checks: await deps.modelTest(context.principal.accountId),
      })),
  });
}

function passagesRoute(app: FastifyInstance, deps: ModelDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/model/passages",
    action: "account.manage",
    tag: "model",
    summary: "Get the progress of the passages",
    status: 200,
    answer: ModelPassages,
    async handle({ principal: { accountId } }) {
      const { model } = await findModel(deps.reader, accountId);
      if (model.endpointId === null || model.embedding_model === null)
        return {
          state: "off" as const,
          ready: 0,
          total: 0,
          problem: null,
          message: null,
          next_at: null,
        };
      const progress = await readPassageProgress(deps.reader, accountId, model.embedding_model);
      const { nextAt, ...rest } = progress;
      return { state: toState(progress), ...rest, next_at: nextAt };
    },
  });
}
function toState({ ready, total, problem }: PassageProgress): ModelPassages["state"] {
  if (total === 0) return "empty";
  if (ready === total) return "ready";
  return problem === null ? "building" : "failed";
}

const dayMs = 86_400_000;
const defaultDays = 30;

function usageRoute(app: FastifyInstance, deps: ModelDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/model/usage",
    action: "account.manage",
    tag: "model",
    summary: "Get the use of the model",
    query: ModelUsageQuery,
    status: 200,
    answer: ModelUsage,
    async handle({ principal: { accountId }, query: { days = defaultDays } }) {
      const today = Math.floor(deps.clock.now() / dayMs) * dayMs;
      const since = today - (days - 1) * dayMs;
      const [{ model }, byDay, byHour] = await Promise.all([
        findModel(deps.reader, accountId),
        readModelUsage(deps.reader, accountId, { unit: "day", since }),
        readModelUsage(deps.reader, accountId, { unit: "hour", since: today }),
      ]);
      return {
        currency: model.prices.currency,
        tokens_today: byHour.reduce((sum, row) => sum + row.tokensSent + row.tokensReceived, 0),
        tokens_per_day: model.budget.tokens_per_day,
        days: byDay.map((row) => ({ day: row.at.slice(0, 10), ...serializeUse(row) })),
        hours: byHour.map((row) => ({ hour: row.at, ...serializeUse(row) })),
      };
    },
  });
}
const serializeUse = (row: ModelUsageRow) => ({
  purpose: row.purpose,
  requests: row.requests,
  failed: row.failed,
  tokens_sent: row.tokensSent,
  tokens_received: row.tokensReceived,
  cost: row.cost,
});
