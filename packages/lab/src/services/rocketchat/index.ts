import { randomBytes } from "node:crypto";
import {
  startHistoryServer,
  type HistoryReply,
  type HistoryServer,
  type HistoryServerOptions,
} from "../history/server.ts";
import type { World, WorldChat, WorldFile, WorldMessage } from "../history/world.ts";

export interface RocketChatServiceOptions extends HistoryServerOptions {
  readonly world: World;
  readonly token?: string;
  /** Largest number of elements of an answer. Default: 100. */
  readonly maxCount?: number;
  /** Whether the lists of the paid editions exist. Default: true. */
  readonly isEnterprise?: boolean;
}
/** Rocket.Chat's REST API for omnichannel rooms, as its public documentation describes it. */
export interface RocketChatService extends HistoryServer {
  readonly token: string;
  readonly userId: string;
  readonly world: World;
}

const userId = "rbAXPnMktTFbNpwtJ";
const createAccessToken = (): string => randomBytes(24).toString("base64url");

/** Starts the service on 127.0.0.1. */
export async function startRocketChatService({
  world,
  token = createAccessToken(),
  maxCount = 100,
  isEnterprise = true,
  ...options
}: RocketChatServiceOptions): Promise<RocketChatService> {
  const server = await startHistoryServer(options, (url, headers) => {
    if (url.pathname === "/api/info") return send({ version: "6.12", success: true });
    if (headers["x-auth-token"] !== token || headers["x-user-id"] !== userId)
      return {
        status: 401,
        body: { status: "error", message: "You must be logged in to do this." },
      };
    const file = /^\/file-upload\/file(\d+)\//.exec(url.pathname);
    if (file !== null) return sendFile(world, Number(file[1]));
    const path = /^\/api\/v1\/(.+)$/.exec(url.pathname)?.[1] ?? "";
    return readPath({ world, maxCount, isEnterprise }, path, url.searchParams);
  });
  return { ...server, token, userId, world };
}
const send = (body: object): HistoryReply => ({ status: 200, body: { ...body, success: true } });
const refuse = (error: string): HistoryReply => ({ status: 400, body: { success: false, error } });
const notFound: HistoryReply = { status: 404, body: { success: false, error: "Not Found" } };

function sendFile(world: World, id: number): HistoryReply {
  const file = world.chats
    .flatMap(({ messages }) => messages.flatMap(({ files }) => files))
    .find((one) => one.id === id);
  return file === undefined || file.isDeleted ? notFound : { status: 200, body: file.bytes };
}

interface Deps {
  readonly world: World;
  readonly maxCount: number;
  readonly isEnterprise: boolean;
}
function readPath(deps: Deps, path: string, query: URLSearchParams): HistoryReply {
  const { world } = deps;
  if (path === "me") return send({ _id: userId, username: "owner", name: "Shop" });
  if (path === "livechat/visitors.info") return sendVisitor(world, query.get("visitorId") ?? "");
  const [, room = ""] = /^livechat\/(?:transfer\.history\/)?room(\d+)/.exec(path) ?? [];
  if (room !== "") {
    const chat = world.chats.find(({ id }) => id === Number(room));
    if (chat === undefined) return refuse("invalid-room");
    return path.endsWith("/messages")
      ? sendList(deps, query, "messages", sort(chat.messages.map(describeMessage(chat)), query))
      : sendList(deps, query, "history", chat.id % 6 === 0 ? [describeTransfer(chat)] : []);
  }
  const list = lists[path];
  if (list === undefined || (list.isEnterprise && !deps.isEnterprise)) return notFound;
  const elements = list.read(world);
  return sendList(
    deps,
    query,
    list.name,
    path === "livechat/rooms" ? sort(elements, query) : elements,
  );
}

const lists: Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly isEnterprise?: true;
      readonly read: (world: World) => readonly unknown[];
    }
  >
> = {
  "livechat/rooms": { name: "rooms", read: ({ chats }) => chats.map(describeRoom) },
  "livechat/users/agent": {
    name: "users",
    read: ({ operators }) =>
      operators.map(({ id, name, email }) => ({
        _id: `agent${id}`,
        username: `agent.${id}`,
        name,
        emails: [{ address: email, verified: true }],
      })),
  },
  "livechat/department": {
    name: "departments",
    read: ({ departments }) => departments.map(({ id, name }) => ({ _id: `dept${id}`, name })),
  },
  "livechat/tags": {
    name: "tags",
    isEnterprise: true,
    read: ({ tags }) => tags.map(({ id, name }) => ({ _id: `tag${id}`, name })),
  },
  "livechat/custom-fields": {
    name: "customFields",
    read: () => [
      { _id: "plan", label: "Plan", scope: "visitor", type: "select", options: "free, pro" },
      { _id: "order", label: "Order", scope: "room", type: "input", options: "" },
    ],
  },
  "canned-responses": {
    name: "cannedResponses",
    isEnterprise: true,
    read: ({ replies }) =>
      replies.map(({ id, name, text }) => ({ _id: `reply${id}`, shortcut: name, text })),
  },
};

function sendList(
  { maxCount }: Deps,
  query: URLSearchParams,
  name: string,
  list: readonly unknown[],
): HistoryReply {
  const offset = Number(query.get("offset") ?? "0");
  const count = Math.min(Number(query.get("count") ?? "50"), maxCount);
  const part = list.slice(offset, offset + count);
  return send({ [name]: part, count: part.length, offset, total: list.length });
}
/** Without `sort`: the newest first. */
const sort = (list: readonly unknown[], query: URLSearchParams): readonly unknown[] =>
  query.get("sort") === null ? list.toReversed() : list;

function sendVisitor(world: World, visitorId: string): HistoryReply {
  const person = world.persons.find(({ id }) => `visitor${id}` === visitorId);
  if (person === undefined) return refuse("visitor-not-found");
  const { id, name, email, phone, createdAt, fields } = person;
  return send({
    visitor: {
      _id: `visitor${id}`,
      username: `guest-${id}`,
      name,
      token: `token${id}`,
      ts: new Date(createdAt).toISOString(),
      visitorEmails: email === null ? undefined : [{ address: email }],
      phone: phone === null ? undefined : [{ phoneNumber: phone }],
      livechatData: fields,
    },
  });
}

const sources = {
  web: { type: "widget" },
  email: { type: "email", label: "help@shop.example" },
  whatsapp: { type: "app", id: "wa-app", alias: "WhatsApp", label: "WhatsApp" },
};
function describeRoom(chat: WorldChat): unknown {
  const { id, person, operator, department, rating } = chat;
  return {
    _id: `room${id}`,
    t: "l",
    ts: new Date(chat.startedAt).toISOString(),
    v:
      chat.lacks === "person"
        ? undefined
        : { _id: `visitor${person.id}`, username: `guest-${person.id}`, name: person.name },
    source: sources[chat.channel],
    servedBy: operator === null ? undefined : { _id: `agent${operator.id}` },
    departmentId: department === null ? undefined : `dept${department.id}`,
    tags: chat.tags,
    livechatData: chat.fields,
    closedAt: chat.endedAt === null ? undefined : new Date(chat.endedAt).toISOString(),
    email: chat.channel === "email" ? { inbox: "help", subject: `Order ${id}` } : undefined,
    surveyFeedback:
      rating === null
        ? undefined
        : { satisfaction: String(rating.score), additionalFeedback: rating.text },
  };
}
const describeTransfer = (chat: WorldChat): unknown => ({
  transferredBy: { _id: "agent1", username: "agent.1", name: "Ann", type: "agent" },
  transferredTo: { _id: "agent2", username: "agent.2" },
  scope: "agent",
  comment: "knows returns",
  ts: new Date(chat.startedAt).toISOString(),
});

const describeMessage =
  (chat: WorldChat) =>
  (message: WorldMessage): unknown => {
    const { author, operator, files, lacks } = message;
    const users = {
      visitor: { _id: `visitor${chat.person.id}`, username: `guest-${chat.person.id}` },
      operator: { _id: `agent${operator?.id}`, username: `agent.${operator?.id}` },
      bot: { _id: "rocket.cat", username: "rocket.cat", name: "Rocket.Cat" },
      system: { _id: "agent1", username: "agent.1" },
    };
    return {
      _id: `message${message.id}`,
      rid: `room${chat.id}`,
      msg: message.text,
      t: author === "system" ? "livechat-close" : undefined,
      ts: lacks === "date" ? null : new Date(message.at).toISOString(),
      u: lacks === "author" ? undefined : users[author],
      token: author === "visitor" && lacks !== "author" ? "visitor-token" : undefined,
      ...describeFiles(files),
    };
  };
const describeFiles = (files: readonly WorldFile[]): object => ({
  files: files.map(({ id, name, type, bytes }) => ({
    _id: `file${id}`,
    name,
    type,
    size: bytes.length,
  })),
  attachments: files.map(({ id, name }) => ({
    title: name,
    type: "file",
    title_link: `/file-upload/file${id}/${encodeURIComponent(name)}`,
  })),
});
