import { randomBytes } from "node:crypto";
import {
  startHistoryServer,
  type HistoryReply,
  type HistoryServer,
  type HistoryServerOptions,
} from "../history/server.ts";
import type { World, WorldChat, WorldMessage } from "../history/world.ts";

export interface LiveHelperChatServiceOptions extends HistoryServerOptions {
  readonly world: World;
  readonly token?: string;
}
/** The REST API of Live Helper Chat, as its public documentation describes it. */
export interface LiveHelperChatService extends HistoryServer {
  readonly token: string;
  /** Name of the user to whom the key belongs. */
  readonly userId: string;
  readonly world: World;
}

const userId = "api";

/** Starts the service on 127.0.0.1. */
export async function startLiveHelperChatService({
  world,
  token = randomBytes(18).toString("base64url"),
  ...options
}: LiveHelperChatServiceOptions): Promise<LiveHelperChatService> {
  const credentials = `Basic ${Buffer.from(`${userId}:${token}`).toString("base64")}`;
  const server = await startHistoryServer(options, (url, headers) => {
    const [, file] = /^\/file\/downloadfile\/(\d+)\/\w+$/.exec(url.pathname) ?? [];
    if (file !== undefined) return sendFile(world, Number(file));
    // The API refuses with the status 200.
    if (headers.authorization !== credentials)
      return { status: 200, body: { error: true, result: "Authorization failed" } };
    return readPath(world, url.pathname, url.searchParams);
  });
  return { ...server, token, userId, world };
}

const notFound: HistoryReply = { status: 404, body: "Not found" };
function sendFile(world: World, id: number): HistoryReply {
  const file = world.chats
    .flatMap(({ messages }) => messages.flatMap(({ files }) => files))
    .find((one) => one.id === id);
  return file === undefined || file.isDeleted ? notFound : { status: 200, body: file.bytes };
}

function readPath(world: World, path: string, query: URLSearchParams): HistoryReply {
  const send = (body: object): HistoryReply => ({ status: 200, body: { error: false, ...body } });
  switch (path) {
    case "/restapi/getusers":
      return send({
        result: world.operators.map(({ id, name, email }) => ({ id, name, email, disabled: 0 })),
      });
    case "/restapi/departments":
      return send({ result: world.departments.map(({ id, name }) => ({ id, name })) });
    case "/restapi/chats": {
      const offset = Number(query.get("offset") ?? "0");
      const limit = Number(query.get("limit") ?? "20");
      const hasMessages = query.get("include_messages") === "true";
      const list = world.chats
        .toReversed()
        .slice(offset, offset + limit)
        .map((chat) => describeChat(chat, hasMessages));
      return send({ list, list_count: world.chats.length });
    }
    default:
      return notFound;
  }
}

const toSeconds = (at: number): number => at / 1_000;
/** A chat that lacks its person lacks its id here, because chats have no other person. */
const describeChat = (chat: WorldChat, hasMessages: boolean): object => ({
  id: chat.lacks === "person" ? null : chat.id,
  nick: chat.person.name,
  email: chat.person.email ?? "",
  phone: chat.person.phone ?? "",
  online_user_id: chat.person.id,
  time: toSeconds(chat.startedAt),
  cls_time: chat.endedAt === null ? 0 : toSeconds(chat.endedAt),
  status: chat.endedAt === null ? 1 : 2,
  user_id: chat.operator?.id ?? 0,
  dep_id: chat.department?.id ?? 0,
  fbst: chat.rating === null ? 0 : chat.rating.score > 3 ? 1 : 2,
  additional_data: JSON.stringify(
    Object.entries(chat.fields).map(([identifier, value]) => ({ identifier, value })),
  ),
  messages: hasMessages
    ? chat.messages.map((message) => describeMessage(chat, message))
    : undefined,
});

const users = { visitor: 0, system: -1, bot: -2 };
const describeMessage = (chat: WorldChat, message: WorldMessage): object => ({
  id: message.id,
  chat_id: chat.id,
  msg: [message.text, ...message.files.map(({ id }) => `[file=${id}_ab12]`)].join(" "),
  time: message.lacks === "date" ? null : toSeconds(message.at),
  user_id:
    message.lacks === "author"
      ? null
      : message.author === "operator"
        ? message.operator?.id
        : users[message.author],
  name_support: message.operator?.name ?? "",
});
