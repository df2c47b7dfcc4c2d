import type { FastifyInstance } from "fastify";
import { SearchQuery as SearchQuerySchema, SearchResult, type ChatHit, type VisitorHit } from "@parlour/protocol/api";
import type { FoundChat as Found, FoundVisitor, SearchFilter, SearchCursor, SearchSort } from "../../core/record/search.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { createExcerpt } from "../../core/search/excerpt.ts";
import { parseQuery, wordsToStem, applyStems, type Term } from "../../core/search/query.ts";
import { hasFile, indexedText } from "../../core/search/indexed-text.ts";
import { parseVisitorSearch } from "../../core/search/visitor-lexemes.ts";
import { chatWire, shown } from "./chat-wire.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { route } from "./route.ts";
import { filterOf } from "./search-filter.ts";
import { sightOf } from "./sight.ts";
import { channelOf, visitorWire } from "./visitor-wire.ts";

export type SearchDeps = Pick<Deps, "auth" | "rights" | "search" | "config" | "clock">;

/** Maximum visitors in one response. The archive shows no more. */
const maxPeople = 20;

/** Registers the search in chats and messages (API-070). */
export function searchRoute(app: FastifyInstance, deps: SearchDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/search",
    action: "chats.read",
    tag: "search",
    summary: "Chats with messages that match, newest first unless sort says otherwise; with scope=all also people and their chats",
    query: SearchQuerySchema,
    status: 200,
    answer: SearchResult,
    handle: async ({ principal, query }) => {
      const withPeople = query.scope === "all";
      const sort = query.sort ?? "best";
      const asked = await readSearch(deps, principal, query.q ?? "", withPeople);
      const { terms, filter } = asked;
      const isHidden = withPeople && terms.length > 0 && deps.rights.masksText(principal);
      const [page, people] = await Promise.all([
        isHidden
          ? { items: [], next: null }
          : deps.search.chats(principal.accountId, sightOf(deps, principal), filter, {
              limit: query.limit ?? 50,
              hits: 3,
              sort,
              ...placeIn(filter, sort, query.cursor),
            }),
        withPeople && query.cursor === undefined ? findPeople(deps, principal, asked, { limit: query.limit ?? 50, sort }) : {},
      ]);
      return {
        items: page.items.map((found) => foundWire(deps, principal, found, terms)),
        next_cursor: page.next === null ? null : cursorAt(page.next, sort),
        ...people,
      };
    },
  });
}

/**
 * Finds visitors by name, contacts, numbers, customer id and custom data, and their chats
 * (API-120).
 */
async function findPeople(
  deps: SearchDeps,
  principal: Principal,
  { text, terms, filter, isAboutMessages }: Asked,
  { limit, sort }: { readonly limit: number; readonly sort: SearchSort },
): Promise<Pick<SearchResult, "people" | "chats">> {
  const account = principal.accountId;
  const sight = sightOf(deps, principal);
  const [found, config] = await Promise.all([
    deps.search.visitors(account, sight, parseVisitorSearch(text, terms), filter, { limit: Math.min(limit, maxPeople), sort }),
    deps.config(account),
  ]);
  const now = deps.clock.now();
  return {
    people: {
      count: found.visitorCount,
      items: found.visitors.map((one) => ({
        visitor: visitorWire(one, config, now),
        channel: channelOf(one.channelId, config),
        exact: one.isExact,
        data: matchingData(one, terms),
      })),
    },
    chats: isAboutMessages
      ? { count: 0, items: [] }
      : {
          count: found.chatCount,
          items: found.chats.map((record) => ({ chat: chatWire(deps, principal, record, null), hits: [], count: 0 })),
        },
  };
}
function matchingData({ customData }: FoundVisitor, terms: readonly Term[]): VisitorHit["data"] {
  const entry = customData.find(({ title, content }) => createExcerpt(`${title ?? ""} ${content}`, terms).some(({ hit }) => hit));
  return entry === undefined ? null : { title: entry.title, content: entry.content };
}

/** A parsed query. `text` is the query without its tokens. */
export interface Asked {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly filter: SearchFilter;
  /** Whether a token such as `from:` is a condition on messages. */
  readonly isAboutMessages: boolean;
}
/**
 * Parses a query. With `includesVisitors`, the caller hides messages from roles that must not read
 * them. Throws `invalid_request` with field `q`. Throws `forbidden` for words if the role must not
 * read texts.
 */
export async function readSearch(
  deps: Pick<Deps, "rights" | "search" | "config">,
  principal: Principal,
  q: string,
  withPeople = false,
): Promise<Asked> {
  const { terms: written, tokens } = parseQuery(q);
  // A query of punctuation only matches nothing, instead of everything. A single minus or quote is
  // a query that is still being typed.
  if (written.length + tokens.length === 0 && /[^\s"-]/u.test(q))
    return { text: "", terms: [], filter: { index: null, chats: [], visitors: [] }, isAboutMessages: false };
  // A role that must not read texts must not learn their content by a search (CORE-001).
  if (written.length > 0 && !withPeople && deps.rights.masksText(principal))
    refuse(
      "forbidden",
      "Your role does not read what people write, so it cannot search for words. Search by tokens, like rating:negative.",
      {
        field: "q",
      },
    );
  const config = await deps.config(principal.accountId);
  const words = wordsToStem(written);
  const stems = words.length === 0 ? [] : await deps.search.stems(principal.accountId, words);
  const known = stems.map(({ word, russian, english }): [string, string] => [word, (/^[а-я]/.test(word) ? russian : english) ?? word]);
  const terms = applyStems(written, new Map(known));
  const text = tokens.reduce((rest, token) => rest.replace(token.rawText, " "), q);
  const isAboutMessages = tokens.some(({ name }) => name === "from" || name === "has");
  return { text, terms, filter: filterOf({ terms, tokens }, config, principal.operatorId), isAboutMessages };
}

function foundWire(deps: Pick<Deps, "rights">, principal: Principal, found: Found, terms: readonly Term[]): ChatHit {
  return {
    chat: chatWire(deps, principal, found, null),
    count: found.count,
    hits: found.hits.map(({ message }) => {
      const { seq, author, kind, created_at } = message;
      const text = indexedText(shown(deps, principal, message));
      return { seq, author, kind, created_at, file: hasFile(message), excerpt: [...createExcerpt(text, terms)] };
    }),
  };
}

/** Names of the lists in cursors. A cursor is valid only for its sort order. */
const listOf = (of: SearchCursor["of"], sort: SearchSort): string =>
  `${of === "messages" ? "search" : "search-chats"}${sort === "oldest" ? "-oldest" : ""}`;
function cursorAt(place: SearchCursor, sort: SearchSort): string {
  return cursorOf(listOf(place.of, sort), place.of === "messages" ? [place.top, place.at] : [place.key, place.id]);
}
function placeIn(filter: SearchFilter, sort: SearchSort, cursor: string | undefined): { readonly place?: SearchCursor } {
  if (cursor === undefined) return {};
  const of = filter.index === null ? "chats" : "messages";
  const [first = 0, second = 0] = placeOf(listOf(of, sort), cursor, 2);
  return { place: of === "chats" ? { of, key: first, id: second } : { of, top: first, at: second } };
}
