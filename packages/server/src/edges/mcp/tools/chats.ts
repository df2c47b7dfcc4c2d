import { Type } from "typebox";
import { ChatState, Id, Nullable, Time, type Chat } from "@parlour/protocol";
import {
  ChatView,
  SearchQuery,
  type Chats,
  type Messages,
  type SearchHit,
  type SearchResult,
} from "@parlour/protocol/api";
import { ToolChat, toToolChat } from "../format/chat.ts";
import { ToolMessage, toToolMessage } from "../format/message.ts";
import type { ServiceApiClient } from "../service-api-client.ts";
import { chatId, cursor, defaultPageSize, pageSize } from "./arguments.ts";
import { defineTool } from "./define-tool.ts";

const listChats = defineTool({
  name: "list_chats",
  title: "List chats",
  description:
    "Lists chats, latest activity first. Use view for the lists of the inbox (mine, waiting, missed …), or state. Without both, chats of every state are listed. To find chats by words, use search_chats.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      view: Type.Optional(ChatView),
      state: Type.Optional(ChatState),
      assignee_id: Type.Optional(
        Type.Integer({ ...Id, description: "Only chats of this operator." }),
      ),
      visitor_number: Type.Optional(
        Type.Integer({ ...Id, description: "Only chats of this visitor." }),
      ),
      tag_id: Type.Optional(Type.Integer({ ...Id, description: "Only chats with this tag." })),
      limit: pageSize(50),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ chats: Type.Array(ToolChat), next_cursor: Nullable(Type.String()) }),
  async run({ args, api }) {
    const page = await api.get<Chats>("/chats", {
      view: args.view,
      state: args.state,
      assignee: args.assignee_id,
      visitor: args.visitor_number,
      tag: args.tag_id,
      limit: args.limit ?? defaultPageSize,
      cursor: args.cursor,
    });
    return {
      data: { chats: page.items.map(toToolChat), next_cursor: page.next_cursor },
      summary: describeCount(page.items.length, "chat", page.next_cursor),
    };
  },
});

const searchChats = defineTool({
  name: "search_chats",
  title: "Search chats",
  description:
    'Finds chats with messages that match. The query takes words, "phrases", -not, and tokens such as from:visitor, tag:NAME, operator:NAME, state:closed, rating:negative, before:2026-01-31.',
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 500 }),
      sort: SearchQuery.properties.sort,
      limit: pageSize(20),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        chat: ToolChat,
        /** Number of matching messages, counted up to 100. */
        match_count: Type.Integer({ minimum: 0 }),
        matches: Type.Array(
          Type.Object({
            seq: Type.Integer({ minimum: 1 }),
            at: Time,
            author_kind: ToolMessage.properties.author.properties.kind,
            untrusted_excerpt: Type.String(),
          }),
        ),
      }),
    ),
    next_cursor: Nullable(Type.String()),
  }),
  async run({ args, api }) {
    const page = await api.get<SearchResult>("/search", {
      q: args.query,
      sort: args.sort,
      limit: args.limit ?? defaultPageSize,
      cursor: args.cursor,
    });
    return {
      data: {
        results: page.items.map(({ chat, count, hits }) => ({
          chat: toToolChat(chat),
          match_count: count,
          matches: hits.map(toMatch),
        })),
        next_cursor: page.next_cursor,
      },
      summary: describeCount(page.items.length, "chat", page.next_cursor),
    };
  },
});
const toMatch = ({ seq, created_at, author, excerpt }: SearchHit) => ({
  seq,
  at: created_at,
  author_kind: author.kind,
  untrusted_excerpt: excerpt.map(({ text }) => text).join(""),
});

/** The result of `read_chat` and the content of a chat's resource. */
const ChatPage = Type.Object({
  chat: ToolChat,
  /** Oldest first. */
  messages: Type.Array(ToolMessage),
  /** Value of `before` for the page with earlier messages. Null if there are none. */
  earlier_before: Nullable(Type.Integer({ minimum: 1 })),
});
const maxMessages = 100;
const defaultMessages = 50;

/** Loads a chat with a page of its messages, for a tool and for a resource. */
export async function loadChatPage(
  api: ServiceApiClient,
  id: number,
  { before, limit = defaultMessages }: { readonly before?: number; readonly limit?: number } = {},
) {
  const [chat, page] = await Promise.all([
    api.get<Chat>(`/chats/${id}`),
    api.get<Messages>(`/chats/${id}/messages`, { before, limit }),
  ]);
  const first = page.items[0]?.seq ?? 1;
  return {
    chat: toToolChat(chat),
    messages: page.items.map(toToolMessage),
    earlier_before: first > 1 && page.items.length === limit ? first : null,
  };
}

const readChat = defineTool({
  name: "read_chat",
  title: "Read a chat",
  description:
    "Returns a chat with its latest messages, notes of operators and events, oldest first. For earlier messages, pass earlier_before as before.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      chat_id: chatId,
      before: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_147_483_647,
          description: "Only messages with a lower seq.",
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: maxMessages,
          default: defaultMessages,
          description: "Maximum number of messages.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: ChatPage,
  async run({ args, api }) {
    const page = await loadChatPage(api, args.chat_id, args);
    const { id, state } = page.chat;
    return {
      data: page,
      summary: `Chat ${id} is ${state}. ${describeCount(page.messages.length, "message", null)}`,
    };
  },
});

/** Returns a sentence such as "3 chats. There are more: use next_cursor." */
export function describeCount(count: number, name: string, nextCursor: string | null): string {
  const found = `${count} ${name}${count === 1 ? "" : "s"}.`;
  return nextCursor === null ? found : `${found} There are more: pass next_cursor as cursor.`;
}

export const chatTools = [listChats, searchChats, readChat];
