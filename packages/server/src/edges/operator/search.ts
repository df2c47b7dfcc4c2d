import type { FastifyInstance } from "fastify";
import { SearchQuery as SearchQuerySchema, SearchResult, type FoundChat } from "@parlour/protocol/api";
import type { FoundChat as Found, SearchFilter, SearchPlace } from "../../core/record/search.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { excerptOf } from "../../core/search/excerpt.ts";
import { parseQuery, stemmable, withStems, type Term } from "../../core/search/query.ts";
import { hasFile, searchedText } from "../../core/search/searched.ts";
import { chatWire, shown } from "./chat-wire.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { route } from "./route.ts";
import { filterOf } from "./search-filter.ts";
import { sightOf } from "./sight.ts";

export type SearchDeps = Pick<Deps, "auth" | "rights" | "search" | "config">;

/** Search over chats and messages (API-070). */
export function searchRoute(app: FastifyInstance, deps: SearchDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/search",
    action: "chats.read",
    tag: "search",
    summary: "Chats with messages that match, newest first",
    query: SearchQuerySchema,
    status: 200,
    answer: SearchResult,
    handle: async ({ principal, query }) => {
      const { terms, filter } = await readSearch(deps, principal, query.q ?? "");
      const page = await deps.search.chats(principal.accountId, sightOf(deps, principal), filter, {
        limit: query.limit ?? 50,
        hits: 3,
        ...placeIn(filter, query.cursor),
      });
      return {
        items: page.items.map((found) => foundWire(deps, principal, found, terms)),
        next_cursor: page.next === null ? null : cursorAt(page.next),
      };
    },
  });
}

/** What the query asks for. Refusals: `invalid_request` with field `q`; `forbidden` for words when the role does not read what people write. */
export async function readSearch(
  deps: Pick<Deps, "rights" | "search" | "config">,
  principal: Principal,
  q: string,
): Promise<{ readonly terms: readonly Term[]; readonly filter: SearchFilter }> {
  const { terms: written, tokens } = parseQuery(q);
  // Signs are no words: nobody wrote what they ask for, and everything is not that. A minus or a quote alone is one that is still being typed.
  if (written.length + tokens.length === 0 && /[^\s"-]/u.test(q)) return { terms: [], filter: { index: null, chats: [], visitors: [] } };
  // Whoever may not read a text must not learn by searching what it says (CORE-001).
  if (written.length > 0 && deps.rights.masksText(principal))
    refuse(
      "forbidden",
      "Your role does not read what people write, so it cannot search for words. Search by tokens, like rating:negative.",
      {
        field: "q",
      },
    );
  const config = await deps.config(principal.accountId);
  const words = stemmable(written);
  const stems = words.length === 0 ? [] : await deps.search.stems(principal.accountId, words);
  const known = stems.map(({ word, russian, english }): [string, string] => [word, (/^[а-я]/.test(word) ? russian : english) ?? word]);
  const terms = withStems(written, new Map(known));
  return { terms, filter: filterOf({ terms, tokens }, config, principal.operatorId) };
}

function foundWire(deps: Pick<Deps, "rights">, principal: Principal, found: Found, terms: readonly Term[]): FoundChat {
  return {
    chat: chatWire(deps, principal, found, null),
    count: found.count,
    hits: found.hits.map(({ message }) => {
      const { seq, author, kind, created_at } = message;
      const text = searchedText(shown(deps, principal, message));
      return { seq, author, kind, created_at, file: hasFile(message), excerpt: [...excerptOf(text, terms)] };
    }),
  };
}

const ofMessages = "search";
const ofChats = "search-chats";
function cursorAt(place: SearchPlace): string {
  return place.of === "messages" ? cursorOf(ofMessages, [place.top, place.below]) : cursorOf(ofChats, [place.key, place.id]);
}
function placeIn(filter: SearchFilter, cursor: string | undefined): { readonly place?: SearchPlace } {
  if (cursor === undefined) return {};
  if (filter.index === null) {
    const [key = 0, id = 0] = placeOf(ofChats, cursor, 2);
    return { place: { of: "chats", key, id } };
  }
  const [top = 0, below = 0] = placeOf(ofMessages, cursor, 2);
  return { place: { of: "messages", top, below } };
}
