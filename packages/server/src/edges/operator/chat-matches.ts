import type { FastifyInstance } from "fastify";
import { ChatMatches, ChatMatchesQuery, IdParams } from "@parlour/protocol/api";
import { found, idOf } from "./ids.ts";
import { route } from "./route.ts";
import { readSearch, type SearchDeps } from "./search.ts";
import { sightOf } from "./sight.ts";

/** Registers the search in the messages of one chat (API-155). */
export function chatMatchesRoute(app: FastifyInstance, deps: SearchDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/chats/:id/matches",
    action: "chats.read",
    tag: "search",
    summary: "Numbers of the messages of this chat that match a search, in their order",
    params: IdParams,
    query: ChatMatchesQuery,
    status: 200,
    answer: ChatMatches,
    handle: async ({ principal, params, query }) => {
      const { filter } = await readSearch(deps, principal, query.q ?? "");
      const seqs = await deps.search.inChat(principal.accountId, sightOf(deps, principal), filter, idOf(params.id, "chat"));
      return { seqs: [...found(seqs, "chat")] };
    },
  });
}
