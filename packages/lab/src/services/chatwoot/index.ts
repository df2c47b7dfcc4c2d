import { randomBytes } from "node:crypto";
import {
  startHistoryServer,
  type HistoryReply,
  type HistoryServer,
  type HistoryServerOptions,
} from "../history/server.ts";
import type { World, WorldChat, WorldFile, WorldMessage, WorldPerson } from "../history/world.ts";

export interface ChatwootServiceOptions extends HistoryServerOptions {
  readonly world: World;
  readonly token?: string;
  /** Role of the token in the account. Default: administrator. */
  readonly role?: "administrator" | "agent";
}
/** Chatwoot's application API with one account, as its public documentation describes it. */
export interface ChatwootService extends HistoryServer {
  readonly token: string;
  readonly account: string;
  readonly world: World;
}

const account = "1";
const contactsPerPage = 15;
const chatsPerPage = 25;
const ratingsPerPage = 25;
const articlesPerPage = 25;
const messagesPerPage = 100;

const createAccessToken = (): string => randomBytes(12).toString("base64url");

/** Starts the service on 127.0.0.1. */
export async function startChatwootService({
  world,
  token = createAccessToken(),
  role = "administrator",
  ...options
}: ChatwootServiceOptions): Promise<ChatwootService> {
  let base = "";
  const server = await startHistoryServer(options, (url, headers) => {
    if (url.pathname === "/api") return send({ version: "4.2.0", data_services: "ok" });
    const file = /^\/rails\/active_storage\/(blobs\/redirect|disk)\/(\d+)\//.exec(url.pathname);
    if (file !== null) return sendFile(world, file[1] === "disk", Number(file[2]), url.pathname);
    if (headers["api_access_token"] !== token)
      return { status: 401, body: { error: "Invalid Access Token" } };
    if (url.pathname === "/api/v1/profile")
      return send({ id: 1, accounts: [{ id: Number(account), name: "Shop", role }] });
    const path = /^\/api\/v1\/accounts\/1\/(.+)$/.exec(url.pathname)?.[1];
    const body = path === undefined ? undefined : readPath({ world, base, role }, path, url);
    return body === undefined
      ? { status: 404, body: { error: "Resource could not be found" } }
      : send(body);
  });
  base = server.url;
  return { ...server, token, account, world };
}
const send = (body: unknown): HistoryReply => ({ status: 200, body });

/** Sends a stored file: its address redirects to the storage. */
function sendFile(world: World, isStorage: boolean, id: number, path: string): HistoryReply {
  if (!isStorage) {
    const location = path.replace("/blobs/redirect/", "/disk/");
    return { status: 302, body: null, headers: { location } };
  }
  const file = world.chats
    .flatMap(({ messages }) => messages.flatMap(({ files }) => files))
    .find((one) => one.id === id);
  return file === undefined || file.isDeleted
    ? { status: 404, body: null }
    : { status: 200, body: file.bytes };
}

interface Deps {
  readonly world: World;
  readonly base: string;
  readonly role: string;
}
/** Returns the answer to a path of the account, or undefined. */
function readPath(deps: Deps, path: string, url: URL): unknown {
  const page = Number(url.searchParams.get("page") ?? "1");
  const chat = /^conversations\/(\d+)\/messages$/.exec(path);
  if (chat !== null) return listMessages(deps, Number(chat[1]), url);
  return lists[path]?.(deps, page, url);
}
const lists: Readonly<Record<string, (deps: Deps, page: number, url: URL) => unknown>> = {
  agents: ({ world }) =>
    world.operators.map((operator) => ({ ...operator, role: "agent", confirmed: true })),
  teams: ({ world }) => world.departments,
  labels: ({ world }) => ({
    payload: world.tags.map(({ id, name }) => ({ id, title: name, color: "#1f93ff" })),
  }),
  custom_attribute_definitions: () => definitions,
  canned_responses: ({ world }) =>
    world.replies.map(({ id, name, text }) => ({ id, short_code: name, content: text })),
  inboxes: () => ({ payload: inboxes }),
  portals: () => ({ payload: [{ id: 1, slug: "help", name: "Help" }] }),
  "portals/help/articles": ({ world }, page) => ({
    payload: cut(world.articles, page, articlesPerPage).map(describeArticle),
  }),
  contacts: ({ world }, page) => listContacts(world, page),
  conversations: (deps, page, url) => listChats(deps, url, page),
  csat_survey_responses: ({ world }, page) =>
    cut(
      world.chats.filter(({ rating }) => rating !== null),
      page,
      ratingsPerPage,
    ).map(describeRating),
};
const cut = <T>(list: readonly T[], page: number, size: number): readonly T[] =>
  list.slice((page - 1) * size, page * size);

const definitions = [
  ["plan", "list", "contact_attribute", ["free", "pro"]],
  ["orders", "number", "contact_attribute", []],
  ["is_trusted", "checkbox", "contact_attribute", []],
  ["order", "text", "conversation_attribute", []],
  ["branch", "text", "company_attribute", []],
].map(([key, type, model, values], index) => ({
  id: index + 1,
  attribute_key: key,
  attribute_display_name: `Attribute ${String(key)}`,
  attribute_display_type: type,
  attribute_model: model,
  attribute_values: values,
}));
const inboxes = [
  { id: 1, name: "Website", channel_type: "Channel::WebWidget" },
  { id: 2, name: "Mail", channel_type: "Channel::Email" },
  { id: 3, name: "WhatsApp", channel_type: "Channel::Whatsapp" },
];
const inboxOf = { web: 1, email: 2, whatsapp: 3 } as const;

const describeArticle = ({ id, name, text, isPublished, original }: World["articles"][number]) => ({
  id,
  title: name,
  content: text,
  status: isPublished ? "published" : "draft",
  position: (31 - id) * 10,
  associated_article_id: original,
  category:
    original === null
      ? { id: 1, name: "Orders", slug: "orders", locale: "en" }
      : { id: 2, name: "Bestellungen", slug: "orders", locale: "de" },
});
const describePerson = ({ externalId, createdAt, fields, phone, ...person }: WorldPerson) => ({
  id: person.id,
  name: person.name,
  email: person.email,
  phone_number: phone,
  identifier: externalId,
  additional_attributes: { city: "Riga", social_profiles: {} },
  custom_attributes: fields,
  created_at: createdAt / 1_000,
});
/** Contacts without an address are not in the list. */
function listContacts(world: World, page: number): unknown {
  const persons = world.persons.filter(({ email, phone, externalId }) =>
    [email, phone, externalId].some((address) => address !== null),
  );
  const payload = cut(persons, page, contactsPerPage).map(describePerson);
  return {
    meta: { count: persons.length, current_page: page },
    payload: world.isBroken && page === 1 ? [...payload, null, { name: "No id" }] : payload,
  };
}

function listChats({ world }: Deps, url: URL, page: number): unknown {
  const isAscending = url.searchParams.get("sort_by") === "created_at_asc";
  const isAll = url.searchParams.get("status") === "all";
  const chats = world.chats.filter(({ endedAt }) => isAll || endedAt === null);
  const sorted = isAscending ? chats : chats.toReversed();
  return {
    data: {
      meta: { all_count: chats.length },
      payload: cut(sorted, page, chatsPerPage).map(describeChat),
    },
  };
}
const states = ["open", "pending", "snoozed"] as const;
function describeChat(chat: WorldChat): unknown {
  const { id, person, operator, department, fields } = chat;
  const status = chat.endedAt === null ? (states[id % 3] ?? "open") : "resolved";
  return {
    id,
    inbox_id: inboxOf[chat.channel],
    meta: {
      sender: chat.lacks === "person" ? undefined : describePerson(person),
      assignee: operator ?? undefined,
      team: department ?? undefined,
    },
    additional_attributes: id % 4 === 0 ? { mail_subject: `Order ${id}` } : {},
    custom_attributes: fields,
    labels: chat.tags,
    status,
    snoozed_until: status === "snoozed" ? "2030-01-01T00:00:00.000Z" : null,
    priority: id % 10 === 0 ? "high" : null,
    created_at: chat.startedAt / 1_000,
    last_activity_at: (chat.endedAt ?? chat.startedAt) / 1_000,
  };
}
const describeRating = ({ id, rating }: WorldChat) => ({
  id: 1_000 + id,
  rating: rating?.score,
  feedback_message: rating?.text,
  conversation_id: id,
});

/** Without `after` and `before`: the latest 20. */
function listMessages({ world, base }: Deps, id: number, { searchParams }: URL): unknown {
  const chat = world.chats.find((one) => one.id === id);
  if (chat === undefined) return undefined;
  const after = searchParams.get("after");
  const messages =
    after === null
      ? chat.messages.slice(-20)
      : chat.messages.filter((one) => one.id > Number(after)).slice(0, messagesPerPage);
  return {
    meta: { labels: chat.tags },
    payload: messages.map((message) => describeMessage(chat, message, base)),
  };
}
const messageTypes = { visitor: 0, operator: 1, system: 2, bot: 1 } as const;
function describeMessage(chat: WorldChat, message: WorldMessage, base: string): unknown {
  const { author, operator, files, lacks } = message;
  const sender = {
    visitor: { id: chat.person.id, name: chat.person.name, type: "contact" },
    operator: { id: operator?.id, name: operator?.name, type: "user" },
    bot: { id: 1, name: "Helper", type: "agent_bot" },
    system: undefined,
  }[author];
  return {
    id: message.id,
    content: message.text,
    conversation_id: chat.id,
    message_type: lacks === "author" ? 1 : messageTypes[author],
    content_type: "text",
    content_attributes: {},
    created_at: lacks === "date" ? null : message.at / 1_000,
    private: message.isNote,
    sender: lacks === "author" ? undefined : sender,
    attachments: files.length === 0 ? undefined : files.map((file) => describeFile(file, base)),
  };
}
const describeFile = ({ id, name, bytes }: WorldFile, base: string) => ({
  id,
  file_type: "file",
  extension: null,
  data_url: `${base}/rails/active_storage/blobs/redirect/${id}/${encodeURIComponent(name)}`,
  file_size: bytes.length,
});
