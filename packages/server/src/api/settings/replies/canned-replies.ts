import type { FastifyInstance } from "fastify";
import { EmptyBody, IdParams, NoContent } from "@parlour/protocol/api";
import { cannedReplyResource, getReplyViewer } from "../../../settings/content/canned-reply.ts";
import { countReplyUse, listReplies } from "../../../store/settings/content/canned-reply.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { replyFileRoutes } from "./reply-files.ts";

/** Registers the routes for quick replies (API-048). */
export function cannedReplyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  replyFileRoutes(app, deps);
  resourceRoutes(app, deps, cannedReplyResource);
  useReplyRoute(app, deps);
}

function useReplyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/canned-replies/:id/use",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Count a use of a quick reply",
    params: IdParams,
    body: EmptyBody,
    status: 204,
    answer: NoContent,
    once: "answer",
    handle: async ({ principal, params }) => {
      const id = parseId(params.id, "reply");
      const [reply = null] = await listReplies(deps.reader, principal.accountId, {
        ...getReplyViewer(principal),
        id,
      });
      requireFound(reply, "reply");
      await countReplyUse(deps.sql, principal.accountId, id, principal.operatorId);
      return null;
    },
  });
}
