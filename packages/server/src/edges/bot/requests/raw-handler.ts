import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../../core/command.ts";
import { readBody } from "../../../http/body/body.ts";
import type { BotAddress } from "./address-cache.ts";
import { BotRefusalError, overloadedRefusal, gatewayTimeoutRefusal } from "../responses.ts";
import { readBotCredentials, checkCredentialConflict } from "./authorization.ts";
import type { PendingRequests } from "./pending-requests.ts";
import type { IncomingEvent } from "../format/parse-event.ts";
import { authorizeRequest, type AuthorizeDeps } from "./authorize.ts";
import { handleEvent, type HandleEventDeps } from "./handle-event.ts";
import { parseBody } from "./parse-body.ts";
import { responseTimeoutMs, maxConcurrentRequests } from "../retry-policy.ts";
import type { RequestRecord } from "./request-record.ts";
import { recordRefusedTestPost, type TestChatDeps } from "../test-chat.ts";

export interface RawHandlerDeps {
  readonly authorize: Omit<AuthorizeDeps, "attachRecord">;
  readonly events: HandleEventDeps;
  readonly pendingRequests: PendingRequests;
}

/**
 * Creates the handler that runs before Fastify parses a request. It reads the body and responds
 * itself. A refusal from a Fastify body parser would close the connection before a slow sender has
 * read the response. Requests above `maxConcurrentRequests` are refused unread (BOT-081).
 */
export function createRawHandler(
  deps: RawHandlerDeps,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const { pendingRequests } = deps;
  const authorizeDeps: AuthorizeDeps = {
    ...deps.authorize,
    attachRecord: (reply, note) => pendingRequests.attachRecord(reply, note),
  };
  let activeRequests = 0;
  return (request, reply) => {
    if (activeRequests >= maxConcurrentRequests)
      return pendingRequests.sendRefusal(new BotRefusalError(overloadedRefusal), request, reply);
    activeRequests++;
    void handleRequest(deps, authorizeDeps, request, reply)
      .catch((error: unknown) => pendingRequests.sendRefusal(error, request, reply))
      .finally(() => activeRequests--);
  };
}

async function handleRequest(
  { events, pendingRequests }: RawHandlerDeps,
  authorizeDeps: AuthorizeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { clock, limits, repeats } = events;
  const startedAt = clock.now();
  const bot = await withDeadline(
    clock,
    startedAt + responseTimeoutMs,
    authorizeRequest(authorizeDeps, request, reply),
  );
  const record = pendingRequests.getRecord(reply);
  if (record === undefined) throw new Error("a request passed the gate without its note");
  // The time in which the body was received does not count.
  const spentMs = clock.now() - startedAt;
  const bytes = await readBody(request.raw, limits.value("body_kib") * 1024);
  pendingRequests.attachBody(reply, bytes);
  const event = await parseOrRecord(events, bot, record, () =>
    parseBody(bytes, record, (inBody) =>
      checkCredentialConflict(readBotCredentials(request), inBody),
    ),
  );
  const key = request.headers["idempotency-key"];
  const repeatKey = key !== undefined || event.id === null ? null : repeats.find(bot.botId, bytes);
  if (repeatKey !== null)
    reply.raw.once("finish", () => repeatKey.onAnswered(reply.raw.statusCode));
  const isReplayed = await withDeadline(
    clock,
    clock.now() + responseTimeoutMs - spentMs,
    handleEvent(events, bot, event, { bytes, key, note: record, repeatKey }),
  );
  if (isReplayed) void reply.header("idempotent-replayed", "true");
  pendingRequests.sendAccepted(reply);
}

/**
 * Parses the event. If the event is invalid and belongs to an open test, shows the refusal in the
 * test (BOT-090).
 */
async function parseOrRecord(
  deps: TestChatDeps,
  bot: BotAddress,
  record: RequestRecord,
  parse: () => IncomingEvent,
): Promise<IncomingEvent> {
  try {
    return parse();
  } catch (error) {
    await recordRefusedTestPost(deps, bot, record, error);
    throw error;
  }
}

/**
 * Resolves to the result of the operation. Rejects with BotRefusalError `gateway_timeout` at the
 * given time (ms since 1970), while the operation continues (BOT-081).
 */
function withDeadline<T>(clock: Clock, at: number, operation: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.scheduleAt(at, () => reject(new BotRefusalError(gatewayTimeoutRefusal)));
    operation.then(resolve, reject).finally(cancel);
  });
}
