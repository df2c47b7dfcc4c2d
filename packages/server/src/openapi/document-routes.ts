import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { refuse } from "../core/failure.ts";
import { createStaticFile, sendStaticFile, type StaticFile } from "../http/answers/static-files.ts";
import { documentFiles } from "./document-names.ts";

/** Base URLs of the installation, which the documents name as their servers. */
export interface DocumentServers {
  readonly publicUrl: string;
  readonly webhookBaseUrl: string;
  readonly botBaseUrl: string;
}

/**
 * Creates the public routes of the published documents (API-115). The build of the server writes
 * the documents to `dir`. A document is read at its first request, because most installations never
 * receive one, and then names this installation as its server (API-419).
 */
export function createDocumentRoutes(
  dir: string,
  servers: () => DocumentServers,
): FastifyPluginAsync {
  return async (app) => {
    for (const name of documentFiles) {
      let file: StaticFile | undefined;
      app.route({
        method: ["GET", "HEAD"],
        url: `/api/v1/${name}`,
        handler: async (request, reply) => {
          file ??= readDocument(join(dir, name), `/${name}`, servers());
          sendStaticFile(file, request, reply);
          return reply;
        },
      });
    }
  };
}

/** Reads a document. Refuses if the server was not built, as in a test. */
function readDocument(path: string, name: string, servers: DocumentServers): StaticFile {
  try {
    return createStaticFile(name, Buffer.from(nameServers(readFileSync(path, "utf8"), servers)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return refuse("not_found", "This server was not built: npm run build writes the document.");
  }
}

/** Replaces the addresses of a development server, which the build writes, by those of this one. */
function nameServers(
  text: string,
  { publicUrl, webhookBaseUrl, botBaseUrl }: DocumentServers,
): string {
  const built = "http://localhost:3000";
  return text
    .replaceAll(`${built}/channel`, webhookBaseUrl)
    .replaceAll(`${built}/bot`, botBaseUrl)
    .replaceAll(built, publicUrl)
    .replaceAll("localhost:3000", new URL(publicUrl).host);
}
