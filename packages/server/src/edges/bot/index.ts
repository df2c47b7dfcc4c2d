import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountConfig, Clock, Write } from "../../core/ports.ts";
import { baseOf } from "../../http/base.ts";
import { readBody } from "../../http/body.ts";
import type { Edge } from "../../http/edge.ts";
import { withSupport } from "../../http/errors.ts";
import type { Limits } from "../../limits/index.ts";
import { openAddresses, type FindBot } from "./address.ts";
import { acceptedBody, BotFault, errorBody, overloaded, refusalOf, serverError, type BotRefusal } from "./answer.ts";
import { credentialsOf, severalCredentials, type AcceptedTokens } from "./authorization.ts";
import { within } from "./deadline.ts";
import { admit, type GateDeps } from "./gate.ts";
import { carryOut, readEvent, type InboundDeps } from "./inbound.ts";
import { answerWithinMs, mostUnderWay } from "./policy.ts";
import type { Received } from "./received.ts";
import { openRepeats, type Repeatable } from "./repeats.ts";

export type { BotAddress, FindBot } from "./address.ts";
export type { AcceptedTokens } from "./authorization.ts";
export type { Received } from "./received.ts";

export interface BotEdgeDeps extends Omit<InboundDeps, "repeats" | "write"> {
  /** CFG-012: `{bot_base_url}`. Its path is where the routes stand; a base without path answers on its own host only. */
  readonly botBaseUrl: string;
  readonly findBot: FindBot;
  readonly acceptedTokens: AcceptedTokens;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly write: Write;
  readonly limits: Limits;
  readonly clock: Clock;
  /** Hears every request on a known address, with its body as it came. */
  readonly onReceived?: (
    one: Received,
    more: { readonly body: Buffer | null; readonly request: FastifyRequest; readonly message: string | null },
  ) => void;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  readonly metrics: {
    counter(name: string, help: string, labels?: readonly string[]): { add(labels?: Readonly<Record<string, string>>): void };
  };
  readonly supportContact: () => string | null;
}
/** Interface B, inbound side. */
export interface BotEdge extends Edge {
  /** To be called for every `settings_changed` of an account. */
  forget(account: number): void;
}

export function botEdge(deps: BotEdgeDeps): BotEdge {
  const { limits, clock, log } = deps;
  const addresses = openAddresses(deps);
  const repeats = openRepeats(clock);
  const inbound: InboundDeps = { ...deps, repeats };
  const requests = deps.metrics.counter("bot_requests_total", "Requests of bot providers by what became of them", ["result"]);
  const base = baseOf(deps.botBaseUrl);
  const noted = new WeakMap<FastifyReply, Received>();
  const bodies = new WeakMap<FastifyReply, Buffer>();
  const gate: GateDeps = { ...deps, addresses, prefixLength: base.prefix.length, note: (reply, note) => void noted.set(reply, note) };
  let underWay = 0;

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const begunAt = clock.now();
    const bot = await within(clock, begunAt + answerWithinMs, admit(gate, request, reply));
    const note = noted.get(reply);
    if (note === undefined) throw new Error("a request passed the gate without its note");
    // A slow sender's time is not ours.
    const spentMs = clock.now() - begunAt;
    const bytes = await readBody(request.raw, limits.value("body_kib") * 1024);
    bodies.set(reply, bytes);
    const event = readEvent(bytes, note, (inBody) => severalCredentials(credentialsOf(request), inBody));
    const key = request.headers["idempotency-key"];
    const repeatable = key !== undefined || event.id === null ? null : (repeats.find(bot.botId, bytes) ?? repeats.begin(bot.botId, bytes));
    if (repeatable !== null) watchAnswer(repeatable, reply);
    const work = (): Promise<boolean> => carryOut(inbound, bot, event, { bytes, key, note, repeatable });
    const run = repeatable === null ? work() : repeatable.run(async () => void (await work()), isOurs).then(() => false);
    const isReplayed = await within(clock, clock.now() + answerWithinMs - spentMs, run);
    if (isReplayed) void reply.header("idempotent-replayed", "true");
    answer(reply, 200, acceptedBody, null);
  };

  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = refusalOf(error);
    const note = noted.get(reply);
    if (known === null)
      log.error({ err: error, requestId: request.id, account: note?.account ?? null, bot: note?.botId ?? null }, "bot.failed");
    const refusal = known ?? serverError;
    for (const [name, value] of Object.entries(refusal.headers ?? {})) void reply.header(name, value);
    const told = refusal.status >= 500 ? { ...refusal, message: withSupport(refusal.message, deps.supportContact()) } : refusal;
    answer(reply, refusal.status, errorBody(told), refusal);
  };
  const answer = (reply: FastifyReply, status: number, body: string, refusal: BotRefusal | null): void => {
    requests.add({ result: refusal?.code ?? "accepted" });
    void reply.code(status).header("content-type", "application/json; charset=utf-8").send(body);
    const note = noted.get(reply);
    if (note === undefined) return;
    note.status = status;
    note.code = refusal?.code ?? null;
    note.field = refusal?.field ?? null;
    note.rule = refusal?.rule ?? null;
    note.durationMs = clock.now() - note.at;
    deps.onReceived?.(note, { body: bodies.get(reply) ?? null, request: reply.request, message: refusal?.message ?? null });
    const { botId, requestId, ...rest } = note;
    log.info({ ...rest, bot: botId, requestId, warnings: note.warnings.map((one) => one.code) }, "bot.received");
  };

  return {
    name: "bot",
    routes(app) {
      app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
      app.route({
        ...base.route(app),
        // Read and answered right here: a refusal from a parser would cut the connection before a slow sender has seen the answer.
        onRequest(request, reply) {
          if (underWay >= mostUnderWay) return refuse(new BotFault(overloaded), request, reply);
          underWay++;
          void serve(request, reply)
            .catch((error: unknown) => refuse(error, request, reply))
            .finally(() => underWay--);
        },
        handler: () => Promise.reject(new Error("a bot's request is answered before its handler")),
      });
      return Promise.resolve();
    },
    forget: (account) => addresses.forget(account),
  };
}

/** A repeat learns what became of the first answer (BOT-085). */
function watchAnswer(repeatable: Repeatable, { raw }: FastifyReply): void {
  raw.once("finish", () => repeatable.answered(raw.statusCode));
  raw.once("close", () => {
    if (!raw.writableFinished) repeatable.lost();
  });
  // The sender may have gone while the body was read.
  if (raw.destroyed) repeatable.lost();
}

/** Whether the outcome is ours to repair: such work is done again when the request comes again (BOT-085). */
function isOurs(error: unknown): boolean {
  return (refusalOf(error) ?? serverError).status >= 500;
}
