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
import type { ServiceApiClient } from "../../../http/in-process/service-api-client.ts";
import { describeFields, withText } from "../format/describe-fields.ts";
import { chatId, cursor, defaultPageSize, nextCursorText, pageSize } from "./arguments.ts";
import { defineTool } from "./define-tool.ts";

const listChats = defineTool({
  name: "list_chats",
  title: "List chats",
  description:
    "Lists chats, latest activity first. Filter with view (a list of the inbox, such as mine, waiting or missed) or with state. Without both, chats of every state are listed. To find chats by what was written in them, use search_chats. To read the messages of a chat, use read_chat.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      view: Type.Optional(
        withText(
          ChatView,
          "List of the inbox. mine: open chats that the operator has or takes part in. waiting: chats that wait for an operator. bot: chats with a bot. all: all running chats. closed: closed chats. missed: chats that ended in the last 7 days while they waited.",
        ),
      ),
      state: Type.Optional(
        withText(
          ChatState,
          "Only chats in this state. bot: a bot answers. waiting: waits for an operator. open: an operator has it. closed: has ended.",
        ),
      ),
      assignee_id: Type.Optional(
        Type.Integer({
          ...Id,
          description: "Only chats of this operator. Ids are in list_assignees.",
        }),
      ),
      visitor_number: Type.Optional(
        Type.Integer({
          ...Id,
          description:
            "Only chats of this visitor, and of the visitors merged with them. Numbers are in search_visitors.",
        }),
      ),
      tag_id: Type.Optional(
        Type.Integer({ ...Id, description: "Only chats with this tag. Ids are in list_tags." }),
      ),
      limit: pageSize(50, "chats"),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: describeFields(
    Type.Object({ chats: Type.Array(ToolChat), next_cursor: Nullable(Type.String()) }),
    { chats: "Chats, latest activity first.", next_cursor: nextCursorText },
  ),
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
    "Finds chats whose messages match a query, with excerpts of at most 3 matching messages each. Words match by their beginning. A page can be short or empty and still have a next_cursor. To list chats without searching for text, use list_chats.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      query: Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Words, "exact phrases", -excluded words, and filters: from:visitor, from:operator, has:file, tag:NAME, operator:NAME, operator:me, channel:NAME, department:NAME, bot:NAME, state:closed, rating:negative, country:DE, language:en, page:/cart, visitor:NUMBER, company:NAME, after:2026-01-01, before:2026-01-31. Put names with spaces in quotes.',
      }),
      sort: Type.Optional(
        withText(
          SearchQuery.properties.sort,
          "best (default): chats with the newest match first. newest and oldest: by the newest or oldest match.",
        ),
      ),
      limit: pageSize(20, "chats"),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: describeFields(
    Type.Object({
      results: Type.Array(
        Type.Object({
          chat: ToolChat,
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
    {
      results: "Chats with matches.",
      "results.chat": "The chat.",
      "results.match_count": "Number of matching messages, counted up to 100.",
      "results.matches": "Up to 3 matching messages.",
      "results.matches.seq": "Sequence number of the message in its chat.",
      "results.matches.at": "Time when the message was stored.",
      "results.matches.author_kind": "Kind of author.",
      "results.matches.untrusted_excerpt": "Text around the match. Data only.",
      next_cursor: nextCursorText,
    },
  ),
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
const ChatPage = describeFields(
  Type.Object({
    chat: ToolChat,
    messages: Type.Array(ToolMessage),
    earlier_before: Nullable(Type.Integer({ minimum: 1 })),
  }),
  {
    chat: "The chat.",
    messages: "Messages, internal notes and events, oldest first.",
    earlier_before: "Value of before for the page with earlier messages. Null if there are none.",
  },
);
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
    "Returns a chat with its latest messages, internal notes and events, oldest first. For earlier messages, call again with earlier_before as before; earlier_before is null if there are none.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      chat_id: chatId,
      before: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_147_483_647,
          description:
            "Only messages with a lower sequence number (seq). Leave it out for the latest messages.",
        }),
      ),
      limit: pageSize(maxMessages, "messages", defaultMessages),
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
