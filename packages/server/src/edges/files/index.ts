import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../core/failure.ts";
import { sendContent } from "../../http/answers/send-content.ts";
import type { Files } from "../../files/index.ts";

/**
 * Creates the public routes of files. Anyone who knows the URL of a file may read it without
 * signing in (CORE-061). The file name in the URL is only informative.
 */
export function createFilesEdge(files: Files): FastifyPluginAsync {
  const serve =
    (part: "file" | "thumb") =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { token } = request.params as { readonly token: string };
      const content = await files.open(token, part);
      if (content === null) return refuse("not_found", "Not found");
      await sendContent(request, reply, content, "private, max-age=86400");
    };
  return async (app) => {
    app.route({ method: ["GET", "HEAD"], url: "/files/:token/:name", handler: serve("file") });
    app.route({
      method: ["GET", "HEAD"],
      url: "/files/:token/thumb/:name",
      handler: serve("thumb"),
    });
  };
}
