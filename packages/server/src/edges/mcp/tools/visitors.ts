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
import type { ServiceApiClient } from "../service-api-client.ts";
import { cursor, defaultPageSize, pageSize } from "./arguments.ts";
import { describeCount } from "./chats.ts";
import { defineTool } from "./define-tool.ts";

const searchVisitors = defineTool({
  name: "search_visitors",
  title: "Search visitors",
  description:
    "Finds visitors by a part of their name, phone number or email address, or by their number. Without query, the visitors with the latest activity are listed.",
  actions: ["visitors.read"],
  effect: "read",
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      limit: pageSize(50),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ visitors: Type.Array(ToolVisitor), next_cursor: Nullable(Type.String()) }),
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
  description: `Returns a visitor with their latest ${maxVisitorChats} chats, also those of the visitors whom operators merged with them. For more chats, use list_chats with visitor_number.`,
  actions: ["visitors.read", "chats.read"],
  effect: "read",
  input: Type.Object(
    { visitor_number: Type.Integer({ ...Id, description: "Number of the visitor." }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ visitor: ToolVisitorProfile, chats: Type.Array(ToolChat) }),
  async run({ args, api }) {
    const data = await loadVisitorPage(api, args.visitor_number);
    return {
      data,
      summary: `Visitor ${args.visitor_number}. ${describeCount(data.chats.length, "chat", null)}`,
    };
  },
});

export const visitorTools = [searchVisitors, readVisitor];
