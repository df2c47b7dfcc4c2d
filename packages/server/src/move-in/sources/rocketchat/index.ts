import type { ReadKind } from "@parlour/protocol/move-in/record";
import {
  SourceError,
  type MoveSource,
  type OpenSource,
  type SourceCheck,
  type SourcePage,
} from "../../source.ts";
import { FirstPages } from "../first-pages.ts";
import {
  checkNewPage,
  createHttpSource,
  explainCheck,
  identifyPage,
  parseCursor,
  type HttpSource,
} from "../http-source.ts";
import { toId, toList, toName, toObject, toText, toTime, type Json } from "../json-values.ts";
import { PageBuilder } from "../page-builder.ts";
import { ChatReader } from "../read-chats.ts";
import { createChatLists, createRoomLists, oldestFirst, type RoomLists } from "./chats.ts";
import { toField, toPerson, toWholePerson } from "./records.ts";

/**
 * Opens the omnichannel rooms of Rocket.Chat by its REST API (MV-053). `token` and `account`: a
 * personal access token and the id of its user.
 */
export const openRocketChat: OpenSource = async (settings, deps): Promise<MoveSource> => {
  const { token = "", account = "" } = settings;
  const http = createHttpSource(
    settings,
    { "X-Auth-Token": token.trim(), "X-User-Id": account.trim() },
    deps,
  );
  const rooms = createRoomLists(http);
  const chats = new ChatReader(createChatLists(http, rooms));
  const persons = new PersonReader(http, rooms);
  return {
    check: () => explainCheck(check(http)),
    async readPage(kind, cursor) {
      if (kind === "chat") return chats.readPage(cursor);
      if (kind === "person") return persons.readPage(cursor);
      return readList(http, kind, cursor);
    },
    openFile: (file) => http.openFile(file),
    close: () => Promise.resolve(),
  };
};

async function check(http: HttpSource): Promise<SourceCheck> {
  const me = toObject(await http.readJson("api/v1/me"));
  const { version, info } = toObject(await http.readJson("api/info"));
  const { rooms, total } = toObject(
    await http.readJson("api/v1/livechat/rooms", { offset: 0, count: 1, sort: oldestFirst }),
  );
  const firstChatAt = toTime(toObject(toList(rooms)[0])["ts"]);
  return {
    product: `Rocket.Chat ${toText(version) ?? toText(toObject(info)["version"]) ?? ""}`.trim(),
    account: toName(me["name"] ?? me["username"]) || null,
    firstChatAt: firstChatAt === undefined ? null : Date.parse(firstChatAt),
    requestsPerMinute: null,
    counts: typeof total === "number" ? { chat: total } : {},
  };
}

interface ListSpec {
  readonly path: string;
  readonly list: string;
  /** Not every edition has this list. */
  readonly isOptional?: true;
  readonly convert: (element: Json) => Parameters<PageBuilder["add"]>[0];
}
const toDepartment = ({ _id, name }: Json) => ({
  kind: "department" as const,
  id: toId(_id),
  name: toName(name),
});
const lists: Readonly<Partial<Record<ReadKind, readonly ListSpec[]>>> = {
  operator: [
    {
      path: "livechat/users/agent",
      list: "users",
      convert: ({ _id, name, username, emails }) => ({
        kind: "operator",
        id: toId(_id),
        name: toName(name ?? username),
        email: toText(toObject(toList(emails)[0])["address"]),
        active: true,
      }),
    },
  ],
  department: [
    { path: "livechat/department", list: "departments", convert: toDepartment },
    {
      path: "livechat/departments/archived",
      list: "departments",
      isOptional: true,
      convert: toDepartment,
    },
  ],
  tag: [
    {
      path: "livechat/tags",
      list: "tags",
      isOptional: true,
      convert: ({ _id, name }) => ({ kind: "tag", id: toId(_id), name: toName(name) }),
    },
  ],
  field: [{ path: "livechat/custom-fields", list: "customFields", convert: toField }],
  reply: [
    {
      path: "canned-responses",
      list: "cannedResponses",
      isOptional: true,
      convert: ({ _id, shortcut, text }) => ({
        kind: "reply",
        id: toId(_id),
        shortcut: toName(shortcut),
        text: toText(text) ?? "",
      }),
    },
  ],
};

const listCount = 100;
interface ListPosition {
  readonly part: number;
  readonly offset: number;
  readonly before: string | null;
}

/** Reads the lists of a kind one after the other. Rocket.Chat has no articles. */
async function readList(
  http: HttpSource,
  kind: ReadKind,
  cursor: string | null,
): Promise<SourcePage> {
  const position = parseCursor<ListPosition>(cursor, { part: 0, offset: 0, before: null });
  const { part, offset, before } = position;
  const spec = lists[kind]?.[part];
  const page = new PageBuilder();
  if (spec === undefined) return page.build(null);
  const following = lists[kind]?.[part + 1] === undefined ? null : { part: part + 1 };
  const answer = await http
    .readJson(`api/v1/${spec.path}`, { offset, count: listCount })
    .catch((error: unknown) => {
      if (spec.isOptional && error instanceof SourceError && error.options.isFinal) return {};
      throw error;
    });
  const { total } = toObject(answer);
  const list = toList(toObject(answer)[spec.list]);
  if (list.length === 0) return page.build(following);
  const content = identifyPage(list);
  checkNewPage(content, before);
  page.addAll(list, kind, spec.convert);
  const end = offset + list.length;
  return page.build(Number(total) > end ? { part, offset: end, before: content } : following);
}

/** Rooms of a page of persons. Each person is one request. */
const roomsPerPage = 25;
/** Reads the visitors of rooms: Rocket.Chat has no list of them that all versions answer. */
class PersonReader {
  readonly #http: HttpSource;
  readonly #rooms: RoomLists;
  readonly #firstPages = new FirstPages();

  constructor(http: HttpSource, rooms: RoomLists) {
    this.#http = http;
    this.#rooms = rooms;
  }

  async readPage(cursor: string | null): Promise<SourcePage> {
    const first = { offset: 0, before: null };
    const { offset, before } = parseCursor<Omit<ListPosition, "part">>(cursor, first);
    const list = (await this.#rooms.load(offset, roomsPerPage)).map(toObject);
    const page = new PageBuilder();
    if (list.length === 0) return page.build(null);
    const content = identifyPage(list.map(({ _id }) => _id ?? null));
    checkNewPage(content, before);
    const visitors = this.#firstPages.filter(
      list.map(({ v }) => toObject(v)),
      "_id",
      offset,
    );
    const answers = await Promise.all(
      visitors.map(async (visitor) => ({
        visitor,
        whole: await this.#load(toId(visitor["_id"]) ?? ""),
      })),
    );
    for (const { visitor, whole } of answers)
      page.add(whole === null ? toPerson(visitor) : toWholePerson(whole));
    return page.build({ offset: offset + list.length, before: content });
  }

  /** null: the visitor was deleted, and only the room has the name. */
  async #load(visitorId: string): Promise<Json | null> {
    try {
      const answer = await this.#http.readJson("api/v1/livechat/visitors.info", { visitorId });
      return toObject(toObject(answer)["visitor"]);
    } catch (error) {
      if (error instanceof SourceError && ["refused", "not_found"].includes(error.code))
        return null;
      throw error;
    }
  }
}
