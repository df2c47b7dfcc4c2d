import { SourceError } from "../../source.ts";
import { checkNewPage, identifyPage, loadOnce, type HttpSource } from "../http-source.ts";
import { toId, toList, toObject, type Json } from "../json-values.ts";
import type { PageBuilder } from "../page-builder.ts";
import type { ChatLists, MessagePage } from "../read-chats.ts";
import { describeTransfer, toChat, toMessage } from "./records.ts";

export const oldestFirst = JSON.stringify({ ts: 1 });
/** Rocket.Chat answers at most 100 elements, or fewer if its owner set a lower limit. */
const maxCount = 100;

/** The rooms of all visitors, oldest first: this order does not change when new ones arrive. */
export interface RoomLists {
  load(offset: number, count: number): Promise<readonly unknown[]>;
  /** The largest number of rooms of one answer. */
  findCount(): Promise<number>;
}

export function createRoomLists(http: HttpSource): RoomLists {
  const read = async (offset: number, count: number): Promise<Json> =>
    toObject(await http.readJson("api/v1/livechat/rooms", { offset, count, sort: oldestFirst }));
  return {
    load: async (offset, count) => toList((await read(offset, count))["rooms"]),
    findCount: loadOnce(async () => {
      const { rooms, total } = await read(0, maxCount);
      const { length } = toList(rooms);
      return length > 0 && length < maxCount && Number(total) > length ? length : maxCount;
    }),
  };
}

export function createChatLists(http: HttpSource, rooms: RoomLists): ChatLists {
  const transfers = new Map<string, readonly string[]>();
  return {
    async loadChats(page) {
      const count = await rooms.findCount();
      return rooms.load((page - 1) * count, count);
    },
    readId: ({ _id }) => toId(_id),
    async addChat(chat, to) {
      const id = toId(chat["_id"]) ?? "";
      const notes = transfers.get(id) ?? [];
      transfers.delete(id);
      return to.add(toChat(chat, notes));
    },
    async loadMessages(chat, from) {
      const id = toId(chat["_id"]) ?? "";
      if (from !== null) return loadMessages(http, id, from);
      const [page, notes] = await Promise.all([
        loadMessages(http, id, from),
        loadTransfers(http, id),
      ]);
      transfers.set(id, notes);
      return page;
    },
    addMessages(chat, messages, to) {
      for (const message of messages) addMessage(chat, message, to);
    },
    checkSystem: () => http.readJson("api/v1/me"),
  };
}

function addMessage(chat: Json, value: unknown, to: PageBuilder): void {
  const record = toMessage(toObject(value), chat);
  if (record.text === "" && record.files === undefined && record.id !== undefined)
    to.addProblem("message", record.id, "empty_message");
  else to.add(record);
}

/** `from`: offset and content of the page before. */
async function loadMessages(
  http: HttpSource,
  room: string,
  from: string | null,
): Promise<MessagePage> {
  const [offsetText, before = null] = from?.split(":") ?? ["0"];
  const offset = Number(offsetText);
  const path = `api/v1/livechat/${encodeURIComponent(room)}/messages`;
  const answer = toObject(
    await http.readJson(path, { offset, count: maxCount, sort: oldestFirst }).catch(throwDeleted),
  );
  const messages = toList(answer["messages"]);
  const content = identifyPage(messages.map((message) => toObject(message)["_id"] ?? null));
  const end = offset + messages.length;
  if (messages.length > 0) checkNewPage(content, before);
  const isEnd = messages.length === 0 || Number(answer["total"]) <= end;
  return { messages, next: isEnd ? null : `${end}:${content}` };
}

/** Rocket.Chat answers 400 for a room that was deleted. */
function throwDeleted(error: unknown): never {
  if (error instanceof SourceError && error.code === "refused")
    throw new SourceError("not_found", error.message, { isFinal: true });
  throw error;
}

/** Returns the transfers of a room. Users without the right to read them get none. */
async function loadTransfers(http: HttpSource, room: string): Promise<readonly string[]> {
  try {
    const path = `api/v1/livechat/transfer.history/${encodeURIComponent(room)}`;
    const { history } = toObject(await http.readJson(path, { count: maxCount }));
    return toList(history)
      .map((transfer) => describeTransfer(toObject(transfer)))
      .filter((note) => note !== undefined);
  } catch (error) {
    if (error instanceof SourceError && error.options.isFinal === true) return [];
    throw error;
  }
}
