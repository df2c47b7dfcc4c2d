import type { FastifyInstance } from "fastify";
import {
  Chats,
  ChatsCount,
  ChatsFilter,
  ChatsQuery,
  maxBulkChats,
  Counters,
  IdParams,
  Messages,
  MessagesQuery,
  NoContent,
  ReadMark,
} from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { loadChat, maskForPrincipal, maskListedChat, type ChatDeps } from "./chat-serializer.ts";
import { readChatFilter, type ChatFilterDeps } from "./chat-filter.ts";
import { encodeCursor } from "../kit/cursor.ts";
import { parseId } from "../kit/ids.ts";
import { moveReadMark, type ReadMarkDeps } from "./read-mark.ts";
import { declareRoute, JsonText } from "../kit/declare-route.ts";
import { requireVisibleChat, getChatVisibility } from "./visibility.ts";
import { listChatIds, listChats } from "../../store/chats/list/chat-list.ts";
import { countChats } from "../../store/chats/list/chat-counts.ts";
import { countOfflineMessages } from "../../store/chats/offline-message.ts";
import { countWaitingCalls } from "../../store/chats/call.ts";
import { listMessages } from "../../store/chats/message.ts";

/** Registers what reads chats (API-020 to API-022, API-029, ACT-039), and the read mark. */
export function chatRoutes(
  app: FastifyInstance,
  deps: ChatDeps & ChatFilterDeps & ReadMarkDeps,
): void {
  listChatsRoute(app, deps);
  countChatsRoute(app, deps);
  countersRoute(app, deps);
  getChatRoute(app, deps);
  listMessagesRoute(app, deps);
  setReadMarkRoute(app, deps);
}

function listChatsRoute(app: FastifyInstance, deps: ChatFilterDeps): void {
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
      const filter = await readChatFilter(deps, principal, query);
      const page = await listChats(deps.reader, account, getChatVisibility(principal), filter);
      const cursor =
        page.next === null
          ? null
          : encodeCursor(filter.sort, [Number(page.next.key), page.next.id]);
      const items = page.items.map(({ text }) => maskListedChat(principal, text));
      return new JsonText(`{"items":[${items.join(",")}],"next_cursor":${JSON.stringify(cursor)}}`);
    },
  });
}
function countChatsRoute(app: FastifyInstance, deps: ChatFilterDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/count",
    action: "chats.read",
    tag: "chats",
    summary: "Count the chats of a list",
    query: ChatsFilter,
    status: 200,
    answer: ChatsCount,
    async handle({ principal, query }) {
      const ids = await listChatIds(
        deps.reader,
        principal.accountId,
        getChatVisibility(principal),
        await readChatFilter(deps, principal, { ...query, limit: maxBulkChats }),
      );
      return { count: ids?.length ?? null };
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
    once: { because: "A read mark only moves forward." },
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
