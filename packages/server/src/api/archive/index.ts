import type { FastifyInstance } from "fastify";
import { ChatMatches, ChatMatchesQuery, IdParams } from "@parlour/protocol/api";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseSearch } from "./search.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { searchWithinChat } from "../../store/chats/search/search-within-chat.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";

export { searchExportRoute } from "./search-export.ts";
export { searchRoute } from "./search.ts";

/** Registers the search in the messages of one chat (API-155). */
export function chatMatchesRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/:id/matches",
    action: "chats.read",
    tag: "search",
    summary: "List the messages of a chat that match a search",
    params: IdParams,
    query: ChatMatchesQuery,
    status: 200,
    answer: ChatMatches,
    handle: async ({ principal, params, query, request }) => {
      const read = withReplica(deps, request);
      const { filter } = await parseSearch(read, principal, query.q ?? "");
      const seqs = await searchWithinChat(
        read.reader,
        principal.accountId,
        getChatVisibility(principal),
        {
          filter,
          chat: parseId(params.id, "chat"),
        },
      );
      return { seqs: [...requireFound(seqs, "chat")] };
    },
  });
}
