import { Type } from "typebox";
import { Id, Nullable } from "@parlour/protocol";
import type { Chats, VisitorProfile, Visitors } from "@parlour/protocol/api";
import { ToolChat, toToolChat } from "../format/chat.ts";
import {
  ToolVisitor,
  ToolVisitorProfile,
  toToolVisitor,
  toToolVisitorProfile,
} from "../format/visitor.ts";
import type { ServiceApiClient } from "../../../http/in-process/service-api-client.ts";
import { describeFields } from "../format/describe-fields.ts";
import { cursor, defaultPageSize, nextCursorText, pageSize } from "./arguments.ts";
import { describeCount } from "./chats.ts";
import { defineTool } from "./define-tool.ts";

const searchVisitors = defineTool({
  name: "search_visitors",
  title: "Search visitors",
  description:
    "Finds visitors by part of their name, phone number or email address, or by their visitor number. Without query, lists visitors by latest activity. To get the chats of a visitor, use read_visitor.",
  actions: ["visitors.read"],
  effect: "read",
  input: Type.Object(
    {
      query: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: "Part of a name, phone number or email address, or a visitor number.",
        }),
      ),
      limit: pageSize(50, "visitors"),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: describeFields(
    Type.Object({ visitors: Type.Array(ToolVisitor), next_cursor: Nullable(Type.String()) }),
    { visitors: "The visitors.", next_cursor: nextCursorText },
  ),
  async run({ args, api }) {
    const page = await api.get<Visitors>("/visitors", {
      q: args.query,
      sort: "seen",
      limit: args.limit ?? defaultPageSize,
      cursor: args.cursor,
    });
    return {
      data: { visitors: page.items.map(toToolVisitor), next_cursor: page.next_cursor },
      summary: describeCount(page.items.length, "visitor", page.next_cursor),
    };
  },
});

/** Maximum number of chats that are returned with a visitor. */
const maxVisitorChats = 20;

/** Loads a visitor with their latest chats, for a tool and for a resource. */
export async function loadVisitorPage(api: ServiceApiClient, number: number) {
  const [visitor, chats] = await Promise.all([
    api.get<VisitorProfile>(`/visitors/${number}`),
    api.get<Chats>("/chats", { visitor: number, limit: maxVisitorChats }),
  ]);
  return { visitor: toToolVisitorProfile(visitor), chats: chats.items.map(toToolChat) };
}

const readVisitor = defineTool({
  name: "read_visitor",
  title: "Read a visitor",
  description: `Returns a visitor with their latest ${maxVisitorChats} chats, including the chats of visitors whom operators merged with them. For more chats, use list_chats with visitor_number.`,
  actions: ["visitors.read", "chats.read"],
  effect: "read",
  input: Type.Object(
    {
      visitor_number: Type.Integer({
        ...Id,
        description: "Number of the visitor, as in visitor_number of a chat. It is not a chat id.",
      }),
    },
    { additionalProperties: false },
  ),
  output: describeFields(
    Type.Object({ visitor: ToolVisitorProfile, chats: Type.Array(ToolChat) }),
    { visitor: "The visitor.", chats: "Their latest chats, latest activity first." },
  ),
  async run({ args, api }) {
    const data = await loadVisitorPage(api, args.visitor_number);
    return {
      data,
      summary: `Visitor ${args.visitor_number}. ${describeCount(data.chats.length, "chat", null)}`,
    };
  },
});

export const visitorTools = [searchVisitors, readVisitor];
