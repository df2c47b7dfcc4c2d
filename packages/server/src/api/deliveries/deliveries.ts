import type { FastifyInstance } from "fastify";
import {
  Deliveries,
  DeliveriesQuery,
  DeliveryWithAttempts,
  IdParams,
  EmptyBody,
  type DeliveryWithAttempts as Detail,
} from "@parlour/protocol/api";
import type { AttemptRecord } from "../../store/deliveries/delivery-record.ts";
import {
  type Principal,
  maskCredentials,
  maskDelivery,
  maskDeliveryWithAttempts,
  maskFor,
} from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { listDeliveries } from "../../store/deliveries/delivery-list.ts";
import { findDelivery } from "../../store/deliveries/delivery.ts";
import type { EndpointPort } from "./endpoint-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { parseTime } from "../../settings/texts.ts";

interface DeliveryDeps extends RouteDeps {
  readonly endpoints: EndpointPort;
}

/** Registers the routes of the delivery log (API-050, CORE-053, CH-086, CH-088). */
export function deliveryRoutes(app: FastifyInstance, deps: DeliveryDeps): void {
  listDeliveriesRoute(app, deps);
  getDeliveryRoute(app, deps);
  retryDeliveryRoute(app, deps);
}

function listDeliveriesRoute(app: FastifyInstance, deps: DeliveryDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/deliveries",
    action: "deliveries.read",
    tag: "deliveries",
    summary: "List deliveries",
    query: DeliveriesQuery,
    status: 200,
    answer: Deliveries,
    handle: async ({ principal, query }) => {
      const [position, endpointId] = decodeCursor("deliveries", query.cursor, 2);
      const page = await listDeliveries(deps.reader, principal.accountId, {
        limit: query.limit ?? 50,
        chatId: query.chat === undefined ? undefined : parseId(query.chat, "chat"),
        seq: query.seq === undefined ? undefined : Number(query.seq),
        endpointId: query.endpoint === undefined ? undefined : parseId(query.endpoint, "endpoint"),
        kind: query.kind,
        event: query.event,
        state: query.state,
        since: query.since === undefined ? undefined : parseTime(query.since, "since"),
        until: query.until === undefined ? undefined : parseTime(query.until, "until"),
        either: query.q === undefined ? undefined : parseId(query.q.replace("#", "")),
        after:
          position === undefined || endpointId === undefined ? undefined : { position, endpointId },
      });
      return {
        items: page.items.map((item) => maskFor(principal, maskDelivery, item)),
        next_cursor:
          page.next === null
            ? null
            : encodeCursor("deliveries", [page.next.position, page.next.endpointId]),
      };
    },
  });
}
function getDeliveryRoute(app: FastifyInstance, deps: DeliveryDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/deliveries/:id",
    action: "deliveries.read",
    tag: "deliveries",
    summary: "Get a delivery with its attempts",
    params: IdParams,
    status: 200,
    answer: DeliveryWithAttempts,
    handle: ({ principal, params }) =>
      loadDelivery(deps, principal, parseId(params.id, "delivery")),
  });
}
function retryDeliveryRoute(app: FastifyInstance, deps: DeliveryDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/deliveries/:id/retry",
    action: "deliveries.retry",
    tag: "deliveries",
    summary: "Retry a failed delivery",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: DeliveryWithAttempts,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, params } = context;
        const id = parseId(params.id, "delivery");
        const { state } = await loadDelivery(deps, principal, id);
        if (state !== "failed" && state !== "dead")
          refuse("not_deliverable", "Only a delivery that failed can be sent again.");
        await deps.endpoints.resend(principal.accountId, id);
        return loadDelivery(deps, principal, id);
      }),
  });
}

async function loadDelivery(deps: RouteDeps, principal: Principal, id: number): Promise<Detail> {
  const { delivery, attempts } = requireFound(
    await findDelivery(deps.reader, principal.accountId, id),
    "delivery",
  );
  return maskFor<Detail>(principal, maskDeliveryWithAttempts, {
    ...delivery,
    attempts_made: attempts.map(serializeAttempt),
  });
}

/** Serializes an attempt without credentials. */
function serializeAttempt(attempt: AttemptRecord): Detail["attempts_made"][number] {
  const { error, request, reply } = attempt;
  return {
    ...attempt,
    error: error === null ? null : { ...error },
    request:
      request === null
        ? null
        : { url: request.url, headers: maskCredentials(request.headers), body: request.body },
    reply: reply === null ? null : { headers: maskCredentials(reply.headers), body: reply.body },
  };
}
