import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { fail, Refusal } from "../../../core/failure.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import { compressedBodyText, getMediaType, notJsonText } from "../../../http/body/media-type.ts";
import type { Limits } from "../../../limits/index.ts";
import type { ChannelAddress } from "./address-cache.ts";
import type { InboundRoute } from "./route.ts";

export interface AuthorizeDeps {
  readonly limits: Limits;
  readonly clock: { monotonic(): number };
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Counts requests to addresses that belong to no channel. */
  readonly unknownAddressCounter: { add(labels: { readonly answer: string }): void };
}

/** Checks the method of a request to a known channel. Null: it is valid. */
export function checkMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  route: InboundRoute,
): Refusal | null {
  const methods = route.isStatusQuery ? ["GET", "HEAD"] : ["POST"];
  if (!methods.includes(request.method)) {
    void reply.header("allow", methods.join(", "));
    return new Refusal(
      fail(
        "method_not_allowed",
        `${request.method} is not possible here; allowed: ${methods.join(", ")}.`,
      ),
    );
  }
  return null;
}

/**
 * Returns the constant refusal, or 429 after too many wrong addresses from this client (CH-112).
 */
export async function rejectUnknownAddress(
  { limits, log, unknownAddressCounter }: AuthorizeDeps,
  request: FastifyRequest,
): Promise<Refusal> {
  const address = toClientKey(request.clientAddress);
  const quota = await limits.take("wrong_address", address);
  unknownAddressCounter.add({ answer: quota.ok ? "404" : "429" });
  if (!quota.ok)
    return new Refusal(
      fail("rate_limited", "Too many requests to wrong addresses.", {
        retryAfterMs: quota.retryAfterMs,
      }),
    );
  log.info({ address, requestId: request.id }, "channel.wrong_address");
  return new Refusal(fail("not_found", "Not found"));
}

/** Refuses requests to an account that is at another installation. Null: it is here. */
export const checkMoved = ({ movedTo }: ChannelAddress): Refusal | null =>
  movedTo
    ? new Refusal(
        fail("account_moved", "This account has moved. Follow the header Location.", { movedTo }),
      )
    : null;

/** Checks the content type of a message (CH-032). Null: it is valid. */
export function checkContentType({
  headers,
}: {
  readonly headers: IncomingHttpHeaders;
}): Refusal | null {
  const type = getMediaType(headers);
  if (type === null) return new Refusal(fail("unsupported_media_type", compressedBodyText));
  return type === "" || type === "application/json" || jsonTypes.test(type)
    ? null
    : new Refusal(fail("unsupported_media_type", notJsonText));
}
const jsonTypes =
  /^(?:application\/(?:json|[\w.!#$&^-]+\+json|x-www-form-urlencoded)|text\/(?:json|plain))$/i;

/** Converts the error of a lookup. Not a Refusal: the database is unavailable (CH-037). */
export function toLookupRefusal(log: AuthorizeDeps["log"], error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  log.error({ err: error }, "channel.lookup_failed");
  return new Refusal(fail("temporarily_unavailable", "Messages cannot be accepted at the moment."));
}
