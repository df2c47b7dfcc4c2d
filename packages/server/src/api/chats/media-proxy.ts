import type { FastifyInstance } from "fastify";
import { MediaQuery } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import { sendContent } from "../../http/answers/send-content.ts";
import { buildFileResponses, fileContent } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { PictureProxy } from "../../files/picture-proxy.ts";

interface MediaProxyDeps extends RouteDeps {
  /** Loads images from URLs that integrators sent. */
  readonly picture: PictureProxy["picture"];
}

/**
 * Registers the proxy for images at integrators' URLs (CORE-063), because browsers must not load
 * them directly. Any http(s) URL may be requested. The response is an image or an error, and the
 * egress guard restricts the targets (CORE-123).
 */
export function mediaProxyRoute(app: FastifyInstance, deps: MediaProxyDeps): void {
  app.route({
    method: "GET",
    url: "/media",
    onRequest: deps.auth.guard("chats.read"),
    schema: {
      summary: "Get a remote picture",
      tags: ["files"],
      ...({ "x-action": "chats.read" } as object),
      querystring: MediaQuery,
      response: buildFileResponses("The picture, with its own type.", fileContent.picture),
    },
    handler: async (request, reply) => {
      const { accountId } = deps.auth.principalOf(request);
      const { url, kind = "image" } = request.query as MediaQuery;
      const picture = /^https?:\/\//i.test(url) ? await deps.picture(accountId, url, kind) : null;
      if (picture === null)
        return refuse("not_found", "There is no picture at this URL, or it cannot be shown.");
      await sendContent(request, reply, picture, "private, max-age=3600");
    },
  });
}
