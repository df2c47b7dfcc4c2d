import type { FastifyReply, FastifyRequest } from "fastify";
import { fail, Refusal, refuse } from "../../core/failure.ts";
import { JsonParseError, parseStrictJson } from "../../http/body/json.ts";
import { toClientKey } from "../../limits/client-key.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { ServicePort } from "../ports.ts";
import { handleRecorded, type InboundRules, type UpdateResult } from "./handle-recorded.ts";

/** A request of a service, as the request inspector shows it, and what to do with it. */
interface ReceivedUpdate {
  readonly request: FastifyRequest;
  readonly body: Buffer;
  readonly url: string;
  /** Headers whose values are not shown. */
  readonly secretHeaders: readonly string[];
  readonly rules: InboundRules;
  readonly handle: () => Promise<UpdateResult>;
}

/** Seconds after which the service repeats an update that could not be stored. */
const retryAfterS = 5;

/**
 * Handles an update of a service. Answers 200 after the message is flushed to disk, also if nothing
 * follows from the update, so that the service does not repeat it. Otherwise it answers 503.
 */
export async function receiveUpdate(
  deps: ServicePort,
  channel: ConnectorChannel,
  reply: FastifyReply,
  { request, secretHeaders, handle, ...update }: ReceivedUpdate,
): Promise<FastifyReply> {
  const headers = { ...request.headers };
  for (const name of secretHeaders) if (headers[name] !== undefined) headers[name] = "…";
  const shown = { method: request.method, headers, requestId: request.id, ...update };
  let answer: UpdateResult["answer"];
  const error = await handleRecorded(deps, channel, shown, async () => {
    const result = await handle();
    answer = result.answer;
    if (result.onAnswered !== undefined) reply.raw.once("finish", result.onAnswered);
    return result;
  });
  if (error === null)
    return answer !== undefined && "text" in answer
      ? reply.code(200).type(answer.type).send(answer.text)
      : reply.code(200).send(answer?.json ?? { ok: true });
  if (!(error instanceof Refusal) || error.failure.failure === "invalid_json") throw error;
  const { failure, message, retryAfterMs } = error.failure;
  const seconds = retryAfterMs === undefined ? retryAfterS : Math.ceil(retryAfterMs / 1_000);
  return reply
    .header("retry-after", String(Math.max(seconds, 1)))
    .code(503)
    .send({ error: { code: failure, message } });
}

/** Refuses an unknown channel and a wrong secret in the same way, and limits such requests. */
export async function refuseAddress(
  { limits }: ServicePort,
  request: FastifyRequest,
): Promise<never> {
  const quota = await limits.take("wrong_address", toClientKey(request.clientAddress));
  return quota.ok
    ? refuse("not_found", "Not found")
    : refuse("rate_limited", "Too many requests to wrong addresses.", {
        retryAfterMs: quota.retryAfterMs,
      });
}

/** Parses a JSON update. `findFault`: why a JSON value is no update, or null. */
export function parseJsonUpdate(
  body: Buffer,
  findFault: (update: unknown) => string | null,
): unknown {
  let update: unknown;
  try {
    update = parseStrictJson(body);
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error;
    throw new Refusal(fail("invalid_json", error.message));
  }
  const fault = findFault(update);
  if (fault === null) return update;
  throw new Refusal(fail("invalid_json", fault));
}
