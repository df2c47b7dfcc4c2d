import type { FastifyInstance, FastifyRequest } from "fastify";
import { readBody } from "./body.ts";
import { parseJson } from "./json.ts";

/** Parses the JSON bodies of the routes of `app`. `limit`: their maximum size in bytes. */
export function parseJsonBodies(app: FastifyInstance, limit: () => number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", (_request, payload, done) => {
    readBody(payload as FastifyRequest["raw"], limit())
      .then((bytes) => done(null, bytes.length === 0 ? null : parseJson(bytes)))
      .catch(done);
  });
}
