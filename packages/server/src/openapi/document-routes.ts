import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { refuse } from "../core/failure.ts";
import { createStaticFile, sendStaticFile, type StaticFile } from "../http/answers/static-files.ts";
import { documentFiles } from "./document-names.ts";

/**
 * Creates the public routes of the published documents (API-115). The build of the server writes
 * the documents to `dir`. A document is read at its first request, because most installations never
 * receive one.
 */
export function createDocumentRoutes(dir: string): FastifyPluginAsync {
  return async (app) => {
    for (const name of documentFiles) {
      let file: StaticFile | undefined;
      app.route({
        method: ["GET", "HEAD"],
        url: `/api/v1/${name}`,
        handler: async (request, reply) => {
          file ??= readDocument(join(dir, name), `/${name}`);
          sendStaticFile(file, request, reply);
          return reply;
        },
      });
    }
  };
}

/** Reads a document. Refuses if the server was not built, as in a test. */
function readDocument(path: string, name: string): StaticFile {
  try {
    return createStaticFile(name, readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return refuse("not_found", "This server was not built: npm run build writes the document.");
  }
}
