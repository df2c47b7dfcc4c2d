import type { FastifyReply, FastifyRequest } from "fastify";
import { appendSupportContact } from "../../../http/errors.ts";
import {
  buildAcceptedBody,
  buildErrorBody,
  toBotRefusal,
  serverErrorRefusal,
  type BotRefusal,
} from "../responses.ts";
import type { RequestRecord } from "./request-record.ts";

export interface PendingRequestsDeps {
  readonly clock: { now(): number };
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly supportContact: () => string | null;
  readonly count: (result: string) => void;
  /** Called with the raw body of every finished request to a known address. */
  readonly onRequest?: (
    warning: RequestRecord,
    more: {
      readonly body: Buffer | null;
      readonly request: FastifyRequest;
      readonly message: string | null;
    },
  ) => void;
}
/** Requests that have no response yet, with their records and responses (BOT-080, BOT-081). */
export interface PendingRequests {
  /**
   * Attaches the record of a request. A request without a record gets a response but is not logged.
   */
  attachRecord(reply: FastifyReply, note: RequestRecord): void;
  getRecord(reply: FastifyReply): RequestRecord | undefined;
  /** Attaches the raw body of the request. */
  attachBody(reply: FastifyReply, bytes: Buffer): void;
  sendAccepted(reply: FastifyReply): void;
  /**
   * Sends the response of an error. A refusal has its status in a table, any other error is 500.
   */
  sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
}

export function createPendingRequests(deps: PendingRequestsDeps): PendingRequests {
  const { log, supportContact } = deps;
  const records = new WeakMap<FastifyReply, RequestRecord>();
  const bodies = new WeakMap<FastifyReply, Buffer>();

  const answer = (
    reply: FastifyReply,
    status: number,
    text: string,
    refusal: BotRefusal | null,
  ): void => {
    deps.count(refusal?.code ?? "accepted");
    void reply.code(status).header("content-type", "application/json; charset=utf-8").send(text);
    const record = records.get(reply);
    if (record === undefined) return;
    record.status = status;
    record.code = refusal?.code ?? null;
    record.field = refusal?.field ?? null;
    record.rule = refusal?.rule ?? null;
    record.durationMs = deps.clock.now() - record.at;
    deps.onRequest?.(record, {
      body: bodies.get(reply) ?? null,
      request: reply.request,
      message: refusal?.message ?? null,
    });
    const { botId, requestId, ...rest } = record;
    log.info(
      { ...rest, bot: botId, requestId, warnings: record.warnings.map((warning) => warning.code) },
      "bot.received",
    );
  };
  return {
    attachRecord: (reply, note) => void records.set(reply, note),
    getRecord: (reply) => records.get(reply),
    attachBody: (reply, bytes) => void bodies.set(reply, bytes),
    sendAccepted: (reply) =>
      answer(reply, 200, buildAcceptedBody(records.get(reply)?.warnings ?? []), null),
    sendRefusal(error, request, reply) {
      const refusalOrNull = toBotRefusal(error);
      const record = records.get(reply);
      if (refusalOrNull === null)
        log.error(
          {
            err: error,
            requestId: request.id,
            account: record?.account ?? null,
            bot: record?.botId ?? null,
          },
          "bot.failed",
        );
      const refusal = refusalOrNull ?? serverErrorRefusal;
      for (const [name, value] of Object.entries(refusal.headers ?? {}))
        void reply.header(name, value);
      const shownRefusal =
        refusal.status >= 500
          ? { ...refusal, message: appendSupportContact(refusal.message, supportContact()) }
          : refusal;
      answer(reply, refusal.status, buildErrorBody(shownRefusal), refusal);
    },
  };
}
