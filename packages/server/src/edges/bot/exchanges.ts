import type { FastifyReply, FastifyRequest } from "fastify";
import { withSupport } from "../../http/errors.ts";
import { acceptedBody, errorBody, refusalOf, serverError, type BotRefusal } from "./answer.ts";
import type { Received } from "./received.ts";

export interface ExchangesDeps {
  readonly clock: { now(): number };
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  readonly supportContact: () => string | null;
  /** Counts a finished request by its result. */
  readonly count: (result: string) => void;
  /** Called for every finished request on a known address, with its raw body. */
  readonly onReceived?: (
    one: Received,
    more: { readonly body: Buffer | null; readonly request: FastifyRequest; readonly message: string | null },
  ) => void;
}
/** Requests without a response yet, their records and their responses (BOT-080, BOT-081). */
export interface Exchanges {
  /** Attaches the record of a request. A request without a record is answered but not logged. */
  note(reply: FastifyReply, note: Received): void;
  noteOf(reply: FastifyReply): Received | undefined;
  /** Attaches the raw body. */
  read(reply: FastifyReply, bytes: Buffer): void;
  accept(reply: FastifyReply): void;
  /** Answers an error: a refusal by its table, any other error with 500. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
}

export function openExchanges(deps: ExchangesDeps): Exchanges {
  const { log, supportContact } = deps;
  const notes = new WeakMap<FastifyReply, Received>();
  const bodies = new WeakMap<FastifyReply, Buffer>();

  const answer = (reply: FastifyReply, status: number, text: string, refusal: BotRefusal | null): void => {
    deps.count(refusal?.code ?? "accepted");
    void reply.code(status).header("content-type", "application/json; charset=utf-8").send(text);
    const note = notes.get(reply);
    if (note === undefined) return;
    note.status = status;
    note.code = refusal?.code ?? null;
    note.field = refusal?.field ?? null;
    note.rule = refusal?.rule ?? null;
    note.durationMs = deps.clock.now() - note.at;
    deps.onReceived?.(note, { body: bodies.get(reply) ?? null, request: reply.request, message: refusal?.message ?? null });
    const { botId, requestId, ...rest } = note;
    log.info({ ...rest, bot: botId, requestId, warnings: note.warnings.map((one) => one.code) }, "bot.received");
  };
  return {
    note: (reply, note) => void notes.set(reply, note),
    noteOf: (reply) => notes.get(reply),
    read: (reply, bytes) => void bodies.set(reply, bytes),
    accept: (reply) => answer(reply, 200, acceptedBody(notes.get(reply)?.warnings ?? []), null),
    refuse(error, request, reply) {
      const known = refusalOf(error);
      const note = notes.get(reply);
      if (known === null)
        log.error({ err: error, requestId: request.id, account: note?.account ?? null, bot: note?.botId ?? null }, "bot.failed");
      const refusal = known ?? serverError;
      for (const [name, value] of Object.entries(refusal.headers ?? {})) void reply.header(name, value);
      const told = refusal.status >= 500 ? { ...refusal, message: withSupport(refusal.message, supportContact()) } : refusal;
      answer(reply, refusal.status, errorBody(told), refusal);
    },
  };
}
