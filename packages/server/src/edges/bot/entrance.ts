import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../core/command.ts";
import { readBody } from "../../http/body.ts";
import type { Limits } from "../../limits/index.ts";
import type { BotAddress } from "./address.ts";
import { BotFault, overloaded, refusalOf, serverError } from "./answer.ts";
import { credentialsOf, severalCredentials } from "./authorization.ts";
import { within } from "./deadline.ts";
import type { Exchanges } from "./exchanges.ts";
import type { Incoming } from "./format/incoming.ts";
import { admit, type GateDeps } from "./gate.ts";
import { carryOut, readEvent, type InboundDeps } from "./inbound.ts";
import { answerWithinMs, mostUnderWay } from "./policy.ts";
import type { Received } from "./received.ts";
import type { Repeatable } from "./repeats.ts";
import { recordRefusedTestPost, type TestChatDeps } from "./test-chat.ts";

export interface EntranceDeps extends Omit<GateDeps, "note">, InboundDeps {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly exchanges: Exchanges;
}

/**
 * Creates the handler that runs before Fastify parses a request. It reads and answers the request
 * itself: a refusal from a body parser would close the connection before a slow sender has read the
 * response. Requests above `maxConcurrentRequests` are refused without reading them (BOT-081).
 */
export function openEntrance(deps: EntranceDeps): (request: FastifyRequest, reply: FastifyReply) => void {
  const { exchanges } = deps;
  const gate: GateDeps = { ...deps, note: (reply, note) => exchanges.note(reply, note) };
  let underWay = 0;
  return (request, reply) => {
    if (underWay >= mostUnderWay) return exchanges.refuse(new BotFault(overloaded), request, reply);
    underWay++;
    void serve(deps, gate, request, reply)
      .catch((error: unknown) => exchanges.refuse(error, request, reply))
      .finally(() => underWay--);
  };
}

async function serve(deps: EntranceDeps, gate: GateDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { clock, limits, exchanges, repeats } = deps;
  const begunAt = clock.now();
  const bot = await within(clock, begunAt + answerWithinMs, admit(gate, request, reply));
  const note = exchanges.noteOf(reply);
  if (note === undefined) throw new Error("a request passed the gate without its note");
  // The time that a slow sender needs does not count.
  const spentMs = clock.now() - begunAt;
  const bytes = await readBody(request.raw, limits.value("body_kib") * 1024);
  exchanges.read(reply, bytes);
  const event = await readOrRecord(deps, bot, note, () =>
    readEvent(bytes, note, (inBody) => severalCredentials(credentialsOf(request), inBody)),
  );
  const key = request.headers["idempotency-key"];
  const repeatable = key !== undefined || event.id === null ? null : (repeats.find(bot.botId, bytes) ?? repeats.begin(bot.botId, bytes));
  if (repeatable !== null) watchAnswer(repeatable, reply);
  const work = (): Promise<boolean> => carryOut(deps, bot, event, { bytes, key, note, repeatable });
  const run = repeatable === null ? work() : repeatable.run(async () => void (await work()), isOurs).then(() => false);
  const isReplayed = await within(clock, clock.now() + answerWithinMs - spentMs, run);
  if (isReplayed) void reply.header("idempotent-replayed", "true");
  exchanges.accept(reply);
}

/**
 * Parses the event. If it is refused and belongs to the open test, the refusal is shown there
 * (BOT-090).
 */
async function readOrRecord(deps: TestChatDeps, bot: BotAddress, note: Received, read: () => Incoming): Promise<Incoming> {
  try {
    return read();
  } catch (error) {
    await recordRefusedTestPost(deps, bot, note, error);
    throw error;
  }
}

/** Reports whether the response was sent, for the detection of repeats (BOT-085). */
function watchAnswer(repeatable: Repeatable, { raw }: FastifyReply): void {
  raw.once("finish", () => repeatable.answered(raw.statusCode));
  raw.once("close", () => {
    if (!raw.writableFinished) repeatable.lost();
  });
  // The sender may have disconnected while the body was read.
  if (raw.destroyed) repeatable.lost();
}

/**
 * Returns whether the failure is the server's. Such a request is executed again when it is repeated
 * (BOT-085).
 */
function isOurs(error: unknown): boolean {
  return (refusalOf(error) ?? serverError).status >= 500;
}
