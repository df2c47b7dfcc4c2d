import type { FastifyInstance } from "fastify";
import { Endpoint, Endpoints, EndpointsQuery, IdParams, EmptyBody } from "@parlour/protocol/api";
import {
  type EndpointRecord,
  listEndpoints,
  findEndpoint,
} from "../../store/settings/integrations/endpoint.ts";
import { pauseEndpoint, resumeEndpoint } from "../../store/settings/integrations/endpoint-pause.ts";
import { paginate } from "../kit/cursor.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type { EndpointPort } from "./endpoint-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface EndpointDeps extends RouteDeps {
  readonly endpoints: EndpointPort;
}

/** Registers state, waiting deliveries, pause and resume (API-051, CORE-122, WH-062). */
export function endpointRoutes(app: FastifyInstance, deps: EndpointDeps): void {
  listEndpointsRoute(app, deps);
  getEndpointRoute(app, deps);
  switchEndpointRoute(app, deps, "pause", "Pause an endpoint");
  switchEndpointRoute(app, deps, "resume", "Resume an endpoint");
}

function listEndpointsRoute(app: FastifyInstance, deps: EndpointDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/endpoints",
    action: "deliveries.read",
    tag: "endpoints",
    summary: "List endpoints",
    query: EndpointsQuery,
    status: 200,
    answer: Endpoints,
    handle: async ({ principal, query }) => {
      const { kind } = query;
      const rows = await listEndpoints(deps.reader, principal.accountId, {
        now: deps.clock.now(),
        kind,
      });
      const page = paginate("endpoints", rows, query);
      return { ...page, items: page.items.map(serializeEndpoint) };
    },
  });
}
function getEndpointRoute(app: FastifyInstance, deps: EndpointDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/endpoints/:id",
    action: "deliveries.read",
    tag: "endpoints",
    summary: "Get an endpoint",
    params: IdParams,
    status: 200,
    answer: Endpoint,
    handle: async ({ principal, params }) =>
      serializeEndpoint(
        requireFound(
          await findEndpoint(
            deps.reader,
            principal.accountId,
            parseId(params.id, "endpoint"),
            deps.clock.now(),
          ),
          "endpoint",
        ),
      ),
  });
}
function switchEndpointRoute(
  app: FastifyInstance,
  deps: EndpointDeps,
  operation: "pause" | "resume",
  summary: string,
): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/endpoints/:id/${operation}`,
    action: "deliveries.retry",
    tag: "endpoints",
    summary,
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: Endpoint,
    handle: async (context) => {
      const { accountId } = context.principal;
      const id = parseId(context.params.id, "endpoint");
      const endpoint = await changeSettings(
        deps,
        context,
        `endpoint.${operation}`,
        async (tx, now) => {
          const isKnown =
            operation === "pause"
              ? await pauseEndpoint(tx, accountId, id, now)
              : await resumeEndpoint(tx, accountId, id);
          if (!isKnown) rejectNotFound("endpoint");
          return {
            result: serializeEndpoint(
              requireFound(
                await findEndpoint(createTransactionReader(tx), accountId, id, now),
                "endpoint",
              ),
            ),
            changed: [{ kind: "endpoint", id }],
            target: `endpoint ${id}`,
          };
        },
      );
      deps.endpoints.wake();
      return endpoint;
    },
  });
}

function serializeEndpoint(row: EndpointRecord): Endpoint {
  const state =
    row.offAt !== null || !row.enabled ? "off" : row.pausedAt === null ? "on" : "paused";
  const failedAt = row.lastFailure?.at ?? null;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name ?? row.url,
    owner_id: row.ownerId,
    url: row.url,
    state,
    reason: row.offAt === null ? (row.enabled ? null : "disabled") : row.offReason,
    since: state === "off" ? row.offAt : row.pausedAt,
    queue: { pending: row.pending, oldest_at: row.oldestPendingAt, next_at: row.nextAttemptAt },
    waiting: { lanes: row.waiting, oldest_at: row.oldestWaitingAt },
    last_success_at: row.lastSuccessAt,
    last_failure: row.lastFailure === null ? null : { ...row.lastFailure },
    failing_since: row.failingSince,
    recent: { ...row.recent },
    secret_hint: row.secretHint,
    secret_created_at: row.secretCreatedAt,
    previous_secret_until: row.previousSecretUntil,
    last_used_at:
      row.lastSuccessAt === null || (failedAt !== null && failedAt > row.lastSuccessAt)
        ? failedAt
        : row.lastSuccessAt,
  };
}
