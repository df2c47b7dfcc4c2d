import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { refuse } from "../../core/failure.ts";
import { readBody } from "../../http/body/body.ts";
import type { ParallelRuns } from "../../move-in/parallel/index.ts";

/** Bodies of event webhooks have at most 1 MiB (WH-033). */
const maxEventBytes = 1024 * 1024;
/**
 * Registers `POST /parallel/<secret>`, to which the old system sends its events. The answer is the
 * one that JivoChat expects (WH-041).
 */
export const receiveEvents =
  (runs: ParallelRuns): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, payload, done) => {
      readBody(payload as FastifyRequest["raw"], maxEventBytes).then(
        (body) => done(null, body),
        done,
      );
    });
    app.post("/parallel/:secret", async (request, reply) => {
      const { secret } = request.params as { readonly secret: string };
      const body = request.body as Buffer | undefined;
      const received = await runs.receive(secret, body?.toString("utf8") ?? "");
      if (received === null) return refuse("not_found", "Not found");
      if (received.reason !== null)
        return refuse("invalid_request", `The event is refused: ${received.reason}.`);
      return reply.code(200).send({ result: "ok" });
    });
  };
