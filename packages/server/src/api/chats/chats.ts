import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  Chats,
  ChatsQuery,
  Counters,
  IdParams,
  Messages,
  MessagesQuery,
  NoContent,
  ReadMark,
} from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import type { ChatFilter } from "../../store/chats/chat-record.ts";
import { loadChat, maskForPrincipal, maskListedChat, type ChatDeps } from "./chat-serializer.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { parseId } from "../kit/ids.ts";
import { moveReadMark, type ReadMarkDeps } from "./read-mark.ts";
import { declareRoute, JsonText } from "../kit/declare-route.ts";
import { requireVisibleChat, getChatVisibility } from "./visibility.ts";
import { listChats } from "../../store/chats/list/chat-list.ts";
import { filtersRunning } from "../../store/chats/list/chat-selection.ts";
import { refuse } from "../../core/failure.ts";
import { countChats } from "../../store/chats/list/chat-counts.ts";
import { countOfflineMessages } from "../../store/chats/offline-message.ts";
import { countWaitingCalls } from "../../store/chats/call.ts";
import { listMessages } from "../../store/chats/message.ts";
import { readPersonFilter } from "./person-filter.ts";
import { resolveView } from "../../settings/content/resolve-view.ts";

/**
 * Registers the routes that read chats: list, single chat, messages, counters and read mark
 * (API-020 to API-022, API-029).
 */
export function chatRoutes(app: FastifyInstance, deps: ChatDeps & ReadMarkDeps): void {
  listChatsRoute(app, deps);
  countersRoute(app, deps);
  getChatRoute(app, deps);
  listMessagesRoute(app, deps);
  setReadMarkRoute(app, deps);
}

function listChatsRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats",
    action: "chats.read",
    tag: "chats",
    summary: "List chats",
    query: ChatsQuery,
    status: 200,
    answer: Chats,
    handle: async ({ principal, query }): Promise<JsonText> => {
      const account = principal.accountId;
      const { condition, view, sort } = await resolveView(deps, principal, query);
      const filter: ChatFilter = {
        ...toChatFilter(query, sort, deps.clock.now()),
        ...(await readPersonFilter(deps.reader, account, query.visitor)),
        view,
        condition,
      };
      if (sort === "due" && !filtersRunning(filter))
        refuse("invalid_request", "Only lists of running chats have due times.", { field: "sort" });
      const page = await listChats(deps.reader, account, getChatVisibility(principal), filter);
      const cursor =
        page.next === null ? null : encodeCursor(sort, [Number(page.next.key), page.next.id]);
      const items = page.items.map(({ text }) => maskListedChat(principal, text));
      return new JsonText(`{"items":[${items.join(",")}],"next_cursor":${JSON.stringify(cursor)}}`);
    },
  });
}
function countersRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/counters",
    action: "chats.read",
    tag: "chats",
    summary: "Count the chats in each inbox view",
    status: 200,
    answer: Counters,
    handle: async ({ principal }) => {
      const { accountId } = principal;
      const visibility = getChatVisibility(principal);
      const [{ unread, ...views }, offline, calls] = await Promise.all([
        countChats(deps.reader, accountId, visibility, deps.clock.now()),
        countOfflineMessages(deps.reader, accountId, visibility),
        countWaitingCalls(deps.reader, accountId, visibility),
      ]);
      return { views: { ...views, offline, calls }, unread };
    },
  });
}
function getChatRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/:id",
    action: "chats.read",
    tag: "chats",
    summary: "Get a chat",
    params: IdParams,
    status: 200,
    answer: Chat,
    handle: ({ principal, params }) => loadChat(deps, principal, parseId(params.id, "chat")),
  });
}
function listMessagesRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/:id/messages",
    action: "chats.read",
    tag: "chats",
    summary: "List the messages of a chat",
    params: IdParams,
    query: MessagesQuery,
    status: 200,
    answer: Messages,
    handle: async ({ principal, params, query }) => {
      const id = parseId(params.id, "chat");
      await requireVisibleChat(deps, principal, id);
      const { before, after, limit = 50 } = query;
      const messages = await listMessages(deps.reader, principal.accountId, id, {
        limit,
        before,
        after,
      });
      return {
        items: messages.map((message) => maskForPrincipal(principal, message)),
        next_cursor: null,
      };
    },
  });
}
function setReadMarkRoute(app: FastifyInstance, deps: ChatDeps & ReadMarkDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/read",
    action: "chats.answer",
    tag: "chats",
    summary: "Set your read mark in a chat",
    params: IdParams,
    body: ReadMark,
    status: 204,
    answer: NoContent,
    handle: async ({ principal, params, body }) => {
      await moveReadMark(deps, principal, {
        chatId: parseId(params.id, "chat"),
        seq: body.seq,
        canMoveBack: body.unread === true,
      });
      return null;
    },
  });
}

/** Converts the query, except for `view` and `visitor`. */
function toChatFilter(
  query: Static<typeof ChatsQuery>,
  sort: ChatFilter["sort"],
  now: number,
): ChatFilter {
  const assignee = query.assignee;
  const [key, id] = query.cursor === undefined ? [] : decodeCursor(sort, query.cursor, 2);
  const q = query.q?.trim();
  return {
    sort,
    now,
    limit: query.limit ?? 50,
    state: query.state,
    snoozed: query.snoozed,
    assignee:
      assignee === undefined
        ? undefined
        : assignee === "me" || assignee === "none"
          ? assignee
          : parseId(assignee, "operator"),
    channelId: query.channel === undefined ? undefined : parseId(query.channel, "channel"),
    departmentId:
      query.department === undefined ? undefined : parseId(query.department, "department"),
    tagId: query.tag === undefined ? undefined : parseId(query.tag, "tag"),
    language: query.language,
    q: q || undefined,
    after: key === undefined || id === undefined ? undefined : { key: String(key), id },
  };
}
