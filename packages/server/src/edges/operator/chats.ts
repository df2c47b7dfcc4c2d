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
  type Chats as ChatList,
} from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import type { ChatFilter } from "../../core/record/chat.ts";
import { chatWire, readChat, shown, type ChatReads } from "./chat-wire.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { idOf } from "./ids.ts";
import { markRead, type ReadMarkDeps } from "./read-mark.ts";
import { route } from "./route.ts";
import { locateChat, sightOf } from "./sight.ts";

/** Stores of the other counters of the inbox. */
type Counted = Pick<Deps, "offlineMessages" | "calls">;

/**
 * Registers the routes to read chats: list, single chat, messages, counters and read mark (API-020
 * to API-022, API-029).
 */
export function chatRoutes(app: FastifyInstance, deps: ChatReads & Counted & ReadMarkDeps): void {
  listChats(app, deps);
  countChats(app, deps);
  oneChat(app, deps);
  listMessages(app, deps);
  setReadMark(app, deps);
}

function listChats(app: FastifyInstance, deps: ChatReads): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/chats",
    action: "chats.read",
    tag: "chats",
    summary: "Chats, newest first; `assignment` is null here",
    query: ChatsQuery,
    status: 200,
    answer: Chats,
    handle: async ({ principal, query }): Promise<ChatList> => {
      const page = await deps.chats.list(principal.accountId, sightOf(deps, principal), filterOf(query, deps.clock.now()));
      const sort = query.sort ?? "activity";
      return {
        items: page.items.map((record) => chatWire(deps, principal, record, null)),
        next_cursor: page.next === null ? null : cursorOf(sort, [Number(page.next.key), page.next.id]),
      };
    },
  });
}
function countChats(app: FastifyInstance, deps: ChatReads & Counted): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/chats/counters",
    action: "chats.read",
    tag: "chats",
    summary: "Numbers beside the views of the inbox",
    status: 200,
    answer: Counters,
    handle: async ({ principal }) => {
      const { accountId: account } = principal;
      const sight = sightOf(deps, principal);
      const [{ unread, ...views }, offline, calls] = await Promise.all([
        deps.chats.counts(account, sight, deps.clock.now()),
        deps.offlineMessages.count(account, sight),
        deps.calls.countWaiting(account, sight),
      ]);
      return { views: { ...views, offline, calls }, unread };
    },
  });
}
function oneChat(app: FastifyInstance, deps: ChatReads): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/chats/:id",
    action: "chats.read",
    tag: "chats",
    summary: "One chat",
    params: IdParams,
    status: 200,
    answer: Chat,
    handle: ({ principal, params }) => readChat(deps, principal, idOf(params.id, "chat")),
  });
}
function listMessages(app: FastifyInstance, deps: ChatReads): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/chats/:id/messages",
    action: "chats.read",
    tag: "chats",
    summary: "Messages, notes and system lines, oldest first",
    params: IdParams,
    query: MessagesQuery,
    status: 200,
    answer: Messages,
    handle: async ({ principal, params, query }) => {
      const id = idOf(params.id, "chat");
      await locateChat(deps, principal, id);
      const { before, after, limit = 50 } = query;
      const messages = await deps.chats.messages(principal.accountId, id, {
        limit,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      });
      return { items: messages.map((message) => shown(deps, principal, message)), next_cursor: null };
    },
  });
}
function setReadMark(app: FastifyInstance, deps: ChatReads & ReadMarkDeps): void {
  route(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/read",
    action: "chats.answer",
    tag: "chats",
    summary: "Set the own read mark",
    params: IdParams,
    body: ReadMark,
    status: 204,
    answer: NoContent,
    handle: async ({ principal, params, body }) => {
      await markRead(deps, principal, idOf(params.id, "chat"), body.seq, body.unread === true);
      return null;
    },
  });
}

function filterOf(query: Static<typeof ChatsQuery>, now: number): ChatFilter {
  const sort = query.sort ?? "activity";
  const assignee = query.assignee;
  const [key, id] = query.cursor === undefined ? [] : placeOf(sort, query.cursor, 2);
  const q = query.q?.trim();
  return {
    sort,
    now,
    limit: query.limit ?? 50,
    ...(query.view === undefined ? {} : { view: query.view }),
    ...(query.state === undefined ? {} : { state: query.state }),
    ...(assignee === undefined ? {} : { assignee: assignee === "me" || assignee === "none" ? assignee : idOf(assignee, "operator") }),
    ...(query.channel === undefined ? {} : { channelId: idOf(query.channel, "channel") }),
    ...(query.visitor === undefined ? {} : { visitorNumber: idOf(query.visitor, "visitor") }),
    ...(query.department === undefined ? {} : { departmentId: idOf(query.department, "department") }),
    ...(query.tag === undefined ? {} : { tagId: idOf(query.tag, "tag") }),
    ...(query.language === undefined ? {} : { language: query.language }),
    ...(q === undefined || q === "" ? {} : { q }),
    ...(key === undefined || id === undefined ? {} : { after: { key: String(key), id } }),
  };
}
