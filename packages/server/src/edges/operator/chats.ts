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
import type { Principal } from "../../auth/index.ts";
import type { ChatEntity, Message } from "../../core/entity.ts";
import { assignmentOf } from "./assignment.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import type { ChatFilter, ChatRecord } from "./stores/chats.ts";
import { found, idOf } from "./ids.ts";
import { route } from "./route.ts";
import { sightOf } from "./sight.ts";

export type ChatReads = Pick<Deps, "auth" | "rights" | "chats" | "config" | "clock"> & {
  readonly realtime: Pick<Deps["realtime"], "presence">;
};

/** Reading chats: lists, one, its messages, numbers, read mark (API-020 – API-022, API-029). */
export function chatRoutes(app: FastifyInstance, deps: ChatReads): void {
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
  route(app, deps.auth, {
    method: "GET",
    url: "/chats/counters",
    action: "chats.read",
    tag: "chats",
    summary: "Numbers beside the views of the inbox",
    status: 200,
    answer: Counters,
    handle: async ({ principal }) => {
      const { unread, ...views } = await deps.chats.counts(principal.accountId, sightOf(deps, principal), deps.clock.now());
      return { views: { ...views, offline: 0, calls: 0 }, unread };
    },
  });
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
      found(await deps.chats.locate(principal.accountId, sightOf(deps, principal), id), "chat");
      const { before, after, limit = 50 } = query;
      const messages = await deps.chats.messages(principal.accountId, id, {
        limit,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      });
      return { items: messages.map((message) => shown(deps, principal, message)), next_cursor: null };
    },
  });
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

/** Moves the own read mark, only forward unless `back` (API-029); also for the frame of API-106. Refusal `not_found` out of sight. */
export async function markRead(
  deps: Pick<Deps, "chats" | "rights">,
  principal: Principal,
  id: number,
  seq: number,
  back = false,
): Promise<void> {
  const spot = found(await deps.chats.locate(principal.accountId, sightOf(deps, principal), id), "chat");
  // A mark above the last message would hide messages that are not written yet.
  await deps.chats.setReadMark(principal.accountId, id, principal.operatorId, { seq: Math.min(seq, spot.lastSeq), back });
}

/** The chat as this principal sees it now; not_found when out of sight. */
export async function readChat(deps: ChatReads, principal: Principal, id: number): Promise<Chat> {
  const account = principal.accountId;
  const [record, config] = await Promise.all([deps.chats.find(account, sightOf(deps, principal), id), deps.config(account)]);
  const { chat, ...rest } = found(record, "chat");
  const hasLimits = [...config.operators.values()].some((operator) => operator.chatLimit > 0);
  const assignment = assignmentOf({
    config,
    channelId: chat.channel.id,
    state: chat.state,
    presence: (operatorId) => deps.realtime.presence.of(account, operatorId),
    openChats: hasLimits && chat.state !== "closed" ? await deps.chats.openCounts(account) : new Map(),
  });
  return chatWire(deps, principal, { chat, ...rest }, assignment);
}

function chatWire(deps: Pick<Deps, "rights">, principal: Principal, record: ChatRecord, assignment: Chat["assignment"]): Chat {
  const chat: ChatEntity = record.chat;
  return {
    ...chat,
    assignment,
    unread: record.unread,
    last_message: record.lastMessage === null ? null : shown(deps, principal, record.lastMessage),
  };
}

/** Developers test without reading what people write (CORE-001). */
export const shown = (deps: Pick<Deps, "rights">, principal: Principal, message: Message): Message =>
  deps.rights.masksText(principal) ? deps.rights.maskMessage(message) : message;

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
    ...(q === undefined || q === "" ? {} : { q }),
    ...(key === undefined || id === undefined ? {} : { after: { key: String(key), id } }),
  };
}
