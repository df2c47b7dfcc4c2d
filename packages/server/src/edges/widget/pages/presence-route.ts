import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  widgetPresenceRequests,
  type LeftRequest,
  type PresentRequest,
} from "@parlour/protocol/widget";
import { Compile, type Validator } from "typebox/compile";
import { refuse, Refusal } from "../../../core/failure.ts";
import { readBody } from "../../../http/body/body.ts";
import { parseJson } from "../../../http/body/json.ts";
import { toValidationFailure } from "../../../http/errors.ts";
import { WidgetRefusedError } from "../session/handshake.ts";
import type { Limits } from "../../../limits/index.ts";
import { TryLaterError } from "../session/identity.ts";
import type { PagePresence } from "./presence.ts";

type PresenceRequest = PresentRequest | LeftRequest;
interface PresenceRouteDeps {
  readonly limits: Limits;
}

/** Compiled for the first request, because a start should not wait for it (PERF-12). */
const validators: Partial<Record<keyof typeof widgetPresenceRequests, Validator>> = {};

/** `POST {base}/presence` (WG-215). JSON as `text/plain` needs no preflight request. */
export async function presenceRoute(
  app: FastifyInstance,
  prefix: string,
  deps: PresenceRouteDeps,
  presence: PagePresence,
): Promise<void> {
  await app.register(async (route) => {
    route.addContentTypeParser("text/plain", (_request, payload, done) => {
      readBody(payload as FastifyRequest["raw"], deps.limits.value("frame_kib") * 1024)
        .then((bytes) => done(null, parseJson(bytes)))
        .catch(done);
    });
    route.post(`${prefix}/presence`, {
      // Every open page sends these requests regularly, so they are not logged.
      config: { hot: true },
      // The header is set on refusals too, so that the page can distinguish a refusal from a failed
      // connection.
      onRequest: (_request, reply, done) => {
        void reply
          .header("access-control-allow-origin", "*")
          .header("cross-origin-resource-policy", "cross-origin")
          .header("cache-control", "no-store")
          .header("x-content-type-options", "nosniff");
        done();
      },
      handler: (request, reply) => handlePresence(presence, request, reply),
    });
  });
}

async function handlePresence(
  presence: PagePresence,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const body = parseRequest(request.body);
  if (body.type === "left") {
    presence.leave(body);
    return void reply.code(204).send();
  }
  const { origin = "", "user-agent": userAgent = "" } = request.headers;
  try {
    await reply.send(
      await presence.renew(body, { address: request.clientAddress, userAgent, origin }),
    );
  } catch (error) {
    if (error instanceof WidgetRefusedError)
      refuse("forbidden", `The widget does not start here: ${error.message}.`);
    if (error instanceof TryLaterError)
      refuse("rate_limited", `Try again later: ${error.message}.`, { retryAfterMs: retryDelayMs });
    throw error;
  }
}
const retryDelayMs = 30_000;

/** Validates the body. Throws `invalid_request` and names the first invalid field. */
function parseRequest(body: unknown): PresenceRequest {
  const { type } = (body ?? {}) as { readonly type?: unknown };
  if (type === undefined)
    throw new Refusal(
      toValidationFailure({ instancePath: "", params: { missingProperty: "type" } }),
    );
  if (type !== "present" && type !== "left")
    throw new Refusal(toValidationFailure({ instancePath: "/type", keyword: "enum" }));
  const validator = (validators[type] ??= Compile(widgetPresenceRequests[type]));
  if (validator.Check(body)) return body as PresenceRequest;
  const [validationError] = validator.Errors(body);
  throw new Refusal(toValidationFailure(validationError));
}
