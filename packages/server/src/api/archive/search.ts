import type { FastifyInstance } from "fastify";
import {
  SearchQuery as SearchQuerySchema,
  SearchResult,
  type ChatHit,
  type VisitorHit,
} from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type {
  FoundChat as Found,
  SearchFilter,
  SearchCursor,
  SearchSort,
} from "../../store/chats/search/search-record.ts";
import { type Principal, mustMaskText } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { createExcerpt } from "../../core/search/excerpt.ts";
import { parseQuery, wordsToStem, applyStems, type SearchTerm } from "../../core/search/query.ts";
import { hasFile, indexedText } from "../../core/search/indexed-text.ts";
import { parseVisitorSearch } from "../../core/search/visitor-lexemes.ts";
import { serializeChat, maskForPrincipal } from "../chats/chat-serializer.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { toSearchFilter } from "./search-filter.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { serializeChannelRef, serializeVisitor } from "../visitors/visitor-serializer.ts";
import { searchChats } from "../../store/chats/search/search.ts";
import { readStems } from "../../store/chats/search/stems.ts";
import { searchVisitors, type FoundVisitor } from "../../store/visitors/matching-visitors.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";

/** Maximum number of visitors in one response. The archive screen shows no more. */
const maxVisitors = 20;

/** Registers the search in chats and messages (API-070). */
export function searchRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/search",
    action: "chats.read",
    tag: "search",
    summary: "Search messages, visitors and chats",
    query: SearchQuerySchema,
    status: 200,
    answer: SearchResult,
    handle: async ({ principal, query, request }) => {
      const read = withReplica(deps, request);
      const includesVisitors = query.scope === "all";
      const sort = query.sort ?? "best";
      const parsedSearch = await parseSearch(read, principal, query.q ?? "", includesVisitors);
      const { terms, filter } = parsedSearch;
      const isHidden = includesVisitors && terms.length > 0 && mustMaskText(principal);
      const [page, visitorPage] = await Promise.all([
        isHidden
          ? { items: [], next: null }
          : searchChats(read.reader, principal.accountId, getChatVisibility(principal), {
              filter,
              limit: query.limit ?? 50,
              hits: 3,
              sort,
              ...decodeSearchCursor(filter, sort, query.cursor),
            }),
        includesVisitors && query.cursor === undefined
          ? findVisitors(read, principal, parsedSearch, { limit: query.limit ?? 50, sort })
          : {},
      ]);
      return {
        items: page.items.map((foundChat) => serializeFoundChat(principal, foundChat, terms)),
        next_cursor: page.next === null ? null : encodeSearchCursor(page.next, sort),
        ...visitorPage,
      };
    },
  });
}

/** Finds visitors by name, contacts, numbers, customer id and data, and their chats (API-120). */
async function findVisitors(
  deps: RouteDeps,
  principal: Principal,
  { text, terms, filter, isAboutMessages }: ParsedSearch,
  { limit, sort }: { readonly limit: number; readonly sort: SearchSort },
): Promise<Pick<SearchResult, "people" | "chats">> {
  const account = principal.accountId;
  const visibility = getChatVisibility(principal);
  const [result, config] = await Promise.all([
    searchVisitors(deps.reader, account, visibility, {
      search: parseVisitorSearch(text, terms),
      filter,
      limit: Math.min(limit, maxVisitors),
      sort,
    }),
    deps.config(account),
  ]);
  const view = { principal, now: deps.clock.now() };
  return {
    people: {
      count: result.visitorCount,
      items: result.visitors.map((visitor) => ({
        visitor: serializeVisitor(visitor, config, view),
        channel: serializeChannelRef(visitor.channelId, config),
        exact: visitor.isExact,
        data: findMatchingData(visitor, terms),
      })),
    },
    chats: isAboutMessages
      ? { count: 0, items: [] }
      : {
          count: result.chatCount,
          items: result.chats.map((record) => ({
            chat: serializeChat(principal, record, null),
            hits: [],
            count: 0,
            active_at: new Date(record.activeAt).toISOString(),
          })),
        },
  };
}
function findMatchingData(
  { customData }: FoundVisitor,
  terms: readonly SearchTerm[],
): VisitorHit["data"] {
  const entry = customData.find(({ title, content }) =>
    createExcerpt(`${title ?? ""} ${content}`, terms).some(({ hit }) => hit),
  );
  return entry === undefined ? null : { title: entry.title, content: entry.content };
}

/** A parsed query. `text` is the query without its tokens. */
export interface ParsedSearch {
  readonly text: string;
  readonly terms: readonly SearchTerm[];
  readonly filter: SearchFilter;
  /** Whether a token such as `from:` is a condition on messages. */
  readonly isAboutMessages: boolean;
}
/**
 * Parses a query. If `includesVisitors` is set, the caller must hide messages from roles that must
 * not read them. Otherwise words in the query throw `forbidden` for such a role. Throws
 * `invalid_request` with field `q` for an invalid query.
 */
export async function parseSearch(
  deps: RouteDeps,
  principal: Principal,
  q: string,
  includesVisitors = false,
): Promise<ParsedSearch> {
  const query = parseQuery(q);
  const { tokens } = query;
  // A query that consists only of punctuation matches nothing. A single minus or quote counts as
  // empty, because the operator is still typing.
  if (query.terms.length + tokens.length === 0 && /[^\s"-]/u.test(q))
    return {
      text: "",
      terms: [],
      filter: { messages: null, visitors: [] },
      isAboutMessages: false,
    };
  // A role that must not read texts must not find out their content through a search (CORE-001).
  if (query.terms.length > 0 && !includesVisitors && mustMaskText(principal))
    refuse(
      "forbidden",
      "Your role cannot read messages, so it cannot search for words. Search with filters such as rating:negative.",
      {
        field: "q",
      },
    );
  const config = await deps.config(principal.accountId);
  const words = wordsToStem(query.terms);
  const stems = words.length === 0 ? [] : await readStems(deps.reader, principal.accountId, words);
  const stemPairs = stems.map(({ word, russian, english }): [string, string] => [
    word,
    (/^[а-я]/.test(word) ? russian : english) ?? word,
  ]);
  const terms = applyStems(query.terms, new Map(stemPairs));
  const text = tokens.reduce((rest, token) => rest.replace(token.rawText, " "), q);
  const isAboutMessages = tokens.some(({ name }) => name === "from" || name === "has");
  return {
    text,
    terms,
    filter: toSearchFilter({ terms, tokens }, config, {
      ownId: principal.operatorId,
      now: deps.clock.now(),
    }),
    isAboutMessages,
  };
}

function serializeFoundChat(
  principal: Principal,
  foundChat: Found,
  terms: readonly SearchTerm[],
): ChatHit {
  const { activeAt } = foundChat;
  return {
    chat: serializeChat(principal, foundChat, null),
    count: foundChat.count,
    ...omitAbsent({
      active_at: activeAt === undefined ? undefined : new Date(activeAt).toISOString(),
    }),
    hits: foundChat.hits.map(({ message }) => {
      const { seq, author, kind, created_at } = message;
      const text = indexedText(maskForPrincipal(principal, message));
      return {
        seq,
        author,
        kind,
        created_at,
        file: hasFile(message),
        excerpt: [...createExcerpt(text, terms)],
      };
    }),
  };
}

/** A part of cursors, which are valid only for the sort order of their list. */
const getListName = (kind: SearchCursor["of"], sort: SearchSort): string =>
  `${kind === "messages" ? "search" : "search-chats"}${sort === "oldest" ? "-oldest" : ""}`;
function encodeSearchCursor(cursor: SearchCursor, sort: SearchSort): string {
  return encodeCursor(
    getListName(cursor.of, sort),
    cursor.of === "messages" ? [cursor.top, cursor.at] : [cursor.key, cursor.id],
  );
}
function decodeSearchCursor(
  filter: SearchFilter,
  sort: SearchSort,
  cursor: string | undefined,
): { readonly cursor?: SearchCursor } {
  if (cursor === undefined) return {};
  const kind = filter.messages === null ? "chats" : "messages";
  const [first = 0, second = 0] = decodeCursor(getListName(kind, sort), cursor, 2);
  return {
    cursor:
      kind === "chats"
        ? { of: kind, key: first, id: second }
        : { of: kind, top: first, at: second },
  };
}
